"""One turn of Trophy Buck played as well as can be, for any worth of the points that it banks.

A heap of dice is a number here, so that heaps are added like numbers; see `number`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from math import comb, inf, prod
from operator import mul
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.trophy.dice import FULL_BAG, KINDS, STARTLES_TO_END, TALLIES, subtract, worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.trophy.dice import Counts

_RADIX: Final = tuple(kind.dice + 1 for kind in KINDS)
_STEPS: Final = (1, _RADIX[0], _RADIX[0] * _RADIX[1], _RADIX[0] * _RADIX[1] * _RADIX[2])


def number(counts: Counts) -> int:
    """Return the number of a heap of dice; that of two heaps together is the sum."""
    return sum(n * step for n, step in zip(counts, _STEPS, strict=True))


def _counts(heap: int) -> Counts:
    """Return the dice of a heap by colour."""
    brown, white, green, orange = (
        heap // step % radix for step, radix in zip(_STEPS, _RADIX, strict=True)
    )
    return brown, white, green, orange


_FULL: Final = number(FULL_BAG)
_SIZE: Final = tuple(sum(_counts(heap)) for heap in range(_FULL + 1))
_WORTH: Final = tuple(worth(_counts(heap)) for heap in range(_FULL + 1))


Hunter = int
"""A turn between two rolls, as one number: Points + 256 Startles + 65,536 Tracks (heaps of dice),
and above them the noted points. So what a roll brings is added to what stays.
"""

_BYTE: Final = 255
_NOTED: Final = 1 << 24


def make_hunter(points: Counts, startles: Counts, tracks: Counts, noted: int) -> Hunter:
    """Return a turn between two rolls."""
    heaps = number(points), number(startles), number(tracks)
    return heaps[0] | heaps[1] << 8 | heaps[2] << 16 | noted * _NOTED


FRESH: Final[Hunter] = 0
"""A turn before its first roll."""


def score_of(now: Hunter) -> int:
    """Return what is banked by stopping now."""
    return now // _NOTED + _WORTH[now & _BYTE]


class _Rolls(NamedTuple):
    """What a roll can bring.

    Attributes:
        kept: the turn without its Tracks, at a new stand where the bag is too empty (T3).
        ending: the chance that it ends the turn.
        others: every other chance, with what it adds to `kept`.
    """

    kept: Hunter
    ending: float
    others: tuple[tuple[float, int], ...]


def _list_rolls(now: Hunter) -> _Rolls:
    """Return what the next roll can bring."""
    points, startles, tracks = now & _BYTE, now >> 8 & _BYTE, now >> 16 & _BYTE
    kept, bag = now - (tracks << 16), _FULL - points - startles - tracks
    if _SIZE[bag] < 3 - _SIZE[tracks]:
        bag += points
        kept += _WORTH[points] * _NOTED - points
    return _Rolls(kept, *_weigh_rolls(bag, tracks, STARTLES_TO_END - _SIZE[startles]))


@cache
def _weigh_rolls(bag: int, tracks: int, left: int) -> tuple[float, tuple[tuple[float, int], ...]]:
    """Return the chance that `left` Startles fall, and every other chance."""
    others: list[tuple[float, int]] = []
    kept, held, ending = _counts(tracks), _counts(bag), 0.0
    draws = comb(_SIZE[bag], 3 - _SIZE[tracks])
    for dice, rolls in _ROLLS.items():
        drawn = subtract(dice, kept)
        if min(drawn) < 0:
            continue
        chance = prod(map(comb, held, drawn)) / draws / 6**3
        if chance:
            ending += chance * sum(ways for ways, startles, _ in rolls if startles >= left)
            others += [(chance * ways, added) for ways, startles, added in rolls if startles < left]
    return ending, tuple(others)


def _list_by_colours() -> dict[Counts, list[tuple[int, int, int]]]:
    """Return by the colours of three dice what they show: ways, Startles, and what that adds."""
    found: dict[Counts, list[tuple[int, int, int]]] = {}
    for tally in TALLIES.values():
        added = make_hunter(tally.points, tally.startles, tally.tracks, 0)
        found.setdefault(tally.dice, []).append((tally.ways, sum(tally.startles), added))
    return found


_ROLLS: Final = _list_by_colours()


GAINS: Final = (
    (
        0.977, 0.910, 0.819, 0.705, 0.599, 0.507, 0.419, 0.344, 0.271, 0.210, 0.162, 0.126,
        0.098, 0.075, 0.057, 0.044, 0.033, 0.025, 0.019, 0.014, 0.011, 0.008, 0.006, 0.005,
        0.004, 0.003, 0.002, 0.002, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001,
    ),
    (
        0.898, 0.801, 0.633, 0.513, 0.402, 0.313, 0.245, 0.186, 0.141, 0.106, 0.077, 0.056,
        0.043, 0.031, 0.023, 0.017, 0.013, 0.009, 0.007, 0.005, 0.004, 0.003, 0.002, 0.002,
        0.002, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001,
    ),
    (
        0.563, 0.487, 0.361, 0.239, 0.172, 0.122, 0.089, 0.061, 0.045, 0.030, 0.022, 0.015,
        0.011, 0.008, 0.006, 0.004, 0.003, 0.003, 0.002, 0.002, 0.001, 0.001, 0.001, 0.001,
        0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001,
    ),
)  # fmt: skip
"""More than the chance to bank 2, 4, ... points beyond those of now, with no, one and two Startles.

