"""The exact odds of an inning: of a roll without a promotion, and of beating a hand."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from engine.ducks.dice import WHITE, Dice, RollDice, promotable
from engine.ducks.hands import evaluate

if TYPE_CHECKING:
    from collections.abc import Mapping

Strength = tuple[int, ...]
"""Of a hand, as in `hands.Hand`."""

_WAYS: Final = tuple(6 ** sum(range(2, left + 2)) for left in range(WHITE + 1))
"""In how many equally likely ways the rolls of so many white dice, one fewer, ... can fall."""


@cache
def count_empty(left: int) -> tuple[int, int]:
    """Return in how many ways so many white dice and the Boss promote nothing, and of how many."""
    return list_chances(left)[()], 6 ** (left + 1)


def chance_to_win(bucket: Dice, left: int, to_beat: Strength, *, wild: bool, bust: bool) -> float:
    """Return the chance to end ahead of a hand if one rolls now and plays on for that alone.

    Args:
        bucket: what is promoted, ascending.
        left: how many white dice are rolled.
        to_beat: the strength of the hand to beat.
        wild: whether ducks are wild.
        bust: whether a roll without a promotion loses the bucket.
    """
    return _count_wins(bucket, left, to_beat, wild, bust) / _WAYS[left]


@cache
def list_chances(left: int) -> Mapping[tuple[Dice, ...], int]:
    """Return what a roll of so many white dice may promote, with the number of ways."""
    ways: Counter[tuple[Dice, ...]] = Counter()
    for fall, count in RollDice(left).outcomes():
        ways[promotable(fall.dice, fall.boss)] += count
    return ways


@lru_cache(1 << 11)
def _count_wins(bucket: Dice, left: int, to_beat: Strength, wild: bool, bust: bool) -> int:  # noqa: FBT001 - a cached key
    """Count the ways, of `_WAYS[left]`, in which the best play ends ahead."""
    if left == 0:
        return 0
    total = 0
    ways_after = _WAYS[left] // 6 ** (left + 1)
    nothing = 0 if bust else _count_wins(bucket, left - 1, to_beat, wild, bust)
    for choices, ways in list_chances(left).items():
        best = nothing
        for dice in choices:
            after = tuple(sorted(bucket + dice))
            rest = left - len(dice)
            if evaluate(after, wild=wild).strength > to_beat:
                best = ways_after
                break
            scale = ways_after // _WAYS[rest]
            best = max(best, scale * _count_wins(after, rest, to_beat, wild, bust))
        total += ways * best
    return total
