"""What the bot may do where: the refusals 10003, 50001, 50007 and 50013."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.errors import CLOSED_TO_MESSAGES, MISSING_ACCESS, MISSING_PERMISSIONS, Refusal
from sandbox.model import DM
from sandbox.permissions import Can

if TYPE_CHECKING:
    from sandbox.core import Core
    from sandbox.model import Channel


def visible(core: Core, channel_id: int) -> Channel:
    """A channel that the bot sees; raises Refusal (10003, 50001)."""
    channel = core.world.channel(channel_id)
    if not core.world.may(channel, core.world.bot.id):
        raise Refusal(MISSING_ACCESS)
    return channel


def need(core: Core, channel: Channel, *permissions: Can) -> None:
    """Raise Refusal (50013) unless the bot has all the permissions in the channel."""
    have = core.world.may(channel, core.world.bot.id)
    if any(not have & permission for permission in permissions):
        raise Refusal(MISSING_PERMISSIONS)


def writable(core: Core, channel_id: int, *, files: bool) -> Channel:
    """A channel that the bot may write in; raises Refusal."""
    channel = visible(core, channel_id)
    if channel.kind == DM:
        if not all(reachable(core, user_id) for user_id in channel.recipients):
            raise Refusal(CLOSED_TO_MESSAGES)
        return channel
    send = Can.SEND_MESSAGES if channel.thread is None else Can.SEND_MESSAGES_IN_THREADS
    need(core, channel, send)
    if files:
        need(core, channel, Can.ATTACH_FILES)
    return channel


def reachable(core: Core, user_id: int) -> bool:
    """True if the bot may write to a person: a common guild, and open to messages."""
    world = core.world
    together = any(
        user_id in guild.members and world.bot.id in guild.members
        for guild in world.guilds.values()
    )
    return together and world.users[user_id].open_to_messages
