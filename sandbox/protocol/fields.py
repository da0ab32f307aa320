"""Checks fields (texts, numbers, choices, embeds), with the errors that Discord returns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from sandbox.protocol.json_values import as_list, as_object

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from sandbox.protocol.form import Form, Path
    from sandbox.protocol.json_values import Json


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
