"""The game itself: the rules of Ducks in the Pond behind the questions that every game answers."""

from __future__ import annotations

from engine.core import CHANCE, Chance, Game, Info, Options, Outcome, Seat, places
from engine.errors import IllegalMove, NotYourTurn
from engine.pond import moves as notation
from engine.pond import position
from engine.pond.chance import RollDice, RollForStart
from engine.pond.legal import END_DAY, legal_moves
from engine.pond.moves import Move, Place
from engine.pond.reach import plans
from engine.pond.sheet import DAYS, State, blank, scores, seat_on
from engine.pond.steps import ROLLS, STEPS
from engine.pond.view import View, look


class Pond(Game[State, Move, View]):
    """Ducks in the Pond for one or two players."""

    info = Info(key="pond", title="Ducks in the Pond", min_seats=1, max_seats=2, rules_version=1)

    def start(self, seats: int, options: Options, first: Seat | None = None) -> State:
        """An empty sheet; alone there is no roll for start, nor in a rematch that has a winner."""
        self.options(options)
        self.check_seats(seats, options)
        self.check_first(seats, first)
        return blank(seats, 0 if seats == 1 else first)

    def rematch_first(self, outcome: Outcome) -> Seat | None:
        """The winner of two starts (P9); after a tie the dice decide again."""
        return outcome.winners[0] if len(outcome.winners) == 1 else None

    def bound(self, seats: int, options: Options) -> int:  # noqa: ARG002 - the same for all
        """A limit for random play; nobody who never takes anything back makes more than 60 moves.

        How long random play with `undo` lasts: a day has at most 7 moves that use dice, and one
        more for each that is taken back. Where the day can be ended, `undo` is never likelier than
        `end day`; while a fed die waits, never likelier than placing it. Call either event a flip.
        At worst the flips of a day go from "fed" with even odds to "placed" or round again, and
        from "placed" with even odds to the end of the day or back to "fed". Summed over six days,
        more than 170 flips have a chance of 4.8e-10. Each costs two moves; the rest is for the 60
        and for tied start rolls.
        """
        return 450

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Whose day it is; nature while dice have to be rolled."""
        if state.day > DAYS:
            return ()
        if state.rolling or state.first is None:
            return (CHANCE,)
        return (seat_on(state, state.day),)

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Placements and sets first, then abilities, then `undo` and `end day`."""
        if (seat,) != self.to_act(state) or seat == CHANCE:
            return ()
        return legal_moves(state)

    def chance(self, state: State) -> Chance[Move]:
        """The roll for start, the roll of the day, or a re-roll."""
        return RollDice(state.rolling) if state.rolling else RollForStart()

    def parse(self, text: str) -> Move:
        """Read a move; see the notation in `engine.pond`."""
        return notation.parse(text)

    def apply(self, state: State, seat: Seat, move: Move) -> State:
        """Carry out a move; `undo` gives back the very state that it returns to."""
        if (seat,) != self.to_act(state):
            raise NotYourTurn(f"seat {seat} is not to act")
        step = (ROLLS if seat == CHANCE else STEPS).get(type(move))
        if step is None:
            raise IllegalMove(f"{str(move)!r} is not a move that can be made now")
        return step(state, move)

    def view(self, state: State, seat: Seat | None) -> View:  # noqa: ARG002 - nothing is hidden
        """The whole sheet: nothing is hidden in this game."""
        return look(state)

    def outcome(self, state: State) -> Outcome | None:
        """Scores and places after the sixth day."""
        if state.day <= DAYS:
            return None
        points = scores(state)
        return Outcome(points, places(points))

    def default(self, state: State, seat: Seat) -> Move:
        """What scores most today, then a sunny day, then single dice, then the end of the day."""
        legal = self.moves(state, seat)
        if not legal:
            raise NotYourTurn(f"seat {seat} is not to act")
        for plan in plans(state):
            if plan.points or plan.key == "sunny":
                return plan.moves[0]
        placings = [move for move in legal if isinstance(move, Place)]
        return max(placings, key=lambda move: (move.value, move.count), default=END_DAY)

    def position(self, state: State) -> str:
        """Write a state in one line; see `engine.pond.position`."""
        return position.write(state)

    def from_position(self, text: str) -> State:
        """Read a line of `position` strictly; there is nothing to take back in what it returns."""
        return position.read(text)
