"""Routes of channels, their messages and their threads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.changes import events, messages
from sandbox.changes.messages import MessageValidator, read_nonce
from sandbox.protocol import fields
from sandbox.protocol.fields import (
    MISSING_PERMISSIONS,
    NOT_IN_DM,
    NOT_THE_AUTHOR,
    THREAD_EXISTS,
    WRONG_CHANNEL,
    Form,
    Json,
    Refusal,
    as_object,
)
from sandbox.rest import server
from sandbox.rest.server import NOTHING, Answer, Call, Route
from sandbox.state.model import (
    ANNOUNCEMENT,
    ANNOUNCEMENT_THREAD,
    DM,
    EPHEMERAL,
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
    from sandbox.state.model import Message


REPLY: Final = 19


def get_channel(core: Core, call: Call) -> Answer:
    return Answer(channel_json(core.world, server.find_visible(core, call.id("channel_id"))))


def trigger_typing(core: Core, call: Call) -> Answer:
    channel = server.find_writable(core, call.id("channel_id"), files=False)
    data = {"channel_id": str(channel.id), "user_id": str(core.world.bot.id)}
    people = [
        user.id
        for user in core.world.list_people()
        if core.world.compute_permissions(channel, user.id)
    ]
    core.live.push(people, "typing", data)
    return NOTHING


def list_messages(core: Core, call: Call) -> Answer:
    """List messages, newest first."""
    channel = server.find_readable(core, call.id("channel_id"))
    query, limit = call.read_page(most=100, default=50)
    if (
        not core.world.compute_permissions(channel, core.world.bot.id)
        & Permission.READ_MESSAGE_HISTORY
    ):
        return Answer([])
    found = [m for m in channel.messages.values() if m.viewer_id is None]
    found.sort(key=lambda m: m.id, reverse=True)
    page = _select_page(found, query, limit)
    return Answer([message_json(core.world, core.settings.url, m) for m in page])


def _select_page(newest_first: list[Message], query: Json, limit: int) -> list[Message]:
    """Return the part of the history that `before`, `after` or `around` asks for."""
    if "before" in query:
        return [m for m in newest_first if m.id < query["before"]][:limit]
    if "after" in query:
        return [m for m in newest_first if m.id > query["after"]][-limit:]
    if "around" in query:
        newer = sum(m.id > query["around"] for m in newest_first)
        first = max(0, newer - limit // 2)
        return newest_first[first : newer + (limit + 1) // 2]
    return newest_first[:limit]


def get_message(core: Core, call: Call) -> Answer:
    channel = server.find_readable(core, call.id("channel_id"))
    server.require(core, channel, Permission.READ_MESSAGE_HISTORY)
    message = core.world.find_message(channel, call.id("message_id"))
    return Answer(message_json(core.world, core.settings.url, message))


def create_message(core: Core, call: Call) -> Answer:
    channel = server.find_writable(core, call.id("channel_id"), files=bool(call.files))
    messages.require_unlocked(core, channel)
    body = call.form()
    checked = MessageValidator(core, channel.id, call.files).read(body)
    checked.flags &= ~EPHEMERAL
    nonce = read_nonce(body)
    if nonce is not None and body.get("enforce_nonce"):
        twin = messages.find_by_nonce(core, core.world.bot.id, nonce)
        if twin is not None:
            return _answer_with_nonce(core, twin)
    message = messages.create(core, channel, core.world.bot.id)
    replied = _set_reference(core, channel, body, message)
    messages.fill(message, checked)
    message.nonce, message.tts = nonce, checked.tts
    messages.post(core, message, checked.allowed, replied)
    messages.unarchive(core, channel)
    return _answer_with_nonce(core, message)


def _answer_with_nonce(core: Core, message: Message) -> Answer:
    body = message_json(core.world, core.settings.url, message)
    if message.nonce is not None:
        body["nonce"] = message.nonce
    return Answer(body)


def _set_reference(core: Core, channel: Channel, body: Json, message: Message) -> int | None:
    """Make the message a reply if the body asks for that.

    Returns:
        The id of the author of the answered message; None if the message is no reply.
    """
    if body.get("message_reference") is None:
        return None
    form, path = Form(), ("message_reference",)
    reference = fields.read_object(form, body["message_reference"], path) or {}
    number = fields.parse_snowflake(reference.get("message_id"))
    answered = channel.messages.get(number or 0)
    if answered is None or answered.viewer_id is not None:
        if reference.get("fail_if_not_exists") is False:
            return None
        form.add_error(path, "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        form.check()
        return None
    server.require(core, channel, Permission.READ_MESSAGE_HISTORY)
    message.kind = REPLY
    message.reference = {
        "type": 0,
        "message_id": str(answered.id),
        "channel_id": str(channel.id),
    }
    if channel.guild_id is not None:
        message.reference["guild_id"] = str(channel.guild_id)
    return answered.author_id


def edit_message(core: Core, call: Call) -> Answer:
    channel = server.find_readable(core, call.id("channel_id"))
    message = core.world.find_message(channel, call.id("message_id"))
    if message.author_id != core.world.bot.id:
        raise Refusal(NOT_THE_AUTHOR)
    core.rate_limits.count_edit(message)
    messages.require_editable(core, message)
    if call.files:
        server.require_files(core, channel)
    checked = MessageValidator(core, channel.id, call.files, old=message).read(call.form())
    messages.edit(core, message, checked)
    return Answer(message_json(core.world, core.settings.url, message))


def delete_message(core: Core, call: Call) -> Answer:
    """Delete a message of the bot, or any message if the bot may manage messages."""
    channel = server.find_readable(core, call.id("channel_id"))
    message = core.world.find_message(channel, call.id("message_id"))
    if message.author_id != core.world.bot.id:
        if channel.kind == DM:
            raise Refusal(NOT_IN_DM)
        server.require(core, channel, Permission.MANAGE_MESSAGES)
    messages.require_deletable(core, message)
    messages.delete(core, message)
    return NOTHING


def delete_messages(core: Core, call: Call) -> Answer:
    channel = server.find_readable(core, call.id("channel_id"))
    server.require(core, channel, Permission.MANAGE_MESSAGES)
    form = Form()
    given = fields.read_list(form, call.form(), ("messages",), (2, 100), required=True)
    form.check()
    for number in given:
        message = channel.messages.get(fields.parse_snowflake(number) or 0)
        if message is not None:  # Discord skips unknown ids without an error
            messages.delete(core, message)
    return NOTHING


_MESSAGE: Final = "/channels/{channel_id}/messages/{message_id}"

# Routes that create, change and delete threads, and add and remove their members.

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
    parent = server.find_visible(core, call.id("channel_id"))
    message = core.world.find_message(parent, call.id("message_id"))
    server.require(core, parent, Permission.CREATE_PUBLIC_THREADS)
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
    parent = server.find_visible(core, call.id("channel_id"))
    body = call.form()
    if parent.kind in FORUMS:
        return _create_post(core, parent, call, body)
    kind = PUBLIC_THREAD if body.get("type") == PUBLIC_THREAD else PRIVATE_THREAD
    public = kind == PUBLIC_THREAD
    server.require(
        core,
        parent,
        Permission.CREATE_PUBLIC_THREADS if public else Permission.CREATE_PRIVATE_THREADS,
    )
    thread = _create_thread(core, parent, core.world.ids.create(), kind, body)
    return Answer(channel_json(core.world, thread), 201)


def _create_post(core: Core, forum: Channel, call: Call, body: Json) -> Answer:
    """Create a post in a forum. Its first message has the post's id."""
    server.require(core, forum, Permission.SEND_MESSAGES)
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
    channel = server.find_visible(core, call.id("channel_id"))
    body, form, thread = call.form(), Form(), channel.thread
    name = fields.read_text(form, body, ("name",), (1, 100))
    locked, archived = (
        fields.read_flag(form, body, (key,), default=getattr(thread, key, False))
        for key in ("locked", "archived")
    )
    form.check()
    _require_edit(core, channel)
    if thread is not None and "locked" in body:
        server.require(core, channel, Permission.MANAGE_THREADS)
    channel.name = name or channel.name
    if thread is not None:
        thread.locked = locked
        if archived != thread.archived:
            thread.archived, thread.archived_at = archived, core.clock.now()
    events.notify_channel(core, "THREAD_UPDATE" if thread else "CHANNEL_UPDATE", channel)
    return Answer(channel_json(core.world, channel))


