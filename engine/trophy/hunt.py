"""One hunter's turn of Trophy Buck, and how turns make rounds, a winner or a tiebreak."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    add,
    is_possible,
    odds_of_third_startle,
    subtract,
    worth,
)
from engine.tuples import replace_item

if TYPE_CHECKING:
    from fractions import Fraction

    from engine.core import Seat

GOAL: Final = 36


@dataclass(frozen=True, slots=True)
class Turn:
    """One hunt.

    Attributes:
        bag: what is in the bag.
        points: the Points dice that lie aside.
        startles: the Startles in front of the hunter.
        tracks: the Tracks that are re-rolled.
        noted: points of earlier stands of this turn.
        roll: the dice of the last roll; empty before the first.
        rolling: the hunter has chosen to roll, and nature has not rolled yet.
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
        """What the hunter banks if he stops now."""
        return self.noted + worth(self.points)


_FRESH: Final = Turn()


def needs_new_stand(turn: Turn) -> bool:
    """Return whether the bag holds fewer dice than the next roll draws (ruling T3)."""
    return sum(turn.bag) < 3 - sum(turn.tracks)


def _prepare_roll(turn: Turn) -> Turn:
    """Return the turn just before nature draws, at a new stand where the bag is too empty."""
    bag, points, noted = turn.bag, turn.points, turn.noted
    if needs_new_stand(turn):
        # The Points go back before anything is drawn, and mix with what is left in the bag.
        bag, points, noted = add(bag, points), NONE, turn.score
    return Turn(bag, points, turn.startles, turn.tracks, noted, turn.roll, rolling=True)


def odds_of_end(turn: Turn) -> Fraction:
    """Return the exact chance that the next roll, after a new stand if needed, ends the turn."""
    ready = turn if turn.rolling else _prepare_roll(turn)
    return odds_of_third_startle(ready.bag, ready.tracks, sum(ready.startles))


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The turn that ended last: whose, its last roll, the points banked, and whether startled."""

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
        tied: in a tiebreak, the seats that hunt in this round of it, in order; empty before.
        tried: the points of those that have hunted in it, in the same order.
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


def take_dice(state: State) -> State:
    """Let the hunter roll: nature moves next."""
    return replace(state, turn=_prepare_roll(state.turn))


def bank_points(state: State) -> State:
    """Let the hunter stop."""
    return _end_turn(state, state.turn.roll, state.turn.score, startled=False)


def land_dice(state: State, hunt: Hunt) -> State:
    """Lay aside the dice that have fallen, or end the turn at the third Startle (ruling T4)."""
    turn, tally = state.turn, TALLIES.get(hunt.dice)
    if tally is None or not is_possible(tally.dice, turn.bag, turn.tracks):
        raise IllegalMove(f"{hunt}: these dice cannot lie there now")
    startles = add(turn.startles, tally.startles)
    if sum(startles) >= STARTLES_TO_END:
        return _end_turn(state, hunt.dice, 0, startled=True)
    bag = subtract(add(turn.bag, turn.tracks), tally.dice)
    points = add(turn.points, tally.points)
    landed = Turn(bag, points, startles, tally.tracks, turn.noted, hunt.dice)
    return replace(state, turn=landed)


def _end_turn(state: State, dice: Dice, points: int, *, startled: bool) -> State:
    """Bank the points; the next seat hunts, or the round decides the game."""
    last = LastTurn(state.hunter, dice, points, startled)
    if state.tied:
        return _end_try(state, points, last)
    seats, hunter = len(state.totals), state.hunter
    totals = replace_item(state.totals, hunter, state.totals[hunter] + points)
    following, best = (hunter + 1) % seats, max(totals)
    if following != state.first or best < GOAL:
        return State(totals, state.first, following, last=last)
    order = ((following + step) % seats for step in range(seats))
    leaders = tuple(seat for seat in order if totals[seat] == best)
    return _settle(totals, state.first, leaders, last)


def _end_try(state: State, points: int, last: LastTurn) -> State:
    """End a turn of the tiebreak: the next leader hunts, or the round is settled (ruling T5)."""
    tied, tried = state.tied, (*state.tried, points)
    if len(tried) < len(tied):
        hunter = tied[len(tried)]
        return State(state.totals, state.first, hunter, tied=tied, tried=tried, last=last)
    best = max(tried)
    leaders = tuple(seat for seat, score in zip(tied, tried, strict=True) if score == best)
    return _settle(state.totals, state.first, leaders, last)


def _settle(
    totals: tuple[int, ...], first: Seat | None, leaders: tuple[Seat, ...], last: LastTurn
) -> State:
    """Let a single leader win, or several leaders hunt one more round."""
    if len(leaders) == 1:
        return State(totals, first, leaders[0], winner=leaders[0], last=last)
    return State(totals, first, leaders[0], tied=leaders, last=last)
