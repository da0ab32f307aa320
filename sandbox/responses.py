"""Web responses in JSON, with the content type that Discord sends (no charset)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Mapping


def json_response(
    body: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> web.Response:
    """Return a web response with a JSON body."""
    own = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=own)
