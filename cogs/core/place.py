"""Where a table can be kept: the bot has to write and edit there also when nobody has clicked."""

from __future__ import annotations

from typing import Any

import discord

from cogs.core.errors import Declined

Click = discord.Interaction[Any]

NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
}
"""What the bot must be allowed where a table is opened, in Discord's words."""

NEEDED_IN_VOICE = {"connect": "Connect"}
"""What it must be allowed besides in a voice channel, whose chat is out of its reach else."""


async def require_place(interaction: Click) -> None:
    """Raise Declined where the bot could responder clicks at most; everything goes in direct messages.

    Discord lets anybody use commands in a private thread that the bot is not in; its permissions
    are those of the channel then, and only asking for the thread tells.
    """
    if interaction.guild_id is None:
        return
    lacking = _lacking(interaction)
    if lacking:
        raise Declined(f"I need {' and '.join(lacking)} in this channel. Please ask an admin.")
    thread = interaction.channel
    if not isinstance(thread, discord.Thread) or interaction.app_permissions.manage_threads:
        return
    if thread.locked:
        raise Declined("This thread is locked, so I cannot write in it.")
    if thread.is_private() and not await _is_in(interaction, thread):
        raise Declined("I am not in this private thread. Please mention me here, and try again.")


def _lacking(interaction: Click) -> list[str]:
    """What the bot is not allowed where a command was used."""
    channel, allowed = interaction.channel, interaction.app_permissions
    in_thread = isinstance(channel, discord.Thread)
    skipped = "send_messages" if in_thread else "send_messages_in_threads"
    needed = {name: title for name, title in NEEDED.items() if name != skipped}
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        needed |= NEEDED_IN_VOICE
    return [title for name, title in needed.items() if not getattr(allowed, name)]


async def _is_in(interaction: Click, thread: discord.Thread) -> bool:
    """Whether Discord shows the thread to the bot."""
    try:
        await interaction.client.fetch_channel(thread.id)
    except discord.Forbidden:
        return False
    return True
