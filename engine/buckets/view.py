"""What a seat, or a spectator, may know of a match (ruling B12).

Everybody knows who has confirmed, all pyramids once they are confirmed, the trick, and the numbers
of cards in the hands, the draw pile and the discards. A seat also knows its own hand and its own
unfinished pyramid. Cards are texts like `h5`; a pyramid has a letter or a dot for each of its
boxes, see `engine.buckets.pyramid`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.buckets.cards import Cards
from engine.buckets.pyramid import Boxes, Pyramid, cleared, falling, parts, removable
from engine.buckets.state import (
    MOST_TAKEN_BACK,
    Building,
    Dealing,
    Fallen,
    Playing,
    Result,
    Shown,
    State,
)
from engine.core import Seat


@dataclass(frozen=True, slots=True)
class BuildingView:
    """The building phase, as a seat or a spectator sees it.

    Attributes:
        ready: for every seat whether it has confirmed.
        built: the viewer's own boxes so far, from the bottom left; None for a spectator.
        may_take_back: how many buckets the viewer may still take back; None for a spectator.
    """

    ready: tuple[bool, ...]
    built: Pyramid | None = field(repr=False)
    may_take_back: int | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class TrickView:
    """The attack going round.

    Attributes:
        colour: the letter of the attacking animal.
        leader: who led.
        attacked: who must defend or decline.
        plays: the cards of each player, in order.
        carried: for every seat the sum of its earlier cards, to which it adds its next ones.
        beat: the sum that a defence must exceed.
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
        box: where it stands.
        falls: all boxes that are emptied by it, this one included.
        parts: the boxes of the left and of the right part if the pyramid is split, else empty.
    """

    box: int
    falls: Boxes
    parts: tuple[Boxes, ...]


@dataclass(frozen=True, slots=True)
class PlayingView:
    """The tricks, as everybody sees them.

    Attributes:
        pyramids: one for each seat.
        turn: who leads, defends, or chooses the part that stays.
        trick: the attack, None before a lead.
        must_draw: whether `turn` has no card to lead and first draws one.
        may_draw: who may still draw by hand for the cards just shown.
        drawing: who is being given a card.
        removals: what the attacked player may give up, and what each would cost.
        split: the two parts, while `turn` must choose the one to keep; else empty.
        fallen: what the last decline of this round cost.
        pile: how many cards are in the draw pile.
        discards: how many are discarded.
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
    """A round that is over: its first leader, the pyramids and buckets left, the last fall."""

    first: Seat
    pyramids: tuple[Pyramid, ...]
    buckets: tuple[int, ...]
    fallen: Fallen


@dataclass(frozen=True, slots=True)
class BucketsView:
    """A match as one seat or a spectator may know it.

    Attributes:
        you: the seat that looks, None for a spectator.
        phase: `first`, `deal`, `build`, `play` or `over`.
        by_hand: whether players draw by themselves.
        leader_only: whether only the leader adds to his earlier cards.
        round: the round being played, from 1; the last one when the match is over.
        rounds: how many are played.
        first: who leads first in this round; None until it is drawn.
        scores: the buckets of the rounds that are over, added up.
        hand: the viewer's own cards, sorted.
        hand_sizes: how many cards each seat has.
        building: while pyramids are built.
        playing: while tricks are played.
        results: the rounds that are over.
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
    """Return what `seat` may know."""
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
    """Return the phase in one word."""
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
    """Return what a seat may know while all build."""
    site = None if seat is None else stage.sites[seat]
    return BuildingView(
        ready=tuple(one.ready for one in stage.sites),
        built=site and site.built,
        may_take_back=site and MOST_TAKEN_BACK - site.taken_back,
    )


def _show_playing(stage: Playing, state: State) -> PlayingView:
    """Return what everybody knows of the tricks."""
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
    """Return the attack; None before a lead."""
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
    """Return what the attacked player may give up."""
    if stage.trick is None:
        return ()
    pyramid = stage.pyramids[stage.turn]
    return tuple(_show_removal(pyramid, box) for box in removable(pyramid, stage.trick.colour))


def _show_removal(pyramid: Pyramid, box: int) -> Removal:
    """Return what giving up this bucket costs."""
    falls = falling(pyramid, box)
    apart = parts(cleared(pyramid, falls))
    return Removal(box, falls, apart if len(apart) > 1 else ())


def _show_round(result: Result) -> RoundView:
    """Return a round that is over."""
    return RoundView(result.first, result.pyramids, result.buckets, result.fallen)
