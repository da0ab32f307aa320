"""The hard player of Trophy Buck: in each turn it plays for the highest chance to win.

A program computes the chances to win in last rounds, in tiebreaks, and in whole games of two, and
writes them into a file:

    python -m players.trophy.best

The program runs for twenty minutes. It assumes that each player plays every turn as well as
possible for his own win. Some situations can repeat: a tie can lead to another tie, and two players
who bank nothing keep their totals. The program recomputes the chances of such a situation until
they no longer change.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.trophy.dice import FULL_BAG, KINDS, STARTLES_TO_END, TALLIES
from players.core import Assessed
from players.trophy.race import ENDS, FAR, FILE, SEATS, TOTALS, find_error, worths

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.core import Source
    from engine.trophy import Die, Move, View
    from engine.trophy.dice import Counts, Tally
    from players.core import Knowledge

# The possible rolls of a turn of Trophy Buck, as one table for all hunters.
#
# A heap is a set of dice, counted by colour. It is encoded as one number; see `number`.

Values = NDArray[np.float64]
Numbers = NDArray[np.intp]

_RADIX: Final = tuple(kind.dice + 1 for kind in KINDS)
_STEPS: Final = (1, _RADIX[0], _RADIX[0] * _RADIX[1], _RADIX[0] * _RADIX[1] * _RADIX[2])


def number(counts: Counts) -> int:
    """Encode a heap of dice as one number. The sum of two such numbers encodes both heaps."""
    return sum(n * step for n, step in zip(counts, _STEPS, strict=True))


_FULL: Final = number(FULL_BAG)
_COUNTS: Final[Numbers] = np.arange(_FULL + 1)[:, None] // _STEPS % _RADIX
_SIZE: Final[Numbers] = _COUNTS.sum(axis=1)

SCORE: Final[Numbers] = (_COUNTS * [kind.points for kind in KINDS]).sum(axis=1)
"""Score of each heap of Points."""

_CHOOSE: Final[Numbers] = np.array([[comb(n, k) for k in range(4)] for n in range(_SIZE[-1] + 1)])


class Heaps(NamedTuple):
    """The dice between two rolls, as heaps; all other dice are in the bag."""

    points: Numbers
    startles: Numbers
    tracks: Numbers


class Group(NamedTuple):
    """Rows of the table that do not lead to each other.

    Attributes:
        rows: the indices of the rows.
        least: the lowest Points score among the rows.
        noted: the points noted before the next roll if the bag holds too few dice (T3), else 0. All
            rows of a group have the same number.
        ending: the chance that the next roll ends the turn, by row.
        again: the chance that three Tracks all show Tracks again, by row. Such a roll changes
            nothing. None for rows with fewer Tracks.
        starts: for each row, the index in `after` and `chances` at which its rolls begin. `after`
            and `chances` leave out rolls that end the turn or change nothing.
        after: the row after each of these rolls.
        chances: the chances of these rolls.
    """

    rows: slice
    least: int
    noted: int
    ending: Values
    again: Values | None
    starts: Numbers
    after: Numbers
    chances: Values


class Table(NamedTuple):
    """All situations before a roll, one row each.

    Attributes:
        heaps: the heaps of each row.
        groups: the groups of rows. A roll leads to a row of an earlier group, unless it notes
            points, changes nothing or ends the turn.
    """

    heaps: Heaps
    groups: tuple[Group, ...]

    def find(self, points: int, startles: int, tracks: int) -> int:
        """Return the row of these heaps."""
        ours = self.heaps
        same = (ours.points == points) & (ours.startles == startles) & (ours.tracks == tracks)
        return int(same.argmax())


@cache
def make_table() -> Table:
    """Return the table; building it takes a tenth of a second."""
    heaps = _list_heaps()
    in_bag = _SIZE[_FULL - sum(heaps)]
    noted = np.where(in_bag + _SIZE[heaps.tracks] < 3, SCORE[heaps.points], 0)
    three = _SIZE[heaps.tracks] == 3
    keys = np.stack((three, _SIZE[heaps.points], _SIZE[heaps.startles], noted))
    keys[:3, noted > 0] = 0
    order = np.lexsort(keys)[::-1]
    changes = np.diff(keys[:, order]).any(axis=0)
    bounds = (0, *(1 + np.flatnonzero(changes)).tolist(), len(order))
    heaps = Heaps(*(heap[order] for heap in heaps))
    return Table(heaps, tuple(_list_groups(heaps, noted[order], bounds)))


def _list_heaps() -> Heaps:
    """Return all possible heaps."""
    few, three = np.flatnonzero(_SIZE < STARTLES_TO_END), np.flatnonzero(_SIZE <= 3)
    grid = Heaps(*map(np.ravel, np.meshgrid(np.arange(_FULL + 1), few, three)))
    dice = _COUNTS[grid.points] + _COUNTS[grid.startles] + _COUNTS[grid.tracks]
    fits = (dice <= np.array(FULL_BAG)).all(axis=1)
    return Heaps(*(heap[fits] for heap in grid))


def _list_groups(heaps: Heaps, noted: Numbers, bounds: tuple[int, ...]) -> Iterator[Group]:
    """Yield the groups; `bounds` has the first row of each group, and the end of the last group."""
    rows, after, chances = map(np.concatenate, zip(*_list_falls(heaps, noted), strict=True))
    ending, again = np.zeros(len(noted)), np.zeros(len(noted))
    np.add.at(ending, rows[after < 0], chances[after < 0])
    np.add.at(again, rows[after == rows], chances[after == rows])
    others = np.flatnonzero((after >= 0) & (after != rows))
    others = others[np.argsort(rows[others], kind="stable")]
    starts = np.searchsorted(rows[others], np.arange(len(noted) + 1))
    for first, last in pairwise(bounds):
        some = others[starts[first] : starts[last]]
        yield Group(
            rows=slice(first, last),
            least=int(SCORE[heaps.points[first:last]].min()),
            noted=int(noted[first]),
            ending=ending[first:last],
            again=again[first:last] if again[first] else None,
            starts=starts[first:last] - starts[first],
            after=after[some],
            chances=chances[some],
        )


def _list_falls(heaps: Heaps, noted: Numbers) -> Iterator[tuple[Numbers, Numbers, Values]]:
    """Yield the rows before each roll of three dice, the rows after it, and its chances.

    The row after a roll that ends the turn is -1.
    """
    places = np.zeros([1 + int(heap.max()) for heap in heaps], dtype=np.int32)
    places[heaps] = np.arange(len(noted))
    points = np.where(noted, 0, heaps.points)
    bag = _FULL - points - heaps.startles - heaps.tracks
    for dice, tallies in _list_by_colours().items():
        drawn = np.array(dice) - _COUNTS[heaps.tracks]
        rows = np.flatnonzero(((drawn >= 0) & (drawn <= _COUNTS[bag])).all(axis=1))
        ways = _CHOOSE[_COUNTS[bag[rows]], drawn[rows]].prod(axis=1)
        draws = _CHOOSE[_SIZE[bag[rows]], 3 - _SIZE[heaps.tracks[rows]]]
        chances = ways / draws / 6**3
        for tally in tallies:
            startles = heaps.startles[rows] + number(tally.startles)
            ends = _SIZE[heaps.startles[rows]] + sum(tally.startles) >= STARTLES_TO_END
            after = places[
                points[rows] + number(tally.points),
                np.where(ends, 0, startles),
                number(tally.tracks),
            ]
            yield rows, np.where(ends, -1, after), chances * tally.ways


def _list_by_colours() -> dict[Counts, list[Tally]]:
    """Return the tallies of three dice, keyed by their colours."""
    found: dict[Counts, list[Tally]] = {}
    for tally in TALLIES.values():
        found.setdefault(tally.dice, []).append(tally)
    return found


# The best play of one turn of Trophy Buck, for any worth of banked points.


class Hunter(NamedTuple):
    """A turn between two rolls: its heaps of dice as numbers, and the noted points."""

    points: int
    startles: int
    tracks: int
    noted: int


def make_hunter(points: Counts, startles: Counts, tracks: Counts, noted: int) -> Hunter:
    return Hunter(number(points), number(startles), number(tracks), noted)


FRESH: Final = Hunter(0, 0, 0, 0)
"""A turn before its first roll."""


def score_of(now: Hunter) -> int:
    """Return the points banked by stopping now."""
    return now.noted + int(SCORE[now.points])


class BestTurn:
    """The best play of a turn for a given worth of banked points.

    Args:
        worths: the worth of ending the turn with 0, 2, 4, ... points. The last worth also holds for
            more points.
    """

    def __init__(self, worths: Sequence[float] | Values) -> None:
        self._worths = np.array(worths)
        self._lost = worths[0]
        # From this worth on, even the safest roll loses more than it can gain.
        sure = worths[-1] - _RISK * (worths[-1] - worths[0])
        self._enough = 2 * int(1 + np.flatnonzero(self._worths < sure).max(initial=-1))
        self._landed: dict[int, Values] = {}

    def stop(self, now: Hunter) -> float:
        """Return the worth of stopping."""
        return self._worths.take(score_of(now) // 2, mode="clip").item()

    def roll(self, now: Hunter) -> float:
        """Return the worth of rolling, with the best play after it."""
        table = make_table()
        row = table.find(now.points, now.startles, now.tracks)
        group = next(each for each in table.groups if row < each.rows.stop)
        return self._roll(group, now.noted)[row - group.rows.start].item()

    def _land(self, noted: int) -> Values:
        """Return the worth of each row of the table after a roll.

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
        """Return the worth of rolling, for each row of a group."""
        after = self._land(noted + group.noted).take(group.after)
        after *= group.chances
        total = np.add.reduceat(after, group.starts)
        total += group.ending * self._lost
        if group.again is None:
            return total
        # If three Tracks are all Tracks again, the same choice comes back.
        stop = self._land(noted)[group.rows]
        return np.maximum(total / (1 - group.again), total + group.again * stop)

    def goes_on(self, now: Hunter) -> bool:
        """Return whether rolling is better than stopping.

        If stopping is worth nothing, the hunter rolls without a search.
        """
        if score_of(now) >= self._enough:
            return False
        return not self.stop(now) or self.roll(now) > self.stop(now) + _ROUNDING


