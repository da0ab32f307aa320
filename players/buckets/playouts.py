"""Rounds of The Bucket King played to their end by the rule of thumb, many at once.

Each round is a row in several arrays. A step is a lead or a defence, with the card drawn after it.
Each step is made in all rows at once. Tables hold everything that depends only on the cards of a
colour or on a pyramid. rule.py explains how cards, hands and pyramids are encoded as numbers. A
show is the set of cards that a player puts down in a lead or a defence. Shows are numbered, too.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.buckets.cards import COLOURS, MOST_PLAYED
from engine.buckets.pyramid import SIZE
from players.buckets.rule import LOSS, NO_CARDS, ONES, VALUES, list_left

if TYPE_CHECKING:
    from collections.abc import Sequence

Numbers = NDArray[np.intp]
Bytes = NDArray[np.uint8]

PILE: Final = 128
"""Size of the ring buffer of a draw pile: a power of two above the 110 cards of the deck."""

NO_SHOW: Final = 255

NEEDS: Final = MOST_PLAYED * VALUES
"""Number of needs in the tables. A need is the sum to beat; 23 stands for all higher ones, too.

No hand can beat 23, because a colour has only two cards of value 8.
"""

_HELD: Final = 4**VALUES
"""Number of possible hands of one colour."""

_FULL: Final = (1 << SIZE) - 1


def _list_shows() -> tuple[tuple[int, ...], ...]:
    """Return every choice of 1 to 3 cards, as values minus 1, sorted by sum and size."""
    shows = [
        values
        for count in range(1, MOST_PLAYED + 1)
        for values in combinations_with_replacement(range(VALUES), count)
    ]
    return tuple(sorted(shows, key=lambda values: (sum(values) + len(values), len(values), values)))


_SHOWS: Final = _list_shows()
_NUMBERED: Final = {values: number for number, values in enumerate(_SHOWS)}
_CARDS: Final[Bytes] = np.array([(*each, 0, 0)[:MOST_PLAYED] for each in _SHOWS], np.uint8).T.copy()
_COUNTS: Final[Numbers] = np.array([len(values) for values in _SHOWS])
_TOTALS: Final[Numbers] = np.array([sum(values) + len(values) for values in _SHOWS])
_TAKEN: Final[Numbers] = np.array([sum(ONES[value] for value in values) for values in _SHOWS])
_ONES: Final[Numbers] = np.array(ONES)


def number_show(cards: Sequence[int]) -> int:
    """Return the number of a show; all its cards have one colour."""
    return _NUMBERED[tuple(sorted(card & 7 for card in cards))]


def _count_cards() -> Bytes:
    """Return the count of each value in every hand of one colour."""
    return np.asarray(np.arange(_HELD)[:, None] // _ONES % 4, np.uint8)


def _find_defences() -> Bytes:
    """Return the lowest show that beats each need, or NO_SHOW; indexed like LOWEST."""
    held = _count_cards()
    found, best = np.empty((_HELD, NEEDS), np.uint8), np.full(_HELD, NO_SHOW, np.uint8)
    for number, total in reversed(tuple(enumerate(_TOTALS))):
        needed = held[_TAKEN[number]]
        values = np.flatnonzero(needed)
        best[(held[:, values] >= needed[values]).all(axis=1)] = number
        found[:, total - 1] = best
    return found.ravel()


def _weigh_leads() -> Numbers:
    """Return the score for leading the lowest card, for each hand of a colour."""
    held = _count_cards()
    worth = held @ np.arange(1, VALUES + 1) - 2 * ((held > 0).argmax(axis=1) + 1)
    worth[0] = NO_CARDS
    return worth


_DEFENCES: Final = _find_defences()
_LEADS: Final = _weigh_leads()

LOWEST: Final = (
    np.append(_TOTALS, [0] * (NO_SHOW + 1 - len(_SHOWS)))[_DEFENCES].astype(np.uint8).tobytes()
)
"""Sum of the lowest show that beats a need, or 0; index: NEEDS * hand of the colour + need."""


def _list_pyramids() -> tuple[int, ...]:
    """Return every pyramid that can occur, the bare one first."""
    found, todo = {0, _FULL}, [_FULL]
    while todo:
        mask = todo.pop()
        for box in range(SIZE):
            new = {*list_left(mask, box)} - found if mask >> box & 1 else set[int]()
            found |= new
            todo += new
    return tuple(sorted(found))


PYRAMIDS: Final = _list_pyramids()
NUMBER: Final = {mask: number for number, mask in enumerate(PYRAMIDS)}
BARE: Final = NUMBER[0]

_SIZES: Final[Numbers] = np.array([mask.bit_count() for mask in PYRAMIDS])
_LEFT: Final[Numbers] = np.array(
    [
        [NUMBER[list_left(mask, box)[0]] if mask >> box & 1 else BARE for box in range(SIZE)]
        for mask in PYRAMIDS
    ]
)
"""Pyramid left after a bucket is removed, by pyramid and box."""

_STANDS: Final = np.array([[mask >> box & 1 for box in range(SIZE)] for mask in PYRAMIDS], np.bool_)
_WORTH: Final[Numbers] = np.where(_STANDS, _SIZES[_LEFT] * SIZE + np.arange(SIZE), -1)
"""Priority for giving up a bucket, by pyramid and box: smallest loss first, then highest box."""


class Losses(NamedTuple):
    """A seat's losses by the rule, for each pyramid that it may have.

    Attributes:
        left: the pyramid left after a loss, by the colour of the attack and the pyramid before.
        risks: the risk of leading a colour, in points of cards, by pyramid and colour.
    """

    left: Numbers
    risks: Numbers


@lru_cache(maxsize=256)
def weigh_losses(boxes: tuple[int, ...]) -> Losses:
    """Return a seat's losses; `boxes` has the boxes of each colour, as bits."""
    own = np.array([[mask >> box & 1 for box in range(SIZE)] for mask in boxes], np.bool_)
    best: Numbers = np.where(own[:, None], _WORTH, -1).max(axis=2)
    best = np.where(best < 0, _WORTH.max(axis=1), best)
    left = np.where(best < 0, BARE, _LEFT[np.arange(len(PYRAMIDS)), best % SIZE])
    return Losses(left, LOSS * (_SIZES[:, None] - _SIZES[left].T))


