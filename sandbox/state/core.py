"""The core: all parts of one stand-in, created and connected."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from aiohttp import web

from sandbox.protocol.fields import (
    VIA,
    as_list,
    as_object,
    build_rate_limit_response,
    json_response,
)
from sandbox.state.gateway.server import Gateway
from sandbox.state.limits import RateLimits
from sandbox.state.live import Live
from sandbox.state.world.world import Clock, World

if TYPE_CHECKING:
    from sandbox.protocol.fields import Json
    from sandbox.settings import Settings
    from sandbox.state.world.model import Interaction


# Faults that tests set up: rate limits, errors, slow or lost answers, gateway problems.

GATEWAY: Final = ("drop", "reconnect", "invalid_session", "invalid_session_resumable", "silence")
_TEXTS: Final = {
    500: "500: Internal Server Error",
    502: "502: Bad Gateway",
    503: "503: Service Unavailable",
    504: "504: Gateway Timeout",
}


class BadFault(ValueError):
    """A test asked for a fault that does not exist."""


_MOST: Final = {"times": 10**6, "skip": 10**6, "delay": 3600, "retry_after": 3600, "status": 599}
"""The numbers of an order, and what each can be at most."""


@dataclass(slots=True)
class Rule:
    """A fault for the next requests (or interactions) that match the pattern."""

    pattern: re.Pattern[str]
    order: Json
    left: int
    skip: int


class Faults:
    """The faults that are set up. Each one works `times` times and is then removed."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._rules: list[Rule] = []

    def add(self, order: Json) -> None:
        """Set up a fault, or run a gateway fault at once; raise BadFault."""
        if "gateway" in order:
            self._run_gateway_fault(order["gateway"], as_list(order.get("shards")))
            return
        on = "interactions" if "interactions" in order else order.get("on")
        if not isinstance(on, str):
            message = "A fault has `on`, `interactions` or `gateway`."
            raise BadFault(message)
        for name, most in _MOST.items():
            value = order.get(name, 0)
            if not isinstance(value, int | float) or not 0 <= value <= most:
                raise BadFault(f"`{name}` is a number from 0 to {most}.")
        times, skip = int(order.get("times", 1)), int(order.get("skip", 0))
        self._rules.append(Rule(_compile_pattern(on), order, times, skip))

    def clear(self) -> None:
        """Remove every fault."""
        self._rules.clear()

    def take(self, what: str) -> Json | None:
        """Return the fault for a request ("PATCH /channels/1/messages/2") or for "interactions"."""
        for rule in self._rules:
            if not rule.pattern.fullmatch(what):
                continue
            if rule.skip:
                rule.skip -= 1
                continue
            rule.left -= 1
            if rule.left <= 0:
                self._rules.remove(rule)
            return rule.order
        return None

    def _run_gateway_fault(self, what: object, shards: list[object] | None) -> None:
        """Disturb all connections, or those whose sessions are of these shards."""
        if what not in GATEWAY:
            message = f"The gateway's faults are {', '.join(GATEWAY)}."
            raise BadFault(message)
        for connection in list(self._gateway.connections):
            session = connection.session
            if shards is not None and (session is None or session.shard.number not in shards):
                continue
            if what == "drop":
                connection.abort()
            elif what == "reconnect":
                connection.request_reconnect()
            elif what == "silence":
                if session is not None:
                    session.silent = True
            else:
                connection.invalidate(resumable=what == "invalid_session_resumable")


def _compile_pattern(on: str) -> re.Pattern[str]:
    """Return a pattern in which `*` matches one part of a path and `**` any number of them."""
    escaped = re.escape(on).replace(r"\*\*", ".*").replace(r"\*", "[^/ ]*")
    return re.compile(escaped)


async def disturb_request(
    order: Json, request: web.Request, bucket: str, now: float
) -> web.Response | None:
    """Run a fault before the request is read: wait, lose the request, or refuse it.

    Args:
        order: The fault.
        request: The request.
        bucket: The rate limit bucket that the request counts in.
        now: Seconds since 1970.
    """
    if order.get("delay"):
        await asyncio.sleep(float(order["delay"]))
    if order.get("drop") is True or order.get("drop") == "before":
        break_connection(request)
    status = order.get("status")
    if not isinstance(status, int):
        return None
    if status == 429:
        return _build_rate_limit(order, bucket, now)
    if status >= 500:
        return web.Response(status=status, text=_TEXTS.get(status, f"{status}: Error"))
    body = {"message": order.get("message", "Refused"), "code": order.get("code", 0)}
    return json_response(as_object(order.get("body")) or body, status=status)


def break_connection(request: web.Request) -> None:
    """Break the connection without an answer."""
    if request.transport is not None:
        request.transport.abort()
    raise ConnectionResetError


def _build_rate_limit(order: Json, bucket: str, now: float) -> web.Response:
    """Return the 429 that is ordered: for a route, a shared resource, or everything."""
    wait = float(order.get("retry_after", 0.3))
    if order.get("global"):
        return build_rate_limit_response(wait, "global", {"Via": VIA})
    scope = str(order.get("scope", "user"))
    headers = {
        "X-RateLimit-Limit": "5",
        "X-RateLimit-Remaining": "4" if scope == "shared" else "0",
        "X-RateLimit-Reset": f"{now + wait:.3f}",
        "X-RateLimit-Reset-After": str(wait),
        "X-RateLimit-Bucket": bucket,
        "Via": VIA,
    }
    return build_rate_limit_response(wait, scope, headers)


# The record: the requests of the bot, for tests to read. It never holds the token.

KEPT: Final = 5000


class Record:
    """The newest requests, oldest first."""

    def __init__(self) -> None:
        self._entries: deque[Json] = deque(maxlen=KEPT)

    def add(self, entry: Json) -> None:
        """Add one request with its answer."""
        self._entries.append(entry)

    def entries(self) -> list[Json]:
        """Return all requests that are kept."""
        return list(self._entries)


class Core:
    """Holds the world, gateway, live views, faults, request record, rate limits, interactions."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.clock = Clock()
        self.world = World(self.clock)
        self.live = Live()
        self.gateway = Gateway(self.world, self.live, settings)
        self.faults = Faults(self.gateway)
        self.record = Record()
        self.interactions: dict[int, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.rate_limits = RateLimits(self.world, self.tokens, settings.limits)
