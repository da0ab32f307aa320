"""The state of a match at one moment. A match is a game of one or more rounds.

    State
        Setup       the choices made before the start
        Result...   the finished rounds
        stage       Dealing -> Building -> Playing -> Dealing ... -> None after the match

No `repr` shows hidden things: hands, the draw pile, unfinished pyramids.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.buckets.cards import Cards, total
from engine.buckets.pyramid import (
    BARE,
    SIZE,
    Boxes,
    Pyramid,
    buckets,
)
from engine.core import Seat

MOST_TAKEN_BACK: Final = 5 * SIZE
"""Limit on buckets a player may take back in a round: five whole pyramids.

The rules set no limit. Without one, a single player could make the log grow for ever."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The facts that stay the same for a whole match.

    Attributes:
        seats: number of players.
        by_hand: whether each player draws his cards by a press (ruling B4).
        leader_only: whether only the leader adds to the sum of his earlier cards (ruling B5).
        rounds: number of rounds (ruling B10).
    """

    seats: int
    by_hand: bool
    leader_only: bool
    rounds: int

    @property
    def most_gone(self) -> int:
        """The number of gone pyramids that ends a round (ruling B9)."""
        return 1 if self.seats <= 4 else 2


@dataclass(frozen=True, slots=True)
class Fallen:
    """The loss of the last player who declined.

    Attributes:
        seat: the owner of the pyramid.
        box: the box of the removed bucket.
        before: the pyramid before the loss.
        boxes: all boxes emptied, including `box` and the boxes of a part given up.
    """

    seat: Seat
    box: int
    before: Pyramid
    boxes: Boxes


@dataclass(frozen=True, slots=True)
class Result:
    """A finished round: its first leader, the pyramids left, and the last fall."""

    first: Seat
    pyramids: tuple[Pyramid, ...]
    fallen: Fallen

    @property
    def buckets(self) -> tuple[int, ...]:
        """The score of each seat: its buckets left (ruling B9)."""
        return tuple(map(buckets, self.pyramids))


@dataclass(frozen=True, slots=True)
class Shown:
    """The cards that a player showed at one time."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Trick:
    """An attack going round the table.

    Attributes:
        colour: the letter of the attacking animal.
        plays: the cards shown so far, in order, the lead first; all lie on the table.
        beat: the sum that the last player reached; a defence must exceed it.
    """

    colour: str
    plays: tuple[Shown, ...]
    beat: int

    @property
    def leader(self) -> Seat:
        """The seat that led."""
        return self.plays[0].seat

    @property
    def cards(self) -> Cards:
        """Every card on the table, sorted."""
        return tuple(sorted(card for shown in self.plays for card in shown.cards))

    def carried(self, seat: Seat, setup: Setup) -> int:
        """Return the sum that a seat's earlier cards in this trick add to its next cards (B5).

        The sum is 0 for a seat that `leader_only` excludes.
        """
        if setup.leader_only and seat != self.leader:
            return 0
        return sum(total(shown.cards) for shown in self.plays if shown.seat == seat)


@dataclass(frozen=True, slots=True)
class Dealing:
    """Nature deals the hands, seat by seat; the next hand is for seat `len(hands)`."""

    hands: tuple[Cards, ...] = field(repr=False)
    pile: Cards = field(repr=False)


@dataclass(frozen=True, slots=True)
class Site:
    """A pyramid being built.

    Attributes:
        built: the boxes filled so far, from the bottom left.
        ready: whether its owner has confirmed it.
        taken_back: number of buckets that the owner has taken back.
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
    """The stage of tricks.

    Attributes:
        hands: every seat's cards.
        pile: the draw pile; its order means nothing.
        discards: the cards of earlier tricks and of players who are out.
        pyramids: every seat's pyramid.
        turn: the seat that leads, defends, or chooses a part.
        trick: the attack; None before a lead.
        may_draw: the seat that may still draw by hand for the cards it has just shown.
        drawing: the seat for which nature draws now.
        split: whether `turn` must choose which part of its pyramid stays.
        fallen: the loss of the last decline.
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
        setup: the choices made before the start.
        first: the first leader of this round; None until drawn.
        stage: the current stage; None before `first` is drawn and after the match.
        results: the finished rounds.
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
        """Each seat's total buckets of the finished rounds (ruling B10)."""
        rounds = [result.buckets for result in self.results]
        return tuple(sum(each[seat] for each in rounds) for seat in range(self.setup.seats))
