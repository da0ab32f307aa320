"""The rolls of nature in Ducks in the Pond, with their odds."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from engine.core import (
    Chance,
    Source,
    roll_dice,
    weigh_rolls,
)
from engine.pond.moves import (
    Roll,
    StartRoll,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class RollDice(Chance[Roll]):
    """Nature rolls `count` dice at once; their order means nothing."""

    count: int

    def sample(self, source: Source) -> Roll:
        """Roll each die; all sides are equally likely."""
        return Roll(roll_dice(self.count, source))

    def outcomes(self) -> Iterator[tuple[Roll, int]]:
        """Yield every roll with its number of ways: 6 ** count in all."""
        return ((Roll(values), ways) for values, ways in weigh_rolls(self.count))


@dataclass(frozen=True, slots=True)
class RollForStart(Chance[StartRoll]):
    """Nature rolls a die for each of the two players (P9)."""

    def sample(self, source: Source) -> StartRoll:
        """Roll for seat 0, then for seat 1."""
        return StartRoll((1 + source.below(6), 1 + source.below(6)))

    def outcomes(self) -> Iterator[tuple[StartRoll, int]]:
        """Yield all 36 pairs, ties included; after a tie nature rolls again."""
        return ((StartRoll(pair), 1) for pair in product(range(1, 7), repeat=2))
