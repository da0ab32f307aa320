"""Pig, as John Scarne described it in 1945: the first with 100 points wins.

Moves: `throw` and `stop` by the player to act, `die 5` by chance, and `first 2` by chance at the
beginning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

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
    Source,
    parse_int,
    rank_scores,
)


@dataclass(frozen=True, slots=True)
class Throw:
    """The player throws the die."""

    def __str__(self) -> str:
        return "throw"


@dataclass(frozen=True, slots=True)
class Stop:
    """The player keeps the points of the turn."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class Fall:
    """The die falls."""

    value: int

    def __str__(self) -> str:
        return f"die {self.value}"


Move = Throw | Stop | Fall | First


@dataclass(frozen=True, slots=True)
class State:
    """The points kept so far, the points of the turn, and whose turn it is.

    Attributes:
        scores: the points kept, by seat.
        goal: the points that win.
        seat: whose turn it is; None until nature has drawn the first seat.
        turn: the points of this turn.
        rolling: whether the die is in the air.
    """

    scores: tuple[int, ...]
    goal: int
    seat: Seat | None
    turn: int = 0
    rolling: bool = False


@dataclass(frozen=True, slots=True)
class OneDie(Chance[Move]):
    """A die falls on one of its six sides."""

    def sample(self, source: Source) -> Fall:
        """Throw it."""
        return Fall(1 + source.below(6))

    def outcomes(self) -> Iterator[tuple[Move, int]]:
        """Yield each side once, with weight 1."""
        return ((Fall(value), 1) for value in range(1, 7))


class Pig(Game[State, Move, State]):
    """The rules of Pig."""

    info = Info(
        "pig",
        "Pig",
        min_seats=2,
        max_seats=6,
        rules_version=1,
        options=(
            Option(
                "goal", N_("Goal"), (Choice("100", N_("100 points")), Choice("50", N_("50 points")))
            ),
        ),
    )

    def begin(self, seats: int, options: Options, first: Seat | None) -> State:
        """Begin with no points."""
        return State((0,) * seats, int(options["goal"]), first)

    def most_moves(self, seats: int, options: Options) -> int:
        """Return a bound that random play exceeds with a chance far below 1e-9.

        Random play stops after each throw with chance 1/2, so a turn keeps 2 or more points with a
        chance above 2/5. Some seat has 100 points after 50 such turns.
        """
        return 3000 * seats

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return whose turn it is; nature while a die falls or the first seat is drawn."""
        if max(state.scores) >= state.goal:
            return ()
        return (CHANCE,) if state.seat is None or state.rolling else (state.seat,)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Return throw, and stop after the first throw."""
        return (Throw(), Stop()) if state.turn else (Throw(),)

    def draw(self, state: State) -> Chance[Move]:
        """Draw the first seat or a die."""
        return DrawFirst(len(state.scores)) if state.seat is None else OneDie()

    def parse(self, text: str) -> Move:
        """Read a move."""
        if text == "throw":
            return Throw()
        if text == "stop":
            return Stop()
        if text.startswith("die "):
            return Fall(parse_int(text.removeprefix("die "), 1, 6))
        return self.parse_first(text)

    def play(self, state: State, seat: Seat, move: Move) -> State:
        """Make a move."""
        if isinstance(move, First) and state.seat is None and move.seat < len(state.scores):
            return replace(state, seat=move.seat)
        if state.seat is not None and isinstance(move, Fall) and state.rolling:
            if move.value == 1:
                return self._pass(state, state.scores)
            return replace(state, turn=state.turn + move.value, rolling=False)
        if state.seat is not None and not state.rolling and isinstance(move, Throw):
            return replace(state, rolling=True)
        if state.seat is not None and not state.rolling and isinstance(move, Stop) and state.turn:
            scores = list(state.scores)
            scores[state.seat] += state.turn
            return self._pass(state, tuple(scores))
        raise IllegalMove("{move} is not possible now.", move=str(move))

    def _pass(self, state: State, scores: tuple[int, ...]) -> State:
        after = ((state.seat or 0) + 1) % len(scores)
        return State(scores, state.goal, after)

    def view(self, state: State, seat: Seat | None) -> State:
        """Return everything: nothing is hidden."""
        return state

    def final_outcome(self, state: State) -> Outcome:
        """Return the points as scores."""
        return Outcome(state.scores, rank_scores(state.scores))

    def default_move(self, state: State, seat: Seat) -> Move:
        """Stop at 20 points or enough to win."""
        enough = min(20, state.goal - state.scores[seat])
        return Stop() if state.turn >= enough else Throw()
