"""Chances to win in Trophy Buck that are solved in advance: how a game ends, and a race of two.

`solve.py` computes them and writes the file, with seven digits.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.trophy.game import GOAL
from players.core import read_values

if TYPE_CHECKING:
    from array import array

SEATS: Final = 8
FAR: Final = 100
"""Who needs more points than so many to win has a chance below a millionth."""

ENDS: Final = tuple((leaders, later) for leaders in range(1, SEATS + 1) for later in range(SEATS))
POINTS: Final = FAR // 2 + 1
TOTALS: Final = GOAL // 2
RACE: Final = len(ENDS) * POINTS
"""Where the chances of a race begin in the file."""

FILE: Final = Path(__file__).with_name("values.bin")


def find_end(leaders: int, later: int, points: int) -> float:
    """Return the chance of the last of some leaders when a round decides the game.

    Args:
        leaders: how many are equal at the top; if they stay there, they hunt the tiebreak.
        later: how many are still to hunt.
        points: what each of those needs to be equal, too.
    """
    place = (leaders - 1) * SEATS + later
    return _load()[place * POINTS + min(points, FAR) // 2]


def find_race(turn: int, own: int, other: int) -> float:
    """Return the chance of who is to hunt in a race of two, before a total reaches the goal.

    Args:
        turn: 0 for who hunts first in each round, 1 for the other.
        own: the total of who is to hunt.
        other: that of the other.
    """
    return _load()[RACE + (turn * TOTALS + own // 2) * TOTALS + other // 2]


@cache
def _load() -> array[float]:
    """Read the file: ends by `ENDS` and points, then the race by turn and both totals."""
    return read_values(FILE)
