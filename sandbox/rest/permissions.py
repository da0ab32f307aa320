"""Checks of the bot's permissions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.protocol.refusals import (
    CLOSED_TO_MESSAGES,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NO_COMMON_GUILD,
    NOT_A_TEXT_CHANNEL,
    UNKNOWN_APPLICATION,
    Refusal,
)
from sandbox.state.model import DM, FORUMS, VOICE, Permission, get_send_permission

if TYPE_CHECKING:
    from sandbox.state.core import Core
    from sandbox.state.model import Channel


def require_application(core: Core, application_id: int) -> None:
    """Raise Refusal (10002) unless this is the id of the bot's application."""
    if application_id != core.world.bot.id:
        raise Refusal(UNKNOWN_APPLICATION)


def find_visible(core: Core, channel_id: int) -> Channel:
    """Return a channel that the bot sees; raise Refusal (10003, 50001)."""
    channel = core.world.find_channel(channel_id)
    if not core.world.compute_permissions(channel, core.world.bot.id):
        raise Refusal(MISSING_ACCESS)
    return channel


def find_readable(core: Core, channel_id: int) -> Channel:
    """Return a channel whose messages the bot can read; raise Refusal (10003, 50001).

    In a voice channel, the bot also needs the permission to connect (discord-api-docs #5111).
    """
    channel = find_visible(core, channel_id)
    if (
        channel.kind == VOICE
        and not core.world.compute_permissions(channel, core.world.bot.id) & Permission.CONNECT
    ):
        raise Refusal(MISSING_ACCESS)
    return channel


def require(core: Core, channel: Channel, *permissions: Permission) -> None:
    """Raise Refusal (50013) if the bot lacks one of the permissions in the channel."""
    have = core.world.compute_permissions(channel, core.world.bot.id)
    if any(not have & permission for permission in permissions):
        raise Refusal(MISSING_PERMISSIONS)


def find_writable(core: Core, channel_id: int, *, files: bool) -> Channel:
    """Return a channel in which the bot may write; raise Refusal."""
    channel = find_readable(core, channel_id)
    if channel.kind == DM:
        for user_id in channel.recipients:
            _require_reachable(core, user_id)
        return channel
    if channel.kind in FORUMS:
        raise Refusal(NOT_A_TEXT_CHANNEL)
    require(core, channel, get_send_permission(channel))
    if files:
        require_files(core, channel)
    return channel


def require_files(core: Core, channel: Channel) -> None:
    """Raise Refusal (50013) unless the bot may write and send files.

    To send files, the bot also needs the permission to write (Discord's "Permissions", Implicit
    Permissions).
    """
    require(core, channel, get_send_permission(channel), Permission.ATTACH_FILES)


def _require_reachable(core: Core, user_id: int) -> None:
    """Raise Refusal (50278, 50007) unless the person shares a guild and accepts messages."""
    world = core.world
    guilds = world.guilds.values()
    if not any(user_id in guild.members and world.bot.id in guild.members for guild in guilds):
        raise Refusal(NO_COMMON_GUILD)
    if not world.users[user_id].open_to_messages:
        raise Refusal(CLOSED_TO_MESSAGES)
