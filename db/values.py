"""What the columns of a row may hold, and what is read in place of anything else.

A file can hold anything: a disk fails, a host has changed a row by hand, and SQLite keeps a text in
a column of numbers. Rows are made of what these names allow, so whoever works on a row finds the
types that it promises. What a word means is not known here.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from inspect import get_annotations
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Row = Sequence[Any]

Snowflake = int
"""A number that Discord has given to something."""

Count = int
"""A number that is added to: one that a float holds exactly."""

Hex = str
"""Bytes as hex digits; empty where there are none."""

Json = str
"""An object of texts, as JSON."""

Waits = str
"""Seats, each with a time: `0:1700000000.5 2:1700000003.25`."""

Calls = str
"""Seats, some with a mark: `0 2!`."""

Draws = str
"""Numbers that nature drew, each with its bound: `1/6 4/6`."""

_DRAWS: Final = re.compile(r"([0-9]+/[0-9]+( [0-9]+/[0-9]+)*)?", re.ASCII)

LONGEST: Final = 1e11
"""The largest number of seconds, or of anything that is measured: the year 5138."""


def read_waiting(text: str) -> dict[int, float]:
    """Return since when the game waits for each seat; raises ValueError."""
    pairs = (pair.split(":") for pair in text.split())
    return {int(seat): float(since) for seat, since in pairs}


def write_waiting(waiting: Mapping[int, float]) -> str:
    """Return the text that tells since when the game waits for each seat."""
    return " ".join(f"{seat}:{since!r}" for seat, since in waiting.items())


def read_called(text: str) -> dict[int, bool]:
    """Return the seats that were called, and whether each was reminded; raises ValueError."""
    return {int(seat.removesuffix("!")): seat.endswith("!") for seat in text.split()}


def write_called(called: Mapping[int, bool]) -> str:
    """Return the text that tells which seats were called, and which of them reminded."""
    return " ".join(f"{seat}!" if again else str(seat) for seat, again in called.items())


def read_draws(text: str) -> tuple[tuple[int, int], ...]:
    """Return the numbers that nature drew, each with its bound."""
    numbers = [*map(int, text.replace("/", " ").split())]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def read_object(text: str) -> dict[str, str]:
    """Return an object of texts; raises ValueError."""
    found: Any = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("no object")  # noqa: TRY004 - of what stands in the text
    texts = cast("dict[str, object]", found)
    if not all(isinstance(each, str) for each in texts.values()):
        raise ValueError("no texts")
    return cast("dict[str, str]", found)


def _are_measures(values: Iterable[float]) -> bool:
    return all(-LONGEST < value < LONGEST for value in values)


def _are_waits(texts: Iterable[str]) -> bool:
    return all(_are_measures(read_waiting(text).values()) for text in texts)


def _can(read: Callable[[str], object]) -> Callable[[Iterable[str]], bool]:
    return lambda texts: all(read(text) is not None for text in texts)


@dataclass(frozen=True, slots=True)
class _Column:
    """What a column may hold.

    Attributes:
        other: what is read in place of anything else.
        types: of what it may hold.
        may: whether it may hold all of these values of its types; it may raise ValueError. None: it
            may.
    """

    other: Any
    types: frozenset[type]
    may: Callable[[Iterable[Any]], bool] | None = None

    def or_none(self) -> _Column:
        """Return a column that may hold nothing, too."""
        may = self.may

        def may_or_none(values: Iterable[Any]) -> bool:
            return may is None or may([value for value in values if value is not None])

        return _Column(None, self.types | {NoneType}, may and may_or_none)


_NUMBER, _TEXT = frozenset((int,)), frozenset((str,))
_COLUMNS: Final = {
    "int": _Column(0, _NUMBER),
    "Snowflake": _Column(0, _NUMBER, lambda values: all(value > 0 for value in values)),
    "Count": _Column(0, _NUMBER, lambda values: all(abs(value) < 2**53 for value in values)),
    "float": _Column(0.0, frozenset((float, int)), _are_measures),
    "bool": _Column(False, frozenset((bool, int))),  # noqa: FBT003 - a value, and no argument
    "str": _Column("", _TEXT),
    "Hex": _Column("", _TEXT, _can(bytes.fromhex)),
    "Json": _Column("{}", _TEXT, _can(read_object)),
    "Waits": _Column("", _TEXT, _are_waits),
    "Calls": _Column("", _TEXT, _can(read_called)),
    "Draws": _Column("", _TEXT, _can(_DRAWS.fullmatch)),
}
"""By the name of a type."""


@cache
def columns_named(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - the class of a row
    """Return the names of the columns of a class of rows."""
    return tuple(get_annotations(kind))


@cache
def flags_of(kind: Any) -> tuple[int, ...]:  # noqa: ANN401 - the class of a row
    """Return the places of the columns of a class of rows that are `bool`."""
    return tuple(place for place, name in enumerate(_types_of(kind)) if name == "bool")


def _types_of(kind: Any) -> list[str]:  # noqa: ANN401 - the class of a row
    annotations = get_annotations(kind).values()  # a named tuple makes references of them
    return [getattr(each, "__forward_arg__", each) for each in annotations]


@cache
def _columns_of(kind: Any) -> tuple[_Column, ...]:  # noqa: ANN401 - the class of a row
    """Return the columns of a class of rows, as their types are written."""
    names = _types_of(kind)
    plain = [name.removesuffix(" | None") for name in names]
    return tuple(
        _COLUMNS[word] if word == name else _COLUMNS[word].or_none()
        for name, word in zip(names, plain, strict=True)
    )


def _fit(columns: Sequence[_Column], rows: Iterable[Row]) -> bool:
    """Return whether each column may hold what stands there in all rows.

    All values of a column are looked at together, which costs least.
    """
    try:
        for column, values in zip(columns, zip(*rows, strict=True), strict=False):  # or no rows
            if not column.types.issuperset(map(type, values)):
                return False
            if column.may is not None and not column.may(values):
                return False
    except (ValueError, RecursionError):
        return False
    return True


def mend(kind: Any, rows: Sequence[Row]) -> Sequence[Row]:  # noqa: ANN401 - the class of a row
    """Return rows of a class with what their columns may hold: themselves where they hold that."""
    columns = _columns_of(kind)
    if _fit(columns, rows):
        return rows
    return [
        tuple(
            value if _fit((column,), ((value,),)) else column.other
            for column, value in zip(columns, row, strict=True)
        )
        for row in rows
    ]
