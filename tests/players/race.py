"""Plays the hard level against an exact solution of Trophy Buck for two players.

python -m tests.players.race [--deals N]

The solution is computed in another way than in `players/trophy/best.py`, which solves the ends of a
game first, and then all totals downward. This module lists every point of a two-player game,
including the last round and the tiebreak. It sets the chance to win at each point to one half, and
recomputes all chances until none changes. The two programs share only the play of a single turn,
which tests compare with a recursion. Each deal is played twice, with the seats swapped.
"""

from __future__ import annotations

import argparse
from functools import cache
from itertools import product
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final, NamedTuple

from bench.strength import find, play, worth
from engine.trophy.hunts import GOAL
from players.core import Player
from players.games import game
from players.trophy.best import FRESH, BestTurn, best_turn, read_hunter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core import Source
    from engine.trophy import Move, View
    from players.core import Knowledge

MOST: Final = 100
"""Limit on the points of one turn: only turns with fewer points are computed."""

SAME: Final = 1e-9
"""Largest change of a chance between two passes that counts as no change."""


class Point(NamedTuple):
    """A point of a two-player game at which a player is to hunt.

    Attributes:
        second: true if the hunter is the second in each round.
        own: the hunter's total; 0 in a tiebreak.
        other: the opponent's total; in a tiebreak, the opponent's points in this round.
        tie: true in a tiebreak.
    """

    second: bool
    own: int
    other: int
    tie: bool = False


def bank(now: Point, points: int) -> Point | float:
    """Return the point after a turn that banks `points`; at the end, 1.0 for a win or 0.0."""
    own = now.own + points
    if not now.second:
        return Point(second=True, own=now.other, other=own, tie=now.tie)
    if not now.tie and max(own, now.other) < GOAL:
        return Point(second=False, own=now.other, other=own)
    if own == now.other:
        return Point(second=False, own=0, other=0, tie=True)
    return float(own > now.other)


class Race:
    """The hunter's chance to win at every point of a game.

    Args:
        least: the smallest total that is computed.
    """

    def __init__(self, least: int = 0) -> None:
        below, beyond = range(least, GOAL, 2), range(GOAL, GOAL + MOST, 2)
        tied = product((False, True), (0,), range(0, MOST, 2), (True,))
        ends = product((True,), below, beyond)
        others = product((False, True), below, below)
        self._chances = dict.fromkeys([Point(*now) for now in (*tied, *ends, *others)], 0.5)

    def solve(self) -> None:
        """Recompute all chances until none changes."""
        order = sorted(self._chances, key=lambda now: (not now.tie, -now.own - now.other))
        changed = set(order)
        while changed:
            changed = {now for now in order if self._look(now) > SAME}

    def _look(self, now: Point) -> float:
        """Compute a chance once more; return the size of its change."""
        before = self._chances[now]
        self._chances[now] = _value(self.weigh(now))
        return abs(self._chances[now] - before)

    def chance(self, now: Point) -> float:
        """Return the hunter's chance to win."""
        return self._chances[now]

    def weigh(self, now: Point) -> tuple[float, ...]:
        """Return the hunter's chance to win after banking 0, 2, 4, ... points."""
        return tuple(self._follow(bank(now, points)) for points in range(0, MOST, 2))

    def _follow(self, then: Point | float) -> float:
        """Return the worth of a point to the player who has just hunted."""
        if not isinstance(then, Point):
            return then
        return 1 - self._chances.get(then, 0.0)


@cache
def _value(worths: tuple[float, ...]) -> float:
    """Return the worth of a turn before its first roll."""
    return BestTurn(worths).roll(FRESH)


def read_point(view: View, seat: int) -> Point:
    """Return the point of a game that a view shows."""
    second = seat != view.first
    if view.tiebreak:
        tried = next(each.points for each in view.tiebreak if each.seat != seat)
        return Point(second, 0, tried or 0, tie=True)
    return Point(second, view.totals[seat], view.totals[1 - seat])


def follow(race: Race) -> Player:
    """Return a player that maximises its chance to win."""

    def choose(known: Knowledge, source: Source) -> Move:
        roll, *stop = known.moves
        play = best_turn(race.weigh(read_point(known.view, known.seat)))
        return roll if not stop or play.goes_on(read_hunter(known.view)) else stop[0]

    return Player(1, quick=False, choose=choose)


def compare(players: tuple[Player, Player], deals: Iterable[int]) -> list[float]:
    """Return the first player's share of wins in each deal, over both seats."""
    rules = game("trophy")
    found = list[float]()
    for deal in deals:
        shares = [
            worth(play(rules, players if seat == 0 else players[::-1], deal), seat)
            for seat in range(2)
        ]
        found.append(fmean(shares))
    return found


def main() -> None:
    """Print how often the hard level wins against the best player."""
    parser = argparse.ArgumentParser(description="Play the hard level against the solution.")
    parser.add_argument("--deals", type=int, default=2000)
    race = Race()
    race.solve()
    for second in (False, True):
        print(f"{'last' if second else 'first'}: {race.chance(Point(second, 0, 0)):.6f}")
    shares = compare((find("hard", "trophy"), follow(race)), range(parser.parse_args().deals))
    half = 1.96 * stdev(shares) / sqrt(len(shares))
    print(f"{len(shares)} deals: {fmean(shares):.4f} ± {half:.4f}")


if __name__ == "__main__":
    main()
