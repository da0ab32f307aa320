"""How often a lead wins where two play the pond: a day by all its dice, what follows by a model.

When a day is over, the points ahead at the end are taken as normal around what the table expects.
Their standard deviation is that of the best play from such a morning on, over many sheets. So the
chance is exact on the last day alone.

In 150 games of hard ducks, those who were told 3, 19, 40, 61, 82 and 98 % when a day began won 3,
15, 33, 66, 83 and 99 %. Who plays worse wins less often: the model takes both to play the best.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt
from typing import TYPE_CHECKING, Any, Final

from engine.tuples import weigh_rolls
from players.pond.best import (
    Tomorrow,
    count_ahead,
    find_search,
    find_tomorrow,
    read_mornings,
    read_today,
    weigh_move,
)

if TYPE_CHECKING:
    from players.core import Knowledge
    from players.pond.best import Today
    from players.pond.table import Later

SPREADS: Final[dict[Later, float]] = {
    (2, False, False): 11.52,
    (2, False, True): 12.61,
    (3, False, False): 11.22,
    (3, False, True): 9.65,
    (3, True, False): 11.41,
    (3, True, True): 10.82,
    (4, False, False): 9.37,
    (4, False, True): 9.57,
    (4, True, False): 7.07,
    (4, True, True): 8.16,
    (5, False, False): 1.13,
    (5, False, True): 3.66,
    (5, True, False): 3.30,
    (5, True, True): 6.07,
    (6, False, False): 0.00,
    (6, True, False): 4.79,
}
"""The standard deviation of the points ahead that are still to come: `players.pond.lead`."""

_TIE: Final = 1 / 12
"""The variance of the fraction of a point that breaks ties: a shared win counts by its share."""


class Lead(Tomorrow):
    """What follows a day for who wants to win.

    Args:
        mornings: as of `Tomorrow`.
        ahead: points ahead when the day began.
    """

    def __init__(self, mornings: tuple[Later, ...], ahead: int) -> None:
        super().__init__(2, mornings)
        self._plain = find_tomorrow(2, mornings)
        self._ahead = ahead
        self._spreads = [sqrt(SPREADS[morning] ** 2 + _TIE) for morning in mornings]

    @property
    def plain(self) -> Tomorrow:
        """The same for who plays for points."""
        return self._plain

    def judge(self, points: float, *, called: bool) -> float:
        """Return the chance to win when the day is over."""
        lead = self._ahead + points
        if not self._spreads:
            return 0.5 * (1 + (lead > 0) - (lead < 0))
        return 0.5 * (1 + erf(lead / self._spreads[called] / sqrt(2)))


_find_lead = lru_cache(maxsize=16)(Lead)


def weigh_chances(known: Knowledge) -> dict[Any, float]:
    """Return the chance to win with each move, if the day is played for it."""
    today, lead = _read(known)
    return {move: weigh_move(today, lead, move) for move in known.moves}


def expect_chance(known: Knowledge) -> float:
    """Return the chance before the dice of the day fell; nothing was done with them yet."""
    today, lead = _read(known)
    search, count = find_search(today, lead), len(today.free)
    return sum(ways * search.best(dice) for dice, ways in weigh_rolls(count)) / 6**count


def _read(known: Knowledge) -> tuple[Today, Lead]:
    """Return the day that a view shows, and what follows it."""
    today = read_today(known.view)
    return today, _find_lead(read_mornings(known.view), count_ahead(known, today))
