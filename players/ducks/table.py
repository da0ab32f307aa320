"""What the hands of the first of three seats are worth, if both others play best for themselves.

Only points count before the last round. There the totals count, too, as far as they differ: a seat
that is `FAR` or more behind can neither win nor share the win. `solve.py` computes the values and
writes the file, with six digits behind the point.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from players.ducks.inning import count_grades

if TYPE_CHECKING:
    from players.ducks.inning import Values

SEATS: Final = 3
FAR: Final = SEATS + 1
FILE: Final = Path(__file__).with_name("values.bin")

Totals = tuple[int, ...]

STANDINGS: Final[tuple[Totals, ...]] = tuple(
    totals for totals in product(range(-FAR, 1), repeat=SEATS) if max(totals) == 0
)
"""How far seats are behind the best of them when the last round begins, in the order of play."""

CASES: Final[tuple[Totals | None, ...]] = (None, *STANDINGS)
"""None where only points count. The file has them in this order for each of `OPTIONS`."""

OPTIONS: Final = tuple((wild, bust) for wild in (False, True) for bust in (False, True))
"""Whether ducks are wild, and whether a roll without a promotion loses the bucket."""


def find_worths(totals: Totals | None, *, wild: bool, bust: bool) -> Values:
    """Return what each grade of hand is worth: points, or with `totals` the share of the win."""
    case = None if totals is None else compare_totals(totals)
    return _load_worths()[wild, bust][CASES.index(case)]


def compare_totals(totals: Totals) -> Totals:
    """Return how far seats are behind the best of them, as far as that counts."""
    return tuple(max(total - max(totals), -FAR) for total in totals)


@cache
def _load_worths() -> dict[tuple[bool, bool], Values]:
    """Read the file: by the options, the values by case and grade."""
    values = np.frombuffer(FILE.read_bytes(), dtype="<f4").astype(np.float64)
    sizes = [len(CASES) * count_grades(wild=wild) for wild, _ in OPTIONS]
    parts = np.split(values, np.cumsum(sizes)[:-1])
    return {
        options: part.reshape(len(CASES), -1) for options, part in zip(OPTIONS, parts, strict=True)
    }
