"""What a seat can tell of the hidden cards, and deals that agree with it.

By the rule of thumb a player leads the lowest card of a colour, defends with the lowest cards that
are enough, and loses a bucket only if none are. So a move tells what its player did not hold.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.buckets.pyramid import BARE, COLOURS, DECK, HAND
from players.buckets.fast import ONES, VALUES, hold_cards, number_card, read_boxes, read_mask
from players.buckets.playouts import LOWEST, NEEDS, NUMBER, PILE, Bytes, Deals, Numbers, Start

if TYPE_CHECKING:
    from engine.buckets.state import BucketsView, PlayingView
    from engine.core import Source
    from players.core import Knowledge

FIRST_SWAPS: Final = 1000
"""How many swaps lead from a shuffled deal to one that agrees with what was seen."""

SWAPS: Final = 30
"""How many swaps lead from one deal to the next."""

_NOTHING: Final = 99
"""More than any cards can add up to."""

_KEYS: Final = tuple(NEEDS * one for _ in COLOURS for one in ONES)
"""What each card adds to the key of a limit."""


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
    left = Counter(map(number_card, DECK))
    left.subtract([*map(number_card, known.view.hand), *_list_trick(known), *discards])
    return sorted(left.elements())


@dataclass(slots=True)
class _Limit:
    """What some cards of a hand may not be: a lack of its player.

    Attributes:
        key: in LOWEST, of the cards of that colour among them and of the sum that they exceed.
        high: the sum that they do not reach.
    """

    key: int
    high: int


class Dealer:
    """Deals the hidden cards, each time some swaps from the time before.

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
        self._random = np.random.Generator(np.random.PCG64(source.below(1 << 64)))
        hidden = np.array([list_hidden(known, reading.discards)], np.uint8)
        self._cards: list[int] = self._shuffle(hidden)[0].tolist()
        self._limits: list[list[list[_Limit]]] = [[[] for _ in COLOURS] for _ in self._cards]
        for first, last, lacks in zip((0, *self._ends), self._ends, reading.lacks, strict=False):
            for lack in lacks:
                self._limit(lack, first, min(last, first + round(lack.kept)))
        self._swap(FIRST_SWAPS)

    def deal(self, count: int) -> Deals:
        """Return so many deals."""
        rows: list[list[int]] = []
        for _ in range(count):
            self._swap(SWAPS)
            rows.append(self._cards[:])
        return Deals(self._hold(np.array(rows, np.uint8)), self._pile_up(np.array(rows, np.uint8)))

    def _hold(self, cards: Bytes) -> Numbers:
        """Return the hands of each deal."""
        hands = np.empty((len(cards), len(self._ends), len(COLOURS)), np.intp)
        ones = np.array(ONES)[cards % VALUES]
        for seat, (first, last) in enumerate(pairwise((0, *self._ends))):
            for colour in range(len(COLOURS)):
                own = cards[:, first:last] // VALUES == colour
                hands[:, seat, colour] = (ones[:, first:last] * own).sum(axis=1)
        hands[:, self._known.seat] = hold_cards(map(number_card, self._known.view.hand))
        return hands

    def _pile_up(self, cards: Bytes) -> Bytes:
        """Return what is drawn in each deal: the draw pile, then the discards, then the trick."""
        rest = self._shuffle(cards[:, self._ends[-1] :])
        pile = self._known.view.playing.pile
        known = np.tile(np.array(self._discards, np.uint8), (len(cards), 1))
        discards = self._shuffle(np.hstack((rest[:, pile:], known)))
        trick = np.tile(np.array(_list_trick(self._known), np.uint8), (len(cards), 1))
        drawn = np.hstack((rest[:, :pile], discards, trick))
        piles = np.zeros((len(cards), PILE), np.uint8)
        piles[:, : drawn.shape[1]] = drawn
        return piles

    def _shuffle(self, cards: Bytes) -> Bytes:
        """Return the cards of each row in any order."""
        order = self._random.random(cards.shape).argsort(axis=1)
        return np.take_along_axis(cards, order, axis=1)

    def _limit(self, lack: Lack, first: int, last: int) -> None:
        """Limit what the cards of these places may be: the oldest that a player holds."""
        if lack.low + 1 < min(lack.high, NEEDS):
            own = [card for card in self._cards[first:last] if card // VALUES == lack.colour]
            limit = _Limit(lack.low + sum(_KEYS[card] for card in own), lack.high)
            for place in range(first, last):
                self._limits[place][lack.colour].append(limit)

    def _swap(self, times: int) -> None:
        """Swap cards of hands with any hidden cards, so often."""
        held = self._ends[-1]
        places = self._random.random((times, 2)) * (held, len(self._cards))
        for a, b in places.astype(np.intp).tolist() if held else ():
            self._exchange(a, b)
            if not (self._fits(a) and self._fits(b)):
                self._exchange(a, b)

    def _exchange(self, a: int, b: int) -> None:
        cards, of_a, of_b = self._cards, self._limits[a], self._limits[b]
        x, y = cards[a], cards[b]
        cards[a], cards[b] = y, x
        for limit in of_a[x // VALUES]:
            limit.key -= _KEYS[x]
        for limit in of_a[y // VALUES]:
            limit.key += _KEYS[y]
        for limit in of_b[y // VALUES]:
            limit.key -= _KEYS[y]
        for limit in of_b[x // VALUES]:
            limit.key += _KEYS[x]

    def _fits(self, place: int) -> bool:
        """Return whether a card is none that its player lacked."""
        for limit in self._limits[place][self._cards[place] // VALUES]:
            if 0 < LOWEST[limit.key] < limit.high:
                return False
        return True


def read_start(known: Knowledge) -> Start:
    """Return where rounds begin whose hidden cards are dealt."""
    view: BucketsView = known.view
    playing: PlayingView = known.view.playing
    trick = playing.trick
    return Start(
        pyramids=tuple(NUMBER[read_mask(pyramid)] for pyramid in playing.pyramids),
        boxes=tuple(map(read_boxes, playing.pyramids)),
        turn=playing.turn,
        colour=COLOURS.index(trick.colour) if trick else -1,
        leader=trick.leader if trick else playing.turn,
        beat=trick.beat if trick else 0,
        carried=tuple(trick.carried) if trick else (0,) * len(playing.pyramids),
        pile=len(DECK) - sum(view.hand_sizes),
        everyone=not view.leader_only,
    )


def _list_trick(known: Knowledge) -> list[int]:
    """Return the cards of the trick."""
    trick = known.view.playing.trick
    return [number_card(card) for shown in (trick.plays if trick else ()) for card in shown.cards]
