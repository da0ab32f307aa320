"""The Bucket King in small numbers, so that a core plays a few thousand rounds a second.

Only the tricks, with cards drawn automatically. A hand is a number for each colour, with two
bits for the count of each value. A pyramid is a number with a bit for each box that stands.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from engine.buckets.cards import COLOURS, MOST_PLAYED
from engine.buckets.pyramid import NO_BUCKET, SIZE, cleared, falling, parts

ONES: Final = tuple(1 << 2 * value for value in range(8))
"""What a card of each value from 1 adds to the number of its colour."""

FULL: Final = (1 << SIZE) - 1

Hand = list[int]


class Show(NamedTuple):
    """Cards of one colour: what they take from a hand, their sum, and how many they are."""

    code: int
    total: int
    size: int


@cache
def list_values(code: int) -> tuple[int, ...]:
    """Return the values of the cards of one colour, ascending."""
    return tuple(value + 1 for value in range(8) for _ in range(code >> 2 * value & 3))


@cache
def list_shows(code: int) -> tuple[Show, ...]:
    """Return every choice of 1 to 3 cards of one colour; the lowest sum and fewest cards first."""
    values = list_values(code)
    found = {
        Show(sum(ONES[value - 1] for value in some), sum(some), len(some))
        for count in range(1, MOST_PLAYED + 1)
        for some in combinations(values, count)
    }
    return tuple(sorted(found, key=lambda show: (show.total, show.size, show.code)))


@cache
def find_defence(code: int, need: int) -> Show | None:
    """Return the lowest cards whose sum is above `need`; None where there are none."""
    return next((show for show in list_shows(code) if show.total > need), None)


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


class Table:
    """A round while tricks are played.

    Attributes:
        hands: of each seat, a number for each colour.
        masks: the pyramids.
        boxes: for each seat and colour where it stood at first.
        pile: cards to be drawn, from the end; a card is 8 * colour + value - 1.
        discards: cards of earlier tricks.
        turn: who leads or defends.
        colour: of the attack; -1 before a lead.
        beat: the sum to beat.
        shown: the cards of the trick.
        carried: for each seat what its earlier cards add.
        most_gone: how many pyramids must be gone to end the round.
        everyone: whether everybody adds to his earlier cards, and not the leader alone.
    """

    __slots__ = (
        "beat", "boxes", "carried", "colour", "discards", "everyone", "hands", "leader", "masks",
        "most_gone", "pile", "shown", "turn",
    )  # fmt: skip

    def __init__(
        self, hands: list[Hand], masks: list[int], boxes: tuple[tuple[int, ...], ...]
    ) -> None:
        self.hands = hands
        self.masks = masks
        self.boxes = boxes
        self.pile: list[int] = []
        self.discards: list[int] = []
        self.turn = self.leader = 0
        self.colour = -1
        self.beat = 0
        self.shown: list[int] = []
        self.carried = [0] * len(hands)
        self.most_gone = 1 if len(hands) <= 4 else 2
        self.everyone = True

    def copy(self) -> Table:
        """Return a table that goes on by itself."""
        other = Table([hand[:] for hand in self.hands], self.masks[:], self.boxes)
        other.pile, other.discards = self.pile[:], self.discards[:]
        other.turn, other.leader, other.colour = self.turn, self.leader, self.colour
        other.beat, other.shown, other.carried = self.beat, self.shown[:], self.carried[:]
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

    def show(self, colour: int, show: Show) -> None:
        """Lead or defend with these cards, and draw one."""
        seat, hand = self.turn, self.hands[self.turn]
        if self.colour < 0:
            self.colour, self.leader = colour, seat
            self.carried = [0] * len(self.hands)
            self.beat = 0
        hand[colour] -= show.code
        self.beat = self.carried[seat] + show.total
        if self.everyone or seat == self.leader:
            self.carried[seat] = self.beat
        self.shown += [8 * colour + value - 1 for value in list_values(show.code)]
        if not self.pile:
            self.pile, self.discards = self.discards[::-1], []
        card = self.pile.pop()
        hand[card >> 3] += ONES[card & 7]
        self._pass()

    def decline(self, mask: int) -> None:
        """Lose buckets, so that this is left; the cards of the trick are discarded."""
        seat = self.turn
        self.masks[seat] = mask
        self.discards += self.shown
        self.shown, self.colour = [], -1
        if mask == 0:
            for colour in range(len(COLOURS)):
                values = list_values(self.hands[seat][colour])
                self.discards += [8 * colour + value - 1 for value in values]
                self.hands[seat][colour] = 0
            if not self.over:
                self._pass()

    def _pass(self) -> None:
        """Go on to the next seat with a bucket."""
        seats = len(self.masks)
        self.turn = (self.turn + 1) % seats
        while not self.masks[self.turn]:
            self.turn = (self.turn + 1) % seats
