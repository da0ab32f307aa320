"""Who may see the moves of a table from where: its replay, its transcript, the check of its dice.

What a server remembers of its tables in sums and lines is told to all its members. Their moves are
for those who sat there and for those who can look into the channel where they were made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.core.errors import Declined
from tables.errors import NoSuchTable

if TYPE_CHECKING:
    from tables.model import Table

Click = discord.Interaction[Any]


def require_here(interaction: Click, table: Table) -> None:
    """Raise NoSuchTable for a table of another server, or of somebody else's direct messages."""
    here = interaction.guild_id or interaction.channel_id
    if (table.guild_id or table.channel_id) != here:
        raise NoSuchTable(f"There is no table #{table.id} here.")


async def require_reader(interaction: Click, table: Table) -> None:
    """Raise unless this person may see the moves of the table.

    Raises:
        NoSuchTable: as in `require_here`.
        Declined: the person did not sit there and cannot look into its channel.
    """
    require_here(interaction, table)
    if not (_takes_part(interaction, table) or await _can_look_into(interaction, table.channel_id)):
        raise Declined(
            f"The moves of table #{table.id} are for those who sat there and for those who can "
            "look into its channel."
        )


def require_sharer(interaction: Click, table: Table) -> None:
    """Raise Declined where a reader of the table may not show it to everybody in the channel."""
    if not _takes_part(interaction, table):
        raise Declined(
            f"Only those who sat at table #{table.id} can share it outside the channel where it "
            "was played."
        )


def _takes_part(interaction: Click, table: Table) -> bool:
    """Whether the person sat there, or asks in the channel where it was played."""
    sits = table.seat_of(interaction.user.id) is not None
    return sits or table.channel_id == interaction.channel_id


async def _can_look_into(interaction: Click, channel_id: int) -> bool:
    """Whether the person can read another channel of this server; one that is gone, who manages it.

    The members of a private thread are not known here, so nobody counts as one. The chat of a voice
    channel is for those who may connect.
    """
    guild, member = interaction.guild, interaction.user
    if guild is None or not isinstance(member, discord.Member):
        return False
    try:  # threads that are archived are not among those that are known
        known = guild.get_channel_or_thread(channel_id)
        channel = known or await guild.fetch_channel(channel_id)
    except discord.NotFound:
        return interaction.permissions.manage_guild
    except discord.Forbidden:
        return False
    if isinstance(channel, discord.Thread) and (channel.is_private() or channel.parent is None):
        return False
    allowed = channel.permissions_for(member)
    by_voice = isinstance(channel, discord.VoiceChannel | discord.StageChannel)
    return allowed.view_channel and (allowed.connect or not by_voice)
