"""What the bot may do where: the refusals 10003, 50001, 50007, 50013 and 50278."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.errors import (
    CLOSED_TO_MESSAGES,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NO_COMMON_GUILD,
    Refusal,
)
from sandbox.world.model import DM, VOICE
from sandbox.world.permissions import Can

if TYPE_CHECKING:
    from sandbox.core import Core
    from sandbox.world.model import Channel


def visible(core: Core, channel_id: int) -> Channel:
    """A channel that the bot sees; raises Refusal (10003, 50001)."""
    channel = core.world.channel(channel_id)
    if not core.world.may(channel, core.world.bot.id):
        raise Refusal(MISSING_ACCESS)
    return channel


def readable(core: Core, channel_id: int) -> Channel:
    """A channel whose messages the bot can get at; raises Refusal (10003, 50001).

    Those of a voice channel are for who may connect (discord-api-docs #5111).
    """
    channel = visible(core, channel_id)
    if channel.kind == VOICE and not core.world.may(channel, core.world.bot.id) & Can.CONNECT:
        raise Refusal(MISSING_ACCESS)
    return channel


def need(core: Core, channel: Channel, *permissions: Can) -> None:
    """Raise Refusal (50013) unless the bot has all the permissions in the channel."""
    have = core.world.may(channel, core.world.bot.id)
    if any(not have & permission for permission in permissions):
        raise Refusal(MISSING_PERMISSIONS)


def writable(core: Core, channel_id: int, *, files: bool) -> Channel:
    """A channel that the bot may write in; raises Refusal."""
    channel = readable(core, channel_id)
    if channel.kind == DM:
        for user_id in channel.recipients:
            _need_reachable(core, user_id)
        return channel
    need(core, channel, _send(channel))
    if files:
        need_files(core, channel)
    return channel


def need_files(core: Core, channel: Channel) -> None:
    """Raise Refusal (50013) unless the bot may send files; who may not write may not that either.

    Source: Discord's "Permissions", Implicit Permissions.
    """
    need(core, channel, _send(channel), Can.ATTACH_FILES)


def _send(channel: Channel) -> Can:
    return Can.SEND_MESSAGES if channel.thread is None else Can.SEND_MESSAGES_IN_THREADS


def _need_reachable(core: Core, user_id: int) -> None:
    """Raise Refusal (50278, 50007) unless there is a common guild, and the person is open to it."""
    world = core.world
    guilds = world.guilds.values()
    if not any(user_id in guild.members and world.bot.id in guild.members for guild in guilds):
        raise Refusal(NO_COMMON_GUILD)
    if not world.users[user_id].open_to_messages:
        raise Refusal(CLOSED_TO_MESSAGES)
