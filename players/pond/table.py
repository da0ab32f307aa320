"""What each sheet is worth at the start of each day, if it is played as well as can be.

A sheet is a number: how many boxes of each row are filled, to the base of four, Mallard first, and
above them one bit for each set that is taken. `solve.py` computes the values and writes the file.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.pond.sheet import BOXES, DAYS, DUCKS, SETS
from players.core import read_values

if TYPE_CHECKING:
    from array import array

LEVELS: Final = BOXES + 1
ROWS: Final = len(DUCKS)
ALL_ROWS: Final = LEVELS**ROWS
SHEETS: Final = ALL_ROWS << len(SETS)
FILE: Final = Path(__file__).with_name("values.bin")

Later = tuple[int, bool, bool]
"""The day that begins, and whether it and the day after it are sunny; the latter where two play."""

ALONE: Final[tuple[Later, ...]] = tuple(
    (day, sunny, False) for day in range(2, DAYS + 1) for sunny in (False, True)
)
TWO: Final[tuple[Later, ...]] = tuple(
    (day, sunny, next_sunny)
    for day in range(2, DAYS + 1)
    for sunny in ((False,) if day == 2 else (False, True))
    for next_sunny in ((False,) if day == DAYS else (False, True))
)
"""In the order of the file: first those of one player, then those of two."""


def number_sheet(levels: tuple[int, ...], sets: int) -> int:
    """Return the number of a sheet: filled boxes by row, and the bits of the sets taken."""
    return sum(level * LEVELS**row for row, level in enumerate(levels)) + ALL_ROWS * sets


def levels_of(sheet: int) -> tuple[int, ...]:
    """Return how many boxes of each row are filled."""
    return tuple(sheet // LEVELS**row % LEVELS for row in range(ROWS))


@cache
def load_values() -> dict[tuple[int, Later], array[float]]:
    """Read the file: by the number of players and the later days, a value for each sheet.

    Alone it is the points that are still to come; for two the points of who begins less those of
    the other.
    """
    values = read_values(FILE)
    keys = [*((1, later) for later in ALONE), *((2, later) for later in TWO)]
    return {key: values[SHEETS * i : SHEETS * (i + 1)] for i, key in enumerate(keys)}
