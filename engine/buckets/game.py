"""The Bucket King as a `Game`: it leads from stage to stage and asks each for its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.buckets import building, hidden, playing
from engine.buckets.cards import COPIES, DECK, HAND
from engine.buckets.moves import Deal, Keep, Move, Remove, parse, show_move
from engine.buckets.nature import DealHand, DrawCard
from engine.buckets.pyramid import SIZE
from engine.buckets.state import Building, Dealing, Playing, Result, Setup, Site, State
from engine.buckets.view import BucketsView, make_view
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
    rank_scores,
)
from engine.errors import IllegalMove
from engine.tuples import remove_items

if TYPE_CHECKING:
    from engine.buckets.cards import Cards

DRAW: Final = Option(
    "draw",
    "Cards are drawn",
    (Choice("automatic", "by themselves"), Choice("hand", "by a press of each player")),
)
ACCUMULATE: Final = Option(
    "accumulate",
    "Who adds to earlier cards",
    (Choice("everyone", "everyone"), Choice("leader", "only the leader")),
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

    def begin(self, seats: int, options: Options, first: Seat | None) -> State:
        """Let nature draw the first leader (ruling B3), or deal where `first` is known."""
        setup = _make_setup(seats, options)
        return State(setup, first, None if first is None else Dealing((), DECK))

    def most_moves(self, seats: int, options: Options) -> int:
        """Return a strict bound, though a generous one.

        A round: the deals; the building moves of every seat; the tricks. A trick takes a bucket at
        least, and a round ends with `gone` pyramids down and the others holding a bucket at least.
        A showing takes a card of the trick's colour, which does not come back before the trick is
        over, and costs a `play`, a `draw` and a `card`; a trick also has a `remove`, perhaps a
        `keep`, and before the lead perhaps a `draw` and its `card`.
        """
        setup = _make_setup(seats, options)
        gone = setup.most_gone
        tricks = gone * SIZE + (seats - gone) * (SIZE - 1)
        longest = sum(COPIES) * (3 if setup.by_hand else 2) + 4
        return 1 + setup.rounds * (seats * (1 + building.MOST_MOVES) + tricks * longest)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return nature; all who still build; or whose turn it is and who may draw by hand."""
        match state.stage:
            case Playing():
                return playing.to_act(state.stage)
            case Building():
                return building.to_act(state.stage)
            case Dealing():
                return (CHANCE,)
            case None:
                return () if state.over else (CHANCE,)

    def optional(self, state: State) -> tuple[Seat, ...]:
        """Return who may draw by hand: that draw can be missed (ruling B4)."""
        stage = state.stage
        if not isinstance(stage, Playing) or stage.drawing is not None or stage.may_draw is None:
            return ()
        return (stage.may_draw,)

    def forced(self, state: State) -> Move | None:
        """Return what the next player has to do, where that tells nothing of a hand."""
        stage = state.stage
        return playing.find_forced(stage, state.setup) if isinstance(stage, Playing) else None

    def tells_nothing(self, move: Move) -> bool:
        """Return whether buckets were given up: no card is shown or drawn."""
        return isinstance(move, Remove | Keep)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Return what the stage allows."""
        match state.stage:
            case Playing():
                return tuple(playing.list_moves(state.stage, seat, state.setup))
            case Building():
                return tuple(building.list_moves(state.stage, seat))
            case _:
                return ()

    def draw(self, state: State) -> Chance[Move]:
        """Draw a card, a hand, or the first leader."""
        match state.stage:
            case Playing(drawing=int(seat)):
                return DrawCard(seat, state.stage.pile)
            case Dealing(hands, pile):
                return DealHand(len(hands), pile)
            case _:
                return DrawFirst(state.setup.seats)

    def parse(self, text: str) -> Move:
        """Read a move; see `engine.buckets.moves` for the notation."""
        return parse(text)

    def play(self, state: State, seat: Seat, move: Move) -> State:
        """Return the state after the move; the end of a stage begins the next."""
        match state.stage:
            case Playing():
                stage = playing.play(state.stage, seat, move, state.setup)
                return _end_round(state, stage)
            case Building():
                stage = building.play(state.stage, seat, move, _first_leader(state))
                return replace(state, stage=stage)
            case Dealing():
                return replace(state, stage=_deal_hand(state.stage, move, state.setup))
            case None:
                return _draw_leader(state, move)

    def view(self, state: State, seat: Seat | None) -> BucketsView:
        """Return what a seat may know; see `engine.buckets.view`."""
        return make_view(state, seat)

    def final_outcome(self, state: State) -> Outcome:
        """Return the buckets of all rounds added up; equal totals share a place (ruling B10)."""
        return Outcome(state.scores, rank_scores(state.scores))

    def standing(self, state: State, seats: int) -> tuple[int, ...]:  # noqa: ARG002 - the state knows
        """Rank the buckets of the finished rounds."""
        return rank_scores(state.scores)

    def default_move(self, state: State, seat: Seat) -> Move:
        """Return what a caretaker does; the stage says it."""
        if isinstance(state.stage, Playing):
            return playing.choose_default(state.stage, seat, state.setup)
        return building.choose_default(self.legal_moves(state, seat))

    def seen(self, state: State, by: Seat, move: Move, viewer: Seat | None) -> str | None:  # noqa: ARG002 - the move says enough
        """Return a move as `viewer` may know it; see `engine.buckets.moves`."""
        return show_move(by, move, viewer)

    def resample(self, state: State, seat: Seat | None, source: Source) -> State:
        """Draw anew what `seat` may not know; see `engine.buckets.hidden`."""
        return hidden.resample(state, seat, source)


def _make_setup(seats: int, options: Options) -> Setup:
    """Return what the options say."""
    rounds = options[ROUNDS.key]
    return Setup(
        seats=seats,
        by_hand=options[DRAW.key] == "hand",
        leader_only=options[ACCUMULATE.key] == "leader",
        rounds=seats if rounds == "seats" else int(rounds),
    )


def _first_leader(state: State) -> Seat:
    """Return who leads first; raises IllegalMove before nature has drawn it."""
    if state.first is None:
        raise IllegalMove("the first leader is not drawn yet")
    return state.first


def _draw_leader(state: State, move: Move) -> State:
    """Begin the first round with the leader that nature has drawn."""
    if not isinstance(move, First) or move.seat >= state.setup.seats:
        raise IllegalMove("nature now draws who leads first")
    return State(state.setup, move.seat, Dealing((), DECK))


def _deal_hand(stage: Dealing, move: Move, setup: Setup) -> Dealing | Building:
    """Give the next seat its hand; after the last one all build."""
    if not isinstance(move, Deal) or move.seat != len(stage.hands):
        raise IllegalMove("nature now deals to the next seat")
    pile = remove_items(stage.pile, move.cards)
    if pile is None or len(move.cards) != HAND:
        raise IllegalMove("deal: nature cannot deal that hand")
    hands: tuple[Cards, ...] = (*stage.hands, move.cards)
    if len(hands) < setup.seats:
        return Dealing(hands, pile)
    return Building(hands, pile, (Site(),) * setup.seats)


def _end_round(state: State, stage: Playing) -> State:
    """Note the result of a round that is over; the next to the left leads the next one (B3)."""
    if stage.fallen is None or not playing.is_round_over(stage, state.setup):
        return replace(state, stage=stage)
    first = _first_leader(state)
    results = (*state.results, Result(first, stage.pyramids, stage.fallen))
    if len(results) == state.setup.rounds:
        return State(state.setup, first, None, results)
    return State(state.setup, (first + 1) % state.setup.seats, Dealing((), DECK), results)