class Start(NamedTuple):
    """The situation from which rounds are played out, the same for all deals.

    Attributes:
        pyramids: the pyramid of each seat, as an index of PYRAMIDS.
        boxes: the boxes of each colour, as bits, by seat.
        turn: the seat that leads or defends.
        colour: the colour of the attack; -1 before a lead.
        leader: the seat that led.
        beat: the sum to beat.
        carried: the sum of each seat's earlier cards in this attack, which its next cards add to.
        pile: number of cards outside the hands.
        everyone: whether all seats add to their earlier cards, or the leader alone.
    """

    pyramids: tuple[int, ...]
    boxes: tuple[tuple[int, ...], ...]
    turn: int
    colour: int
    leader: int
    beat: int
    carried: tuple[int, ...]
    pile: int
    everyone: bool


class Deals(NamedTuple):
    """Cards that agree with a seat's knowledge, one row for each deal.

    Attributes:
        hands: of shape (deals, seats, colours).
        piles: of shape (deals, PILE): first the draw pile, then the discards in any order, then the
            cards of the trick. The deck has more cards than six hands and a trick, so the cards of
            the trick are never drawn.
    """

    hands: Numbers
    piles: Bytes


class First(NamedTuple):
    """A move to weigh: the number and colour of a show, or NO_SHOW and the pyramid left."""

    show: int
    colour: int
    left: int


