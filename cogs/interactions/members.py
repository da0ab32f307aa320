"""Whether a person can still play or watch, as far as Discord knows."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import discord

from cogs.interactions.failures import PATIENCE, SEND_ERRORS
from cogs.interactions.permissions import may_look_into
from tables.model.table import Gone

if TYPE_CHECKING:
    from tables.model.table import Table

log = logging.getLogger(__name__)


async def find_gone(client: discord.Client, table: Table, person_id: int) -> Gone | None:
    """Return why a person cannot play; None where nothing is known to keep the person from it.

    One request. It needs no privileged intent, as it names the member.
    """
    guild = None if table.guild_id is None else client.get_guild(table.guild_id)
    if guild is None:
        return None
    try:
        async with asyncio.timeout(PATIENCE):
            member = await guild.fetch_member(person_id)
    except discord.NotFound:
        return Gone.LEFT
    except SEND_ERRORS as error:
        log.info("table %s: a member was not found out about: %s", table.id, error)
        return None
    if not _may_see(guild, table.channel_id, member):
        return Gone.HIDDEN
    return Gone.TIMED_OUT if member.is_timed_out() else None


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