_RISK: Final = (min(kind.sides[1] for kind in KINDS) / 6) ** 3
"""Chance that the safest roll ends the turn: three dice that all show Startle."""


_ROUNDING: Final = 1e-9
"""Largest difference at which two worths count as equal. The hunter then stops."""


_MORE: Final = 120
"""Limit on the points considered in a turn, without the noted ones; more are too rare to matter."""


@cache
def list_points(noted: int) -> tuple[float, ...]:
    """Return the banked points as worths for `BestTurn`, which then plays for the most points.

    The limit `_MORE` changes the result by less than a millionth of a point.

    Args:
        noted: the noted points.
    """
    return tuple(map(float, range(0, noted + _MORE + 1, 2)))


@lru_cache(maxsize=4)
def best_turn(worths: tuple[float, ...]) -> BestTurn:
    """Return the best play for these worths, cached for all choices of a turn."""
    return BestTurn(worths)


def choose_hard(known: Knowledge, source: Source) -> Move:  # noqa: ARG001 - nothing is left to luck
    """Roll if that wins more often than stopping."""
    roll, *stop = known.moves
    if not stop:
        return roll
    play = best_turn(worths(known.view, known.seat))
    return roll if play.goes_on(read_hunter(known.view)) else stop[0]


def assess(known: Knowledge) -> tuple[Assessed, ...]:
    """Return the worth of each choice: points of this turn, and the chance to win."""
    view: View = known.view
    now, play = read_hunter(view), best_turn(worths(view, known.seat))
    off = find_error(view, known.seat)
    roll, *stop = known.moves
    found = [Assessed(roll, best_turn(list_points(view.noted)).roll(now), play.roll(now), off)]
    score = view.score
    return (*found, *(Assessed(move, score, play.stop(now), off, now=score) for move in stop))


