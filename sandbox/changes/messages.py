"""Messages: create, post, edit and delete them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.changes import events, threads
from sandbox.protocol.components import list_texts
from sandbox.protocol.errors import UNKNOWN_MESSAGE, Refusal
from sandbox.state.world import mentions
from sandbox.state.world.model import (
    EPHEMERAL,
    LOADING,
    SILENT,
    THREAD_CREATED,
    THREAD_STARTER,
    Message,
)

if TYPE_CHECKING:
    from sandbox.changes.message_form import CheckedMessage
    from sandbox.protocol.json_values import Json
    from sandbox.state.core import Core
    from sandbox.state.world.model import Channel


NEW_FOR: Final = 60.0
"""Seconds for which a message is new. Discord only says that it is a very small value."""

NONCE_LIFE: Final = 300.0
"""Seconds for which a nonce is remembered. Discord only says "in the past few minutes"."""


def find_by_nonce(core: Core, author_id: int, nonce: str | int) -> Message | None:
    """Return the recent message of an author with a nonce, or None; raise Refusal (10008).

    A message that was deleted meanwhile is refused: no new one is created (discord.py's `send`).
    """
    message = core.world.nonces.get((author_id, str(nonce)))
    if message is None or core.clock.now() - message.created_at > NONCE_LIFE:
        return None
    channel = core.world.channels.get(message.channel_id)
    if channel is None or message.id not in channel.messages:
        raise Refusal(UNKNOWN_MESSAGE)
    return message


def create(core: Core, channel: Channel, author_id: int) -> Message:
    """Return a new message that is not yet in its channel."""
    world = core.world
    return Message(world.ids.create(), channel.id, author_id, "", core.clock.now())


def fill(message: Message, checked: CheckedMessage) -> None:
    """Put the checked fields into the message."""
    message.flags = checked.flags | (message.flags & (EPHEMERAL | LOADING))
    message.attachments = checked.attachments
    for attachment in message.attachments:
        attachment.ephemeral = message.viewer_id is not None
    if checked.content is not None:
        message.content = checked.content
    if checked.embeds is not None:
        message.embeds = checked.embeds
    if checked.components is not None:
        message.components = checked.components


def post(core: Core, message: Message, allowed: Json | None, replied: int | None = None) -> None:
    """Put a new message into its channel, ping those it mentions, and notify everybody."""
    channel = core.world.channels[message.channel_id]
    channel.messages[message.id] = message
    if message.viewer_id is None:
        channel.last_message_id = message.id
    if message.nonce is not None:
        core.world.nonces[message.author_id, str(message.nonce)] = message
    if channel.thread is not None:
        channel.thread.sent += 1
    _set_mentions(core, message, allowed)
    if replied is not None and (allowed is None or allowed.get("replied_user")):
        message.mentions = list(dict.fromkeys([*message.mentions, replied]))
    _set_pings(core, message)
    for user_id in message.mentions:
        threads.add_member(core, channel, user_id)
    events.notify_message_created(core, message)


def _set_mentions(core: Core, message: Message, allowed: Json | None) -> None:
    channel = core.world.channels[message.channel_id]
    text = "\n".join([message.content, *list_texts(message.components)])
    found = mentions.find(core.world, channel, message.author_id, text, allowed)
    message.mentions = found.users
    message.mention_roles = found.roles
    message.mention_everyone = found.everyone


def _set_pings(core: Core, message: Message) -> None:
    """Set who is notified: mentioned people who can see the message, unless it is silent."""
    if message.flags & SILENT:
        return
    guild = core.world.find_guild_of(core.world.channels[message.channel_id])
    viewers = set(core.world.list_viewers(message))
    message.pings = viewers & set(message.mentions)
    if message.mention_everyone:
        message.pings = viewers
    for user_id in viewers if guild is not None else ():
        member = guild.members.get(user_id) if guild is not None else None
        if member is not None and set(member.roles) & set(message.mention_roles):
            message.pings.add(user_id)
    message.pings.discard(message.author_id)


def begin_thread(core: Core, thread: Channel, starter: Message, owner_id: int) -> None:
    """Write what Discord writes where a thread is opened from a message.

    In the thread the first message points to the starter message. In the channel one tells of the
    thread, where the starter message is not new. Source: Discord's "Threads".
    """
    first = create(core, thread, owner_id)
    first.kind = THREAD_STARTER
    parent = core.world.channels[starter.channel_id]
    first.reference = _point_to(parent) | {"message_id": str(starter.id)}
    post(core, first, {"parse": []})
    if core.clock.now() - starter.created_at > NEW_FOR:
        told = create(core, parent, owner_id)
        told.kind, told.content, told.reference = THREAD_CREATED, thread.name, _point_to(thread)
        post(core, told, {"parse": []})


def _point_to(channel: Channel) -> Json:
    return {"type": 0, "channel_id": str(channel.id), "guild_id": str(channel.guild_id)}


def edit(core: Core, message: Message, checked: CheckedMessage, *, marked: bool = True) -> None:
    """Edit a message. An edit never pings anybody; `marked` shows it as edited."""
    fill(message, checked)
    if marked:
        message.edited_at = core.clock.now()
    _set_mentions(core, message, checked.allowed)
    events.notify_message_updated(core, message)


def delete(core: Core, message: Message) -> None:
    """Remove a message from its channel."""
    events.notify_message_deleted(core, message)
    core.world.channels[message.channel_id].messages.pop(message.id, None)
