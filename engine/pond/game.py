"""The rules of Ducks in the Pond as a `Game`."""

from __future__ import annotations

from engine.core import (
    CHANCE,
    Chance,
    Game,
    IllegalMove,
    Info,
    Options,
    Outcome,
    Seat,
    rank_scores,
)
from engine.pond import moves as notation
from engine.pond import position
from engine.pond.effects import ROLLS, STEPS
from engine.pond.handfuls import make_plans
from engine.pond.moves import (
    DAYS,
    EndDay,
    Move,
    Place,
    Reroll,
    State,
    make_sheet,
    score_seats,
    seat_of_day,
)
from engine.pond.reach import END_DAY, list_moves
from engine.pond.rolls import RollDice, RollForStart
from engine.pond.view import View, make_view


class Pond(Game[State, Move, View]):
    """Ducks in the Pond for one or two players."""

    info = Info(key="pond", title="Ducks in the Pond", min_seats=1, max_seats=2, rules_version=1)

    def begin(self, seats: int, options: Options, first: Seat | None) -> State:  # noqa: ARG002 - the game has no options
        """Return an empty sheet; nature rolls for start if two players play and `first` is None."""
        return make_sheet(seats, 0 if seats == 1 else first)

    def rematch_first(self, outcome: Outcome) -> Seat | None:
        """Return the winner of a game of two (P9); after a tie the dice decide again."""
        return outcome.winners[0] if len(outcome.winners) == 1 else None

    def most_moves(self, seats: int, options: Options) -> int:  # noqa: ARG002 - one bound for all games
        """Allow 60 moves for the longest game, and 15 rolls for start, because ties roll again."""
        return 75

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return the player of the day; nature while dice have to be rolled."""
        if state.day > DAYS:
            return ()
        if state.rolling or state.first is None:
            return (CHANCE,)
        return (seat_of_day(state, state.day),)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:  # noqa: ARG002 - only one seat acts
        """Return placements and sets, then abilities, then `end day`."""
        return list_moves(state)

    def forced(self, state: State) -> Move | None:
        """Return the placement of a waiting wild die if there is only one.

        `end day` is never forced, so that people see the dice of the day.
        """
        moves = list_moves(state) if state.wild else ()
        return moves[0] if len(moves) == 1 else None

    def tells_nothing(self, move: Move) -> bool:
        """Return whether the move only uses dice on the table."""
        return not isinstance(move, Reroll | EndDay)

    def draw(self, state: State) -> Chance[Move]:
        """Return nature's draw: the roll for start, the roll of the day, or a re-roll."""
        return RollDice(state.rolling) if state.rolling else RollForStart()

    def parse(self, text: str) -> Move:
        """Read a move in the notation of `engine.pond`."""
        return notation.parse(text)

    def play(self, state: State, seat: Seat, move: Move) -> State:
        step = (ROLLS if seat == CHANCE else STEPS).get(type(move))
        if step is None:
            raise IllegalMove("{move} is not allowed now", move=str(move))
        return step(state, move)

    def view(self, state: State, seat: Seat | None) -> View:  # noqa: ARG002 - nothing is hidden
        """Return the whole sheet; nothing is hidden in this game."""
        return make_view(state)

    def final_outcome(self, state: State) -> Outcome:
        """Return scores and places after the sixth day."""
        points = score_seats(state)
        return Outcome(points, rank_scores(points))

    def standing(self, state: State, seats: int) -> tuple[int, ...]:  # noqa: ARG002 - the state has `seats`
        """Rank by the points so far."""
        return rank_scores(score_seats(state))

    def default_move(self, state: State, seat: Seat) -> Move:
        """Score the most points now; else make a day sunny; else place dice; else end the day."""
        for plan in make_plans(state):
            if plan.points or plan.key == "sunny":
                return plan.moves[0]
        placings = [move for move in self.legal_moves(state, seat) if isinstance(move, Place)]
        return max(placings, key=lambda move: (move.value, move.count), default=END_DAY)

    def position(self, state: State) -> str:
        """Write a state in one line; see `engine.pond.position`."""
        return position.write(state)

    def from_position(self, text: str) -> State:
        """Read a line of `position`."""
        return position.read(text)
