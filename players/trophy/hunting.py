"""One turn of Trophy Buck played as well as can be, for any worth of the points that it banks."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from engine.trophy.dice import KINDS
from players.trophy.rolls import SCORE, make_table, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.trophy.dice import Counts
    from players.trophy.rolls import Group, Values


class Hunter(NamedTuple):
    """A turn between two rolls: its heaps of dice by their numbers, and the noted points."""

    points: int
    startles: int
    tracks: int
    noted: int


def make_hunter(points: Counts, startles: Counts, tracks: Counts, noted: int) -> Hunter:
    """Return a turn between two rolls."""
    return Hunter(number(points), number(startles), number(tracks), noted)


FRESH: Final = Hunter(0, 0, 0, 0)
"""A turn before its first roll."""


def score_of(now: Hunter) -> int:
    """Return what is banked by stopping now."""
    return now.noted + int(SCORE[now.points])


class BestTurn:
    """The best play of a turn that banks points of a given worth.

    Args:
        worths: of 0, 2, 4, ... points when the turn ends with them. More points than the last ones
            are worth as much as these.
    """

    def __init__(self, worths: Sequence[float] | Values) -> None:
        self._worths = np.array(worths)
        self._lost = worths[0]
        # Even the safest roll from there on loses more than there is to gain.
        sure = worths[-1] - _RISK * (worths[-1] - worths[0])
        self._enough = 2 * int(1 + np.flatnonzero(self._worths < sure).max(initial=-1))
        self._landed: dict[int, Values] = {}

    def stop(self, now: Hunter) -> float:
        """Return what it is worth to stop."""
        return self._worths.take(score_of(now) // 2, mode="clip").item()

    def roll(self, now: Hunter) -> float:
        """Return what it is worth to roll, and to go on as is best."""
        table = make_table()
        row = table.find(now.points, now.startles, now.tracks)
        group = next(each for each in table.groups if row < each.rows.stop)
        return self._roll(group, now.noted)[row - group.rows.start].item()

    def _land(self, noted: int) -> Values:
        """Return for each row of the table what it is worth to have rolled.

        Args:
            noted: the noted points.
        """
        if noted not in self._landed:
            table = make_table()
            scores = noted + SCORE[table.heaps.points]
            landed = self._landed[noted] = self._worths.take(scores // 2, mode="clip")
            for group in table.groups:
                if noted + group.least < self._enough:
                    rolled = self._roll(group, noted)
                    np.maximum(landed[group.rows], rolled, out=landed[group.rows])
        return self._landed[noted]

    def _roll(self, group: Group, noted: int) -> Values:
        """Return what it is worth to roll for each row of a group."""
        after = self._land(noted + group.noted).take(group.after)
        after *= group.chances
        total = np.add.reduceat(after, group.starts)
        total += group.ending * self._lost
        if group.again is None:
            return total
        # Three Tracks can all be Tracks again: then the same choice comes back.
        stop = self._land(noted)[group.rows]
        return np.maximum(total / (1 - group.again), total + group.again * stop)

    def goes_on(self, now: Hunter) -> bool:
        """Return whether it is better to roll than to stop.

        Where to stop is worth nothing, no search is needed, as long as it may be.
        """
        if score_of(now) >= self._enough:
            return False
        return not self.stop(now) or self.roll(now) > self.stop(now) + _ROUNDING


_RISK: Final = (min(kind.sides[1] for kind in KINDS) / 6) ** 3
"""The chance that the safest roll ends the turn: three dice that all show Startle."""


_ROUNDING: Final = 1e-9
"""What is worth as much but for the last digits is the same: then one stops."""


_MORE: Final = 120
"""Hunters with so many points more than they have noted are not looked at: they are too rare."""


@cache
def list_points(noted: int) -> tuple[float, ...]:
    """Return the worths for who wants the most points of this turn, in points.

    What is left out is below a millionth of a point.

    Args:
        noted: the noted points.
    """
    return tuple(map(float, range(0, noted + _MORE + 1, 2)))


@lru_cache(maxsize=4)
def best_turn(worths: tuple[float, ...]) -> BestTurn:
    """Return the best play for these worths, which are the same for all choices of a turn."""
    return BestTurn(worths)
