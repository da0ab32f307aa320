"""Routes of channels, their messages and their threads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.changes import messages
from sandbox.changes.messages import MessageValidator, read_nonce
from sandbox.protocol import fields
from sandbox.protocol.form import Form
from sandbox.protocol.json_values import Json
from sandbox.protocol.refusals import (
    NOT_IN_DM,
    NOT_THE_AUTHOR,
    Refusal,
)
from sandbox.rest import permissions
from sandbox.rest.route import NOTHING, Answer, Call, Route
from sandbox.rest.threads import (
    add_member,
    create_thread,
    create_thread_on_message,
    delete_channel,
    edit_channel,
    remove_member,
)
from sandbox.state.model import (
    DM,
    EPHEMERAL,
    Channel,
    Permission,
)
from sandbox.state.objects import channel_json, message_json

if TYPE_CHECKING:
    from sandbox.state.core import Core
    from sandbox.state.model import Message

REPLY: Final = 19


def get_channel(core: Core, call: Call) -> Answer:
    return Answer(channel_json(core.world, permissions.find_visible(core, call.id("channel_id"))))


def trigger_typing(core: Core, call: Call) -> Answer:
    channel = permissions.find_writable(core, call.id("channel_id"), files=False)
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
    channel = permissions.find_readable(core, call.id("channel_id"))
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
    channel = permissions.find_readable(core, call.id("channel_id"))
    permissions.require(core, channel, Permission.READ_MESSAGE_HISTORY)
    message = core.world.find_message(channel, call.id("message_id"))
    return Answer(message_json(core.world, core.settings.url, message))


def create_message(core: Core, call: Call) -> Answer:
    channel = permissions.find_writable(core, call.id("channel_id"), files=bool(call.files))
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
    permissions.require(core, channel, Permission.READ_MESSAGE_HISTORY)
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
    channel = permissions.find_readable(core, call.id("channel_id"))
    message = core.world.find_message(channel, call.id("message_id"))
    if message.author_id != core.world.bot.id:
        raise Refusal(NOT_THE_AUTHOR)
    core.rate_limits.count_edit(message)
    messages.require_editable(core, message)
    if call.files:
        permissions.require_files(core, channel)
    checked = MessageValidator(core, channel.id, call.files, old=message).read(call.form())
    messages.edit(core, message, checked)
    return Answer(message_json(core.world, core.settings.url, message))


def delete_message(core: Core, call: Call) -> Answer:
    """Delete a message of the bot, or any message if the bot may manage messages."""
    channel = permissions.find_readable(core, call.id("channel_id"))
    message = core.world.find_message(channel, call.id("message_id"))
    if message.author_id != core.world.bot.id:
        if channel.kind == DM:
            raise Refusal(NOT_IN_DM)
        permissions.require(core, channel, Permission.MANAGE_MESSAGES)
    messages.require_deletable(core, message)
    messages.delete(core, message)
    return NOTHING


def delete_messages(core: Core, call: Call) -> Answer:
    channel = permissions.find_readable(core, call.id("channel_id"))
    permissions.require(core, channel, Permission.MANAGE_MESSAGES)
    form = Form()
    given = fields.read_list(form, call.form(), ("messages",), (2, 100), required=True)
    form.check()
    for number in given:
        message = channel.messages.get(fields.parse_snowflake(number) or 0)
        if message is not None:  # Discord skips unknown ids without an error
            messages.delete(core, message)
    return NOTHING


_MESSAGE: Final = "/channels/{channel_id}/messages/{message_id}"


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
