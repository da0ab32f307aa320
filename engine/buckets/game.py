"""The Bucket King as a `Game`: the steps from one stage to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.buckets import tricks
from engine.buckets.building import MOST_MOVES, choose_default, list_moves, play, to_act
from engine.buckets.cards import COPIES, DECK, HAND, Cards
from engine.buckets.draws import DealHand, DrawCard
from engine.buckets.hidden import resample
from engine.buckets.moves import (
    Deal,
    Keep,
    Move,
    Remove,
    parse,
    show_move,
)
from engine.buckets.pyramid import SIZE
from engine.buckets.state import (
    Building,
    Dealing,
    Playing,
    Result,
    Setup,
    Site,
    State,
)
from engine.buckets.view import BucketsView, make_view
from engine.core import (
    CHANCE,
    Chance,
    Choice,
    DrawFirst,
    First,
    Game,
    IllegalMove,
    Info,
    Option,
    Options,
    Outcome,
    Seat,
    Source,
    rank_scores,
    remove_items,
)

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
        """Let nature draw the first leader (ruling B3); if `first` is known, begin to deal."""
        setup = _make_setup(seats, options)
        return State(setup, first, None if first is None else Dealing((), DECK))

    def most_moves(self, seats: int, options: Options) -> int:
        """Return a generous bound that no game exceeds.

        A round has deals, building moves and tricks. Each trick costs at least one bucket. At the
        end of a round `gone` pyramids are down, and each other seat still has at least one bucket.
        Showing cards takes a `play` and nature's `card`, and also a `draw` if players draw by hand.
        Each `play` needs a card of the trick's colour, and that card stays on the table until the
        trick is over. A trick also has a `remove` and perhaps a `keep`. The leader may need a
        `draw` and a `card` before the lead.
        """
        setup = _make_setup(seats, options)
        gone = setup.most_gone
        tricks = gone * SIZE + (seats - gone) * (SIZE - 1)
        longest = sum(COPIES) * (3 if setup.by_hand else 2) + 4
        return 1 + setup.rounds * (seats * (1 + MOST_MOVES) + tricks * longest)

    def is_long_turn(self, state: State) -> bool:
        """Return whether pyramids are built."""
        return isinstance(state.stage, Building)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return nature, or all seats that still build, or the seat on turn.

        A seat that may still draw by hand is listed after the seat on turn.
        """
        match state.stage:
            case Playing():
                return tricks.to_act(state.stage)
            case Building():
                return to_act(state.stage)
            case Dealing():
                return (CHANCE,)
            case None:
                return () if state.over else (CHANCE,)

    def optional(self, state: State) -> tuple[Seat, ...]:
        """Return the seat that may draw by hand; the game goes on without its draw (ruling B4)."""
        stage = state.stage
        if not isinstance(stage, Playing) or stage.drawing is not None or stage.may_draw is None:
            return ()
        return (stage.may_draw,)

    def forced(self, state: State) -> Move | None:
        """Return the only move of the seat on turn, unless it would reveal part of a hand."""
        stage = state.stage
        return tricks.find_forced(stage, state.setup) if isinstance(stage, Playing) else None

    def tells_nothing(self, move: Move) -> bool:
        """Return whether the move gives up buckets; such a move shows no card and draws none."""
        return isinstance(move, Remove | Keep)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        match state.stage:
            case Playing():
                return tuple(tricks.list_moves(state.stage, seat, state.setup))
            case Building():
                return tuple(list_moves(state.stage, seat))
            case _:
                return ()

    def draw(self, state: State) -> Chance[Move]:
        match state.stage:
            case Playing(drawing=int(seat)):
                return DrawCard(seat, state.stage.pile)
            case Dealing(hands, pile):
                return DealHand(len(hands), pile)
            case _:
                return DrawFirst(state.setup.seats)

    def parse(self, text: str) -> Move:
        """Read a move in the notation of `engine.buckets.moves`."""
        return parse(text)

    def play(self, state: State, seat: Seat, move: Move) -> State:
        """Apply a move; the end of a stage begins the next stage."""
        match state.stage:
            case Playing():
                stage = tricks.play(state.stage, seat, move, state.setup)
                return _end_round(state, stage)
            case Building():
                stage = play(state.stage, seat, move, _first_leader(state))
                return replace(state, stage=stage)
            case Dealing():
                return replace(state, stage=_deal_hand(state.stage, move, state.setup))
            case None:
                return _draw_leader(state, move)

    def view(self, state: State, seat: Seat | None) -> BucketsView:
        return make_view(state, seat)

    def final_outcome(self, state: State) -> Outcome:
        """Add up the buckets of all rounds; equal totals share a place (ruling B10)."""
        return Outcome(state.scores, rank_scores(state.scores))

    def standing(self, state: State, seats: int) -> tuple[int, ...]:  # noqa: ARG002 - the state has their number
        """Rank the seats by the buckets of the finished rounds."""
        return rank_scores(state.scores)

    def default_move(self, state: State, seat: Seat) -> Move:
        if isinstance(state.stage, Playing):
            return tricks.choose_default(state.stage, seat, state.setup)
        return choose_default(self.legal_moves(state, seat))

    def seen(self, state: State, by: Seat, move: Move, viewer: Seat | None) -> str | None:  # noqa: ARG002 - the move says enough
        """Return a move as `viewer` may know it; see `show_move`."""
        return show_move(by, move, viewer)

    def resample(self, state: State, seat: Seat | None, source: Source) -> State:
        """Draw anew everything that `seat` may not know."""
        return resample(state, seat, source)


def _make_setup(seats: int, options: Options) -> Setup:
    rounds = options[ROUNDS.key]
    return Setup(
        seats=seats,
        by_hand=options[DRAW.key] == "hand",
        leader_only=options[ACCUMULATE.key] == "leader",
        rounds=seats if rounds == "seats" else int(rounds),
    )


def _first_leader(state: State) -> Seat:
    """Return the first leader; raises IllegalMove before nature has drawn one."""
    if state.first is None:
        raise IllegalMove("The first leader is not drawn yet.")
    return state.first


def _draw_leader(state: State, move: Move) -> State:
    """Begin the first round with the drawn leader."""
    if not isinstance(move, First) or move.seat >= state.setup.seats:
        raise IllegalMove("Nature now draws who leads first.")
    return State(state.setup, move.seat, Dealing((), DECK))


def _deal_hand(stage: Dealing, move: Move, setup: Setup) -> Dealing | Building:
    """Give the next seat its hand; after the last hand, building begins."""
    if not isinstance(move, Deal) or move.seat != len(stage.hands):
        raise IllegalMove("Nature now deals to the next seat.")
    pile = remove_items(stage.pile, move.cards)
    if pile is None or len(move.cards) != HAND:
        raise IllegalMove("Nature cannot deal that hand.")
    hands: tuple[Cards, ...] = (*stage.hands, move.cards)
    if len(hands) < setup.seats:
        return Dealing(hands, pile)
    return Building(hands, pile, (Site(),) * setup.seats)


def _end_round(state: State, stage: Playing) -> State:
    """Record a finished round; the next seat to the left leads the next round (B3)."""
    if stage.fallen is None or not tricks.is_round_over(stage, state.setup):
        return replace(state, stage=stage)
    first = _first_leader(state)
    results = (*state.results, Result(first, stage.pyramids, stage.fallen))
    if len(results) == state.setup.rounds:
        return State(state.setup, first, None, results)
    return State(state.setup, (first + 1) % state.setup.seats, Dealing((), DECK), results)
