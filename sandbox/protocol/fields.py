"""Checks fields (texts, numbers, choices, embeds), with the errors that Discord returns."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias, cast

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping


# Refusals, each with Discord's status, code and message.


@dataclass(frozen=True, slots=True)
class RefusalKind:
    """A kind of refusal: HTTP status, Discord's error code, and Discord's message."""

    status: int
    code: int
    message: str


UNAUTHORIZED: Final = RefusalKind(401, 0, "401: Unauthorized")
NO_ROUTE: Final = RefusalKind(404, 0, "404: Not Found")
BAD_METHOD: Final = RefusalKind(405, 0, "405: Method Not Allowed")
UNKNOWN_APPLICATION: Final = RefusalKind(404, 10002, "Unknown Application")
UNKNOWN_CHANNEL: Final = RefusalKind(404, 10003, "Unknown Channel")
UNKNOWN_GUILD: Final = RefusalKind(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER: Final = RefusalKind(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE: Final = RefusalKind(404, 10008, "Unknown Message")
UNKNOWN_USER: Final = RefusalKind(404, 10013, "Unknown User")
UNKNOWN_EMOJI: Final = RefusalKind(404, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK: Final = RefusalKind(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION: Final = RefusalKind(404, 10062, "Unknown interaction")
UNKNOWN_COMMAND: Final = RefusalKind(404, 10063, "Unknown application command")
TOO_MANY_EMOJIS: Final = RefusalKind(400, 30008, "Maximum number of emojis reached (2000)")
TOO_MANY_OLD_EDITS: Final = RefusalKind(
    429,
    30046,
    "Maximum number of edits to messages older than 1 hour reached. Try again later",
)
TOO_LARGE: Final = RefusalKind(413, 40005, "Request entity too large")
ALREADY_ACKNOWLEDGED: Final = RefusalKind(400, 40060, "Interaction has already been acknowledged.")
TOO_MANY_FOLLOW_UPS: Final = RefusalKind(
    400, 40094, "This interaction has hit the maximum number of follow up messages"
)
MISSING_ACCESS: Final = RefusalKind(403, 50001, "Missing Access")
NOT_IN_DM: Final = RefusalKind(403, 50003, "Cannot execute action on a DM channel")
NOT_THE_AUTHOR: Final = RefusalKind(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE: Final = RefusalKind(400, 50006, "Cannot send an empty message")
CLOSED_TO_MESSAGES: Final = RefusalKind(403, 50007, "Cannot send messages to this user")
NO_COMMON_GUILD: Final = RefusalKind(
    403, 50278, "Cannot send messages to this user due to having no mutual guilds"
)
MISSING_PERMISSIONS: Final = RefusalKind(403, 50013, "Missing Permissions")
INVALID_WEBHOOK_TOKEN: Final = RefusalKind(401, 50027, "Invalid Webhook Token")
NOT_A_TEXT_CHANNEL: Final = RefusalKind(400, 50008, "Cannot send messages in a non-text channel")
WRONG_CHANNEL: Final = RefusalKind(400, 50024, "Cannot execute action on this channel type")
THREAD_EXISTS: Final = RefusalKind(
    400, 160004, "A thread has already been created for this message"
)
THREAD_ARCHIVED: Final = RefusalKind(400, 50083, "Thread is archived")
INVALID_FORM: Final = RefusalKind(400, 50035, "Invalid Form Body")
INVALID_JSON: Final = RefusalKind(400, 50109, "The request body contains invalid JSON.")


class Refusal(Exception):
    """A request that Discord would refuse."""

    def __init__(self, kind: RefusalKind, errors: Json | None = None) -> None:
        super().__init__(kind.message)
        self.kind = kind
        self.errors = errors

    def body(self) -> Json:
        body: Json = {"message": self.kind.message, "code": self.kind.code}
        if self.errors:
            body["errors"] = self.errors
        return body


# A form is the body of a request, with an error for each wrong field.

Path: TypeAlias = tuple[str | int, ...]
"""Position in a form: keys of objects and indices of lists."""


class Form:
    """Collects the errors of a form, each under its path, and reports all of them together."""

    def __init__(self, *prefix: str) -> None:
        self._prefix = prefix
        self._errors: Json = {}

    def add_error(self, path: Path, code: str, message: str) -> None:
        """Add an error in Discord's nested format."""
        node = self._errors
        for step in (*self._prefix, *path):
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def check(self) -> None:
        if self._errors:
            raise Refusal(INVALID_FORM, self._errors)


