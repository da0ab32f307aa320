"""A route maps a method and a path to the function that answers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sandbox.protocol import fields
from sandbox.protocol.form import Form
from sandbox.protocol.json_values import Json, as_object
from sandbox.protocol.refusals import (
    INVALID_FORM,
    Refusal,
)
from sandbox.state.uploads import Upload

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sandbox.state.core import Core


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
