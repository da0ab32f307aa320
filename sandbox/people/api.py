"""The HTTP API through which the page and tests act for people; it also serves uploaded files.

Tests can also change the world in ways that no person can: they delete things, change permissions
and let time pass.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, TypeAlias

from aiohttp import WSMsgType, web

from sandbox.people import actions
from sandbox.people.account import choose_locale, install_app, open_messages
from sandbox.people.admin import run
from sandbox.people.mistake import Mistake
from sandbox.protocol.fields import parse_snowflake
from sandbox.protocol.json_values import Json, as_object, parse_json
from sandbox.protocol.responses import json_response
from sandbox.state import gateway

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sandbox.state.core import Core

WebRoute: TypeAlias = "tuple[str, Callable[[web.Request], Awaitable[web.StreamResponse]]]"


class PeopleApi:
    def __init__(self, core: Core) -> None:
        self._core = core

    def list_get_routes(self) -> tuple[WebRoute, ...]:
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
        return (
            ("/sandbox/channels/{channel_id}/messages", self.post_message),
            ("/sandbox/commands", self.post_command),
            ("/sandbox/autocomplete", self.post_autocomplete),
            ("/sandbox/components", self.post_component),
            ("/sandbox/modals", self.post_modal),
            ("/sandbox/app", self.post_app),
            ("/sandbox/locale", self.post_locale),
            ("/sandbox/private", self.post_private),
            ("/sandbox/faults", self.post_fault),
            ("/sandbox/admin", self.post_admin),
        )

    async def serve_gateway(self, request: web.Request) -> web.StreamResponse:
        return await gateway.serve(self._core.gateway, request)

    async def get_world(self, request: web.Request) -> web.StreamResponse:
        return json_response(actions.describe_world(self._core, request.query.get("as")))

    async def get_messages(self, request: web.Request) -> web.StreamResponse:
        channel = request.match_info["channel_id"]
        return json_response(actions.list_messages(self._core, request.query.get("as"), channel))

    async def post_message(self, request: web.Request) -> web.StreamResponse:
        body = await _read_body(request)
        return json_response(
            actions.write_message(self._core, request.match_info["channel_id"], body)
        )

    async def post_command(self, request: web.Request) -> web.StreamResponse:
        return json_response(actions.send_command(self._core, await _read_body(request)))

    async def post_autocomplete(self, request: web.Request) -> web.StreamResponse:
        return json_response(await actions.autocomplete(self._core, await _read_body(request)))

    async def post_component(self, request: web.Request) -> web.StreamResponse:
        return json_response(actions.use_component(self._core, await _read_body(request)))

    async def post_modal(self, request: web.Request) -> web.StreamResponse:
        return json_response(actions.submit_modal(self._core, await _read_body(request)))

    async def post_app(self, request: web.Request) -> web.StreamResponse:
        return json_response(install_app(self._core, await _read_body(request)))

    async def post_locale(self, request: web.Request) -> web.StreamResponse:
        return json_response(choose_locale(self._core, await _read_body(request)))

    async def post_private(self, request: web.Request) -> web.StreamResponse:
        return json_response(open_messages(self._core, await _read_body(request)))

    async def get_interaction(self, request: web.Request) -> web.StreamResponse:
        number = request.match_info["interaction_id"]
        return json_response(
            actions.describe_interaction(self._core, request.query.get("as"), number)
        )

    async def post_fault(self, request: web.Request) -> web.StreamResponse:
        self._core.faults.add(await _read_body(request))
        return json_response({"ok": True})

    async def clear_faults(self, _request: web.Request) -> web.StreamResponse:
        self._core.faults.clear()
        return json_response({"ok": True})

    async def post_admin(self, request: web.Request) -> web.StreamResponse:
        return json_response(run(self._core, await _read_body(request)))

    async def get_record(self, _request: web.Request) -> web.StreamResponse:
        return json_response(self._core.record.entries())

    async def serve_live(self, request: web.Request) -> web.StreamResponse:
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
        number = request.match_info["filename"].partition(".")[0]
        found = self._core.world.emojis.get(parse_snowflake(number) or 0)
        if found is None:
            raise web.HTTPNotFound(text="There is no such emoji.")
        return _file_response(found.image, found.content_type)


async def _send_all(socket: web.WebSocketResponse, queue: asyncio.Queue[dict[str, object]]) -> None:
    while True:
        await socket.send_str(json.dumps(await queue.get()))


def _file_response(data: bytes, content_type: str) -> web.Response:
    """Return a file.

    The browser opens plain texts and pictures. It must download all other files, because it could
    run some of them as a page.
    """
    kind, _, charset = content_type.partition("; charset=")
    headers = {"Content-Type": content_type} if charset else {"Content-Type": kind}
    if not kind.startswith(("image/png", "image/jpeg", "image/gif", "image/webp", "text/plain")):
        headers["Content-Disposition"] = "attachment"
    return web.Response(body=data, headers=headers)


async def _read_body(request: web.Request) -> Json:
    if request.content_type != "application/json":
        raise Mistake("The body must be JSON.", status=415)
    try:
        body = as_object(parse_json(await request.text()))
    except ValueError:
        body = None
    if body is None:
        raise Mistake("The body must be a JSON object.")
    return body
