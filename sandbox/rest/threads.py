"""Routes of threads: starting them, changing and deleting them, who takes part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.errors import MISSING_PERMISSIONS, THREAD_EXISTS, Refusal
from sandbox.gateway import events
from sandbox.json_values import Json
from sandbox.rest import access
from sandbox.rest.routing import NOTHING, Answer, Call, Route
from sandbox.validate import fields
from sandbox.validate.form import Form
from sandbox.world import threads
from sandbox.world.model import DM, HAS_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, Channel
from sandbox.world.objects import channel_json
from sandbox.world.permissions import Can

if TYPE_CHECKING:
    from sandbox.core import Core

_ARCHIVE_AFTER: Final = (60, 1440, 4320, 10080)


def _open(core: Core, parent: Channel, number: int, kind: int, body: Json) -> Channel:
    form = Form()
    name = fields.text(form, body, ("name",), (1, 100), required=True)
    after = 1440
    if body.get("auto_archive_duration") is not None:
        after = fields.choice(form, body, ("auto_archive_duration",), _ARCHIVE_AFTER) or 1440
    form.check()
    channel = Channel(number, kind, name or "", parent.guild_id, parent.id)
    threads.start(core, channel, core.world.bot.id, after)
    return channel


def from_message(core: Core, call: Call) -> Answer:
    """A thread under a message; it has the message's id."""
    parent = access.visible(core, call.id("channel_id"))
    message = core.world.message(parent, call.id("message_id"))
    access.need(core, parent, Can.CREATE_PUBLIC_THREADS)
    if message.id in core.world.channels:
        raise Refusal(THREAD_EXISTS)
    thread = _open(core, parent, message.id, PUBLIC_THREAD, call.form())
    message.flags |= HAS_THREAD
    message.thread_id = thread.id
    events.message_updated(core, message)
    return Answer(channel_json(core.world, thread), 201)


def without_message(core: Core, call: Call) -> Answer:
    """A thread of its own."""
    parent = access.visible(core, call.id("channel_id"))
    body = call.form()
    kind = PUBLIC_THREAD if body.get("type") == PUBLIC_THREAD else PRIVATE_THREAD
    public = kind == PUBLIC_THREAD
    access.need(core, parent, Can.CREATE_PUBLIC_THREADS if public else Can.CREATE_PRIVATE_THREADS)
    thread = _open(core, parent, core.world.ids.fresh(), kind, body)
    return Answer(channel_json(core.world, thread), 201)


def change(core: Core, call: Call) -> Answer:
    """Change a thread (name, archived, locked) or a channel's name."""
    channel = access.visible(core, call.id("channel_id"))
    body, form = call.form(), Form()
    name = fields.text(form, body, ("name",), (1, 100))
    form.check()
    _may_change(core, channel)
    if name:
        channel.name = name
    thread = channel.thread
    if thread is not None:
        thread.locked = fields.flag(form, body, ("locked",), default=thread.locked)
        archived = fields.flag(form, body, ("archived",), default=thread.archived)
        if archived != thread.archived:
            thread.archived, thread.archived_at = archived, core.clock.now()
        form.check()
    events.channel_event(core, "THREAD_UPDATE" if thread else "CHANNEL_UPDATE", channel)
    return Answer(channel_json(core.world, channel))


def _may_change(core: Core, channel: Channel) -> None:
    if channel.thread is None:
        access.need(core, channel, Can.MANAGE_CHANNELS)
    elif channel.thread.owner_id != core.world.bot.id:
        access.need(core, channel, Can.MANAGE_THREADS)


def delete(core: Core, call: Call) -> Answer:
    """Delete a channel or thread."""
    channel = access.visible(core, call.id("channel_id"))
    if channel.kind == DM:
        return Answer(channel_json(core.world, channel))
    access.need(core, channel, Can.MANAGE_THREADS if channel.thread else Can.MANAGE_CHANNELS)
    threads.remove(core, channel)
    return Answer(channel_json(core.world, channel))


def join(core: Core, call: Call) -> Answer:
    """Add somebody (or the bot itself) to a thread."""
    channel = access.visible(core, call.id("channel_id"))
    who = call.args["user_id"]
    user_id = core.world.bot.id if who == "@me" else call.id("user_id")
    if channel.thread is None:
        raise Refusal(MISSING_PERMISSIONS)
    threads.add(core, channel, user_id)
    return NOTHING


def leave(core: Core, call: Call) -> Answer:
    """Take somebody (or the bot itself) out of a thread."""
    channel = access.visible(core, call.id("channel_id"))
    who = call.args["user_id"]
    user_id = core.world.bot.id if who == "@me" else call.id("user_id")
    if channel.thread is not None:
        channel.thread.members.pop(user_id, None)
    return NOTHING


ROUTES: Final = (
    Route("POST", "/channels/{channel_id}/messages/{message_id}/threads", from_message),
    Route("POST", "/channels/{channel_id}/threads", without_message),
    Route("PATCH", "/channels/{channel_id}", change),
    Route("DELETE", "/channels/{channel_id}", delete),
    Route("PUT", "/channels/{channel_id}/thread-members/{user_id}", join),
    Route("DELETE", "/channels/{channel_id}/thread-members/{user_id}", leave),
)
