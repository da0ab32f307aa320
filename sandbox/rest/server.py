"""The REST server finds the route, checks token and limits, runs faults, and keeps the record."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from aiohttp import BodyPartReader, MultipartReader, StreamReader, web

from sandbox.protocol.json_values import Json, parse_json
from sandbox.protocol.refusals import (
    BAD_METHOD,
    INVALID_JSON,
    NO_ROUTE,
    UNAUTHORIZED,
    Refusal,
)
from sandbox.protocol.responses import build_ban_response, build_rate_limit_response, json_response
from sandbox.rest.route import Call
from sandbox.state import core
from sandbox.state.rate_limits import RateLimited, build_bucket_id
from sandbox.state.uploads import Upload

if TYPE_CHECKING:
    from sandbox.rest.route import Answer, Handler, Route
    from sandbox.state.core import Core


BASE: Final = "/api/v10"

_FILE: Final = re.compile(r"files\[([0-9]{1,2})\]")


class Rest:
    def __init__(self, core: Core, routes: tuple[Route, ...]) -> None:
        self._core = core
        self._routes = [(route, route.pattern()) for route in routes]

    async def serve(self, request: web.Request) -> web.Response:
        """Answer one request and add it to the record."""
        path = request.path.removeprefix(BASE)
        route, args = self._find_route(request.method, path)
        order = self._core.faults.take(f"{request.method} {path}")
        call = Call(args, request.query, request.host)
        raw = await request.read()
        received = self._core.clock.now()
        try:
            body, files = await _parse_request(request, raw)
        except Refusal as refusal:
            response = json_response(refusal.body(), refusal.kind.status)
        else:
            call = Call(args, request.query, request.host, body, files, received)
            response = await self._answer(request, route, call, order)
        self._record(request, route, call, response)
        if order is not None and order.get("drop") == "after":
            core.break_connection(request)
        return response

    async def _answer(
        self, request: web.Request, route: Route | None, call: Call, order: Json | None
    ) -> web.Response:
        limits = self._core.rate_limits
        if limits.banned:
            return build_ban_response()
        response = None
        if order is not None:
            bucket, now = build_bucket_id(_describe(request, route)), self._core.clock.now()
            response = await core.disturb_request(order, request, bucket, now)
        if response is None:
            response = self._handle(request, route, call)
        limits.note(response)
        return response

    def _handle(self, request: web.Request, route: Route | None, call: Call) -> web.Response:
        headers: dict[str, str] = {}
        try:
            self._authorize(request, route)
            headers = self._core.rate_limits.take(
                _describe(request, route), call.args, with_token=route is None or not route.open
            )
            answer = (route.handler if route else self._refuse_unknown(request))(self._core, call)
        except RateLimited as limited:
            own = headers if limited.headers is None else limited.headers
            return build_rate_limit_response(limited.wait, limited.scope, own, limited.kind)
        except Refusal as refusal:
            return json_response(refusal.body(), refusal.kind.status, headers)
        if answer.status == 204:
            return web.Response(status=204, headers=headers)
        return json_response(answer.body, status=answer.status, headers=headers)

    def _find_route(self, method: str, path: str) -> tuple[Route | None, dict[str, str]]:
        for route, pattern in self._routes:
            found = pattern.fullmatch(path)
            if found and route.method == method:
                return route, found.groupdict()
        return None, {}

    def _refuse_unknown(self, request: web.Request) -> Handler:
        path = request.path.removeprefix(BASE)
        known = any(pattern.fullmatch(path) for _, pattern in self._routes)

        def refuse(_core: Core, _call: Call) -> Answer:
            raise Refusal(BAD_METHOD if known else NO_ROUTE)

        return refuse

    def _authorize(self, request: web.Request, route: Route | None) -> None:
        if route is not None and route.open:
            return
        if request.headers.get("Authorization") != f"Bot {self._core.settings.token}":
            raise Refusal(UNAUTHORIZED)

    def _record(
        self, request: web.Request, route: Route | None, call: Call, response: web.Response
    ) -> None:
        text = response.body.decode() if isinstance(response.body, bytes) else None
        entry: Json = {
            "host": request.host,
            "method": request.method,
            "path": request.path.removeprefix(BASE),
            "route": route.template if route else None,
            "query": dict(call.query),
            "json": call.body,
            "files": [{"filename": f.filename, "size": len(f.data)} for f in call.files.values()],
            "status": response.status,
            "scope": response.headers.get("X-RateLimit-Scope"),
            "response": _parse_or_keep(text) if text else None,
        }
        self._core.record.add(entry)


def _describe(request: web.Request, route: Route | None) -> str:
    """Return the method of a request and its route's template: "GET /users/@me"."""
    return f"{request.method} {route.template if route else ''}"


def _parse_or_keep(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


async def _parse_request(request: web.Request, raw: bytes) -> tuple[Any, dict[int, Upload]]:
    """Return the JSON body and the files of a request; raise Refusal (50109)."""
    if request.content_type == "multipart/form-data":
        return await _parse_multipart(request, raw)
    return (_parse_json(raw.decode("utf-8", "replace")) if raw else None), {}


async def _parse_multipart(request: web.Request, raw: bytes) -> tuple[Any, dict[int, Upload]]:
    stream = StreamReader(request.protocol, len(raw))
    stream.feed_data(raw)
    stream.feed_eof()
    body: Any = None
    files: dict[int, Upload] = {}
    async for part in MultipartReader(request.headers, stream):
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read())
        if part.filename is not None:
            found = _FILE.fullmatch(part.name or "")
            files[int(found[1]) if found else len(files)] = Upload(part.filename, data)
        elif part.name == "payload_json":
            body = _parse_json(data.decode("utf-8", "replace"))
    return ({} if body is None else body), files


def _parse_json(text: str) -> object:
    try:
        return parse_json(text)
    except ValueError:
        raise Refusal(INVALID_JSON) from None
