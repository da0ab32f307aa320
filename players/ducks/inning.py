"""Innings of Ducks in a Bucket played as well as can be, for any worth of the hands they make."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.ducks import evaluate
from engine.ducks.inning import THROWS, Dice, list_chances

GOOSE_EGG: Final = 0
"""The grade of a lost bucket."""

Spot = tuple[Dice, int]
"""A bucket, and how many white dice are left to roll."""

Values = NDArray[np.float64]
Places = NDArray[np.intp]

_BUCKETS: Final = tuple(sorted(thrown) for thrown in THROWS)
_PLACES: Final = tuple({dice: place for place, dice in enumerate(some)} for some in _BUCKETS)
"""Buckets by their size, and where each of them stands there."""


@cache
def grade_hands(*, wild: bool) -> dict[Dice, int]:
    """Return the grade of every bucket: a better hand has a higher one, from 1 on."""
    buckets = [dice for thrown in THROWS[1:] for dice in thrown]
    strengths = {dice: evaluate(dice, wild=wild).strength for dice in buckets}
    grades = {strength: 1 + i for i, strength in enumerate(sorted(set(strengths.values())))}
    return {dice: grades[strength] for dice, strength in strengths.items()}


@cache
def count_grades(*, wild: bool) -> int:
    """Return how many grades there are, that of the goose egg included."""
    return 1 + max(grade_hands(wild=wild).values())


@cache
def _list_falls(left: int) -> tuple[tuple[float, tuple[Dice, ...]], ...]:
    """Return what a roll may promote, with the chance; rolls that promote nothing are one."""
    return tuple((ways / 6 ** (left + 1), dice) for dice, ways in list_chances(left).items())


@cache
def _grade_buckets(size: int, *, wild: bool) -> Places:
    """Return the grades of the buckets of a size."""
    grades = grade_hands(wild=wild)
    return np.array([grades[bucket] for bucket in _BUCKETS[size]])


@cache
def _fill(size: int, dice: Dice) -> Places:
    """Return the places of the buckets of a size after some dice are promoted into them."""
    places = _PLACES[size + len(dice)]
    return np.array([places[tuple(sorted((*bucket, *dice)))] for bucket in _BUCKETS[size]])


class Marks:
    """What tells many innings apart that are played against hands: they are numbered by grades.

    Whoever has a bucket can still make a few hands only, and innings between two of these are the
    same to him. So a bucket has values for its marks alone: each is that of all grades up to the
    next mark.

    Args:
        wild: whether ducks are wild.
        more: marks of every bucket, beside the hands that can be made of it; None where innings
            are played against no hand. Then there is one mark.
    """

    def __init__(self, *, wild: bool, more: tuple[int, ...] | None) -> None:
        self._wild = wild
        self._more = more
        self._found: dict[tuple[int, int], tuple[Places, Places]] = {}
        self._followed: dict[tuple[int, int, Dice], tuple[Places, Places]] = {}

    def find(self, size: int, left: int) -> tuple[Places, Places]:
        """Return the marks of buckets of a size with so many dice left, and where grades belong.

        The marks are grades, ascending, with 0 behind them where another bucket has more of them.
        The other array says for each bucket and grade at which of the marks to look.
        """
        if (size, left) not in self._found:
            is_mark = self._look(size, left)
            places = is_mark.cumsum(axis=1) - 1
            grades = np.zeros((len(places), int(places.max()) + 1), dtype=np.intp)
            buckets, marks = np.nonzero(is_mark)
            grades[buckets, places[buckets, marks]] = marks
            self._found[size, left] = grades, places
        return self._found[size, left]

    def _look(self, size: int, left: int) -> NDArray[np.bool]:
        """Return for each bucket of a size and each grade whether that is a mark."""
        buckets, wild = np.arange(len(_BUCKETS[size])), self._wild
        if self._more is None:
            return np.ones((len(buckets), 1), dtype=np.bool)
        is_mark = np.zeros((len(buckets), count_grades(wild=wild)), dtype=np.bool)
        is_mark[:, (GOOSE_EGG, GOOSE_EGG + 1, *self._more)] = True
        for dice in chain(*THROWS[0 if size else 1 : left + 1]):
            made = _grade_buckets(size + len(dice), wild=wild)[_fill(size, dice)]
            is_mark[buckets, made] = True
        return is_mark

    def follow(self, size: int, left: int, dice: Dice) -> tuple[Places, Places]:
        """Return where values stand after a promotion: by bucket and mark, for those before it.

        Without any dice, one of those that are left is gone.
        """
        if (size, left, dice) not in self._followed:
            buckets, (grades, _) = _fill(size, dice)[:, None], self.find(size, left)
            _, places = self.find(size + len(dice), left - max(len(dice), 1))
            self._followed[size, left, dice] = buckets, places[buckets, grades]
        return self._followed[size, left, dice]


@lru_cache(maxsize=8)
def find_marks(*, wild: bool, more: tuple[int, ...] | None = None) -> Marks:
    """Return the marks of all buckets."""
    return Marks(wild=wild, more=more)


class BestInning:
    """The best play of innings that differ in what hands are worth.

    All buckets of a size and all innings are looked at together. What is returned is by the hand
    that they are played against, and by the inning.

    Args:
        worths: by the grade of the hand that is made, by that of the hand that it is played against
            (0 alone where there is none), and by the number of the inning.
        marks: what tells the hands apart that it is played against.
        wild: whether ducks are wild.
        bust: whether a roll without a promotion loses the bucket.
    """

    def __init__(self, worths: Values, marks: Marks, *, wild: bool, bust: bool) -> None:
        self._worths = worths
        self._marks = marks
        self._wild = wild
        self._bust = bust
        self._rolled: dict[tuple[int, int], Values] = {}
        self._reached: dict[tuple[int, int], Values] = {}

    @property
    def lost(self) -> Values:
        """What it is worth to lose the bucket."""
        return self._worths[GOOSE_EGG]

    def stop(self, bucket: Dice) -> Values:
        """Return what it is worth to keep a bucket."""
        return self._worths[grade_hands(wild=self._wild)[bucket]]

    def promote(self, spot: Spot) -> Values:
        """Return what it is worth to have promoted: then one stops or rolls on."""
        return self._pick(self._promote(*_measure(spot)), spot)

    def roll(self, spot: Spot) -> Values:
        """Return what it is worth to roll."""
        return self._pick(self._roll(*_measure(spot)), spot)

    def give_up(self, spot: Spot) -> Values:
        """Return what it is worth to promote nothing after a roll (rulings D2, D3 and D9)."""
        bucket, left = spot
        return self.lost if self._is_lost(left) else self.roll((bucket, left - 1))

    def _is_lost(self, left: int) -> bool:
        """Return whether to promote nothing loses the bucket."""
        return self._bust or left == 1

    def _pick(self, values: Values, spot: Spot) -> Values:
        """Return the values of one bucket, by the hand that it is played against and the inning."""
        size, left = _measure(spot)
        _, places = self._marks.find(size, left)
        place = _PLACES[size][spot[0]]
        return values[place][places[place]]

    def _promote(self, size: int, left: int) -> Values:
        """Return what it is worth to have promoted, by bucket of a size, mark and inning."""
        if (size, left) not in self._reached:
            grades, _ = self._marks.find(size, left)
            stop = self._worths[_grade_buckets(size, wild=self._wild)[:, None], grades]
            self._reached[size, left] = np.maximum(stop, self._roll(size, left)) if left else stop
        return self._reached[size, left]

    def _roll(self, size: int, left: int) -> Values:
        """Return what it is worth to roll, by bucket of a size, mark and inning."""
        if (size, left) not in self._rolled:
            after: dict[Dice, Values] = {}
            nothing = self._give_up(size, left)
            total, spare = np.zeros_like(nothing), np.empty_like(nothing)
            for chance, choices in _list_falls(left):
                best = nothing
                for dice in choices:
                    if dice not in after:
                        reached = self._promote(size + len(dice), left - len(dice))
                        after[dice] = reached[self._marks.follow(size, left, dice)]
                    best = np.maximum(best, after[dice], out=spare)
                total += np.multiply(chance, best, out=spare)
            self._rolled[size, left] = total
        return self._rolled[size, left]

    def _give_up(self, size: int, left: int) -> Values:
        """Return what it is worth to promote nothing, by bucket of a size, mark and inning."""
        if self._is_lost(left):
            grades, _ = self._marks.find(size, left)
            return self.lost[grades]
        return self._roll(size, left - 1)[self._marks.follow(size, left, ())]


def _measure(spot: Spot) -> tuple[int, int]:
    """Return how large a bucket is, and how many dice are left."""
    bucket, left = spot
    return len(bucket), left