def read_hunter(view: View) -> Hunter:
    if not view.rolled:
        return FRESH
    points, startles, tracks = map(_count, (view.points, view.startles, view.tracks))
    return make_hunter(points, startles, tracks, view.noted)


def _count(dice: Iterable[Die]) -> Counts:
    letters = Counter(die.letter for die in dice)
    brown, white, green, orange = (letters[kind.letter] for kind in KINDS)
    return brown, white, green, orange


NUDGE: Final = 2.0**-24
"""Weight with which another seat's worth is added to the hunter's own.

It is too small to change the best play. The rise of the result, divided by this weight, is the
other seat's chance.
"""

SAME: Final = 1e-8
"""Change below which a chance counts as stable."""


class Ends:
    """Each seat's chance to win in a round that decides the game.

    All seats still to hunt need the same number of points to tie with the leaders.
    """

    def __init__(self) -> None:
        self._ties: dict[int, Values] = {1: np.ones(1)}
        self._found: dict[tuple[int, int, int], Values] = {}

    def find(self, leaders: int, later: int, points: int) -> Values:
        """Return the chances of the leaders, then those of later seats.

        The arguments are those of `race.find_end`.
        """
        if not later:
            return self._ties[leaders]
        state = leaders, later, points
        if state not in self._found:
            self._found[state] = _hunt(np.array(list(self._list_worths(*state))), leaders)
        return self._found[state]

    def _list_worths(self, leaders: int, later: int, points: int) -> Iterator[Values]:
        """Yield the chances if the next hunter banks 0, 2, 4, ... points."""
        if points > 0:
            missed = np.insert(self.find(leaders, later - 1, points), leaders, 0.0)
            yield from [missed] * (points // 2)
        if points >= 0:
            yield self.find(leaders + 1, later - 1, points)
        beaten = np.zeros(leaders)
        for more in range(points + 2, max(FAR, points + 2) + 1, 2):
            yield np.concatenate([beaten, self.find(1, later - 1, more)])

    def settle(self, seats: int) -> None:
        """Compute the chances in a tie of `seats` seats. Smaller ties must be settled first."""
        tie = np.full(seats, 1 / seats)
        changed = 1.0
        while changed > SAME:
            self._ties[seats] = tie
            for state in [state for state in self._found if sum(state[:2]) == seats]:
                del self._found[state]
            tie = self.find(0, seats, -2)
            changed = abs(tie - self._ties[seats]).max()


def _hunt(worths: Values, hunter: int) -> Values:
    """Return the worth of a turn for each seat, if the hunter plays for his own win.

    Args:
        worths: the worth of 0, 2, 4, ... banked points (rows) for each seat (columns).
        hunter: the index of the seat that plays the turn.
    """
    own = worths[:, hunter]
    best = BestTurn(own).roll(FRESH)
    nudged = (BestTurn(own + NUDGE * seat).roll(FRESH) for seat in worths.T)
    seen = (np.array(list(nudged)) - best) / NUDGE
    seen[hunter] = best
    return seen


def race(held: Sequence[float]) -> Values:
    """Return the chances of `race.find_race`, indexed by `turn`, `own // 2` and `other // 2`.

    Args:
        held: for a lead of 2, 4, 6, ... points, the chance to win if only the other player's turn
            is left.
    """
    chances = np.full((2, TOTALS, TOTALS), 0.5)
    pairs = sorted(np.ndindex(TOTALS, TOTALS), key=sum, reverse=True)
    for first, second in pairs:
        changed = 1.0
        while changed > SAME:
            before = chances[0, first, second]
            later = 1 - chances[1, second, first:]
            reached = held[TOTALS - second - 1 :]
            chances[0, first, second] = BestTurn([*later, *reached]).roll(FRESH)
            later = 1 - chances[0, first, second:]
            chances[1, second, first] = BestTurn([*later, 1.0]).roll(FRESH)
            changed = abs(chances[0, first, second] - before)
    return chances


def main() -> None:
    ends = Ends()
    for seats in range(2, SEATS + 1):
        ends.settle(seats)
    last = [
        ends.find(leaders, later, points)[leaders - 1] if leaders + later <= SEATS else 0.0
        for leaders, later in ENDS
        for points in range(0, FAR + 1, 2)
    ]
    held = [ends.find(1, 1, points)[0] for points in range(2, FAR + 1, 2)]
    values = np.array([*last, *race(held).ravel()], dtype="<f4")
    FILE.write_bytes(values.tobytes())


if __name__ == "__main__":
    main()
