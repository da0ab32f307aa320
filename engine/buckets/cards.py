"""The cards: five animals, 110 cards, and what can be done with a handful of them.

A card is its text: the animal's letter and the value, `h5` is the horse 5. Cards that lie together
(a hand, the draw pile, the discards) are a sorted tuple and stand for a multiset: the draw pile has
no order, every draw is uniform from what it holds. That is the same as a shuffled pile, and it
leaves no order that could be learnt from the state or from the log.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Card = str
Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Animal:
    """One of the five colours: the letter in every text, the attacking animal, its colour."""

    letter: str
    name: str
    colour: str


ANIMALS: Final = (
    Animal("c", "cow", "red"),
    Animal("d", "duck", "yellow"),
    Animal("h", "horse", "blue"),
    Animal("p", "pig", "violet"),
    Animal("s", "sheep", "green"),
)
"""Named once, here. No animal's letter is the first letter of a colour, so neither is misread."""

COLOURS: Final = tuple(animal.letter for animal in ANIMALS)

COPIES: Final = (2, 3, 3, 3, 3, 3, 3, 2)
"""How often each value of 1 to 8 is there in every colour (ruling B1)."""

DECK: Final[Cards] = tuple(
    f"{colour}{value}"
    for colour in COLOURS
    for value, copies in enumerate(COPIES, start=1)
    for _ in range(copies)
)
"""All 110 cards, sorted."""

VALUES: Final[dict[Card, int]] = {card: int(card[1]) for card in DECK}

HAND: Final = 12
"""How many cards each player is dealt."""

MOST_PLAYED: Final = 3
"""How many cards one lead or defence may show (ruling B4)."""


def total(cards: Iterable[Card]) -> int:
    """The sum of the values."""
    return sum(VALUES[card] for card in cards)


def of_colour(cards: Cards, colour: str) -> Cards:
    """Those of one colour."""
    return tuple(card for card in cards if card[0] == colour)


def joined(cards: Cards, more: Iterable[Card]) -> Cards:
    """Both together, sorted."""
    return tuple(sorted((*cards, *more)))


def without(cards: Cards, taken: Iterable[Card]) -> Cards | None:
    """What stays when `taken` is taken away; None if not all of it is there."""
    left = list(cards)
    for card in taken:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


@lru_cache(maxsize=4096)
def showings(cards: Cards) -> tuple[tuple[Cards, int], ...]:
    """Every distinct choice of 1 to 3 of these cards, each with its sum; all of one colour."""
    return tuple(
        (choice, total(choice))
        for size in range(1, MOST_PLAYED + 1)
        for choice in dict.fromkeys(combinations(cards, size))
    )


def multisets(cards: Cards, size: int) -> Iterator[tuple[Cards, int]]:
    """Every distinct handful of `size` from these, with the number of ways to draw it.

    The weights are those of the multivariate hypergeometric distribution; they add up to
    "len(cards) choose size". Made lazily: there are very many hands of twelve.
    """
    kinds = tuple(Counter(cards).items())
    return _multisets(kinds, size, sum(count for _, count in kinds))


def _multisets(
    kinds: tuple[tuple[Card, int], ...], size: int, left: int
) -> Iterator[tuple[Cards, int]]:
    if size == 0:
        yield (), 1
        return
    if size > left:
        return
    (card, count), rest = kinds[0], kinds[1:]
    ways = 1
    for taken in range(min(count, size) + 1):
        for others, weight in _multisets(rest, size - taken, left - count):
            yield (card,) * taken + others, ways * weight
        ways = ways * (count - taken) // (taken + 1)
