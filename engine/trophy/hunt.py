"""One hunter's turn of Trophy Buck, and how turns make rounds, a winner or a tiebreak."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.errors import IllegalMove
from engine.trophy.dice import (
    FULL_BAG,
    NONE,
    STARTLES_TO_END,
    TALLIES,
    Counts,
    Dice,
    Hunt,
    minus,
    plus,
    possible,
    third_startle,
    worth,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from engine.core import Seat

GOAL: Final = 36


@dataclass(frozen=True, slots=True)
class Turn:
    """One hunt.

    Attributes:
        bag: what is in the bag.
        points: the Points that lie aside.
        startles: the Startles in front of the hunter.
        tracks: the Tracks that are re-rolled.
        noted: points of earlier stands of this turn.
        roll: the dice of the last roll; empty before the first.
        rolling: the hunter has chosen to roll, and nature has not yet.
    """

    bag: Counts = FULL_BAG
    points: Counts = NONE
    startles: Counts = NONE
    tracks: Counts = NONE
    noted: int = 0
    roll: Dice = ()
    rolling: bool = False

    @property
    def score(self) -> int:
        """What stopping now banks."""
        return self.noted + worth(self.points)


_FRESH: Final = Turn()


def needs_new_stand(turn: Turn) -> bool:
    """Whether the bag holds fewer dice than the next roll draws (ruling T3)."""
    return sum(turn.bag) < 3 - sum(turn.tracks)


def _ready(turn: Turn) -> Turn:
    """The turn just before nature draws, moved to a new stand where the bag is too empty."""
    bag, points, noted = turn.bag, turn.points, turn.noted
    if needs_new_stand(turn):
        # The Points go back before anything is drawn: what was left in the bag mixes with them.
        bag, points, noted = plus(bag, points), NONE, turn.score
    return Turn(bag, points, turn.startles, turn.tracks, noted, turn.roll, rolling=True)


def end_chance(turn: Turn) -> Fraction:
    """The exact chance that the next roll brings the third Startle, new stand included."""
    ready = turn if turn.rolling else _ready(turn)
    return third_startle(ready.bag, ready.tracks, sum(ready.startles))


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The turn that ended last: who, the dice rolled last, points banked, and whether startled."""

    seat: Seat
    roll: Dice
    points: int
    startled: bool


@dataclass(frozen=True, slots=True)
class State:
    """One point of a game.

    Attributes:
        totals: banked points by seat.
        first: who began; None until nature has said so.
        hunter: whose turn it is.
        turn: his hunt.
        tied: in a tiebreak, those who hunt in this round of it, in order; empty before.
        tried: what the first of those have scored in it.
        winner: set when the game is over.
        last: the turn before this one.
    """

    totals: tuple[int, ...]
    first: Seat | None
    hunter: Seat
    turn: Turn = _FRESH
    tied: tuple[Seat, ...] = ()
    tried: tuple[int, ...] = ()
    winner: Seat | None = None
    last: LastTurn | None = None


def _hunting(state: State, turn: Turn) -> State:
    """The same hunter, further on in his turn."""
    s = state
    return State(s.totals, s.first, s.hunter, turn, s.tied, s.tried, None, s.last)


def draw(state: State) -> State:
    """The hunter has chosen to roll: nature is to draw."""
    return _hunting(state, _ready(state.turn))


def bank(state: State) -> State:
    """The hunter has chosen to stop."""
    return _end_turn(state, state.turn.roll, state.turn.score, startled=False)


def roll(state: State, hunt: Hunt) -> State:
    """The dice have fallen: lay them aside, or end the turn at the third Startle (ruling T4)."""
    turn, tally = state.turn, TALLIES.get(hunt.dice)
    if tally is None or not possible(tally, turn.bag, turn.tracks):
        raise IllegalMove(f"{hunt}: these dice cannot lie there now")
    startles = plus(turn.startles, tally.startles)
    if sum(startles) >= STARTLES_TO_END:
        return _end_turn(state, hunt.dice, 0, startled=True)
    bag = minus(plus(turn.bag, turn.tracks), tally.dice)
    points = plus(turn.points, tally.points)
    return _hunting(state, Turn(bag, points, startles, tally.tracks, turn.noted, hunt.dice))


def _end_turn(state: State, dice: Dice, points: int, *, startled: bool) -> State:
    last = LastTurn(state.hunter, dice, points, startled)
    if state.tied:
        return _after_try(state, points, last)
    seats, hunter = len(state.totals), state.hunter
    totals = (*state.totals[:hunter], state.totals[hunter] + points, *state.totals[hunter + 1 :])
    following, best = (hunter + 1) % seats, max(totals)
    if following != state.first or best < GOAL:
        return State(totals, state.first, following, last=last)
    order = ((following + step) % seats for step in range(seats))
    leaders = tuple(seat for seat in order if totals[seat] == best)
    return _contest(totals, state.first, leaders, last)


def _after_try(state: State, points: int, last: LastTurn) -> State:
    """A turn of the tiebreak is over: the next leader hunts, or its round is judged (ruling T5)."""
    tied, tried = state.tied, (*state.tried, points)
    if len(tried) < len(tied):
        hunter = tied[len(tried)]
        return State(state.totals, state.first, hunter, tied=tied, tried=tried, last=last)
    best = max(tried)
    leaders = tuple(seat for seat, score in zip(tied, tried, strict=True) if score == best)
    return _contest(state.totals, state.first, leaders, last)


def _contest(
    totals: tuple[int, ...], first: Seat | None, leaders: tuple[Seat, ...], last: LastTurn
) -> State:
    """A single leader has won; several hunt one more round."""
    if len(leaders) == 1:
        return State(totals, first, leaders[0], winner=leaders[0], last=last)
    return State(totals, first, leaders[0], tied=leaders, last=last)
