"""The exact odds in an inning: that a roll allows no promotion, and that a player beats a hand.

They are counted over all rolls.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from engine.ducks.dice import WHITE, RollDice, promotable
from engine.ducks.hands import evaluate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.ducks.dice import Dice

Strength = tuple[int, ...]
"""The strength of a hand, as in `Hand`."""

_WAYS: Final = tuple(6 ** sum(range(2, left + 2)) for left in range(WHITE + 1))
"""Number of equally likely series of rolls: n white dice and the Boss, then n - 1 and the Boss,
down to 1 and the Boss. Indexed by n."""


@cache
def count_empty(left: int) -> tuple[int, int]:
    """Return the number of rolls that allow no promotion, and the number of all rolls."""
    return list_chances(left)[()], 6 ** (left + 1)


def chance_to_win(bucket: Dice, left: int, to_beat: Strength, *, wild: bool, bust: bool) -> float:
    """Return the chance to beat a hand, for a player who rolls now and only tries to beat it.

    Args:
        bucket: the promoted dice, ascending.
        left: white dice to roll.
        to_beat: the strength of the hand to beat.
        wild: whether ducks are wild.
        bust: whether a player who promotes nothing loses the bucket.
    """
    return _count_wins(bucket, left, to_beat, wild, bust) / _WAYS[left]


@cache
def list_chances(left: int) -> Mapping[tuple[Dice, ...], int]:
    """Map each set of promotions to the number of rolls that allow exactly this set."""
    ways: Counter[tuple[Dice, ...]] = Counter()
    for fall, count in RollDice(left).outcomes():
        ways[promotable(fall.dice, fall.boss)] += count
    return ways


@lru_cache(1 << 11)
def _count_wins(bucket: Dice, left: int, to_beat: Strength, wild: bool, bust: bool) -> int:  # noqa: FBT001 - keys of the cache
    """Count the ways, out of `_WAYS[left]`, in which the best play beats the hand."""
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
