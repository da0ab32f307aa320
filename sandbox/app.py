"""The stand-in as a web application on one port of the loopback interface."""

from __future__ import annotations

import asyncio
import json
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from sandbox import admin, gateway, people
from sandbox.core import ANSWER_WITHIN, HEARTBEAT, Core
from sandbox.errors import Json, as_object
from sandbox.faults import BadFault
from sandbox.invoke import Mistake
from sandbox.rest import BASE, Rest
from sandbox.rest_commands import ROUTES as COMMANDS
from sandbox.rest_emojis import ROUTES as EMOJIS
from sandbox.rest_interactions import ROUTES as INTERACTIONS
from sandbox.rest_messages import ROUTES as MESSAGES
from sandbox.rest_threads import ROUTES as THREADS
from sandbox.rest_users import ROUTES as USERS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

HOST: Final = "127.0.0.1"
MAX_BODY: Final = 120 * 2**20
_LOOPBACK: Final = {"127.0.0.1", "localhost", "::1"}
_PAGE: Final = Path(str(files("sandbox"))) / "page"
_POLICY: Final = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline';"
    " frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
_ROUTES: Final = (*USERS, *MESSAGES, *THREADS, *EMOJIS, *COMMANDS, *INTERACTIONS)


class Sandbox:
    """A Discord on this machine, as an async context manager.

    Args:
        port: The port on 127.0.0.1; 0 takes a free one.
        answer_within: Seconds the bot has for its first answer.
        heartbeat_interval: Seconds between the bot's heartbeats.

    Raises:
        OSError: On entering, if the port is taken.
    """

    def __init__(
        self,
        port: int = 0,
        *,
        answer_within: float = ANSWER_WITHIN,
        heartbeat_interval: float = HEARTBEAT,
    ) -> None:
        self._port = port
        self._runner: web.AppRunner | None = None
        self.core = Core(answer_within=answer_within, heartbeat_interval=heartbeat_interval)

    @property
    def url(self) -> str:
        """The address of the page."""
        return self.core.url

    @property
    def api_base(self) -> str:
        """What the bot uses in place of Discord's API."""
        return self.core.url + BASE

    @property
    def token(self) -> str:
        """The bot token that is accepted."""
        return self.core.token

    async def __aenter__(self) -> Self:
        app = application(self.core)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self._port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        port = self._runner.addresses[0][1]
        self.core.url = f"http://{HOST}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.core.clock.stop()
        await self.core.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()


def application(core: Core) -> web.Application:
    """All routes: the bot's REST and gateway, the people's, the files, the page."""
    app = web.Application(middlewares=[_only_from_here], client_max_size=MAX_BODY)
    views = Views(core)
    app.router.add_route("*", BASE + "/{path:.*}", Rest(core, _ROUTES).serve)
    app.router.add_get("/gateway", views.gateway)
    app.router.add_get("/gateway/", views.gateway)
    for path, view in views.reading():
        app.router.add_get(path, view)
    for path, view in views.acting():
        app.router.add_post(path, view)
    app.router.add_delete("/sandbox/faults", views.clear_faults)
    app.router.add_get("/", views.page)
    if _PAGE.is_dir():
        app.router.add_static("/page", _PAGE)
    app.on_response_prepare.append(_headers)
    return app


@web.middleware
async def _only_from_here(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Serve loopback names only, so that no foreign web page can drive the stand-in."""
    host = urlsplit(f"//{request.host}")
    origin = request.headers.get("Origin")
    if host.hostname not in _LOOPBACK:
        raise web.HTTPForbidden(text="This stand-in serves loopback names only.")
    if origin is not None and urlsplit(origin).netloc != request.host:
        raise web.HTTPForbidden(text="This stand-in serves its own page only.")
    try:
        return await handler(request)
    except Mistake as mistake:
        return web.json_response(mistake.body(), status=mistake.status)
    except BadFault as fault:
        return web.json_response({"message": str(fault)}, status=400)


async def _headers(request: web.Request, response: web.StreamResponse) -> None:
    if not request.path.startswith(BASE):
        response.headers.setdefault("Cache-Control", "no-cache")
        response.headers["Content-Security-Policy"] = _POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"


View = "Callable[[web.Request], Awaitable[web.StreamResponse]]"


class Views:
    """The people's side, the files, the page."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def reading(
        self,
    ) -> tuple[tuple[str, Callable[[web.Request], Awaitable[web.StreamResponse]]], ...]:
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

    def acting(
        self,
    ) -> tuple[tuple[str, Callable[[web.Request], Awaitable[web.StreamResponse]]], ...]:
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
        return await gateway.serve(self._core, request)

    async def world(self, request: web.Request) -> web.StreamResponse:
        """The world as a person sees it."""
        return web.json_response(people.world(self._core, request.query.get("as")))

    async def messages(self, request: web.Request) -> web.StreamResponse:
        """The messages a person sees."""
        channel = request.match_info["channel_id"]
        return web.json_response(people.read(self._core, request.query.get("as"), channel))

    async def write(self, request: web.Request) -> web.StreamResponse:
        """A person writes."""
        body = await _body(request)
        return web.json_response(people.write(self._core, request.match_info["channel_id"], body))

    async def command(self, request: web.Request) -> web.StreamResponse:
        """A person sends a slash command."""
        return web.json_response(people.command(self._core, await _body(request)))

    async def autocomplete(self, request: web.Request) -> web.StreamResponse:
        """A person types an option."""
        return web.json_response(await people.autocomplete(self._core, await _body(request)))

    async def act(self, request: web.Request) -> web.StreamResponse:
        """A person clicks or chooses."""
        return web.json_response(people.act(self._core, await _body(request)))

    async def submit(self, request: web.Request) -> web.StreamResponse:
        """A person sends a modal."""
        return web.json_response(people.submit(self._core, await _body(request)))

    async def interaction(self, request: web.Request) -> web.StreamResponse:
        """How an interaction stands."""
        number = request.match_info["interaction_id"]
        return web.json_response(people.state(self._core, request.query.get("as"), number))

    async def fault(self, request: web.Request) -> web.StreamResponse:
        """Set up a fault."""
        self._core.faults.add(await _body(request))
        return web.json_response({"ok": True})

    async def clear_faults(self, _request: web.Request) -> web.StreamResponse:
        """Forget all faults."""
        self._core.faults.clear()
        return web.json_response({"ok": True})

    async def admin(self, request: web.Request) -> web.StreamResponse:
        """Change the world from outside."""
        return web.json_response(admin.do(self._core, await _body(request)))

    async def record(self, _request: web.Request) -> web.StreamResponse:
        """What the bot has asked so far."""
        return web.json_response(self._core.record.entries())

    async def live(self, request: web.Request) -> web.StreamResponse:
        """A person's WebSocket."""
        user = people.person(self._core, request.query.get("as"))
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

    async def page(self, _request: web.Request) -> web.StreamResponse:
        """The page."""
        return web.FileResponse(_PAGE / "index.html")


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
