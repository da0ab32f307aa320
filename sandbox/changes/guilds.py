"""Guilds: the bot leaves them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.changes import events

if TYPE_CHECKING:
    from sandbox.state.core import Core
    from sandbox.state.world.model import Guild


def remove_bot(core: Core, guild: Guild) -> None:
    """Remove the bot from a guild. The guild stays for its people."""
    guild.members.pop(core.world.bot.id, None)
    core.world.commands.pop(guild.id, None)
    events.notify_guild_left(core, guild, outage=False)
