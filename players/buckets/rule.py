"""A rule of thumb for The Bucket King: easy and normal players, and the base of the hard one.

It builds each colour in a column, so that the first bucket of any colour costs little. It leads the
lowest card of a colour in which it holds many points and would lose few buckets. It defends with
the lowest sum, and if it cannot, it loses as few buckets as possible.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from engine.buckets.cards import COLOURS, COPIES, Card, total
from engine.buckets.cards import VALUES as POINTS
from engine.buckets.moves import Auto, Confirm, Draw, Keep, Move, Place, Play, Remove
from engine.buckets.pyramid import (
    BARE,
    NO_BUCKET,
    SIZE,
    Pyramid,
    build_for,
    cleared,
    falling,
    parts,
)
from players.core import choose_loosely

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.buckets.view import BucketsView, PlayingView
    from engine.core import Source
    from players.core import Knowledge


# Cards, hands and pyramids as small numbers, and the rule's lead.
#
# A card is 8 * colour + value - 1. A hand is one number for each colour, with two bits for the
# count of each value. A pyramid is a number with one bit for each standing box.

VALUES: Final = len(COPIES)

ONES: Final = tuple(1 << 2 * value for value in range(VALUES))
"""Amount that one card adds to the number of its colour in a hand, by value from 1."""

LOSS: Final = 4
"""Worth of a bucket put at risk by a lead, in points of cards."""

NO_CARDS: Final = -1000
"""Score for leading a colour that is not in the hand."""

Hand = list[int]


def number_card(card: Card) -> int:
    return VALUES * COLOURS.index(card[0]) + POINTS[card] - 1


def hold_cards(cards: Iterable[int]) -> Hand:
    hand = [0] * len(COLOURS)
    for card in cards:
        hand[card // VALUES] += ONES[card % VALUES]
    return hand


def read_mask(pyramid: Pyramid) -> int:
    """Return the boxes whose buckets stand, as bits."""
    return (
        0 if pyramid == BARE else sum(1 << box for box, b in enumerate(pyramid) if b != NO_BUCKET)
    )


def read_boxes(pyramid: Pyramid) -> tuple[int, ...]:
    """Return the boxes of each colour, as bits."""
    return tuple(
        sum(1 << box for box, bucket in enumerate(pyramid) if bucket == colour)
        for colour in COLOURS
    )


@cache
def list_left(mask: int, box: int) -> tuple[int, ...]:
    """Return the parts left when a bucket is removed, largest first and equal ones from the left.

    Each part is a number with its boxes as bits. There is at least one part; it may be empty.
    """
    pyramid = "".join(COLOURS[0] if mask >> each & 1 else NO_BUCKET for each in range(SIZE))
    apart = parts(cleared(pyramid, falling(pyramid, box))) or ((),)
    return tuple(sum(1 << each for each in part) for part in sorted(apart, key=len, reverse=True))


@lru_cache(maxsize=1 << 16)
def weigh_losses(mask: int, boxes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the risk of leading each colour, in points of cards."""
    left = [list_left(mask, box)[0].bit_count() if mask >> box & 1 else 0 for box in range(SIZE)]
    most = [
        max(n for box, n in enumerate(left) if (mask & own or mask) >> box & 1) for own in boxes
    ]
    return tuple(LOSS * (mask.bit_count() - each) for each in most)


@cache
def weigh_lead(held: int) -> int:
    """Return the score for leading the lowest card of a colour; `held` is its number in a hand."""
    values = [value + 1 for value in range(VALUES) for _ in range(held >> 2 * value & 3)]
    return sum(values) - 2 * values[0] if values else NO_CARDS


def choose_lead(hand: Hand, mask: int, boxes: tuple[int, ...]) -> int:
    """Return the lowest card of the colour with the highest score minus risk."""
    risks = weigh_losses(mask, boxes)
    worths = [weigh_lead(held) - risk for held, risk in zip(hand, risks, strict=True)]
    colour = worths.index(max(worths))
    value = next(value for value in range(VALUES) if hand[colour] >> 2 * value & 3)
    return VALUES * colour + value


def choose_normal(known: Knowledge, source: Source) -> Move:  # noqa: ARG001 - nothing is left to luck
    view: BucketsView = known.view
    playing = view.playing
    if playing is None:
        return _choose_building(known, view)
    if known.moves[0] == Draw():
        return known.moves[0]
    if playing.split:
        left, right = playing.split
        return Keep("right" if len(right) > len(left) else "left")
    if playing.trick is None:
        return _lead(view, playing, known.seat)
    plays = [move for move in known.moves if isinstance(move, Play)]
    if plays:
        return min(plays, key=lambda move: (total(move.cards), len(move.cards)))
    lost = {each.box: count_lost(playing, each.box) for each in playing.removals}
    return Remove(min(lost, key=lambda box: (lost[box], -box)))


def count_lost(playing: PlayingView, box: int) -> int:
    """Return how many buckets a removal costs; after a split the larger part stays."""
    removal = next(each for each in playing.removals if each.box == box)
    return len(removal.falls) + min(map(len, removal.parts), default=0)


def _choose_building(known: Knowledge, view: BucketsView) -> Move:
    """Build box by box; use `auto` if the boxes built so far differ from the rule's."""
    built, wanted = (view.building and view.building.built) or "", build_for(view.hand)
    if Confirm() in known.moves:
        return Confirm()
    return Place(len(built), wanted[len(built)]) if wanted.startswith(built) else Auto()


def _lead(view: BucketsView, playing: PlayingView, seat: int) -> Move:
    pyramid = playing.pyramids[seat]
    hand = hold_cards(map(number_card, view.hand))
    lead = choose_lead(hand, read_mask(pyramid), read_boxes(pyramid))
    return Play((next(card for card in view.hand if number_card(card) == lead),))


def choose_easy(known: Knowledge, source: Source) -> Move:
    """Make a third of the moves at random; build by the rule."""
    if known.view.playing is None:
        return choose_normal(known, source)
    return choose_loosely(choose_normal, known, source)
