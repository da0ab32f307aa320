"""The 110 cards of the five animals, and ways to count and divide them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.core import Source

Card = str

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Animal:
    """One of the five animals: its letter in every text, its name, and its colour."""

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
"""The animals. Their letters differ from the first letters of all colours, to avoid confusion."""

COLOURS: Final = tuple(animal.letter for animal in ANIMALS)

COPIES: Final = (2, 3, 3, 3, 3, 3, 3, 2)
"""Copies of each value from 1 to 8, in every colour (ruling B1)."""

DECK: Final[Cards] = tuple(
    f"{colour}{value}"
    for colour in COLOURS
    for value, copies in enumerate(COPIES, start=1)
    for _ in range(copies)
)
"""All 110 cards, sorted."""

VALUES: Final[dict[Card, int]] = {card: int(card[1]) for card in DECK}

HAND: Final = 12
"""Cards dealt to each player."""

MOST_PLAYED: Final = 3
"""Largest number of cards in one lead or defence (ruling B4)."""


def total(cards: Iterable[Card]) -> int:
    return sum(VALUES[card] for card in cards)


def of_colour(cards: Cards, colour: str) -> Cards:
    return tuple(card for card in cards if card[0] == colour)


def join(cards: Cards, more: Iterable[Card]) -> Cards:
    return tuple(sorted((*cards, *more)))


def draw_cards(pile: list[Card], size: int, source: Source) -> Cards:
    """Take `size` cards out of `pile`, which shrinks; each choice is equally likely."""
    return tuple(sorted(pile.pop(source.below(len(pile))) for _ in range(size)))


@lru_cache(maxsize=256)
def list_plays(cards: Cards) -> tuple[tuple[Cards, int], ...]:
    """Return each distinct choice of 1 to 3 of these cards, all of one colour, with its sum."""
    return tuple(
        (choice, total(choice))
        for size in range(1, MOST_PLAYED + 1)
        for choice in dict.fromkeys(combinations(cards, size))
    )


def weigh_hands(cards: Cards, size: int) -> Iterator[tuple[Cards, int]]:
    """Yield each distinct hand of `size` cards, with the number of ways to draw it.

    The weights are those of the multivariate hypergeometric distribution; they add up to
    "len(cards) choose size". Hands of twelve cards are too many to enumerate.
    """
    kinds = tuple(Counter(cards).items())
    return _weigh_hands(kinds, size, sum(count for _, count in kinds))


def _weigh_hands(
    kinds: tuple[tuple[Card, int], ...], size: int, left: int
) -> Iterator[tuple[Cards, int]]:
    """Yield hands of `size` cards with weights; `left` is the number of cards in `kinds`."""
    if size == 0:
        yield (), 1
        return
    if size > left:
        return
    (card, count), rest = kinds[0], kinds[1:]
    ways = 1
    for taken in range(min(count, size) + 1):
        for others, weight in _weigh_hands(rest, size - taken, left - count):
            yield (card,) * taken + others, ways * weight
        ways = ways * (count - taken) // (taken + 1)
