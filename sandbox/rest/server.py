"""The REST server finds the route, checks token and limits, runs faults, and keeps the record."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from aiohttp import BodyPartReader, MultipartReader, StreamReader, web

from sandbox.protocol import fields
from sandbox.protocol.fields import (
    BAD_METHOD,
    CLOSED_TO_MESSAGES,
    INVALID_FORM,
    INVALID_JSON,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NO_COMMON_GUILD,
    NO_ROUTE,
    NOT_A_TEXT_CHANNEL,
    UNAUTHORIZED,
    UNKNOWN_APPLICATION,
    Form,
    Json,
    Refusal,
    as_object,
    build_ban_response,
    build_rate_limit_response,
    json_response,
    parse_json,
)
from sandbox.state import core
from sandbox.state.core import RateLimited, build_bucket_id
from sandbox.state.model import DM, FORUMS, VOICE, Permission, get_send_permission
from sandbox.state.objects import Upload

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sandbox.state.core import Core
    from sandbox.state.model import Channel


# A route maps a method and a path to the function that answers.


@dataclass(frozen=True, slots=True)
class Call:
    """One request of the bot, after its whole body was read.

    `received` is the time when the last byte arrived. `host` is the address that the bot used.
    """

    args: Mapping[str, str]
    query: Mapping[str, str]
    host: str
    body: Any = None
    files: dict[int, Upload] = field(default_factory=dict[int, Upload])
    received: float = 0.0

    def id(self, name: str) -> int:
        """Return an id from the path; raise Refusal (50035) if it is malformed."""
        number = fields.parse_snowflake(self.args[name])
        if number is None:
            form = Form()
            message = f'Value "{self.args[name]}" is not snowflake.'
            form.add_error((name,), "NUMBER_TYPE_COERCE", message)
            form.check()
        return number or 0

    def form(self) -> Json:
        """Return the body as an object; raise Refusal (50035) if it is not an object."""
        body = as_object(self.body)
        if body is None:
            raise Refusal(INVALID_FORM, _not_an_object())
        return body

    def has_flag(self, name: str) -> bool:
        return self.query.get(name) in {"1", "true", "True"}

    def read_page(self, most: int, default: int) -> tuple[Json, int]:
        """Return the query with ids as numbers, and the limit on items; raise Refusal (50035)."""
        form = Form()
        query: Json = {}
        for name in {"limit", "before", "after", "around"} & self.query.keys():
            query[name] = fields.parse_snowflake(self.query[name])
            if query[name] is None:
                message = f'Value "{self.query[name]}" is not snowflake.'
                form.add_error((name,), "NUMBER_TYPE_COERCE", message)
        limit = fields.read_int(form, query, ("limit",), (1, most)) or default
        form.check()
        return query, limit


def _not_an_object() -> Json:
    text = "Only dictionaries may be used in a ModelType"
    return {"_errors": [{"code": "MODEL_TYPE_CONVERT", "message": text}]}


@dataclass(frozen=True, slots=True)
class Answer:
    body: Any = None
    status: int = 200


NOTHING: Final = Answer(None, 204)
Handler: TypeAlias = "Callable[[Core, Call], Answer]"


@dataclass(frozen=True, slots=True)
class Route:
    """One method on one path, in Discord's notation. An open route needs no bot token."""

    method: str
    template: str
    handler: Handler
    open: bool = False

    def pattern(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.template))


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


# Checks of the bot's permissions. They raise Refusal with the codes 10002, 10003, 50001, 50007,
# 50008, 50013 and 50278.


def require_application(core: Core, application_id: int) -> None:
    """Raise Refusal (10002) unless this is the id of the bot's application."""
    if application_id != core.world.bot.id:
        raise Refusal(UNKNOWN_APPLICATION)


def find_visible(core: Core, channel_id: int) -> Channel:
    """Return a channel that the bot sees; raise Refusal (10003, 50001)."""
    channel = core.world.find_channel(channel_id)
    if not core.world.compute_permissions(channel, core.world.bot.id):
        raise Refusal(MISSING_ACCESS)
    return channel


def find_readable(core: Core, channel_id: int) -> Channel:
    """Return a channel whose messages the bot can read; raise Refusal (10003, 50001).

    In a voice channel, the bot also needs the permission to connect (discord-api-docs #5111).
    """
    channel = find_visible(core, channel_id)
    if (
        channel.kind == VOICE
        and not core.world.compute_permissions(channel, core.world.bot.id) & Permission.CONNECT
    ):
        raise Refusal(MISSING_ACCESS)
    return channel


def require(core: Core, channel: Channel, *permissions: Permission) -> None:
    """Raise Refusal (50013) if the bot lacks one of the permissions in the channel."""
    have = core.world.compute_permissions(channel, core.world.bot.id)
    if any(not have & permission for permission in permissions):
        raise Refusal(MISSING_PERMISSIONS)


def find_writable(core: Core, channel_id: int, *, files: bool) -> Channel:
    """Return a channel in which the bot may write; raise Refusal."""
    channel = find_readable(core, channel_id)
    if channel.kind == DM:
        for user_id in channel.recipients:
            _require_reachable(core, user_id)
        return channel
    if channel.kind in FORUMS:
        raise Refusal(NOT_A_TEXT_CHANNEL)
    require(core, channel, get_send_permission(channel))
    if files:
        require_files(core, channel)
    return channel


def require_files(core: Core, channel: Channel) -> None:
    """Raise Refusal (50013) unless the bot may write and send files.

    To send files, the bot also needs the permission to write (Discord's "Permissions", Implicit
    Permissions).
    """
    require(core, channel, get_send_permission(channel), Permission.ATTACH_FILES)


def _require_reachable(core: Core, user_id: int) -> None:
    """Raise Refusal (50278, 50007) unless the person shares a guild and accepts messages."""
    world = core.world
    guilds = world.guilds.values()
    if not any(user_id in guild.members and world.bot.id in guild.members for guild in guilds):
        raise Refusal(NO_COMMON_GUILD)
    if not world.users[user_id].open_to_messages:
        raise Refusal(CLOSED_TO_MESSAGES)
