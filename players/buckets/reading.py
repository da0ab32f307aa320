"""What a seat can tell of the hidden cards, and deals that agree with it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.buckets.cards import COLOURS, DECK, HAND, VALUES, Card
from engine.buckets.pyramid import BARE, NO_BUCKET, Pyramid
from players.buckets.fast import ONES, Hand, Table

if TYPE_CHECKING:
    from engine.buckets.view import BucketsView, PlayingView
    from engine.core import Source
    from players.core import Knowledge, Seen


def number_card(card: Card) -> int:
    """Return the number of a card."""
    return 8 * COLOURS.index(card[0]) + VALUES[card] - 1


def hold_cards(cards: list[int]) -> Hand:
    """Return a hand of these cards."""
    hand = [0] * len(COLOURS)
    for card in cards:
        hand[card >> 3] += ONES[card & 7]
    return hand


def find_discards(seen: Seen, view: BucketsView, playing: PlayingView) -> list[int]:
    """Return the discards that the seat knows: those of the tricks since they were shuffled.

    The hand of who is out is discarded unseen; its cards are counted and not named.
    """
    begun = max((i for i, (_, text) in enumerate(seen) if text.startswith("deal")), default=-1)
    steps = [(by, text.split(" ")) for by, text in seen[begun + 1 :]]
    seats = len(view.hand_sizes)
    sizes, pile = [HAND] * seats, len(DECK) - HAND * seats
    known: list[int] = []
    table: list[int] = []
    unseen = 0
    last = {by: i for i, (by, (word, *_)) in enumerate(steps) if word == "remove"}
    for i, (by, (word, *rest)) in enumerate(steps):
        if word == "play":
            table += map(number_card, rest)
            sizes[by] -= len(rest)
        elif word == "card":
            if pile == 0:
                pile, known, unseen = len(known) + unseen, [], 0
            pile -= 1
            sizes[int(rest[0])] += 1
        elif word == "remove":
            known, table = known + table, []
            if playing.pyramids[by] == BARE and last[by] == i:
                unseen += sizes[by]
    return known


def list_hidden(known: Knowledge) -> tuple[list[int], list[int]]:
    """Return the cards that the seat cannot place, and the discards that it knows."""
    view: BucketsView = known.view
    playing = view.playing
    assert playing is not None  # noqa: S101 - there are tricks
    discards = find_discards(known.seen, view, playing)
    table = [card for shown in playing.trick.plays for card in shown.cards] if playing.trick else []
    left = Counter(map(number_card, DECK))
    left.subtract([*map(number_card, (*view.hand, *table)), *discards])
    return sorted(left.elements()), discards


def deal(known: Knowledge, hidden: list[int], discards: list[int], source: Source) -> Table:
    """Return a table as it can be, with every hidden card drawn anew."""
    view: BucketsView = known.view
    playing = view.playing
    assert playing is not None  # noqa: S101 - there are tricks
    cards = hidden[:]
    for last in range(len(cards) - 1, 0, -1):
        other = source.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    hands: list[Hand] = []
    for seat, size in enumerate(view.hand_sizes):
        own = seat == known.seat
        hands.append(
            hold_cards(
                list(map(number_card, view.hand)) if own else [cards.pop() for _ in range(size)]
            )
        )
    table = Table(
        hands, list(map(read_mask, playing.pyramids)), tuple(map(read_boxes, playing.pyramids))
    )
    table.discards = [*discards, *(cards.pop() for _ in range(playing.discards - len(discards)))]
    table.pile = cards
    table.turn, table.everyone = playing.turn, not view.leader_only
    if playing.trick is not None:
        table.colour = COLOURS.index(playing.trick.colour)
        table.leader, table.beat = playing.trick.leader, playing.trick.beat
        table.carried = list(playing.trick.carried)
        table.shown = [number_card(card) for shown in playing.trick.plays for card in shown.cards]
    return table


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