It is the best chance in any turn of at most 68 points, rounded up.
"""


class BestTurn:
    """The best play of a turn that banks points of a given worth.

    Args:
        worths: of 0, 2, 4, ... points when the turn ends with them. Whoever has as many as the
            last one stops: more would be worth no more.
    """

    def __init__(self, worths: Sequence[float]) -> None:
        self._worths = tuple(worths)
        self._rolled: dict[Hunter, float] = {}
        self._landed: dict[Hunter, float] = {}
        self._hopes = [_hope(self._worths, gains) for gains in GAINS]

    def stop(self, now: Hunter) -> float:
        """Return what it is worth to stop."""
        return self._worths[min(score_of(now) // 2, len(self._worths) - 1)]

    def roll(self, now: Hunter) -> float:
        """Return what it is worth to roll, and to go on as is best."""
        found = self._rolled.get(now)
        if found is not None:
            return found
        (kept, ending, others), landed = _list_rolls(now), self._landed
        total, again = ending * self._worths[0], 0.0
        for chance, added in others:
            after = kept + added
            if after == now and score_of(now) // 2 < len(self._worths) - 1:
                again = chance
                continue
            worth = landed.get(after)
            if worth is None:
                worth = landed[after] = self._land(after)
            total += chance * worth
        # Three Tracks can all be Tracks again: then the same choice comes back.
        self._rolled[now] = max(total / (1 - again), total + again * self.stop(now))
        return self._rolled[now]

    def _land(self, now: Hunter) -> float:
        """Return what it is worth to have rolled: then one stops or rolls on."""
        half = score_of(now) // 2
        if half >= len(self._worths) - 1:
            return self._worths[-1]
        stop = self._worths[half]
        return stop if self._is_enough(now, stop, half) else max(stop, self.roll(now))

    def _is_enough(self, now: Hunter, stop: float, half: int) -> bool:
        """Return whether it is certain without a search that it is best to stop."""
        hope = self._hopes[_SIZE[now >> 8 & _BYTE]][half]
        return hope <= (stop - self._worths[0]) * _list_rolls(now).ending

    def count_missing(self, now: Hunter) -> int:
        """Return how many more points it takes until it is worth anything to stop."""
        first = next(half for half, worth in enumerate(self._worths) if worth)
        return max(2 * first - score_of(now), 0)

    def goes_on(self, now: Hunter) -> bool:
        """Return whether it is better to roll than to stop.

        Where to stop is worth nothing, no search is needed, as long as it may be.
        """
        if score_of(now) // 2 >= len(self._worths) - 1:
            return False
        return not self.stop(now) or self.roll(now) > self.stop(now)


def _hope(worths: Sequence[float], gains: Sequence[float]) -> list[float]:
    """Return for 0, 2, 4, ... points how much a roll can add to what they are worth, or more."""
    if len(worths) > len(gains) + 1:
        return [inf] * len(worths)
    rises = [more - less for less, more in pairwise(worths)]
    return [sum(map(mul, rises[half:], gains)) for half in range(len(worths))]


POINTS: Final = tuple(map(float, range(0, 48, 2)))
"""Worths of who wants the most points of this turn; with 46 he stops."""


@lru_cache(maxsize=8)
def best_turn(worths: tuple[float, ...]) -> BestTurn:
    """Return the best play for these worths, which are the same for all choices of a turn."""
    return BestTurn(worths)
