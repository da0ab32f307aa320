"""Web responses: JSON with the content type that Discord sends (no charset), and rate limits."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Final

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandbox.protocol.errors import Kind

VIA: Final = "1.1 google"
"""The header by which discord.py knows that Discord itself answered, not Cloudflare."""


def json_response(
    body: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> web.Response:
    """Return a web response with a JSON body."""
    own = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=own)


def build_rate_limit_response(
    wait: float, scope: str, headers: Mapping[str, str], kind: Kind | None = None
) -> web.Response:
    """Return a 429 as in Discord's "Rate Limits".

    Args:
        wait: Seconds until the request would be taken.
        scope: "user", "shared" or "global".
        headers: The headers of the bucket.
        kind: The refusal, if the limit has one of its own.
    """
    who = "The resource is" if scope == "shared" else "You are"
    own = {"Retry-After": str(max(1, math.ceil(wait))), "X-RateLimit-Scope": scope}
    if scope == "global":
        own["X-RateLimit-Global"] = "true"
    body = {
        "message": kind.message if kind else f"{who} being rate limited.",
        "code": kind.code if kind else 0,
        "retry_after": round_up(wait),
        "global": scope == "global",
    }
    return json_response(body, 429, {**headers, **own})


def round_up(seconds: float) -> float:
    """Return seconds in whole milliseconds, so that who waits for so long does not come early."""
    return math.ceil(seconds * 1000) / 1000


def build_ban_response() -> web.Response:
    """Return what Cloudflare answers for Discord to an address with too many invalid requests."""
    return web.Response(status=429, text="error code: 1015", headers={"Retry-After": "600"})
