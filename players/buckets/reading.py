"""What a seat can tell of the hidden cards, and deals that agree with it.

By the rule of thumb a player leads the lowest card of a colour, defends with the lowest cards that
are enough, and loses a bucket only if none are. So a move tells what its player did not hold.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import accumulate, pairwise
from random import Random
from typing import TYPE_CHECKING, Final

from engine.buckets.cards import COLOURS, DECK, HAND, VALUES, Card
from engine.buckets.pyramid import BARE, NO_BUCKET, Pyramid
from players.buckets.fast import DEFENCES, NONE, ONES, Hand, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.buckets.view import BucketsView, PlayingView
    from engine.core import Source
    from players.core import Knowledge

FIRST_SWAPS: Final = 1000
"""How many swaps lead from a shuffled deal to one that agrees with what was seen."""

SWAPS: Final = 60
"""How many swaps lead from one deal to the next."""

_NOTHING: Final = 99
"""More than any cards can add up to."""


Lacks = list[list[tuple[int, int, int, int]]]
"""By colour: above and below which sum nothing was held, and from which place up to which."""


def number_card(card: Card) -> int:
    """Return the number of a card."""
    return 8 * COLOURS.index(card[0]) + VALUES[card] - 1


def hold_cards(cards: Iterable[int]) -> Hand:
    """Return a hand of these cards."""
    hand = list(NONE)
    for card in cards:
        hand[card >> 3] += ONES[card & 7]
    return hand


@dataclass(slots=True)
class Lack:
    """What a player did not hold: cards of a colour with a sum above `low` and below `high`.

    Attributes:
        colour: of the cards.
        low: the sum that they exceed.
        high: the sum that they do not reach.
        kept: how many cards of that hand the player still holds, on average.
    """

    colour: int
    low: int
    high: int
    kept: float

    def keep(self, shown: list[int], size: int) -> None:
        """Note that cards were shown from a hand of this size; what was lacking came in later."""
        old = [card for card in shown if not self._tells_of(card)]
        self.kept *= 1 - len(old) / size

    def _tells_of(self, card: int) -> bool:
        return card >> 3 == self.colour and self.low < (card & 7) + 1 < self.high


class Reader:
    """What the steps of a round tell a seat.

    Attributes:
        discards: the cards that it knows there; those of who is out it cannot name.
        lacks: what each seat did not hold.
    """

    def __init__(self, known: Knowledge) -> None:
        view: BucketsView = known.view
        playing: PlayingView = known.view.playing
        self._everyone = not view.leader_only
        self._sizes = [HAND] * len(view.hand_sizes)
        self._pile, self._unseen = len(DECK) - sum(self._sizes), 0
        self._table: list[int] = []
        self._begin_trick()
        self.discards: list[int] = []
        self.lacks: list[list[Lack]] = [[] for _ in view.hand_sizes]
        begun = max((i for i, (_, t) in enumerate(known.seen) if t.startswith("deal")), default=-1)
        steps = [(by, text.split(" ")) for by, text in known.seen[begun + 1 :]]
        last = {by: i for i, (by, (word, *_)) in enumerate(steps) if word == "remove"}
        for i, (by, (word, *rest)) in enumerate(steps):
            if word == "play":
                self._show(by, list(map(number_card, rest)))
            elif word == "card":
                self._draw(int(rest[0]))
            elif word == "remove":
                self._decline(by, out=playing.pyramids[by] == BARE and last[by] == i)

    def _begin_trick(self) -> None:
        self._leader, self._beat, self._carried = -1, 0, [0] * len(self._sizes)

    def _show(self, seat: int, cards: list[int]) -> None:
        size, colour = self._sizes[seat], cards[0] >> 3
        need, total = self._beat - self._carried[seat], sum((card & 7) + 1 for card in cards)
        for lack in self.lacks[seat]:
            lack.keep(cards, size)
        self._sizes[seat] -= len(cards)
        self.lacks[seat].append(Lack(colour, need, total, self._sizes[seat]))
        self._table += cards
        self._leader = seat if self._leader < 0 else self._leader
        self._beat = self._carried[seat] + total
        if self._everyone or seat == self._leader:
            self._carried[seat] = self._beat

    def _draw(self, seat: int) -> None:
        if self._pile == 0:
            self._pile, self.discards, self._unseen = len(self.discards) + self._unseen, [], 0
        self._pile -= 1
        self._sizes[seat] += 1

    def _decline(self, seat: int, *, out: bool) -> None:
        need, colour = self._beat - self._carried[seat], self._table[0] >> 3
        self.lacks[seat].append(Lack(colour, need, _NOTHING, self._sizes[seat]))
        self.discards, self._table = self.discards + self._table, []
        self._begin_trick()
        if out:
            self._unseen += self._sizes[seat]


def list_hidden(known: Knowledge, discards: list[int]) -> list[int]:
    """Return the cards that the seat cannot place, if it knows these discards."""
    trick = known.view.playing.trick
    table = [card for shown in trick.plays for card in shown.cards] if trick else []
    left = Counter(map(number_card, DECK))
    left.subtract([*map(number_card, (*known.view.hand, *table)), *discards])
    return sorted(left.elements())


class Deals:
    """Deals of the hidden cards, each some swaps from the one before.

    A swap is made unless somebody would hold what he lacked. So all deals that agree with what was
    seen come up alike. Where none does, a few things are left that do not agree.

    Args:
        known: what the seat knows while there are tricks.
        source: of the first deal and of all swaps.
    """

    def __init__(self, known: Knowledge, source: Source) -> None:
        reading = Reader(known)
        sizes = list(known.view.hand_sizes)
        sizes[known.seat] = 0
        self._known = known
        self._ends = list(accumulate(sizes))
        self._discards = reading.discards
        self._cards = list_hidden(known, reading.discards)
        self._random = Random(source.below(1 << 64)).random  # noqa: S311 - deals of a thought
        self._lacks = [
            list_lacks(reading.lacks[seat], end - size, place)
            for seat, (size, end) in enumerate(zip(sizes, self._ends, strict=True))
            for place in range(end - size, end)
        ]
        self._shuffle(self._cards)
        self._swap(FIRST_SWAPS)

    def draw(self) -> Table:
        """Return the table of the next deal."""
        self._swap(SWAPS)
        view: BucketsView = self._known.view
        playing: PlayingView = self._known.view.playing
        hands = [hold_cards(self._cards[a:b]) for a, b in pairwise((0, *self._ends))]
        hands[self._known.seat] = hold_cards(map(number_card, view.hand))
        table = read_table(view, playing, hands)
        rest = self._cards[self._ends[-1] :]
        self._shuffle(rest)
        discards = [*rest[playing.pile :], *self._discards]
        self._shuffle(discards)
        table.pile.extendleft((*reversed(discards), *reversed(rest[: playing.pile])))
        return table

    def _shuffle(self, cards: list[int]) -> None:
        random = self._random
        for last in range(len(cards) - 1, 0, -1):
            other = int(random() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]

    def _swap(self, times: int) -> None:
        """Swap cards of hands with any hidden cards, so often."""
        cards, random, held = self._cards, self._random, len(self._lacks)
        for _ in range(times if held else 0):
            a, b = int(random() * held), int(random() * len(cards))
            cards[a], cards[b] = cards[b], cards[a]
            if not self._fits(a) or (b < held and not self._fits(b)):
                cards[a], cards[b] = cards[b], cards[a]

    def _fits(self, place: int) -> bool:
        """Return whether a card is none that its player lacked."""
        colour = self._cards[place] >> 3
        for low, high, first, last in self._lacks[place][colour]:
            code = NONE[colour]
            for card in self._cards[first:last]:
                if card >> 3 == colour:
                    code += ONES[card & 7]
            lowest = DEFENCES[(code << 7) + low]
            if lowest and lowest.total < high:
                return False
        return True


def list_lacks(lacks: list[Lack], first: int, place: int) -> Lacks:
    """Return what a player lacked when he held the card of this place; his begin at `first`.

    His oldest cards come first, as far as that is known.
    """
    found: Lacks = [[] for _ in COLOURS]
    for lack in lacks:
        last = first + round(lack.kept)
        if place < last and lack.high > lack.low + 1:
            found[lack.colour].append((lack.low, lack.high, first, last))
    return found


def read_table(view: BucketsView, playing: PlayingView, hands: list[Hand]) -> Table:
    """Return the table of a view with these hands; only the cards of the trick are on its pile."""
    table = Table(
        hands, list(map(read_mask, playing.pyramids)), tuple(map(read_boxes, playing.pyramids))
    )
    table.turn, table.everyone = playing.turn, not view.leader_only
    if playing.trick is not None:
        table.colour = COLOURS.index(playing.trick.colour)
        table.leader, table.beat = playing.trick.leader, playing.trick.beat
        table.carried = list(playing.trick.carried)
        shown = (card for shown in playing.trick.plays for card in shown.cards)
        table.pile.extend(map(number_card, shown))
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