def _require_edit(core: Core, channel: Channel) -> None:
    if channel.thread is None:
        server.require(core, channel, Permission.MANAGE_CHANNELS)
    elif channel.thread.owner_id != core.world.bot.id:
        server.require(core, channel, Permission.MANAGE_THREADS)


def delete_channel(core: Core, call: Call) -> Answer:
    channel = server.find_visible(core, call.id("channel_id"))
    if channel.guild_id is None:
        return Answer(channel_json(core.world, channel))
    server.require(
        core, channel, Permission.MANAGE_THREADS if channel.thread else Permission.MANAGE_CHANNELS
    )
    messages.delete_channel(core, channel)
    return Answer(channel_json(core.world, channel))


def _read_user_id(core: Core, call: Call) -> int:
    return core.world.bot.id if call.args["user_id"] == "@me" else call.id("user_id")


def add_member(core: Core, call: Call) -> Answer:
    """Add a user (or the bot itself) to a thread."""
    channel = server.find_visible(core, call.id("channel_id"))
    user_id = _read_user_id(core, call)
    if channel.thread is None:
        raise Refusal(MISSING_PERMISSIONS)
    messages.add_member(core, channel, user_id)
    return NOTHING


def remove_member(core: Core, call: Call) -> Answer:
    """Remove a user (or the bot itself) from a thread."""
    channel = server.find_visible(core, call.id("channel_id"))
    user_id = _read_user_id(core, call)
    if channel.thread is not None:
        channel.thread.members.pop(user_id, None)
    return NOTHING


ROUTES: Final = (
    Route("GET", "/channels/{channel_id}", get_channel),
    Route("POST", "/channels/{channel_id}/typing", trigger_typing),
    Route("GET", "/channels/{channel_id}/messages", list_messages),
    Route("POST", "/channels/{channel_id}/messages", create_message),
    Route("POST", "/channels/{channel_id}/messages/bulk-delete", delete_messages),
    Route("GET", _MESSAGE, get_message),
    Route("PATCH", _MESSAGE, edit_message),
    Route("DELETE", _MESSAGE, delete_message),
    Route("POST", "/channels/{channel_id}/messages/{message_id}/threads", create_thread_on_message),
    Route("POST", "/channels/{channel_id}/threads", create_thread),
    Route("PATCH", "/channels/{channel_id}", edit_channel),
    Route("DELETE", "/channels/{channel_id}", delete_channel),
    Route("PUT", "/channels/{channel_id}/thread-members/{user_id}", add_member),
    Route("DELETE", "/channels/{channel_id}/thread-members/{user_id}", remove_member),
)