# JSON values, and checks of their types.

Json: TypeAlias = dict[str, Any]


def parse_json(text: str | bytes) -> object:
    """Return the value of a JSON text; raise ValueError if it is broken or nested too deeply."""
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def _refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and the infinities, which JSON does not have."""
    raise ValueError(f"{name} is not JSON")


def as_object(value: object) -> Json | None:
    return cast("Json", value) if isinstance(value, dict) else None


def as_list(value: object) -> list[Any] | None:
    return cast("list[Any]", value) if isinstance(value, list) else None


REQUIRED: Final = "This field is required"
_SNOWFLAKE: Final = re.compile(r"[0-9]{1,20}")


def add_missing(form: Form, path: Path) -> None:
    form.add_error(path, "BASE_TYPE_REQUIRED", REQUIRED)


def _read_value(form: Form, data: Json, path: Path, *, required: bool) -> object:
    """Return the value at the path, or None; add an error if a required value is absent."""
    value = data.get(str(path[-1]))
    if value is None and required:
        add_missing(form, path)
    return value


def read_text(
    form: Form, data: Json, path: Path, limits: tuple[int, int], *, required: bool = False
) -> str | None:
    """Return a text between two lengths (in characters), or None if it is absent or wrong."""
    value = _read_value(form, data, path, required=required)
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        form.add_error(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
        return None
    return value if _check_length(form, path, len(value), limits) else None


def read_list(
    form: Form, data: Json, path: Path, limits: tuple[int, int], *, required: bool = False
) -> list[Any]:
    """Return a list between two lengths; an empty list if it is absent or wrong."""
    value = _read_value(form, data, path, required=required)
    if value is None:
        return []
    found = as_list(value)
    if found is None:
        form.add_error(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return []
    _check_length(form, path, len(found), limits)
    return found


def _check_length(form: Form, path: Path, length: int, limits: tuple[int, int]) -> bool:
    low, high = limits
    if low <= length <= high:
        return True
    if low == 0:
        message = f"Must be {high} or fewer in length."
        form.add_error(path, "BASE_TYPE_MAX_LENGTH", message)
    else:
        message = f"Must be between {low} and {high} in length."
        form.add_error(path, "BASE_TYPE_BAD_LENGTH", message)
    return False


def read_int(
    form: Form, data: Json, path: Path, limits: tuple[int, int], *, required: bool = False
) -> int | None:
    """Return a whole number between two bounds, or None if it is absent or wrong."""
    value = _read_value(form, data, path, required=required)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        form.add_error(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        return None
    low, high = limits
    if value < low:
        message = f"int value should be greater than or equal to {low}."
        form.add_error(path, "NUMBER_TYPE_MIN", message)
    elif value > high:
        form.add_error(
            path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}."
        )
    else:
        return value
    return None


def read_flag(form: Form, data: Json, path: Path, *, default: bool = False) -> bool:
    """Return a boolean field, or the default if the field is absent or wrong."""
    value = data.get(str(path[-1]))
    if value is None:
        return default
    if not isinstance(value, bool):
        form.add_error(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return default
    return value


def read_choice(form: Form, data: Json, path: Path, allowed: Iterable[int]) -> int | None:
    """Return a required number from `allowed`; else add an error and return None."""
    value: Any = _read_value(form, data, path, required=True)
    known = tuple(allowed)
    if value is None:
        return None
    if isinstance(value, bool) or value not in known:
        names = ", ".join(map(str, known))
        form.add_error(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{names}}}.")
        return None
    return int(value)


def read_object(form: Form, value: object, path: Path) -> Json | None:
    """Return the value as an object; else add an error and return None."""
    found = as_object(value)
    if found is None:
        form.add_error(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
    return found


def check_url(
    form: Form, data: Json, path: Path, schemes: Container[str], limit: int = 2048
) -> None:
    """Add an error unless the address is well formed and has one of the schemes."""
    value = read_text(form, data, path, (1, limit))
    if value is None:
        return
    scheme, rest = value.partition("://")[::2]
    if not rest or any(c.isspace() for c in value):
        form.add_error(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
    elif scheme not in schemes:
        message = f"Scheme \"{scheme}\" is not supported. Scheme must be one of ('http', 'https')."
        form.add_error(path, "URL_TYPE_INVALID_SCHEME", message)


def parse_snowflake(value: object) -> int | None:
    """Return an id in Discord's form (digits or a number), or None."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    if isinstance(value, str) and _SNOWFLAKE.fullmatch(value):
        return int(value)
    return None


