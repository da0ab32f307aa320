"""The Bucket King in small numbers, so that a core plays some thousand rounds a second.

Only the tricks, with cards drawn automatically. A card is 8 * colour + value - 1. A hand is a
number for each colour: two bits for the count of each value, and above them the colour. A pyramid
is a number with a bit for each box that stands. What follows from such a number is computed once
and kept.
"""

from __future__ import annotations

from collections import deque
from functools import cache, lru_cache
from itertools import combinations
from operator import sub
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from engine.buckets.cards import COLOURS, MOST_PLAYED
from engine.buckets.pyramid import NO_BUCKET, SIZE, cleared, falling, parts

if TYPE_CHECKING:
    from collections.abc import Callable

VALUES: Final = 8

ONES: Final = tuple(1 << 2 * value for value in range(VALUES))
"""What a card of each value from 1 adds to the number of its colour."""

LOSS: Final = 4
"""How many points of cards a bucket counts that a lead puts at risk."""

MOST_KEPT: Final = 1 << 17
"""How many results of a function are remembered, so that a process does not grow for ever."""

NONE: Final = tuple(colour << 2 * VALUES for colour in range(len(COLOURS)))
"""A hand without cards."""

T = TypeVar("T")

Hand = list[int]


class Show(NamedTuple):
    """Cards of one colour: what they take from a hand, their sum, and the cards."""

    code: int
    total: int
    cards: tuple[int, ...]


@lru_cache(maxsize=1 << 14)
def list_cards(code: int) -> tuple[int, ...]:
    """Return the cards of one colour, ascending."""
    first = VALUES * (code >> 2 * VALUES)
    return tuple(first + v for v in range(VALUES) for _ in range(code >> 2 * v & 3))


@cache
def make_show(cards: tuple[int, ...]) -> Show:
    """Return cards as they are shown."""
    values = [card % VALUES for card in cards]
    return Show(sum(ONES[value] for value in values), sum(values) + len(values), cards)


@lru_cache(maxsize=1 << 13)
def _list_shows(code: int) -> tuple[Show, ...]:
    """Return every choice of 1 to 3 cards of one colour; the lowest sum and fewest cards first."""
    cards = list_cards(code)
    found = {
        make_show(some)
        for count in range(1, MOST_PLAYED + 1)
        for some in combinations(cards, count)
    }
    return tuple(sorted(found, key=lambda show: (show.total, len(show.cards), show.cards)))


class _Memo(dict[int, T]):
    """What a function returns, by its argument: once known it is read without a call."""

    def __init__(self, function: Callable[[int], T]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, key: int) -> T:
        if len(self) >= MOST_KEPT:
            self.clear()
        return self.setdefault(key, self._function(key))


def _find_defence(key: int) -> Show | None:
    return next((show for show in _list_shows(key >> 7) if show.total > key & 127), None)


def _weigh_lead(code: int) -> int:
    """Return how much speaks for leading the lowest card of a colour."""
    values = [card % VALUES + 1 for card in list_cards(code)]
    return sum(values) - 2 * values[0] if values else -1000


DEFENCES: Final = _Memo(_find_defence)
"""The lowest cards above a sum, or None; by 128 * the number of their colour + the sum."""

_LEADS: Final = _Memo(_weigh_lead)


@cache
def _draw(mask: int) -> str:
    """Return a pyramid as the engine writes it, with one colour."""
    return "".join("c" if mask >> box & 1 else NO_BUCKET for box in range(SIZE))


@cache
def take_bucket(mask: int, box: int) -> int:
    """Return what stands when a bucket goes; of two parts the larger, of equal ones the left."""
    pyramid = _draw(mask)
    left = cleared(pyramid, falling(pyramid, box))
    apart = parts(left)
    kept = max(apart, key=len) if apart else ()
    return sum(1 << box for box in kept)


@cache
def best_loss(mask: int, own: int) -> int:
    """Return what stands after the smallest loss among the boxes `own`, or any where none stands.

    Of equal losses it is that of the highest box.
    """
    boxes = [box for box in range(SIZE) if (mask & own or mask) >> box & 1]
    return max((take_bucket(mask, box) for box in reversed(boxes)), key=int.bit_count)


