"""What a match consists of at one moment; a match is one game of several rounds.

    State
        Setup       what was chosen before the start
        Result...   the rounds that are over
        stage       Dealing -> Building -> Playing -> Dealing ... -> None when the match is over

No `repr` shows what a seat may not know: hands, the draw pile, unfinished pyramids.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.buckets.cards import Cards, total
from engine.buckets.pyramid import BARE, SIZE, Boxes, Pyramid, buckets
from engine.core import Seat

MOST_TAKEN_BACK: Final = 5 * SIZE
"""How many buckets a player may take back in a round: those of five whole pyramids.

The rules set no limit. Without one a single player could make the log grow for ever."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What stays the same for a whole match.

    Attributes:
        seats: how many play.
        by_hand: whether players draw by themselves (ruling B4).
        leader_only: whether only the leader adds to his earlier cards (ruling B5).
        rounds: how many rounds are played (ruling B10).
    """

    seats: int
    by_hand: bool
    leader_only: bool
    rounds: int

    @property
    def most_gone(self) -> int:
        """How many pyramids must be gone to end a round (ruling B9)."""
        return 1 if self.seats <= 4 else 2


@dataclass(frozen=True, slots=True)
class Fallen:
    """What the last player who declined has lost.

    Attributes:
        seat: whose pyramid it is.
        box: the bucket that was removed.
        before: the pyramid as it was.
        boxes: all that went, with the removed bucket and a part given up.
    """

    seat: Seat
    box: int
    before: Pyramid
    boxes: Boxes


@dataclass(frozen=True, slots=True)
class Result:
    """A round that is over: the leader it began with, the pyramids left, and the last fall."""

    first: Seat
    pyramids: tuple[Pyramid, ...]
    fallen: Fallen

    @property
    def buckets(self) -> tuple[int, ...]:
        """The score of each seat: its buckets left (ruling B9)."""
        return tuple(map(buckets, self.pyramids))


@dataclass(frozen=True, slots=True)
class Shown:
    """The cards that one player laid down at one time."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Trick:
    """An attack going round the table.

    Attributes:
        colour: of the attacking animal.
        plays: the cards of each player in order, the lead first; all of them lie on the table.
        beat: the sum of the player before, which a defence must exceed.
    """

    colour: str
    plays: tuple[Shown, ...]
    beat: int

    @property
    def leader(self) -> Seat:
        """Who led."""
        return self.plays[0].seat

    @property
    def cards(self) -> Cards:
        """Every card on the table, sorted."""
        return tuple(sorted(card for shown in self.plays for card in shown.cards))

    def carried(self, seat: Seat, setup: Setup) -> int:
        """Return what a seat's earlier cards of this trick add to its next ones (ruling B5)."""
        if setup.leader_only and seat != self.leader:
            return 0
        return sum(total(shown.cards) for shown in self.plays if shown.seat == seat)


@dataclass(frozen=True, slots=True)
class Dealing:
    """Nature deals the hands, seat by seat; the next is seat `len(hands)`."""

    hands: tuple[Cards, ...] = field(repr=False)
    pile: Cards = field(repr=False)


@dataclass(frozen=True, slots=True)
class Site:
    """A pyramid being built.

    Attributes:
        built: the boxes filled so far, from the bottom left.
        ready: whether its owner has confirmed it.
        taken_back: how many buckets he has taken back.
    """

    built: Pyramid = field(default="", repr=False)
    ready: bool = False
    taken_back: int = field(default=0, repr=False)


@dataclass(frozen=True, slots=True)
class Building:
    """All players build at the same time."""

    hands: tuple[Cards, ...] = field(repr=False)
    pile: Cards = field(repr=False)
    sites: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class Playing:
    """The tricks.

    Attributes:
        hands: every seat's cards.
        pile: the draw pile, a multiset.
        discards: the cards of earlier tricks and of players who are out.
        pyramids: every seat's pyramid.
        turn: who leads, defends, or chooses a part.
        trick: the attack, None before a lead.
        may_draw: who may still draw by hand for the cards just shown.
        drawing: for whom nature draws now.
        split: whether `turn` must say which part of the pyramid stays.
        fallen: what the last decline cost.
    """

    hands: tuple[Cards, ...] = field(repr=False)
    pile: Cards = field(repr=False)
    discards: Cards = field(repr=False)
    pyramids: tuple[Pyramid, ...]
    turn: Seat
    trick: Trick | None = None
    may_draw: Seat | None = None
    drawing: Seat | None = None
    split: bool = False
    fallen: Fallen | None = None

    def next_seat(self, seat: Seat) -> Seat:
        """Return the next seat to the left that still has a bucket."""
        seats = len(self.pyramids)
        following = (seat + 1) % seats
        while self.pyramids[following] == BARE:
            following = (following + 1) % seats
        return following


Stage = Dealing | Building | Playing


@dataclass(frozen=True, slots=True)
class State:
    """A whole match.

    Attributes:
        setup: what was chosen before the start.
        first: who leads first in this round; None until it is drawn.
        stage: what is going on; None before `first` is drawn and when the match is over.
        results: the rounds that are over.
    """

    setup: Setup
    first: Seat | None
    stage: Stage | None = None
    results: tuple[Result, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the last round has ended."""
        return len(self.results) == self.setup.rounds

    @property
    def scores(self) -> tuple[int, ...]:
        """The sums over the rounds that are over (ruling B10)."""
        return tuple(
            sum(result.buckets[seat] for result in self.results) for seat in range(self.setup.seats)
        )
