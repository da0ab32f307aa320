"""The stand-in as a web application on one port of the loopback interface."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import urlsplit

from aiohttp import web

from sandbox.people.api import PeopleApi
from sandbox.people.mistake import Mistake
from sandbox.protocol.responses import json_response
from sandbox.rest import application, channels, interactions
from sandbox.rest.server import BASE, Rest
from sandbox.settings import ANSWER_WITHIN, HEARTBEAT, Limits, Settings, Sharding
from sandbox.state.core import BadFault, Core

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

HOST: Final = "127.0.0.1"
PAGE: Final = Path(__file__).parent / "page"
MAX_BODY: Final = 120 * 2**20
_LOOPBACK: Final = {"127.0.0.1", "localhost", "::1"}
_POLICY: Final = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline';"
    " frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
_ROUTES: Final = (*application.ROUTES, *channels.ROUTES, *interactions.ROUTES)


class Sandbox:
    """A stand-in for Discord on this machine, as an async context manager.

    Args:
        port: The port on 127.0.0.1; 0 takes a free port.
        answer_within: Seconds the bot has for its first answer.
        heartbeat_interval: Seconds between the bot's heartbeats.
        limits: The rate limits. With None, only faults that a test sets up cause a 429.
        sharding: The limits on shards and on session starts. With None, there are no limits.

    Raises:
        OSError: On entering, if the port is taken.
    """

    def __init__(
        self,
        port: int = 0,
        *,
        answer_within: float = ANSWER_WITHIN,
        heartbeat_interval: float = HEARTBEAT,
        limits: Limits | None = None,
        sharding: Sharding | None = None,
    ) -> None:
        self._port = port
        self._runner: web.AppRunner | None = None
        self.core = Core(Settings(answer_within, heartbeat_interval, limits, sharding))

    @property
    def url(self) -> str:
        """Return the address of the page."""
        return self.core.settings.url

    @property
    def api_base(self) -> str:
        return self.core.settings.url + BASE

    @property
    def token(self) -> str:
        return self.core.settings.token

    async def __aenter__(self) -> Self:
        app = build_application(self.core)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self._port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        port = self._runner.addresses[0][1]
        self.core.settings.url = f"http://{HOST}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.core.clock.stop()
        async with AsyncExitStack() as last:  # runs its callbacks in reverse order
            if self._runner is not None:
                last.push_async_callback(self._runner.cleanup)
            last.push_async_callback(self.core.gateway.close)
            for site in self._runner.sites if self._runner else ():
                last.push_async_callback(site.stop)  # runs first, so that no client reconnects


def build_application(core: Core) -> web.Application:
    app = web.Application(middlewares=[_serve_loopback_only], client_max_size=MAX_BODY)
    api = PeopleApi(core)
    app.router.add_route("*", BASE + "/{path:.*}", Rest(core, _ROUTES).serve)
    app.router.add_get("/gateway", api.serve_gateway)
    app.router.add_get("/gateway/", api.serve_gateway)
    for path, view in api.list_get_routes():
        app.router.add_get(path, view)
    for path, view in api.list_post_routes():
        app.router.add_post(path, view)
    app.router.add_delete("/sandbox/faults", api.clear_faults)
    app.router.add_get("/", _serve_page)
    app.router.add_static("/page", PAGE)
    app.on_response_prepare.append(_add_headers)
    return app


async def _serve_page(_request: web.Request) -> web.StreamResponse:
    return web.FileResponse(PAGE / "index.html")


@web.middleware
async def _serve_loopback_only(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse requests to host names that are not loopback, and requests from other web pages.

    A `Mistake` or `BadFault` becomes a JSON answer.
    """
    host = urlsplit(f"//{request.host}")
    origin = request.headers.get("Origin")
    if host.hostname not in _LOOPBACK:
        raise web.HTTPForbidden(text="This stand-in serves loopback names only.")
    if origin is not None and urlsplit(origin).netloc != request.host:
        raise web.HTTPForbidden(text="This stand-in serves its own page only.")
    try:
        return await handler(request)
    except Mistake as mistake:
        return json_response(mistake.body(), status=mistake.status)
    except BadFault as fault:
        return json_response({"message": str(fault)}, status=400)


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    if not request.path.startswith(BASE):
        response.headers.setdefault("Cache-Control", "no-cache")
        response.headers["Content-Security-Policy"] = _POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
