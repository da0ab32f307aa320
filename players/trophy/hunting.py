"""One turn of Trophy Buck played as well as can be, for any worth of the points that it banks."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

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
        worths: of 0, 2, 4, ... points when the turn ends with them. Whoever has as many as the
            last one stops: more would be worth no more.
    """

    def __init__(self, worths: Sequence[float]) -> None:
        self._worths = np.array(worths)
        self._lost, self._most = worths[0], worths[-1]
        self._enough = 2 * len(worths) - 2
        self._played: dict[int, tuple[Values, Values]] = {}

    def stop(self, now: Hunter) -> float:
        """Return what it is worth to stop."""
        return self._worths[min(score_of(now), self._enough) // 2].item()

    def roll(self, now: Hunter) -> float:
        """Return what it is worth to roll, and to go on as is best."""
        rolled, _ = self._play(now.noted)
        return rolled[make_table().find(now.points, now.startles, now.tracks)].item()

    def _play(self, noted: int) -> tuple[Values, Values]:
        """Return for each row of the table what it is worth to roll, and to have rolled.

        Args:
            noted: the noted points.
        """
        if noted not in self._played:
            table = make_table()
            landed = self._worths.take((noted + SCORE[table.heaps.points]) // 2, mode="clip")
            rolled = np.empty_like(landed)
            for group in table.groups:
                rolled[group.rows] = self._roll(group, noted, landed)
                np.maximum(landed[group.rows], rolled[group.rows], out=landed[group.rows])
            self._played[noted] = rolled, landed
        return self._played[noted]

    def _roll(self, group: Group, noted: int, landed: Values) -> Values:
        """Return what it is worth to roll for each row of a group.

        `landed` is what it is worth to have rolled; to stop in the rows of this group.
        """
        if noted + group.least >= self._enough:
            return group.ending * self._lost + (1 - group.ending) * self._most
        stop = landed[group.rows]
        if group.noted:
            _, landed = self._play(noted + group.noted)
        after = landed.take(group.after)
        after *= group.chances
        total = np.add.reduceat(after, group.starts)
        total += group.ending * self._lost
        if group.again is None:
            return total
        # Three Tracks can all be Tracks again: then the same choice comes back.
        return np.maximum(total / (1 - group.again), total + group.again * stop)

    def count_missing(self, now: Hunter) -> int:
        """Return how many more points it takes until it is worth anything to stop."""
        first = int(np.flatnonzero(self._worths)[0])
        return max(2 * first - score_of(now), 0)

    def goes_on(self, now: Hunter) -> bool:
        """Return whether it is better to roll than to stop.

        Where to stop is worth nothing, no search is needed, as long as it may be.
        """
        if score_of(now) >= self._enough:
            return False
        return not self.stop(now) or self.roll(now) > self.stop(now) + _ROUNDING


_ROUNDING: Final = 1e-9
"""What is worth as much but for the last digits is the same: then one stops."""


POINTS: Final = tuple(map(float, range(0, 48, 2)))
"""Worths of who wants the most points of this turn; with 46 he stops."""


@lru_cache(maxsize=4)
def best_turn(worths: tuple[float, ...]) -> BestTurn:
    """Return the best play for these worths, which are the same for all choices of a turn."""
    return BestTurn(worths)
