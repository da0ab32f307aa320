"""Threads: start, join, unarchive and delete them, and what an archived or locked one refuses.

`World.compute_permissions` says who sees a thread. Source: Discord's "Threads".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.changes import events
from sandbox.protocol.fields import THREAD_ARCHIVED, Refusal
from sandbox.state.world.model import EPHEMERAL, PRIVATE_THREAD, Permission, Thread

if TYPE_CHECKING:
    from sandbox.state.core import Core
    from sandbox.state.world.model import Channel, Message


def start(core: Core, channel: Channel, owner_id: int, after: int = 1440) -> None:
    """Make a new channel a thread with its owner in it, and add it to the world."""
    channel.thread = Thread(owner_id, core.clock.now(), after)
    channel.thread.members[owner_id] = core.clock.now()
    core.world.channels[channel.id] = channel
    events.notify_thread_created(core, channel, new=True)


def add_member(core: Core, channel: Channel, user_id: int) -> None:
    """Add a user to a thread; notify the bot of a private thread that it sees from now on."""
    thread = channel.thread
    if (
        thread is None
        or user_id in thread.members
        or not core.world.compute_base_permissions(channel, user_id)
    ):
        return
    thread.members[user_id] = core.clock.now()
    if channel.kind == PRIVATE_THREAD and user_id == core.world.bot.id:
        events.notify_thread_created(core, channel, new=False)
    events.notify_world_changed(core)


def unarchive(core: Core, channel: Channel) -> None:
    """Bring an archived thread back, as every new message in it does."""
    thread = channel.thread
    if thread is not None and thread.archived:
        thread.archived, thread.archived_at = False, core.clock.now()
        events.notify_channel(core, "THREAD_UPDATE", channel)


def is_locked_for(core: Core, channel: Channel, user_id: int) -> bool:
    """Return whether the thread is locked and the user does not manage threads."""
    manages = core.world.compute_permissions(channel, user_id) & Permission.MANAGE_THREADS
    return channel.thread is not None and channel.thread.locked and not manages


def require_unlocked(core: Core, channel: Channel) -> None:
    """Raise Refusal (50083) in a locked thread, unless the bot manages threads."""
    if is_locked_for(core, channel, core.world.bot.id):
        raise Refusal(THREAD_ARCHIVED)


def require_deletable(core: Core, message: Message) -> None:
    """Raise Refusal (50083) if the message is in an archived thread.

    Ephemeral messages can always be deleted. Source: programs that delete messages in bulk have to
    unarchive a thread first (undiscord #520).
    """
    thread = core.world.channels[message.channel_id].thread
    if thread is not None and thread.archived and not message.flags & EPHEMERAL:
        raise Refusal(THREAD_ARCHIVED)


def require_editable(core: Core, message: Message) -> None:
    """Raise Refusal (50083) if the message is in an archived or locked thread.

    Ephemeral messages can always be edited.
    """
    require_deletable(core, message)
    if not message.flags & EPHEMERAL:
        require_unlocked(core, core.world.channels[message.channel_id])


def delete_channel(core: Core, channel: Channel) -> None:
    """Delete a channel and its threads. No event is sent for its threads."""
    for thread in [c for c in core.world.channels.values() if c.parent_id == channel.id]:
        core.world.channels.pop(thread.id)
    core.world.channels.pop(channel.id, None)
    guild = core.world.find_guild_of(channel)
    if guild is not None and guild.system_channel_id == channel.id:
        guild.system_channel_id = None
    events.notify_channel(core, "THREAD_DELETE" if channel.thread else "CHANNEL_DELETE", channel)
