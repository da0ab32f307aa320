"""JSON values: their types, and checks of what kind a value is."""

from __future__ import annotations

from typing import Any, TypeAlias, cast

Json: TypeAlias = dict[str, Any]
"""A JSON object."""


def as_object(value: object) -> Json | None:
    """The value as a JSON object, or None if it is something else."""
    return cast("Json", value) if isinstance(value, dict) else None


def as_list(value: object) -> list[Any] | None:
    """The value as a JSON list, or None if it is something else."""
    return cast("list[Any]", value) if isinstance(value, list) else None
