"""One inning of Ducks in a Bucket played as well as can be, for any worth of the hand it makes."""

from __future__ import annotations

from collections import Counter
from functools import cache
from operator import mul
from typing import TYPE_CHECKING, Final

from engine.ducks import evaluate, promotable
from engine.ducks.dice import THROWS, WHITE, Dice, RollDice

if TYPE_CHECKING:
    from collections.abc import Sequence

GOOSE_EGG: Final = 0
"""The grade of a lost bucket."""

Spot = tuple[Dice, int]
"""A bucket, and how many white dice are left to roll."""


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


class ManyInnings:
    """The best play of an inning for many worths at once; as many innings take a tenth of the time.

    Args:
        worths: for each grade a list with one worth for each inning.
        wild: whether ducks are wild.
        bust: whether a roll without a promotion loses the bucket.
    """

    def __init__(self, worths: Sequence[list[float]], *, wild: bool, bust: bool) -> None:
        self._worths = worths
        self._grades = grade_hands(wild=wild)
        self._bust = bust
        self._rolled: dict[Spot, list[float]] = {}
        self._reached: dict[Spot, list[float]] = {}

    def roll(self, spot: Spot = ((), WHITE)) -> list[float]:
        """Return what it is worth to roll, for each inning."""
        if spot not in self._rolled:
            nothing = self._give_up(spot)
            chances = [chance for chance, _ in _list_ways(spot)]
            best = [self._choose(nothing, after) for _, after in _list_ways(spot)]
            columns = zip(*best, strict=True)
            self._rolled[spot] = [sum(map(mul, chances, column)) for column in columns]
        return self._rolled[spot]

    def _choose(self, nothing: list[float], after: tuple[Spot, ...]) -> list[float]:
        """Return what the best choice after a roll is worth."""
        return list(map(max, nothing, *map(self._promote, after))) if after else nothing

    def _promote(self, spot: Spot) -> list[float]:
        """Return what it is worth to have promoted."""
        if spot not in self._reached:
            bucket, left = spot
            stop = self._worths[self._grades[bucket]]
            self._reached[spot] = list(map(max, stop, self.roll(spot))) if left else stop
        return self._reached[spot]

    def _give_up(self, spot: Spot) -> list[float]:
        """Return what it is worth to promote nothing."""
        bucket, left = spot
        if self._bust or left == 1:
            return self._worths[GOOSE_EGG]
        return self.roll((bucket, left - 1))
