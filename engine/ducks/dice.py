"""The dice of Ducks in a Bucket: how they fall, and what the Boss lets a player promote."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Final

from engine.core import Chance, Source
from engine.ducks.moves import Fall
from engine.tuples import roll_dice, weigh_rolls

if TYPE_CHECKING:
    from collections.abc import Iterator

Dice = tuple[int, ...]
"""Values of white dice, ascending: the order of dice means nothing."""

WHITE: Final = 5
"""How many white dice there are."""

SIDES: Final = range(1, 7)

THROWS: Final = tuple(
    frozenset(combinations_with_replacement(SIDES, count)) for count in range(WHITE + 1)
)
"""What each number of white dice can show; the index is the number."""


@dataclass(frozen=True, slots=True)
class RollDice(Chance[Fall]):
    """Nature rolls so many white dice and the Boss."""

    white: int

    def sample(self, source: Source) -> Fall:
        """Roll the white dice, then the Boss."""
        return Fall(roll_dice(self.white, source), 1 + source.below(6))

    def outcomes(self) -> Iterator[tuple[Fall, int]]:
        """Yield all that they can show, with the number of ways: 6 ** (white + 1) in all."""
        for dice, ways in weigh_rolls(self.white):
            for boss in SIDES:
                yield Fall(dice, boss), ways


@cache
def promotable(dice: Dice, boss: int) -> tuple[Dice, ...]:
    """Return every choice of dice that may be promoted (ruling D1), the smallest first.

    These are any number of dice equal to the Boss, or two or more dice that add up to it.
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
