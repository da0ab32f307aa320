"""The state of a match at one moment, and its views. A match is a game of one or more rounds.

    State
        Setup       the choices made before the start
        Result...   the finished rounds
        stage       Dealing -> Building -> Playing -> Dealing ... -> None after the match

No `repr` shows hidden things: hands, the draw pile, unfinished pyramids.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.buckets.pyramid import (
    BARE,
    SIZE,
    Boxes,
    Cards,
    Pyramid,
    buckets,
    cleared,
    falling,
    parts,
    removable,
    total,
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


# The views of a match for a seat or a spectator (ruling B12).


@dataclass(frozen=True, slots=True)
class BuildingView:
    """The building stage for a seat or a spectator.

    Attributes:
        ready: by seat, whether it has confirmed.
        built: the viewer's own boxes so far, from the bottom left; None for a spectator.
        may_take_back: buckets the viewer may still take back; None for a spectator.
    """

    ready: tuple[bool, ...]
    built: Pyramid | None = field(repr=False)
    may_take_back: int | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class TrickView:
    """The attack going round.

    Attributes:
        colour: the letter of the attacking animal.
        leader: the seat that led.
        attacked: the seat that must defend or decline.
        plays: the cards shown so far, in order.
        carried: by seat, the sum that its earlier cards in this trick add to its next cards.
        beat: the sum a defence must exceed.
    """

    colour: str
    leader: Seat
    attacked: Seat
    plays: tuple[Shown, ...]
    carried: tuple[int, ...]
    beat: int


@dataclass(frozen=True, slots=True)
class Removal:
    """A bucket that the attacked player may give up.

    Attributes:
        box: the box with this bucket.
        falls: all boxes that its removal empties, this one included.
        parts: the boxes of the left and the right part if the pyramid splits, else empty.
    """

    box: int
    falls: Boxes
    parts: tuple[Boxes, ...]


@dataclass(frozen=True, slots=True)
class PlayingView:
    """The stage of tricks; everybody has the same view.

    Attributes:
        pyramids: one for each seat.
        turn: the seat that leads, defends, or chooses the part that stays.
        trick: the attack; None before a lead.
        must_draw: whether `turn` has no card to lead and draws one first.
        may_draw: the seat that may still draw by hand for the cards it has just shown.
        drawing: the seat for which nature draws now.
        removals: the buckets the attacked player may give up, each with the boxes it empties.
        split: the two parts of the pyramid while `turn` must choose one of them, else empty.
        fallen: the loss of the last decline in this round.
        pile: number of cards in the draw pile.
        discards: number of discarded cards.
    """

    pyramids: tuple[Pyramid, ...]
    turn: Seat
    trick: TrickView | None
    must_draw: bool
    may_draw: Seat | None
    drawing: Seat | None
    removals: tuple[Removal, ...]
    split: tuple[Boxes, ...]
    fallen: Fallen | None
    pile: int
    discards: int


@dataclass(frozen=True, slots=True)
class RoundView:
    """A finished round: its first leader, the pyramids and buckets left, and the last fall."""

    first: Seat
    pyramids: tuple[Pyramid, ...]
    buckets: tuple[int, ...]
    fallen: Fallen


@dataclass(frozen=True, slots=True)
class BucketsView:
    """A match for one seat or a spectator.

    Attributes:
        you: the seat of the viewer; None for a spectator.
        phase: `first`, `deal`, `build`, `play` or `over`.
        by_hand: whether each player draws his cards by a press.
        leader_only: whether only the leader adds to the sum of his earlier cards.
        round: the current round, from 1; the last one after the match.
        rounds: number of rounds.
        first: the first leader of this round; None until drawn.
        scores: by seat, its total buckets of the finished rounds.
        hand: the viewer's own cards, sorted.
        hand_sizes: by seat, its number of cards.
        building: set while pyramids are built.
        playing: set while tricks are played.
        results: the finished rounds.
    """

    you: Seat | None
    phase: str
    by_hand: bool
    leader_only: bool
    round: int
    rounds: int
    first: Seat | None
    scores: tuple[int, ...]
    hand: Cards = field(repr=False)
    hand_sizes: tuple[int, ...]
    building: BuildingView | None
    playing: PlayingView | None
    results: tuple[RoundView, ...]


def make_view(state: State, seat: Seat | None) -> BucketsView:
    """Return the match for the viewer `seat`, or for a spectator."""
    setup, stage = state.setup, state.stage
    hands = stage.hands if stage else ()
    dealt = hands + ((),) * (setup.seats - len(hands))
    return BucketsView(
        you=seat,
        phase=_name_phase(state),
        by_hand=setup.by_hand,
        leader_only=setup.leader_only,
        round=min(len(state.results) + 1, setup.rounds),
        rounds=setup.rounds,
        first=state.first,
        scores=state.scores,
        hand=() if seat is None else dealt[seat],
        hand_sizes=tuple(map(len, dealt)),
        building=_show_building(stage, seat) if isinstance(stage, Building) else None,
        playing=_show_playing(stage, state) if isinstance(stage, Playing) else None,
        results=tuple(map(_show_round, state.results)),
    )


def _name_phase(state: State) -> str:
    match state.stage:
        case Dealing():
            return "deal"
        case Building():
            return "build"
        case Playing():
            return "play"
        case None:
            return "over" if state.over else "first"


def _show_building(stage: Building, seat: Seat | None) -> BuildingView:
    site = None if seat is None else stage.sites[seat]
    return BuildingView(
        ready=tuple(one.ready for one in stage.sites),
        built=site and site.built,
        may_take_back=site and MOST_TAKEN_BACK - site.taken_back,
    )


def _show_playing(stage: Playing, state: State) -> PlayingView:
    return PlayingView(
        pyramids=stage.pyramids,
        turn=stage.turn,
        trick=_show_trick(stage, state),
        must_draw=stage.trick is None and not stage.split and not stage.hands[stage.turn],
        may_draw=stage.may_draw,
        drawing=stage.drawing,
        removals=_list_removals(stage),
        split=parts(stage.pyramids[stage.turn]) if stage.split else (),
        fallen=stage.fallen,
        pile=len(stage.pile),
        discards=len(stage.discards),
    )


def _show_trick(stage: Playing, state: State) -> TrickView | None:
    trick = stage.trick
    if trick is None:
        return None
    seats = range(state.setup.seats)
    return TrickView(
        colour=trick.colour,
        leader=trick.leader,
        attacked=stage.turn,
        plays=trick.plays,
        carried=tuple(trick.carried(seat, state.setup) for seat in seats),
        beat=trick.beat,
    )


def _list_removals(stage: Playing) -> tuple[Removal, ...]:
    if stage.trick is None:
        return ()
    pyramid = stage.pyramids[stage.turn]
    return tuple(_show_removal(pyramid, box) for box in removable(pyramid, stage.trick.colour))


def _show_removal(pyramid: Pyramid, box: int) -> Removal:
    falls = falling(pyramid, box)
    apart = parts(cleared(pyramid, falls))
    return Removal(box, falls, apart if len(apart) > 1 else ())


def _show_round(result: Result) -> RoundView:
    return RoundView(result.first, result.pyramids, result.buckets, result.fallen)
