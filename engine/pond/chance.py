"""How nature rolls in Ducks in the Pond, and how likely each roll is."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from engine.core import Chance, Source
from engine.pond.moves import Roll, StartRoll
from engine.tuples import roll_dice, weigh_rolls

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class RollDice(Chance[Roll]):
    """Nature rolls so many dice at once; their order means nothing."""

    count: int

    def sample(self, source: Source) -> Roll:
        """Roll each die on any side, equally likely."""
        return Roll(roll_dice(self.count, source))

    def outcomes(self) -> Iterator[tuple[Roll, int]]:
        """Yield all that the dice can show, with the number of ways: 6 ** count in all."""
        return ((Roll(values), ways) for values, ways in weigh_rolls(self.count))


@dataclass(frozen=True, slots=True)
class RollForStart(Chance[StartRoll]):
    """Nature rolls a die for each of the two players (P9)."""

    def sample(self, source: Source) -> StartRoll:
        """Roll for seat 0, then for seat 1."""
        return StartRoll((1 + source.below(6), 1 + source.below(6)))

    def outcomes(self) -> Iterator[tuple[StartRoll, int]]:
        """Yield all 36 pairs, ties too: a tie is a move, and nature rolls again."""
        return ((StartRoll(pair), 1) for pair in product(range(1, 7), repeat=2))
