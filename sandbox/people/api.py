"""The people's side as web views: what the page and tests ask, the files, the page itself."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, TypeAlias

from aiohttp import WSMsgType, web

from sandbox.gateway import server
from sandbox.json_values import Json, as_object
from sandbox.people import actions, admin
from sandbox.people.errors import Mistake
from sandbox.responses import json_answer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sandbox.core import Core

Place: TypeAlias = "tuple[str, Callable[[web.Request], Awaitable[web.StreamResponse]]]"


class Views:
    """The people's side, the files, the page."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def reading(self) -> tuple[Place, ...]:
        """What is asked with GET."""
        return (
            ("/sandbox/world", self.world),
            ("/sandbox/channels/{channel_id}/messages", self.messages),
            ("/sandbox/interactions/{interaction_id}", self.interaction),
            ("/sandbox/live", self.live),
            ("/sandbox/record", self.record),
            ("/attachments/{channel_id}/{attachment_id}/{filename}", self.attachment),
            ("/emojis/{filename}", self.emoji),
        )

    def acting(self) -> tuple[Place, ...]:
        """What is asked with POST."""
        return (
            ("/sandbox/channels/{channel_id}/messages", self.write),
            ("/sandbox/commands", self.command),
            ("/sandbox/autocomplete", self.autocomplete),
            ("/sandbox/components", self.act),
            ("/sandbox/modals", self.submit),
            ("/sandbox/faults", self.fault),
            ("/sandbox/admin", self.admin),
        )

    async def gateway(self, request: web.Request) -> web.StreamResponse:
        """The bot's WebSocket."""
        return await server.serve(self._core.gateway, request)

    async def world(self, request: web.Request) -> web.StreamResponse:
        """The world as a person sees it."""
        return json_answer(actions.world(self._core, request.query.get("as")))

    async def messages(self, request: web.Request) -> web.StreamResponse:
        """The messages a person sees."""
        channel = request.match_info["channel_id"]
        return json_answer(actions.read(self._core, request.query.get("as"), channel))

    async def write(self, request: web.Request) -> web.StreamResponse:
        """A person writes."""
        body = await _body(request)
        return json_answer(actions.write(self._core, request.match_info["channel_id"], body))

    async def command(self, request: web.Request) -> web.StreamResponse:
        """A person sends a slash command."""
        return json_answer(actions.command(self._core, await _body(request)))

    async def autocomplete(self, request: web.Request) -> web.StreamResponse:
        """A person types an option."""
        return json_answer(await actions.autocomplete(self._core, await _body(request)))

    async def act(self, request: web.Request) -> web.StreamResponse:
        """A person clicks or chooses."""
        return json_answer(actions.act(self._core, await _body(request)))

    async def submit(self, request: web.Request) -> web.StreamResponse:
        """A person sends a modal."""
        return json_answer(actions.submit(self._core, await _body(request)))

    async def interaction(self, request: web.Request) -> web.StreamResponse:
        """How an interaction stands."""
        number = request.match_info["interaction_id"]
        return json_answer(actions.state(self._core, request.query.get("as"), number))

    async def fault(self, request: web.Request) -> web.StreamResponse:
        """Set up a fault."""
        self._core.faults.add(await _body(request))
        return json_answer({"ok": True})

    async def clear_faults(self, _request: web.Request) -> web.StreamResponse:
        """Forget all faults."""
        self._core.faults.clear()
        return json_answer({"ok": True})

    async def admin(self, request: web.Request) -> web.StreamResponse:
        """Change the world from outside."""
        return json_answer(admin.do(self._core, await _body(request)))

    async def record(self, _request: web.Request) -> web.StreamResponse:
        """What the bot has asked so far."""
        return json_answer(self._core.record.entries())

    async def live(self, request: web.Request) -> web.StreamResponse:
        """A person's WebSocket."""
        user = actions.person(self._core, request.query.get("as"))
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        queue = self._core.live.open(user.id)
        queue.put_nowait({"t": "hello", "d": {"as": str(user.id)}})
        sender = asyncio.create_task(_send_all(socket, queue))
        try:
            async for message in socket:
                if message.type is WSMsgType.ERROR:
                    break
        finally:
            sender.cancel()
            self._core.live.close(user.id, queue)
        return socket

    async def attachment(self, request: web.Request) -> web.StreamResponse:
        """A file of a message, for who has its whole address."""
        number, key = request.match_info["attachment_id"], request.query.get("hm")
        for channel in self._core.world.channels.values():
            for message in channel.messages.values():
                for found in message.attachments:
                    if str(found.id) == number and found.key == key:
                        return _file(found.data, found.content_type)
        raise web.HTTPNotFound(text="This content is no longer available.")

    async def emoji(self, request: web.Request) -> web.StreamResponse:
        """The picture of an application emoji."""
        number = request.match_info["filename"].partition(".")[0]
        found = self._core.world.emojis.get(int(number) if number.isdigit() else 0)
        if found is None:
            raise web.HTTPNotFound(text="There is no such emoji.")
        return _file(found.image, found.content_type)


async def _send_all(socket: web.WebSocketResponse, queue: asyncio.Queue[dict[str, object]]) -> None:
    while True:
        await socket.send_str(json.dumps(await queue.get()))


def _file(data: bytes, content_type: str) -> web.Response:
    """A file; one that a browser could run is only offered for download."""
    kind, _, charset = content_type.partition("; charset=")
    headers = {"Content-Type": content_type} if charset else {"Content-Type": kind}
    if not kind.startswith(("image/png", "image/jpeg", "image/gif", "image/webp", "text/plain")):
        headers["Content-Disposition"] = "attachment"
    return web.Response(body=data, headers=headers)


async def _body(request: web.Request) -> Json:
    if request.content_type != "application/json":
        raise Mistake("The body is JSON.", status=415)
    try:
        body = as_object(await request.json())
    except ValueError:
        body = None
    if body is None:
        raise Mistake("The body is a JSON object.")
    return body