@lru_cache(maxsize=1 << 16)
def weigh_losses(mask: int, boxes: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each colour what a lead of it puts at risk, in points of cards."""
    standing = mask.bit_count()
    return tuple(LOSS * (standing - best_loss(mask, own).bit_count()) for own in boxes)


def choose_lead(hand: Hand, mask: int, boxes: tuple[int, ...]) -> Show:
    """Return the card to lead: the lowest of a colour of which much is held, little is at risk."""
    return _list_shows(hand[_choose_colour(hand, weigh_losses(mask, boxes))])[0]


def _choose_colour(hand: Hand, risks: tuple[int, ...]) -> int:
    """Return the colour to lead."""
    worths = list(map(sub, map(_LEADS.__getitem__, hand), risks))
    return worths.index(max(worths))


class Table:
    """A round while tricks are played.

    Attributes:
        hands: of each seat, a number for each colour.
        masks: the pyramids.
        boxes: for each seat and colour where it stood at first.
        pile: cards to be drawn, first those of the draw pile, then the discards in any order, at
            last those of the trick. There are more cards than in six hands and a trick, so nobody
            draws one of the trick.
        turn: who leads or defends.
        after: for each seat the next one with a bucket.
        colour: of the attack; -1 before a lead.
        beat: the sum to beat.
        carried: for each seat what its earlier cards add.
        leader: who led.
        most_gone: how many pyramids must be gone to end the round.
        everyone: whether everybody adds to his earlier cards, and not the leader alone.
    """

    __slots__ = (
        "after", "beat", "boxes", "carried", "colour", "everyone", "hands", "leader", "masks",
        "most_gone", "pile", "turn",
    )  # fmt: skip

    def __init__(
        self, hands: list[Hand], masks: list[int], boxes: tuple[tuple[int, ...], ...]
    ) -> None:
        self.hands = hands
        self.masks = masks
        self.boxes = boxes
        self.pile: deque[int] = deque()
        self.turn = self.leader = 0
        self.after = list_next(tuple(map(bool, masks)))
        self.colour = -1
        self.beat = 0
        self.carried = [0] * len(hands)
        self.most_gone = 1 if len(hands) <= 4 else 2
        self.everyone = True

    def copy(self) -> Table:
        """Return a table that goes on by itself."""
        other = Table([hand[:] for hand in self.hands], self.masks[:], self.boxes)
        other.pile, other.after = self.pile.copy(), self.after
        other.turn, other.leader, other.colour = self.turn, self.leader, self.colour
        other.beat, other.carried = self.beat, self.carried[:]
        other.most_gone, other.everyone = self.most_gone, self.everyone
        return other

    @property
    def over(self) -> bool:
        """Whether the round has ended (ruling B9)."""
        return self.masks.count(0) >= self.most_gone

    @property
    def need(self) -> int:
        """What new cards of the seat whose turn it is must exceed."""
        return self.beat - self.carried[self.turn]

    def show(self, show: Show) -> None:
        """Lead or defend with these cards, and draw one."""
        seat, hand = self.turn, self.hands[self.turn]
        colour = show.cards[0] // VALUES
        if self.colour < 0:
            self.colour, self.leader = colour, seat
            self.carried = [0] * len(self.hands)
        hand[colour] -= show.code
        self.beat = self.carried[seat] + show.total
        if self.everyone or seat == self.leader:
            self.carried[seat] = self.beat
        self.pile.extend(show.cards)
        card = self.pile.popleft()
        hand[card >> 3] += ONES[card & 7]
        self.turn = self.after[seat]

    def decline(self, mask: int) -> None:
        """Lose buckets, so that this is left; who is out discards his hand."""
        seat = self.turn
        self.masks[seat] = mask
        self.colour = -1
        if mask == 0:
            for code in self.hands[seat]:
                self.pile.extend(list_cards(code))
            self.hands[seat] = list(NONE)
            if not self.over:
                self.turn = self.after[seat]
                self.after = list_next(tuple(map(bool, self.masks)))

    def play_out(self) -> None:
        """Play the round to its end, everybody by the rule of thumb.

        It says `show` and `choose_lead` once more, without a call: most of the time is spent here.
        A lead is the lowest card above nothing.
        """
        hands, masks, boxes, pile = self.hands, self.masks, self.boxes, self.pile
        everyone, draw, discard = self.everyone, pile.popleft, pile.extend
        while not self.over:
            turn = self.turn
            if self.colour < 0:
                self.colour = _choose_colour(hands[turn], weigh_losses(masks[turn], boxes[turn]))
                self.leader, self.beat, self.carried = turn, 0, [0] * len(hands)
            colour, beat, carried = self.colour, self.beat, self.carried
            leader, after = self.leader, self.after
            while shown := DEFENCES[(hands[turn][colour] << 7) + beat - carried[turn]]:
                code, total, cards = shown
                hand = hands[turn]
                hand[colour] -= code
                beat = carried[turn] + total
                if everyone or turn == leader:
                    carried[turn] = beat
                discard(cards)
                card = draw()
                hand[card >> 3] += ONES[card & 7]
                turn = after[turn]
            self.turn, self.beat = turn, beat
            self.decline(best_loss(masks[turn], boxes[turn][colour]))


@cache
def list_next(plays: tuple[bool, ...]) -> tuple[int, ...]:
    """Return for each seat the next one that still plays."""
    seats = len(plays)
    return tuple(
        next((s % seats for s in range(seat + 1, seat + seats) if plays[s % seats]), seat)
        for seat in range(seats)
    )
