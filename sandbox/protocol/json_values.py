"""JSON values, and their types."""

from __future__ import annotations

import json
from typing import Any, NoReturn, TypeAlias, cast

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
