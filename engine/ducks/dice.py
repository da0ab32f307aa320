"""The dice of Ducks in a Bucket, and the promotions that the Boss allows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Final

from engine.core import Chance, Source, roll_dice, weigh_rolls
from engine.ducks.moves import Fall

if TYPE_CHECKING:
    from collections.abc import Iterator

Dice = tuple[int, ...]
"""Values of white dice, ascending; their order on the table means nothing."""

WHITE: Final = 5
"""Number of a player's white dice."""

SIDES: Final = range(1, 7)

THROWS: Final = tuple(
    frozenset(combinations_with_replacement(SIDES, count)) for count in range(WHITE + 1)
)
"""All sorted rolls of white dice, indexed by the number of dice."""


@dataclass(frozen=True, slots=True)
class RollDice(Chance[Fall]):
    """Nature rolls `white` white dice and the Boss."""

    white: int

    def sample(self, source: Source) -> Fall:
        return Fall(roll_dice(self.white, source), 1 + source.below(6))

    def outcomes(self) -> Iterator[tuple[Fall, int]]:
        """Yield every roll with its number of ways: 6 ** (white + 1) in all."""
        for dice, ways in weigh_rolls(self.white):
            for boss in SIDES:
                yield Fall(dice, boss), ways


@cache
def promotable(dice: Dice, boss: int) -> tuple[Dice, ...]:
    """Return every legal promotion (ruling D1), smallest first.

    A promotion is any number of dice equal to the Boss, or two or more dice whose sum is the Boss.
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
