"""The dice of Ducks in a Bucket: how they fall, and what the Boss lets a player promote."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING, Final

from engine.core import Chance, Source
from engine.ducks.moves import Fall

if TYPE_CHECKING:
    from collections.abc import Iterator

Dice = tuple[int, ...]
"""Values of white dice, ascending: dice of the same value are interchangeable."""

WHITE: Final = 5
"""How many white dice there are."""

SIDES: Final = range(1, 7)

THROWS: Final = tuple(
    frozenset(combinations_with_replacement(SIDES, count)) for count in range(WHITE + 1)
)
"""By a number of white dice, all that they can show."""


@dataclass(frozen=True, slots=True)
class RollDice(Chance[Fall]):
    """So many white dice and the Boss, rolled at once."""

    white: int

    def sample(self, source: Source) -> Fall:
        """Every die on each side equally likely: the white ones, then the Boss."""
        dice = sorted([1 + source.below(6) for _ in range(self.white)])
        return Fall(tuple(dice), 1 + source.below(6))

    def outcomes(self) -> Iterator[tuple[Fall, int]]:
        """Every multiset with every Boss, by its number of orders: 6 ** (white + 1) in all."""
        for dice in combinations_with_replacement(SIDES, self.white):
            orders = factorial(self.white) // prod(map(factorial, Counter(dice).values()))
            for boss in SIDES:
                yield Fall(dice, boss), orders


@cache
def promotable(dice: Dice, boss: int) -> tuple[Dice, ...]:
    """Every multiset of dice that may be promoted (ruling D1), smallest sets first.

    That is any number of dice equal to the Boss, or two or more dice that add up to it.
    """
    matching = [(boss,) * count for count in range(1, dice.count(boss) + 1)]
    lower = [value for value in dice if value < boss]
    adding = {
        some
        for size in range(2, len(lower) + 1)
        for some in combinations(lower, size)
        if sum(some) == boss
    }
    return (*matching, *sorted(adding, key=lambda some: (len(some), some)))


def without(dice: Dice, some: Dice) -> Dice:
    """The dice that stay when `some` of them go."""
    left = list(dice)
    for value in some:
        left.remove(value)
    return tuple(left)
