"""JSON with Discord's content type (without a charset), and answers to rate limits."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Final

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandbox.protocol.refusals import RefusalKind

VIA: Final = "1.1 google"
"""Value of the header `Via`. Without it, discord.py assumes that Cloudflare sent a 429."""


def json_response(
    body: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> web.Response:
    own = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=own)


def build_rate_limit_response(
    wait: float, scope: str, headers: Mapping[str, str], kind: RefusalKind | None = None
) -> web.Response:
    """Return a 429 as in Discord's "Rate Limits".

    Args:
        wait: Seconds until the request would be accepted.
        scope: "user", "shared" or "global".
        headers: The headers of the bucket.
        kind: The special error of this limit; None for the usual error.
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
    """Round up to whole milliseconds, so that a client that waits this long is not too early."""
    return math.ceil(seconds * 1000) / 1000


def build_ban_response() -> web.Response:
    """Return Cloudflare's answer to an address with too many invalid requests."""
    return web.Response(status=429, text="error code: 1015", headers={"Retry-After": "600"})
