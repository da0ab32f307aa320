"""The worth of a bucket: ranks of hands, kickers, and wild ducks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final

from engine.ducks.dice import SIDES

if TYPE_CHECKING:
    from engine.ducks.dice import Dice

DUCK: Final = 2

RANKS: Final = (
    "no pair",
    "one pair",
    "two pair",
    "three of a kind",
    "full house",
    "straight",
    "four of a kind",
    "five of a kind",
)
"""Hand ranks, worst first (ruling D6)."""

_SHAPES: Final[dict[Dice, str]] = {
    (2,): "one pair",
    (2, 2): "two pair",
    (3,): "three of a kind",
    (3, 2): "full house",
    (4,): "four of a kind",
    (5,): "five of a kind",
}

_STRAIGHTS: Final = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))


@dataclass(frozen=True, slots=True)
class Hand:
    """A bucket as a hand.

    Attributes:
        dice: the dice in the bucket, ascending.
        ducks: the values for which its wild 2s stand, highest first; empty if ducks are not wild.
        rank: one of `RANKS`.
        values: the values, wild ducks included, in the order in which hands are compared: sets
            before kickers, and a straight from its highest value down.
        strength: higher for a better hand; equal only for equal values.
    """

    dice: Dice
    ducks: Dice
    rank: str
    values: Dice
    strength: tuple[int, ...]


@cache
def evaluate(bucket: Dice, *, wild: bool) -> Hand:
    """Return the best hand of a bucket of one to five dice, ascending (rulings D5 and D6)."""
    ducks = bucket.count(DUCK) if wild else 0
    rest = tuple(value for value in bucket if not (wild and value == DUCK))
    became = combinations_with_replacement(SIDES, ducks)
    return max(
        (_make_hand(bucket, rest, ranks) for ranks in became), key=lambda hand: hand.strength
    )


def _make_hand(bucket: Dice, rest: Dice, ducks: Dice) -> Hand:
    """Return the hand in which the wild ducks have the values `ducks`."""
    values = tuple(sorted((*rest, *ducks)))
    counted = sorted(Counter(values).items(), key=lambda pair: (pair[1], pair[0]), reverse=True)
    shape = tuple(count for _, count in counted if count > 1)
    rank = "straight" if values in _STRAIGHTS else _SHAPES.get(shape, "no pair")
    ordered = tuple(value for value, count in counted for _ in range(count))
    strength = (RANKS.index(rank), *ordered)
    return Hand(bucket, ducks[::-1], rank, ordered, strength)
