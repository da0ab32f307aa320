"""The rules of Trophy Buck as a `Game`."""

from __future__ import annotations

from typing import Final

from engine.core import (
    CHANCE,
    N_,
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
    rank_scores,
)
from engine.trophy.dice import (
    HUNTS,
    DrawAndRoll,
    Hunt,
)
from engine.trophy.hunts import State, bank_points, land_dice, take_dice
from engine.trophy.moves import Move, Roll, Stop
from engine.trophy.view import View, make_view

_BEFORE_ROLL: Final[tuple[Move, ...]] = (Roll(),)

_AFTER_ROLL: Final[tuple[Move, ...]] = (Roll(), Stop())

_TEXTS: Final[dict[str, Move]] = {**HUNTS, "roll": Roll(), "stop": Stop()}

_TWO_HUNTERS: Final = Option(
    "two_hunters",
    "Two hunters",
    (Choice("off", "not allowed, it takes three or more"), Choice("on", "allowed, two are enough")),
    N_("Two hunters are enough"),
)


class TrophyBuck(Game[State, Move, View]):
    info = Info(
        key="trophy",
        title="Trophy Buck",
        min_seats=2,
        max_seats=8,
        rules_version=1,
        options=(_TWO_HUNTERS,),
        whole_turns=True,
    )

    def allowed_seats(self, options: Options) -> range:
        """Allow three to eight hunters, or with the option two to eight (ruling T2)."""
        fewest = 2 if options["two_hunters"] == "on" else 3
        return range(fewest, self.info.max_seats + 1)

    def begin(self, seats: int, options: Options, first: Seat | None) -> State:  # noqa: ARG002 - the same for every option
        """Start with no points; nature draws the first seat if `first` is None."""
        return State((0,) * seats, first, first or 0)

    def most_moves(self, seats: int, options: Options) -> int:  # noqa: ARG002 - the same for every option
        """Allow 240 turns a seat; random play needs more with a chance below 1e-10."""
        # A first roll with Points cannot end the turn. Its chance is 35,274 / 47,520. Random play
        # then stops with a chance of 1/2. So a turn banks at least 2 with a chance p > 0.37. A seat
        # needs at most 18 such turns for the goal. The chance of fewer in 220 turns is below
        # exp(-(220 p - 17)^2 / (440 p)) < 1e-11 (Chernoff). The other 20 turns are for tiebreaks.
        # The chance that a round of the tiebreak stays level is below 0.21 (computed from the exact
        # points of a random turn, for 2 to 8 leaders). So the chance of 20 level rounds is below
        # 1e-13. N turns have more than 3 N rolls only if 3 N coin flips have fewer than N stops.
        # The chance of this is below exp(-N / 6), and N is at least 480. A roll is two moves (the
        # choice and the dice), a stop is one.
        return 240 * seats * (3 * 2 + 1)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return the hunter; nature before the first turn and while dice are drawn."""
        if state.winner is not None:
            return ()
        return (CHANCE,) if state.first is None or state.turn.rolling else (state.hunter,)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:  # noqa: ARG002 - only one seat acts
        """Return the roll, and after the first roll of the turn also the stop."""
        return _AFTER_ROLL if state.turn.roll else _BEFORE_ROLL

    def tells_nothing(self, move: Move) -> bool:
        """Return whether the move is a stop; only a roll reveals anything."""
        return isinstance(move, Stop)

    def draw(self, state: State) -> Chance[Move]:
        if state.first is None:
            return DrawFirst(len(state.totals))
        return DrawAndRoll(state.turn.bag, state.turn.tracks)

    def parse(self, text: str) -> Move:
        """Read a move in the notation of the package's docstring."""
        if (move := _TEXTS.get(text)) is not None:
            return move
        return self.parse_first(text)

    def play(self, state: State, seat: Seat, move: Move) -> State:
        match move:
            case Hunt() if state.turn.rolling:
                return land_dice(state, move)
            case Roll() if seat != CHANCE:
                return take_dice(state)
            case Stop() if seat != CHANCE and state.turn.roll:
                return bank_points(state)
            case First() if state.first is None and move.seat in range(len(state.totals)):
                return State(state.totals, move.seat, move.seat)
            case _:
                raise IllegalMove("{move} is not allowed now", move=str(move))

    def view(self, state: State, seat: Seat | None) -> View:  # noqa: ARG002 - nothing is hidden
        """Return the whole table, with the chance that the next roll ends the turn."""
        return make_view(state)

    def final_outcome(self, state: State) -> Outcome:
        """Rank by the totals; leaders who lose a tiebreak share second place."""
        ranks = enumerate(rank_scores(state.totals))
        settled = (2 if rank == 1 and seat != state.winner else rank for seat, rank in ranks)
        return Outcome(state.totals, tuple(settled))

    def standing(self, state: State, seats: int) -> tuple[int, ...]:  # noqa: ARG002 - the totals show the number
        """Rank by the points so far."""
        return rank_scores(state.totals)

    def default_move(self, state: State, seat: Seat) -> Move:  # noqa: ARG002 - only one seat acts
        """Stop as soon as that is allowed."""
        return _AFTER_ROLL[1] if state.turn.roll else _BEFORE_ROLL[0]
