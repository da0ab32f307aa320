"""Routes that create, change and delete threads, and add and remove their members."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.changes import events, messages
from sandbox.changes.messages import MessageValidator
from sandbox.protocol import fields
from sandbox.protocol.form import Form
from sandbox.protocol.json_values import Json, as_object
from sandbox.protocol.refusals import (
    MISSING_PERMISSIONS,
    THREAD_EXISTS,
    WRONG_CHANNEL,
    Refusal,
)
from sandbox.rest import permissions
from sandbox.rest.route import NOTHING, Answer, Call
from sandbox.state.model import (
    ANNOUNCEMENT,
    ANNOUNCEMENT_THREAD,
    FORUMS,
    HAS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Permission,
)
from sandbox.state.objects import channel_json, message_json

if TYPE_CHECKING:
    from sandbox.state.core import Core

_ARCHIVE_AFTER: Final = (60, 1440, 4320, 10080)

_KINDS: Final = {TEXT: PUBLIC_THREAD, ANNOUNCEMENT: ANNOUNCEMENT_THREAD}
"""Kinds of threads that start from a message, by the kind of the channel."""


def _create_thread(core: Core, parent: Channel, number: int, kind: int, body: Json) -> Channel:
    form = Form()
    name = fields.read_text(form, body, ("name",), (1, 100), required=True)
    after = 1440
    if body.get("auto_archive_duration") is not None:
        after = fields.read_choice(form, body, ("auto_archive_duration",), _ARCHIVE_AFTER) or 1440
    form.check()
    channel = Channel(number, kind, name or "", parent.guild_id, parent.id)
    messages.start(core, channel, core.world.bot.id, after)
    return channel


def create_thread_on_message(core: Core, call: Call) -> Answer:
    """Create a thread on a message. The thread has the message's id."""
    parent = permissions.find_visible(core, call.id("channel_id"))
    message = core.world.find_message(parent, call.id("message_id"))
    permissions.require(core, parent, Permission.CREATE_PUBLIC_THREADS)
    if parent.kind not in _KINDS:
        raise Refusal(WRONG_CHANNEL)
    if message.id in core.world.channels:
        raise Refusal(THREAD_EXISTS)
    thread = _create_thread(core, parent, message.id, _KINDS[parent.kind], call.form())
    message.flags |= HAS_THREAD
    message.thread_id = thread.id
    events.notify_message_updated(core, message)
    messages.begin_thread(core, thread, message, core.world.bot.id)
    return Answer(channel_json(core.world, thread), 201)


def create_thread(core: Core, call: Call) -> Answer:
    """Create a thread without a message. In a forum, create a post with its first message."""
    parent = permissions.find_visible(core, call.id("channel_id"))
    body = call.form()
    if parent.kind in FORUMS:
        return _create_post(core, parent, call, body)
    kind = PUBLIC_THREAD if body.get("type") == PUBLIC_THREAD else PRIVATE_THREAD
    public = kind == PUBLIC_THREAD
    permissions.require(
        core,
        parent,
        Permission.CREATE_PUBLIC_THREADS if public else Permission.CREATE_PRIVATE_THREADS,
    )
    thread = _create_thread(core, parent, core.world.ids.create(), kind, body)
    return Answer(channel_json(core.world, thread), 201)


def _create_post(core: Core, forum: Channel, call: Call, body: Json) -> Answer:
    """Create a post in a forum. Its first message has the post's id."""
    permissions.require(core, forum, Permission.SEND_MESSAGES)
    number = core.world.ids.create()
    validator = MessageValidator(core, number, call.files, ("message",))
    checked = validator.read(as_object(body.get("message")) or {})
    post = _create_thread(core, forum, number, PUBLIC_THREAD, body)
    first = messages.create(core, post, core.world.bot.id)
    first.id = post.id
    messages.fill(first, checked)
    messages.post(core, first, checked.allowed)
    told = {"message": message_json(core.world, core.settings.url, first)}
    return Answer(channel_json(core.world, post) | told, 201)


def edit_channel(core: Core, call: Call) -> Answer:
    """Change a thread (name, archived, locked) or the name of a channel."""
    channel = permissions.find_visible(core, call.id("channel_id"))
    body, form, thread = call.form(), Form(), channel.thread
    name = fields.read_text(form, body, ("name",), (1, 100))
    locked, archived = (
        fields.read_flag(form, body, (key,), default=getattr(thread, key, False))
        for key in ("locked", "archived")
    )
    form.check()
    _require_edit(core, channel)
    if thread is not None and "locked" in body:
        permissions.require(core, channel, Permission.MANAGE_THREADS)
    channel.name = name or channel.name
    if thread is not None:
        thread.locked = locked
        if archived != thread.archived:
            thread.archived, thread.archived_at = archived, core.clock.now()
    events.notify_channel(core, "THREAD_UPDATE" if thread else "CHANNEL_UPDATE", channel)
    return Answer(channel_json(core.world, channel))


def _require_edit(core: Core, channel: Channel) -> None:
    if channel.thread is None:
        permissions.require(core, channel, Permission.MANAGE_CHANNELS)
    elif channel.thread.owner_id != core.world.bot.id:
        permissions.require(core, channel, Permission.MANAGE_THREADS)


def delete_channel(core: Core, call: Call) -> Answer:
    channel = permissions.find_visible(core, call.id("channel_id"))
    if channel.guild_id is None:
        return Answer(channel_json(core.world, channel))
    permissions.require(
        core, channel, Permission.MANAGE_THREADS if channel.thread else Permission.MANAGE_CHANNELS
    )
    messages.delete_channel(core, channel)
    return Answer(channel_json(core.world, channel))


def _read_user_id(core: Core, call: Call) -> int:
    return core.world.bot.id if call.args["user_id"] == "@me" else call.id("user_id")


def add_member(core: Core, call: Call) -> Answer:
    """Add a user (or the bot itself) to a thread."""
    channel = permissions.find_visible(core, call.id("channel_id"))
    user_id = _read_user_id(core, call)
    if channel.thread is None:
        raise Refusal(MISSING_PERMISSIONS)
    messages.add_member(core, channel, user_id)
    return NOTHING


def remove_member(core: Core, call: Call) -> Answer:
    """Remove a user (or the bot itself) from a thread."""
    channel = permissions.find_visible(core, call.id("channel_id"))
    user_id = _read_user_id(core, call)
    if channel.thread is not None:
        channel.thread.members.pop(user_id, None)
    return NOTHING
