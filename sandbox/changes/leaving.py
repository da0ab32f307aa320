"""The bot leaves a guild."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.changes.events import notify_guild_left

if TYPE_CHECKING:
    from sandbox.state.core import Core
    from sandbox.state.model import Guild


def remove_bot(core: Core, guild: Guild) -> None:
    """Remove the bot from a guild. The guild and its people stay."""
    guild.members.pop(core.world.bot.id, None)
    core.world.commands.pop(guild.id, None)
    notify_guild_left(core, guild, outage=False)
