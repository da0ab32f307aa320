"""The HTTP API of people: requests of the page and of tests, and the files of messages."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Final, TypeAlias

from aiohttp import WSMsgType, web

from sandbox.changes import events
from sandbox.people import actions, admin
from sandbox.people.actions import find_person
from sandbox.people.command_input import Mistake
from sandbox.protocol.fields import (
    Json,
    as_list,
    as_object,
    json_response,
    parse_json,
    parse_snowflake,
)
from sandbox.state.gateway import server
from sandbox.state.world.objects import channel_json

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sandbox.state.core import Core


# What people do outside of servers: install the application, open messages with others.

MOST: Final = 10
"""How many people are in group messages at most (Discord's code 30004)."""


def install_app(core: Core, body: Json) -> Json:
    """Install the application to a person's account, or remove it (`installed: false`)."""
    me = find_person(core, body.get("as"))
    me.has_app = bool(body.get("installed", True))
    events.notify_world_changed(core)
    return {"installed": me.has_app}


def open_messages(core: Core, body: Json) -> Json:
    """Open direct messages with one person, or group messages with several (`people`)."""
    me = find_person(core, body.get("as"))
    others = [find_person(core, who).id for who in as_list(body.get("people")) or []]
    people = list(dict.fromkeys([me.id, *others]))
    if not 1 < len(people) <= MOST:
        message = f"Choose from 1 to {MOST - 1} other people."
        raise Mistake(message, "people")
    channel = core.world.open_private(people)
    events.notify_world_changed(core)
    return channel_json(core.world, channel)


WebRoute: TypeAlias = "tuple[str, Callable[[web.Request], Awaitable[web.StreamResponse]]]"


class PeopleApi:
    """Handlers for people's requests and for files."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list_get_routes(self) -> tuple[WebRoute, ...]:
        """Return the routes with GET."""
        return (
            ("/sandbox/world", self.get_world),
            ("/sandbox/channels/{channel_id}/messages", self.get_messages),
            ("/sandbox/interactions/{interaction_id}", self.get_interaction),
            ("/sandbox/live", self.serve_live),
            ("/sandbox/record", self.get_record),
            ("/attachments/{channel_id}/{attachment_id}/{filename}", self.get_attachment),
            ("/emojis/{filename}", self.get_emoji),
        )

    def list_post_routes(self) -> tuple[WebRoute, ...]:
        """Return the routes with POST."""
        return (
            ("/sandbox/channels/{channel_id}/messages", self.post_message),
            ("/sandbox/commands", self.post_command),
            ("/sandbox/autocomplete", self.post_autocomplete),
            ("/sandbox/components", self.post_component),
            ("/sandbox/modals", self.post_modal),
            ("/sandbox/app", self.post_app),
            ("/sandbox/private", self.post_private),
            ("/sandbox/faults", self.post_fault),
            ("/sandbox/admin", self.post_admin),
        )

    async def serve_gateway(self, request: web.Request) -> web.StreamResponse:
        """Serve the bot's WebSocket."""
        return await server.serve(self._core.gateway, request)

    async def get_world(self, request: web.Request) -> web.StreamResponse:
        """Return the world as a person sees it."""
        return json_response(actions.describe_world(self._core, request.query.get("as")))

    async def get_messages(self, request: web.Request) -> web.StreamResponse:
        """Return the messages that a person sees."""
        channel = request.match_info["channel_id"]
        return json_response(actions.list_messages(self._core, request.query.get("as"), channel))

    async def post_message(self, request: web.Request) -> web.StreamResponse:
        """Write a message as a person."""
        body = await _read_body(request)
        return json_response(
            actions.write_message(self._core, request.match_info["channel_id"], body)
        )

    async def post_command(self, request: web.Request) -> web.StreamResponse:
        """Send a slash command as a person."""
        return json_response(actions.send_command(self._core, await _read_body(request)))

    async def post_autocomplete(self, request: web.Request) -> web.StreamResponse:
        """Return suggestions for an option that a person types."""
        return json_response(await actions.autocomplete(self._core, await _read_body(request)))

    async def post_component(self, request: web.Request) -> web.StreamResponse:
        """Click or choose as a person."""
        return json_response(actions.use_component(self._core, await _read_body(request)))

    async def post_modal(self, request: web.Request) -> web.StreamResponse:
        """Submit a modal as a person."""
        return json_response(actions.submit_modal(self._core, await _read_body(request)))

    async def post_app(self, request: web.Request) -> web.StreamResponse:
        """Install the application to a person's account, or remove it."""
        return json_response(install_app(self._core, await _read_body(request)))

    async def post_private(self, request: web.Request) -> web.StreamResponse:
        """Open direct or group messages between people."""
        return json_response(open_messages(self._core, await _read_body(request)))

    async def get_interaction(self, request: web.Request) -> web.StreamResponse:
        """Return the state of an interaction."""
        number = request.match_info["interaction_id"]
        return json_response(
            actions.describe_interaction(self._core, request.query.get("as"), number)
        )

    async def post_fault(self, request: web.Request) -> web.StreamResponse:
        """Set up a fault."""
        self._core.faults.add(await _read_body(request))
        return json_response({"ok": True})

    async def clear_faults(self, _request: web.Request) -> web.StreamResponse:
        """Remove all faults."""
        self._core.faults.clear()
        return json_response({"ok": True})

    async def post_admin(self, request: web.Request) -> web.StreamResponse:
        """Change the world from outside."""
        return json_response(admin.run(self._core, await _read_body(request)))

    async def get_record(self, _request: web.Request) -> web.StreamResponse:
        """Return the bot's requests so far."""
        return json_response(self._core.record.entries())

    async def serve_live(self, request: web.Request) -> web.StreamResponse:
        """Serve a person's WebSocket."""
        user = actions.find_person(self._core, request.query.get("as"))
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        queue = self._core.live.subscribe(user.id)
        queue.put_nowait({"t": "hello", "d": {"as": str(user.id)}})
        sender = asyncio.create_task(_send_all(socket, queue))
        try:
            async for message in socket:
                if message.type is WSMsgType.ERROR:
                    break
        finally:
            sender.cancel()
            self._core.live.unsubscribe(user.id, queue)
        return socket

    async def get_attachment(self, request: web.Request) -> web.StreamResponse:
        """Return a file of a message, if the address has the file's key."""
        number, key = request.match_info["attachment_id"], request.query.get("hm")
        for channel in self._core.world.channels.values():
            for message in channel.messages.values():
                for found in message.attachments:
                    if str(found.id) == number and found.key == key:
                        return _file_response(found.data, found.content_type)
        raise web.HTTPNotFound(text="This content is no longer available.")

    async def get_emoji(self, request: web.Request) -> web.StreamResponse:
        """Return the picture of an application emoji."""
        number = request.match_info["filename"].partition(".")[0]
        found = self._core.world.emojis.get(parse_snowflake(number) or 0)
        if found is None:
            raise web.HTTPNotFound(text="There is no such emoji.")
        return _file_response(found.image, found.content_type)


async def _send_all(socket: web.WebSocketResponse, queue: asyncio.Queue[dict[str, object]]) -> None:
    while True:
        await socket.send_str(json.dumps(await queue.get()))


def _file_response(data: bytes, content_type: str) -> web.Response:
    """Return a file. A browser may only download a file that it could run."""
    kind, _, charset = content_type.partition("; charset=")
    headers = {"Content-Type": content_type} if charset else {"Content-Type": kind}
    if not kind.startswith(("image/png", "image/jpeg", "image/gif", "image/webp", "text/plain")):
        headers["Content-Disposition"] = "attachment"
    return web.Response(body=data, headers=headers)


async def _read_body(request: web.Request) -> Json:
    if request.content_type != "application/json":
        raise Mistake("The body is JSON.", status=415)
    try:
        body = as_object(parse_json(await request.text()))
    except ValueError:
        body = None
    if body is None:
        raise Mistake("The body is a JSON object.")
    return body
