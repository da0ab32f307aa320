"""JSON values: their types, and functions that check which kind a value is."""

from __future__ import annotations

import json
from typing import Any, NoReturn, TypeAlias, cast

Json: TypeAlias = dict[str, Any]
"""A JSON object."""


def parse_json(text: str | bytes) -> object:
    """Return the value of a JSON text; raises ValueError, also where it is nested too deep."""
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def _refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and the infinities, which JSON does not have."""
    raise ValueError(f"{name} is no JSON")


def as_object(value: object) -> Json | None:
    """Return the value if it is a JSON object, else None."""
    return cast("Json", value) if isinstance(value, dict) else None


def as_list(value: object) -> list[Any] | None:
    """Return the value if it is a JSON list, else None."""
    return cast("list[Any]", value) if isinstance(value, list) else None
