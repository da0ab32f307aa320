"""The Bucket King in small numbers, and a lead by the rule of thumb.

A card is 8 * colour + value - 1. A hand is a number for each colour: two bits for the count of each
value. A pyramid is a number with a bit for each box that stands.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from engine.buckets.pyramid import (
    BARE,
    COLOURS,
    COPIES,
    NO_BUCKET,
    SIZE,
    Card,
    Pyramid,
    cleared,
    falling,
    parts,
)
from engine.buckets.pyramid import VALUES as POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable

VALUES: Final = len(COPIES)

ONES: Final = tuple(1 << 2 * value for value in range(VALUES))
"""What a card of each value from 1 adds to the number of its colour."""

LOSS: Final = 4
"""How many points of cards a bucket counts that a lead puts at risk."""

NO_CARDS: Final = -1000
"""What speaks for leading a colour that is not held."""

Hand = list[int]


def number_card(card: Card) -> int:
    """Return the number of a card."""
    return VALUES * COLOURS.index(card[0]) + POINTS[card] - 1


def hold_cards(cards: Iterable[int]) -> Hand:
    """Return a hand of these cards."""
    hand = [0] * len(COLOURS)
    for card in cards:
        hand[card // VALUES] += ONES[card % VALUES]
    return hand


def read_mask(pyramid: Pyramid) -> int:
    """Return the boxes that stand."""
    return (
        0 if pyramid == BARE else sum(1 << box for box, b in enumerate(pyramid) if b != NO_BUCKET)
    )


def read_boxes(pyramid: Pyramid) -> tuple[int, ...]:
    """Return for each colour the boxes where it stands."""
    return tuple(
        sum(1 << box for box, bucket in enumerate(pyramid) if bucket == colour)
        for colour in COLOURS
    )


@cache
def list_left(mask: int, box: int) -> tuple[int, ...]:
    """Return what may stand when a bucket goes: each part that it leaves, the largest first.

    Of equal ones the left comes first. There is one part at least, of no bucket.
    """
    pyramid = "".join(COLOURS[0] if mask >> each & 1 else NO_BUCKET for each in range(SIZE))
    apart = parts(cleared(pyramid, falling(pyramid, box))) or ((),)
    return tuple(sum(1 << each for each in part) for part in sorted(apart, key=len, reverse=True))


@lru_cache(maxsize=1 << 16)
def weigh_losses(mask: int, boxes: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each colour what a lead of it puts at risk, in points of cards."""
    left = [list_left(mask, box)[0].bit_count() if mask >> box & 1 else 0 for box in range(SIZE)]
    most = [
        max(n for box, n in enumerate(left) if (mask & own or mask) >> box & 1) for own in boxes
    ]
    return tuple(LOSS * (mask.bit_count() - each) for each in most)


@cache
def weigh_lead(held: int) -> int:
    """Return how much speaks for leading the lowest card of a colour of which this is held."""
    values = [value + 1 for value in range(VALUES) for _ in range(held >> 2 * value & 3)]
    return sum(values) - 2 * values[0] if values else NO_CARDS


def choose_lead(hand: Hand, mask: int, boxes: tuple[int, ...]) -> int:
    """Return the card to lead: the lowest of a colour of which much is held, little is at risk."""
    risks = weigh_losses(mask, boxes)
    worths = [weigh_lead(held) - risk for held, risk in zip(hand, risks, strict=True)]
    colour = worths.index(max(worths))
    value = next(value for value in range(VALUES) if hand[colour] >> 2 * value & 3)
    return VALUES * colour + value
