"""The Bucket King as a `Game`: it leads from stage to stage and asks each for its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.buckets import absent, building, hidden, playing
from engine.buckets.cards import COPIES, DECK, HAND, without
from engine.buckets.moves import Deal, Move, parse
from engine.buckets.nature import DealHand, DrawCard
from engine.buckets.pyramid import SIZE
from engine.buckets.state import Building, Dealing, Playing, Result, Setup, Site, Stage, State
from engine.buckets.view import BucketsView, view
from engine.core import (
    CHANCE,
    Chance,
    Choice,
    DrawFirst,
    First,
    Game,
    Info,
    Option,
    Options,
    Outcome,
    Seat,
    Source,
    places,
)
from engine.errors import IllegalMove, NotYourTurn

if TYPE_CHECKING:
    from engine.buckets.cards import Cards

DRAW: Final = Option(
    "draw",
    "Drawing",
    (Choice("automatic", "automatic"), Choice("hand", "by hand")),
)
ACCUMULATE: Final = Option(
    "accumulate",
    "Who adds to earlier cards",
    (Choice("everyone", "everyone"), Choice("leader", "leader only")),
)
ROUNDS: Final = Option(
    "rounds",
    "Rounds",
    (Choice("1", "1"), Choice("seats", "as many as players"), Choice("3", "3")),
)


class Buckets(Game[State, Move, BucketsView]):
    """The rules of The Bucket King."""

    info = Info(
        key="buckets",
        title="The Bucket King",
        min_seats=3,
        max_seats=6,
        rules_version=1,
        options=(DRAW, ACCUMULATE, ROUNDS),
        hidden=True,
    )

    def start(self, seats: int, options: Options, first: Seat | None = None) -> State:
        """The first leader is drawn (ruling B3), then twelve cards are dealt to each seat."""
        self.check_seats(seats, options)
        self.check_first(seats, first)
        setup = _setup(seats, self.options(options))
        return State(setup, first, None if first is None else Dealing((), DECK))

    def bound(self, seats: int, options: Options) -> int:
        """A strict bound, though a generous one.

        A round: the deals; the building moves of every seat; the tricks. A trick takes a bucket at
        least, and a round ends with `gone` pyramids down and the others holding a bucket at least.
        A showing takes a card of the trick's colour, which does not come back before the trick is
        over, and costs a `play`, a `draw` and a `card`; a trick also has a `remove`, perhaps a
        `keep`, and before the lead perhaps a `draw` and its `card`.
        """
        setup = _setup(seats, self.options(options))
        gone = setup.most_gone
        tricks = gone * SIZE + (seats - gone) * (SIZE - 1)
        longest = sum(COPIES) * (3 if setup.by_hand else 2) + 4
        return 1 + setup.rounds * (seats * (1 + building.MOST_MOVES) + tricks * longest)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Nature; all who still build; whose turn it is, and who may draw by hand."""
        match state.stage:
            case Playing():
                return playing.to_act(state.stage)
            case Building():
                return building.to_act(state.stage)
            case Dealing():
                return (CHANCE,)
            case None:
                return () if state.over else (CHANCE,)

    def waits_for(self, state: State) -> tuple[Seat, ...]:
        """As `to_act`, without who only may draw by hand: that draw can be missed (ruling B4)."""
        stage = state.stage
        if isinstance(stage, Playing) and stage.drawing is None:
            return (stage.turn,)
        return self.to_act(state)

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every legal move of a player's seat."""
        if seat == CHANCE or seat not in self.to_act(state):
            return ()
        match state.stage:
            case Playing():
                return tuple(playing.moves(state.stage, seat, state.setup))
            case Building():
                return tuple(building.moves(state.stage, seat))
            case _:
                return ()

    def chance(self, state: State) -> Chance[Move]:
        """The first leader, a hand, or a card."""
        match state.stage:
            case Playing(drawing=int(seat)):
                return DrawCard(seat, state.stage.pile)
            case Dealing(hands, pile):
                return DealHand(len(hands), pile)
            case None if not state.over:
                return DrawFirst(state.setup.seats)
            case _:
                raise NotYourTurn("nature has nothing to draw")

    def parse(self, text: str) -> Move:
        """Read a move; see `engine.buckets.moves` for the notation."""
        return parse(text)

    def apply(self, state: State, seat: Seat, move: Move) -> State:
        """The state after the move; the end of a stage begins the next."""
        if seat not in self.to_act(state):
            raise NotYourTurn(f"seat {seat} is not to act")
        match state.stage:
            case Playing():
                stage = playing.apply(state.stage, seat, move, state.setup)
                return _after_play(state, stage)
            case Building():
                return _with(state, building.apply(state.stage, seat, move, _first(state)))
            case Dealing():
                return _with(state, _dealt(state.stage, move, state.setup))
            case None:
                return _begun(state, move)

    def view(self, state: State, seat: Seat | None) -> BucketsView:
        """What a seat may know; see `engine.buckets.view`."""
        return view(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """The buckets of all rounds added up; equal totals share a place (ruling B10)."""
        return Outcome(state.scores, places(state.scores)) if state.over else None

    def default(self, state: State, seat: Seat) -> Move:
        """What a caretaker does; see `engine.buckets.absent`."""
        if seat != CHANCE and seat in self.to_act(state):
            match state.stage:
                case Playing():
                    return absent.playing(state.stage, seat, state.setup)
                case Building():
                    return absent.building(state.stage, seat)
                case _:
                    pass
        raise NotYourTurn(f"seat {seat} is not to act")

    def seen(self, state: State, by: Seat, move: Move, viewer: Seat | None) -> str | None:  # noqa: ARG002 - the move says enough
        """A move as `viewer` may know it; see `engine.buckets.hidden`."""
        return hidden.seen(by, move, viewer)

    def resample(self, state: State, seat: Seat | None, source: Source) -> State:
        """What `seat` may not know drawn anew; see `engine.buckets.hidden`."""
        return hidden.resample(state, seat, source)


def _setup(seats: int, options: Options) -> Setup:
    rounds = options[ROUNDS.key]
    return Setup(
        seats=seats,
        by_hand=options[DRAW.key] == "hand",
        leader_only=options[ACCUMULATE.key] == "leader",
        rounds=seats if rounds == "seats" else int(rounds),
    )


def _with(state: State, stage: Stage) -> State:
    return State(state.setup, state.first, stage, state.results)


def _first(state: State) -> Seat:
    if state.first is None:
        raise IllegalMove("the first leader is not drawn yet")
    return state.first


def _begun(state: State, move: Move) -> State:
    if not isinstance(move, First) or move.seat >= state.setup.seats:
        raise IllegalMove("nature now draws who leads first")
    return State(state.setup, move.seat, Dealing((), DECK))


def _dealt(stage: Dealing, move: Move, setup: Setup) -> Dealing | Building:
    if not isinstance(move, Deal) or move.seat != len(stage.hands):
        raise IllegalMove("nature now deals to the next seat")
    pile = without(stage.pile, move.cards)
    if pile is None or len(move.cards) != HAND:
        raise IllegalMove("deal: nature cannot deal that hand")
    hands: tuple[Cards, ...] = (*stage.hands, move.cards)
    if len(hands) < setup.seats:
        return Dealing(hands, pile)
    return Building(hands, pile, (Site(),) * setup.seats)


def _after_play(state: State, stage: Playing) -> State:
    """Go on, or note the result; the next round's first leader is one further left (ruling B3)."""
    if stage.fallen is None or not playing.round_over(stage, state.setup):
        return _with(state, stage)
    first = _first(state)
    results = (*state.results, Result(first, stage.pyramids, stage.fallen))
    if len(results) == state.setup.rounds:
        return State(state.setup, first, None, results)
    return State(state.setup, (first + 1) % state.setup.seats, Dealing((), DECK), results)