def play_out(start: Start, deals: Deals, moves: Sequence[Sequence[First]]) -> Numbers:
    """Return the buckets of each seat at the end, of shape (moves, deals, seats).

    Args:
        start: the beginning of the rounds.
        deals: the hidden cards.
        moves: first moves of the seat on turn. Each entry has one move for all deals, or one
            for each deal. The rule makes all later moves.
    """
    count = len(deals.hands)
    rounds = Rounds(start, deals, len(moves))
    every = np.broadcast_to(np.array(moves), (len(moves), count, len(First._fields)))
    show, colour, left = every.reshape(-1, len(First._fields)).T.copy()
    rounds.colour = np.where(show == NO_SHOW, rounds.colour, colour)
    rounds.step(show, left)
    while len(rounds.row):
        rounds.step(rounds.defend())
    return rounds.ends.reshape(len(moves), count, -1)


class Rounds:
    """Rounds side by side, one a row. Ended rounds are dropped once they are an eighth of all.

    Attributes:
        row: the index in `ends` of each row.
        ends: the buckets that each seat has left, for all rounds begun.
        colour: the colour of the attack in each row.
    """

    def __init__(self, start: Start, deals: Deals, times: int) -> None:
        seats, rows = len(start.pyramids), times * len(deals.hands)
        losses = [weigh_losses(boxes) for boxes in start.boxes]
        self._seats, self._everyone = seats, start.everyone
        self._most_gone = 1 if seats <= 4 else 2
        self._after = _list_next(seats)
        self._left = np.array([each.left for each in losses]).ravel()
        self._risks = np.concatenate([each.risks for each in losses])
        self.row, self.ends = np.arange(rows), np.zeros((rows, seats), np.intp)
        self.colour = np.full(rows, start.colour)
        self.hands = np.concatenate([deals.hands] * times)
        self.piles = np.concatenate([deals.piles] * times)
        self.head, self.tail = np.zeros(rows, np.intp), np.full(rows, start.pile)
        self.pyramids = np.tile(np.array(start.pyramids), (rows, 1))
        self.turn, self._leader = np.full(rows, start.turn), np.full(rows, start.leader)
        self.beat, self._carried = np.full(rows, start.beat), np.tile(start.carried, (rows, 1))
        gone = start.pyramids.index(BARE) if BARE in start.pyramids else seats
        self._gone, self._ended = np.full(rows, gone), np.zeros(rows, np.bool_)

    def step(self, show: Numbers | Bytes, left: Numbers | None = None) -> None:
        """Put down the show of each row; in rows with NO_SHOW, lose a bucket and then lead.

        `left`: the pyramids left after a loss; None to lose buckets by the rule.
        """
        failed = np.flatnonzero(show == NO_SHOW)
        if failed.size:
            self._lose(failed, self._choose_left(failed) if left is None else left[failed])
            show[failed] = self._lead(failed)
        self._show(show)
        if 8 * np.count_nonzero(self._ended) >= len(self._ended):
            self._drop(np.flatnonzero(~self._ended))

    def defend(self) -> Bytes:
        """Return the rule's show in each row; NO_SHOW if the seat on turn cannot defend."""
        seat = self._find_seat()
        need = self.beat - self._carried.ravel().take(seat)
        held = self.hands.ravel().take(seat * len(COLOURS) + self.colour)
        return _DEFENCES.take(held * NEEDS + np.minimum(need, NEEDS - 1))

    def _find_seat(self) -> Numbers:
        """Return the seat on turn in each row, as an index of the seats of all rows."""
        return np.arange(0, self.pyramids.size, self._seats) + self.turn

    def _choose_left(self, rows: Numbers) -> Numbers:
        """Return the pyramids of the seats on turn after they lose a bucket by the rule."""
        turn = self.turn[rows]
        at = (turn * len(COLOURS) + self.colour[rows]) * len(PYRAMIDS)
        return self._left[at + self.pyramids[rows, turn]]

    def _lose(self, rows: Numbers, left: Numbers) -> None:
        """Set the pyramids left. A player who is out discards his hand, or ends the round."""
        self.pyramids[rows, self.turn[rows]] = left
        out = rows[(left == BARE) & ~self._ended[rows]]
        over = np.count_nonzero(self.pyramids[out] == BARE, axis=1) >= self._most_gone
        ended, out = out[over], out[~over]
        self._ended[ended] = True
        self.ends[self.row[ended]] = _SIZES[self.pyramids[ended]]
        if out.size:
            self._discard_hands(out)
            self._gone[out] = self.turn[out]
            self.turn[out] = self._after[self._gone[out], self.turn[out]]

    def _discard_hands(self, rows: Numbers) -> None:
        """Put the hands of the seats on turn under the piles."""
        hands = self.hands[rows, self.turn[rows]]
        self.hands[rows, self.turn[rows]] = 0
        counts = (hands[:, :, None] // _ONES % 4).reshape(len(rows), -1)
        cards = np.tile(np.arange(counts.shape[1]), len(rows)).repeat(counts.ravel())
        sizes = counts.sum(axis=1)
        place = np.arange(len(cards)) - (sizes.cumsum() - sizes).repeat(sizes)
        of_row = rows.repeat(sizes)
        self.piles[of_row, (self.tail[of_row] + place) & (PILE - 1)] = cards
        self.tail[rows] += sizes

    def _lead(self, rows: Numbers) -> Bytes:
        """Return the rule's lead in each row: the lowest card of the best colour."""
        turn = self.turn.take(rows)
        seat = rows * self._seats + turn
        hands = self.hands.reshape(-1, len(COLOURS)).take(seat, axis=0)
        pyramid = turn * len(PYRAMIDS) + self.pyramids.ravel().take(seat)
        colour = (_LEADS.take(hands) - self._risks.take(pyramid, axis=0)).argmax(axis=1)
        self.colour[rows], self._leader[rows], self._carried[rows] = colour, turn, 0
        return _DEFENCES[hands[np.arange(len(rows)), colour] * NEEDS]

    def _show(self, show: Numbers | Bytes) -> None:
        seat, carried, hands = self._find_seat(), self._carried.ravel(), self.hands.ravel()
        self.beat = carried.take(seat) + _TOTALS.take(show)
        adds = slice(None) if self._everyone else np.flatnonzero(self.turn == self._leader)
        carried[seat[adds]] = self.beat[adds]
        held = seat * len(COLOURS)
        hands[held + self.colour] -= _TAKEN.take(show)
        piles, bottom = self.piles.ravel(), np.arange(0, self.piles.size, PILE)
        counts = _COUNTS.take(show)
        for some in range(MOST_PLAYED):
            rows = np.flatnonzero(counts > some) if some else slice(None)
            under = bottom[rows] + ((self.tail[rows] + some) & (PILE - 1))
            piles[under] = _CARDS[some].take(show[rows]) + VALUES * self.colour[rows]
        self.tail += counts
        card = piles.take(bottom + (self.head & (PILE - 1)))
        self.head += 1
        hands[held + (card >> 3)] += _ONES.take(card & 7)
        self.turn = self._after.take(self._gone * self._seats + self.turn)

    def _drop(self, rows: Numbers) -> None:
        """Drop all other rows."""
        for name in _BY_ROW:
            setattr(self, name, getattr(self, name).take(rows, axis=0))


_BY_ROW: Final = (
    "row", "colour", "hands", "piles", "head", "tail", "pyramids", "turn", "_leader", "beat",
    "_carried", "_gone", "_ended",
)  # fmt: skip


def _list_next(seats: int) -> Numbers:
    """Return the next seat, by the seat that is out (`seats` if none is) and the seat on turn."""
    order = np.arange(1, seats + 1) % seats
    gone = np.arange(seats + 1)[:, None]
    return np.where(order == gone, order[order], order)
