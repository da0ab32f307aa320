"""Creates and connects the parts of one stand-in.

Rate limits, the faults that tests set up, and the record of requests live here, too.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from aiohttp import web

from sandbox.protocol.json_values import as_list, as_object
from sandbox.protocol.responses import VIA, build_rate_limit_response, json_response
from sandbox.state.gateway import Gateway
from sandbox.state.live import Live
from sandbox.state.rate_limits import RateLimits
from sandbox.state.record import Record
from sandbox.state.time import Clock
from sandbox.state.world import World

if TYPE_CHECKING:
    from sandbox.protocol.json_values import Json
    from sandbox.settings import Settings
    from sandbox.state.model import Interaction

GATEWAY: Final = ("drop", "reconnect", "invalid_session", "invalid_session_resumable", "silence")

_TEXTS: Final = {
    500: "500: Internal Server Error",
    502: "502: Bad Gateway",
    503: "503: Service Unavailable",
    504: "504: Gateway Timeout",
}


class BadFault(ValueError):
    """A test described a fault wrongly."""


_MOST: Final = {"times": 10**6, "skip": 10**6, "delay": 3600, "retry_after": 3600, "status": 599}
"""Numeric fields of a requested fault, each with its maximum."""


@dataclass(slots=True)
class Rule:
    """A fault for the next requests (or interactions) that match the pattern."""

    pattern: re.Pattern[str]
    order: Json
    left: int
    skip: int


class Faults:
    """The faults that tests have set up. Each works `times` times and is then removed."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._rules: list[Rule] = []

    def add(self, order: Json) -> None:
        """Set up a fault, or run a gateway fault immediately; raise BadFault for a wrong order."""
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
        """Disturb the connections of these shards; None stands for all connections."""
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
    """Return a pattern in which `*` matches one part of a path and `**` any number of parts."""
    escaped = re.escape(on).replace(r"\*\*", ".*").replace(r"\*", "[^/ ]*")
    return re.compile(escaped)


async def disturb_request(
    order: Json, request: web.Request, bucket: str, now: float
) -> web.Response | None:
    """Run a fault before the request is handled: wait, lose the request, or refuse it.

    Return the error response, or None if the request can now be handled.

    Args:
        order: The fault.
        request: The request.
        bucket: The id of the request's rate limit bucket.
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
    """Break the connection without an answer; raises ConnectionResetError."""
    if request.transport is not None:
        request.transport.abort()
    raise ConnectionResetError


def _build_rate_limit(order: Json, bucket: str, now: float) -> web.Response:
    """Return the 429 that the test asked for: for a route, a shared resource, or everything."""
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


class Core:
    """Holds all parts: world, gateway, live views, faults, record, rate limits, interactions."""

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
