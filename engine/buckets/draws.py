"""Nature's draws of cards: hands and single cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.buckets.cards import (
    HAND,
    Cards,
    draw_cards,
    weigh_hands,
)
from engine.buckets.moves import Deal, Drawn
from engine.core import (
    Chance,
    Seat,
    Source,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class DealHand(Chance[Deal]):
    """Nature deals the hand of one seat."""

    seat: Seat
    pile: Cards = field(repr=False)
    size: int = HAND

    def sample(self, source: Source) -> Deal:
        """Draw cards from the pile; each of its cards is equally likely."""
        return Deal(self.seat, draw_cards(list(self.pile), self.size, source))

    def outcomes(self) -> Iterator[tuple[Deal, int]]:
        """Yield every distinct hand, with the number of ways to deal it."""
        return ((Deal(self.seat, cards), ways) for cards, ways in weigh_hands(self.pile, self.size))


@dataclass(frozen=True, slots=True)
class DrawCard(Chance[Drawn]):
    """Nature draws one card for one seat."""

    seat: Seat
    pile: Cards = field(repr=False)

    def sample(self, source: Source) -> Drawn:
        """Draw a card from the pile; each of its cards is equally likely."""
        return Drawn(self.seat, self.pile[source.below(len(self.pile))])

    def outcomes(self) -> Iterator[tuple[Drawn, int]]:
        """Yield each distinct card, with its number of copies in the pile."""
        return ((Drawn(self.seat, card), many) for card, many in Counter(self.pile).items())