# Web responses: JSON with Discord's content type (without a charset), and answers to rate limits.

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


# Embeds are checked against Discord's "Embed Limits", and returned as Discord stores them.

MAX_EMBEDS: Final = 10
MAX_TOTAL: Final = 6000
_SCHEMES: Final = ("http", "https", "attachment")


class EmbedsValidator:
    """Checks the embeds of one message; `find_media` resolves addresses of pictures."""

    def __init__(self, form: Form, find_media: Callable[[str], Json | None]) -> None:
        self._form = form
        self._find_media = find_media
        self._total = 0

    def check(self, given: list[Any], path: Path) -> list[Json]:
        """Return the embeds as they are stored; add errors to the form."""
        if len(given) > MAX_EMBEDS:
            message = f"Must be {MAX_EMBEDS} or fewer in length."
            self._form.add_error(path, "BASE_TYPE_MAX_LENGTH", message)
        found = [self._check_embed(value, (*path, i)) for i, value in enumerate(given)]
        if self._total > MAX_TOTAL:
            message = f"Embed size exceeds maximum size of {MAX_TOTAL}"
            self._form.add_error(path, "MAX_EMBED_SIZE_EXCEEDED", message)
        return found

    def _check_text(
        self, data: Json, path: Path, limit: int, *, required: bool = False
    ) -> str | None:
        low = 1 if required else 0
        value = read_text(self._form, data, path, (low, limit), required=required)
        self._total += len(value or "")
        return value

    def _check_embed(self, value: object, path: Path) -> Json:
        data = read_object(self._form, value, path) or {}
        body: Json = {"type": "rich"}
        for key, limit in (("title", 256), ("description", 4096)):
            text = self._check_text(data, (*path, key), limit)
            if text:
                body[key] = text
        check_url(self._form, data, (*path, "url"), ("http", "https"))
        body |= {key: data[key] for key in ("url", "timestamp") if data.get(key)}
        color = read_int(self._form, data, (*path, "color"), (0, 0xFFFFFF))
        if color is not None:
            body["color"] = color
        self._check_author_and_footer(data, path, body)
        for key in ("image", "thumbnail"):
            if data.get(key):
                body[key] = self._check_picture(data[key], (*path, key))
        rows = read_list(self._form, data, (*path, "fields"), (0, 25))
        if rows:
            here = (*path, "fields")
            body["fields"] = [self._check_field(row, (*here, i)) for i, row in enumerate(rows)]
        return body

    def _check_author_and_footer(self, data: Json, path: Path, body: Json) -> None:
        for key, name, limit in (("author", "name", 256), ("footer", "text", 2048)):
            if data.get(key):
                here = (*path, key)
                part = read_object(self._form, data[key], here) or {}
                body[key] = {name: self._check_text(part, (*here, name), limit, required=True)}
                check_url(self._form, part, (*here, "icon_url"), _SCHEMES)
                if part.get("icon_url"):
                    body[key]["icon_url"] = part["icon_url"]

    def _check_picture(self, value: object, path: Path) -> Json:
        data = read_object(self._form, value, path) or {}
        check_url(self._form, data, (*path, "url"), _SCHEMES)
        stored = self._find_media(str(data.get("url")))
        if stored is None:  # the address names a file that was not uploaded
            return {"url": str(data.get("url"))}
        return {k: v for k, v in stored.items() if k in {"url", "proxy_url", "width", "height"}}

    def _check_field(self, value: object, path: Path) -> Json:
        data = read_object(self._form, value, path) or {}
        return {
            "name": self._check_text(data, (*path, "name"), 256, required=True),
            "value": self._check_text(data, (*path, "value"), 1024, required=True),
            "inline": read_flag(self._form, data, (*path, "inline")),
        }
