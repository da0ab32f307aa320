"""JSON values: their types, and functions that check which kind a value is."""

from __future__ import annotations

from typing import Any, TypeAlias, cast

Json: TypeAlias = dict[str, Any]
"""A JSON object."""


def as_object(value: object) -> Json | None:
    """Return the value if it is a JSON object, else None."""
    return cast("Json", value) if isinstance(value, dict) else None


def as_list(value: object) -> list[Any] | None:
    """Return the value if it is a JSON list, else None."""
    return cast("list[Any]", value) if isinstance(value, list) else None
