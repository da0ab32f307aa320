"""The views of a match for a seat or a spectator (ruling B12)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.buckets.cards import Cards
from engine.buckets.pyramid import (
    Boxes,
    Pyramid,
    cleared,
    falling,
    parts,
    removable,
)
from engine.buckets.state import MOST_TAKEN_BACK, Building, Dealing, Playing
from engine.core import Seat

if TYPE_CHECKING:
    from engine.buckets.state import Fallen, Result, Shown, State


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
