"""Computes what the hands of the first of three seats are worth, and writes the values.

    python -m players.ducks.solve

takes a quarter of an hour. For each hand of the first seat, the third replies as well as can be to
every hand of the second; so it is known what each of these leaves to the first and to the second.
Then the second makes its hand as well as can be. In the last round whoever cannot change who wins
plays for points; who is indifferent even then favours who asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from engine.ducks.dice import WHITE
from players.ducks.inning import BestInning, count_grades, find_marks
from players.ducks.round import NUDGE, Round, foresee
from players.ducks.table import CASES, FILE, OPTIONS, SEATS, STANDINGS

if TYPE_CHECKING:
    from players.ducks.inning import Values

_DIGITS: Final = 6
"""Behind the point; what is beyond is noise of the nudges."""


def solve(*, wild: bool, bust: bool) -> Values:
    """Return what hands of the first of three seats are worth, by case and grade."""
    hands = range(count_grades(wild=wild))
    return np.stack([weigh_hand(hand, wild=wild, bust=bust) for hand in hands], axis=1)


def weigh_hand(hand: int, *, wild: bool, bust: bool) -> Values:
    """Return what a hand of the first of three seats is worth in each of `CASES`."""
    points = Round((hand,), (0,) * SEATS, last=False, wild=wild, bust=bust)
    ends = [Round((hand,), totals, last=True, wild=wild, bust=bust) for totals in STANDINGS]
    viewers = (0, 1)
    seen = np.concatenate([foresee([points], viewers), foresee(ends, viewers)], axis=1)
    first, second = np.moveaxis(seen, -1, 0)
    worths = np.stack((second, second + NUDGE * first), axis=-1).reshape(len(seen), 1, -1)
    play = BestInning(worths, find_marks(wild=wild), wild=wild, bust=bust)
    plain, nudged = play.roll(((), WHITE))[0].reshape(len(CASES), 2).T
    return (nudged - plain) / NUDGE


def main() -> None:
    """Solve the rounds with all options, and write the file."""
    solved = [solve(wild=wild, bust=bust).round(_DIGITS) for wild, bust in OPTIONS]
    FILE.write_bytes(b"".join(values.astype("<f4").tobytes() for values in solved))


if __name__ == "__main__":
    main()
