"""One inning of Ducks in a Bucket played as well as can be, for any worth of the hand it makes."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from operator import itemgetter, mul
from typing import Final

from engine.ducks import evaluate, promotable
from engine.ducks.dice import THROWS, WHITE, Dice, RollDice

GOOSE_EGG: Final = 0
"""The grade of a lost bucket."""

Spot = tuple[Dice, int]
"""A bucket, and how many white dice are left to roll."""

Values = tuple[float, ...]
"""What a spot is worth, for each of its marks."""

Stretch = Callable[[Sequence[float]], Values]
"""Picks values by their places."""


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
    ways: Counter[tuple[Dice, ...]] = Counter()
    for fall, count in RollDice(left).outcomes():
        ways[promotable(fall.dice, fall.boss)] += count
    return tuple((count / 6 ** (left + 1), choices) for choices, count in ways.items())


@cache
def _list_ways(spot: Spot) -> tuple[tuple[float, tuple[Spot, ...]], ...]:
    """Return for each roll its chance, and where its promotions lead."""
    bucket, left = spot
    return tuple(
        (
            chance,
            tuple((tuple(sorted((*bucket, *dice))), left - len(dice)) for dice in choices),
        )
        for chance, choices in _list_falls(left)
    )


class BestInning:
    """The best play of an inning.

    Args:
        worths: of each grade.
        wild: whether ducks are wild.
        bust: whether a roll without a promotion loses the bucket.
    """

    def __init__(self, worths: Sequence[float], *, wild: bool, bust: bool) -> None:
        self._worths = worths
        self._grades = grade_hands(wild=wild)
        self._bust = bust
        self._rolled: dict[Spot, float] = {}
        self._reached: dict[Spot, float] = {}

    @property
    def lost(self) -> float:
        """What it is worth to lose the bucket."""
        return self._worths[GOOSE_EGG]

    def stop(self, bucket: Dice) -> float:
        """Return what it is worth to keep a bucket."""
        return self._worths[self._grades[bucket]]

    def promote(self, spot: Spot) -> float:
        """Return what it is worth to have promoted: then one stops or rolls on."""
        found = self._reached.get(spot)
        if found is None:
            bucket, left = spot
            found = self.stop(bucket)
            if left:
                found = max(found, self.roll(spot))
            self._reached[spot] = found
        return found

    def roll(self, spot: Spot) -> float:
        """Return what it is worth to roll."""
        found = self._rolled.get(spot)
        if found is None:
            nothing, reached, total = self.give_up(spot), self._reached, 0.0
            for chance, after in _list_ways(spot):
                best = nothing
                for each in after:
                    worth = reached.get(each)
                    if worth is None:
                        worth = self.promote(each)
                    best = max(best, worth)
                total += chance * best
            found = self._rolled[spot] = total
        return found

    def give_up(self, spot: Spot) -> float:
        """Return what it is worth to promote nothing after a roll (rulings D2, D3 and D9)."""
        bucket, left = spot
        if self._bust or left == 1:
            return self._worths[GOOSE_EGG]
        return self.roll((bucket, left - 1))


class Marks:
    """What tells many innings apart at each spot, where their worths differ by one threshold.

    The innings are numbered by grades: that of a grade is played against such a hand. Whoever is
    at a spot can still make a few hands only, and innings between two of these are the same to
    him. So a spot has values for its marks alone: each is that of all grades up to the next mark.

    Args:
        wild: whether ducks are wild.
        more: marks of every spot, beside the hands that can be made there.
    """

    def __init__(self, *, wild: bool, more: tuple[int, ...]) -> None:
        self._grades = grade_hands(wild=wild)
        self._more = (GOOSE_EGG, GOOSE_EGG + 1, *more)
        self._marks: dict[Spot, tuple[int, ...]] = {}
        self._stretched: dict[tuple[Spot, Spot], Stretch] = {}
        self._picked: dict[Spot, Stretch] = {}

    def list_marks(self, spot: Spot) -> tuple[int, ...]:
        """Return the marks of a spot, ascending."""
        if spot not in self._marks:
            bucket, left = spot
            made = {tuple(sorted((*bucket, *dice))) for n in range(left + 1) for dice in THROWS[n]}
            grades = {self._grades[dice] for dice in made if dice}
            self._marks[spot] = tuple(sorted({*self._more, *grades}))
        return self._marks[spot]

    def pick(self, spot: Spot) -> Stretch:
        """Return what takes the values of a spot's marks from those of all grades."""
        if spot not in self._picked:
            self._picked[spot] = itemgetter(*self.list_marks(spot))
        return self._picked[spot]

    def stretch(self, later: Spot, spot: Spot) -> Stretch:
        """Return what makes values for the marks of a spot of those for a later spot's marks."""
        key = later, spot
        if key not in self._stretched:
            marks = self.list_marks(later)
            where = (bisect_right(marks, mark) - 1 for mark in self.list_marks(spot))
            self._stretched[key] = itemgetter(*where)
        return self._stretched[key]


@lru_cache(maxsize=8)
def find_marks(*, wild: bool, more: tuple[int, ...] = ()) -> Marks:
    """Return the marks of all spots; those without `more` serve every round but the last."""
    return Marks(wild=wild, more=more)


class ManyInnings:
    """The best play of an inning against each hand: an inning takes a fiftieth of the time so.

    Args:
        worths: for each grade a list with one worth for each hand that is played against.
        marks: what tells the innings apart.
        wild: whether ducks are wild.
        bust: whether a roll without a promotion loses the bucket.
    """

    def __init__(
        self, worths: Sequence[list[float]], marks: Marks, *, wild: bool, bust: bool
    ) -> None:
        self._worths = worths
        self._marks = marks
        self._grades = grade_hands(wild=wild)
        self._bust = bust
        self._rolled: dict[Spot, Values] = {}
        self._reached: dict[Spot, Values] = {}

    def roll(self, spot: Spot = ((), WHITE)) -> Values:
        """Return what it is worth to roll, for each mark: for the first roll that is each grade."""
        if spot not in self._rolled:
            nothing, stretched = self._give_up(spot), dict[Spot, Values]()
            best: list[Values] = []
            for _, after in _list_ways(spot):
                most = nothing
                for each in after:
                    if each not in stretched:
                        stretched[each] = self._marks.stretch(each, spot)(self._promote(each))
                    most = _maximum(most, stretched[each])
                best.append(most)
            chances = [chance for chance, _ in _list_ways(spot)]
            columns = zip(*best, strict=True)
            self._rolled[spot] = tuple(sum(map(mul, chances, column)) for column in columns)
        return self._rolled[spot]

    def _promote(self, spot: Spot) -> Values:
        """Return what it is worth to have promoted."""
        if spot not in self._reached:
            bucket, left = spot
            stop = self._marks.pick(spot)(self._worths[self._grades[bucket]])
            self._reached[spot] = _maximum(stop, self.roll(spot)) if left else stop
        return self._reached[spot]

    def _give_up(self, spot: Spot) -> Values:
        """Return what it is worth to promote nothing."""
        bucket, left = spot
        if self._bust or left == 1:
            return self._marks.pick(spot)(self._worths[GOOSE_EGG])
        fewer = (bucket, left - 1)
        return self._marks.stretch(fewer, spot)(self.roll(fewer))


def _maximum(one: Values, other: Values) -> Values:
    """Return the greater value of each pair."""
    return tuple([a if a > b else b for a, b in zip(one, other, strict=True)])
