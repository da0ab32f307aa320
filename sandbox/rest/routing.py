"""Routes: which function answers which request, what it is given, and what it returns."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sandbox.protocol import fields
from sandbox.protocol.errors import INVALID_FORM, Refusal
from sandbox.protocol.form import Form
from sandbox.protocol.json_values import Json, as_object
from sandbox.state.world.uploads import Upload

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sandbox.state.core import Core


@dataclass(frozen=True, slots=True)
class Call:
    """One request of the bot, after reading.

    `received` is when all of it had arrived, `host` the address by which the bot has asked.
    """

    args: Mapping[str, str]
    query: Mapping[str, str]
    host: str
    body: Any = None
    files: dict[int, Upload] = field(default_factory=dict[int, Upload])
    received: float = 0.0

    def id(self, name: str) -> int:
        """Return an id of the path; raise Refusal (50035)."""
        number = fields.parse_snowflake(self.args[name])
        if number is None:
            form = Form()
            message = f'Value "{self.args[name]}" is not snowflake.'
            form.add_error((name,), "NUMBER_TYPE_COERCE", message)
            form.check()
        return number or 0

    def form(self) -> Json:
        """Return the body, which must be an object; raise Refusal (50035)."""
        body = as_object(self.body)
        if body is None:
            raise Refusal(INVALID_FORM, _not_an_object())
        return body

    def has_flag(self, name: str) -> bool:
        """Return whether the query sets a flag."""
        return self.query.get(name) in {"1", "true", "True"}

    def read_page(self, most: int, default: int) -> tuple[Json, int]:
        """Return the query with its ids as numbers, and its limit; raise Refusal (50035)."""
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
    """The answer of a route: its JSON body and its status."""

    body: Any = None
    status: int = 200


NOTHING: Final = Answer(None, 204)
Handler: TypeAlias = "Callable[[Core, Call], Answer]"


@dataclass(frozen=True, slots=True)
class Route:
    """One method on one path, in Discord's notation. An open route has a token in its path."""

    method: str
    template: str
    handler: Handler
    open: bool = False

    def pattern(self) -> re.Pattern[str]:
        """Return the template as a pattern with named groups."""
        return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.template))
