"""Whether a player can still play, as far as Discord knows: asked before the player is called."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import discord

from cogs.interactions.permissions import may_look_into
from cogs.interactions.responder import PATIENCE, SEND_ERRORS
from tables.model.table import Gone

if TYPE_CHECKING:
    from engine.core import Seat
    from tables.model.table import Table

log = logging.getLogger(__name__)


async def find_gone(client: discord.Client, table: Table, seat: Seat) -> Gone | None:
    """Return why a player cannot play; None where nothing is known to keep the player from it.

    One request. It needs no privileged intent, as it names the member.
    """
    guild = None if table.guild_id is None else client.get_guild(table.guild_id)
    if guild is None:
        return None
    try:
        async with asyncio.timeout(PATIENCE):
            member = await guild.fetch_member(table.seats[seat].person.id)
    except discord.NotFound:
        return Gone.LEFT
    except SEND_ERRORS as error:
        log.info("table %s: a member was not found out about: %s", table.id, error)
        return None
    if member.is_timed_out():
        return Gone.TIMED_OUT
    return None if _may_see(guild, table.channel_id, member) else Gone.HIDDEN


def _may_see(guild: discord.Guild, channel_id: int, member: discord.Member) -> bool:
    """Return whether a member can read a channel, also where that is not known.

    The bot knows no archived thread, and not who is in a private one.
    """
    channel = guild.get_channel_or_thread(channel_id)
    if channel is None:
        return True
    if isinstance(channel, discord.Thread) and (channel.is_private() or channel.parent is None):
        return True
    return may_look_into(channel, member)
