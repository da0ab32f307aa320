"""How nature rolls in Ducks in the Pond, and how likely each roll is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import TYPE_CHECKING

from engine.core import Chance, Source
from engine.pond.moves import Roll, StartRoll

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class RollDice(Chance[Roll]):
    """So many dice at once; only which values show matters, so the weights are multinomial."""

    count: int

    def sample(self, source: Source) -> Roll:
        """Roll every die by itself."""
        return Roll(tuple(sorted([1 + source.below(6) for _ in range(self.count)])))

    def outcomes(self) -> Iterator[tuple[Roll, int]]:
        """Every multiset of values, weighted by the number of its orders: 6 ** count in all."""
        orders = factorial(self.count)
        for values in combinations_with_replacement(range(1, 7), self.count):
            yield Roll(values), orders // prod(map(factorial, Counter(values).values()))


@dataclass(frozen=True, slots=True)
class RollForStart(Chance[StartRoll]):
    """A die for each of the two players (P9)."""

    def sample(self, source: Source) -> StartRoll:
        """Seat 0 rolls first."""
        return StartRoll((1 + source.below(6), 1 + source.below(6)))

    def outcomes(self) -> Iterator[tuple[StartRoll, int]]:
        """All 36 pairs, ties among them: those are rolled again in a step of their own."""
        return ((StartRoll(pair), 1) for pair in product(range(1, 7), repeat=2))
