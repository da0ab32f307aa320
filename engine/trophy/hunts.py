"""The course of Trophy Buck: turns, rounds of turns, and a winner or a tiebreak."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from engine.core import (
    IllegalMove,
    Seat,
    replace_item,
)
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

if TYPE_CHECKING:
    from fractions import Fraction

GOAL: Final = 36


@dataclass(frozen=True, slots=True)
class Turn:
    """One hunt.

    Attributes:
        bag: the dice in the bag.
        points: the Points dice set aside.
        startles: the Startles in front of the hunter.
        tracks: the Tracks to re-roll.
        noted: points scored in this turn before the last new stand (see `needs_new_stand`).
        roll: the dice of the last roll; empty before the first.
        rolling: whether the hunter has chosen to roll and nature has not rolled yet.
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
        """Points banked by stopping now."""
        return self.noted + worth(self.points)


_FRESH: Final = Turn()


def needs_new_stand(turn: Turn) -> bool:
    """Return whether the bag holds fewer dice than the next roll draws (ruling T3).

    Then the hunter moves to a new stand: his points are noted, and the Points dice go back into
    the bag.
    """
    return sum(turn.bag) < 3 - sum(turn.tracks)


def _prepare_roll(turn: Turn) -> Turn:
    """Return the turn just before nature draws, after a move to a new stand if one is needed."""
    bag, points, noted = turn.bag, turn.points, turn.noted
    if needs_new_stand(turn):
        # The Points dice go back before the draw, and mix with the dice left in the bag.
        bag, points, noted = add(bag, points), NONE, turn.score
    return Turn(bag, points, turn.startles, turn.tracks, noted, turn.roll, rolling=True)


def odds_of_end(turn: Turn) -> Fraction:
    """Return the exact chance that the next roll ends the turn, after any move to a new stand."""
    ready = turn if turn.rolling else _prepare_roll(turn)
    return odds_of_third_startle(ready.bag, ready.tracks, sum(ready.startles))


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game.

    Attributes:
        totals: banked points by seat.
        first: the seat that began; None before the draw.
        hunter: the seat on turn.
        turn: the hunter's turn.
        tied: the seats of this round of the tiebreak, in order; empty before a tiebreak.
        tried: points of the seats that have hunted in this round of the tiebreak, in order.
        winner: set when the game is over.
        latest: the points of each seat's last finished turn; empty before the first.
    """

    totals: tuple[int, ...]
    first: Seat | None
    hunter: Seat
    turn: Turn = _FRESH
    tied: tuple[Seat, ...] = ()
    tried: tuple[int, ...] = ()
    winner: Seat | None = None
    latest: tuple[int | None, ...] = ()


def take_dice(state: State) -> State:
    """Let the hunter roll; nature moves next."""
    return replace(state, turn=_prepare_roll(state.turn))


def bank_points(state: State) -> State:
    """End the turn and bank its points."""
    return _end_turn(state, state.turn.score)


def land_dice(state: State, hunt: Hunt) -> State:
    """Sort the rolled dice by their faces, or end the turn at the third Startle (ruling T4)."""
    turn, tally = state.turn, TALLIES.get(hunt.dice)
    if tally is None or not is_possible(tally.dice, turn.bag, turn.tracks):
        raise IllegalMove("{move}: these dice are not possible now", move=str(hunt))
    startles = add(turn.startles, tally.startles)
    if sum(startles) >= STARTLES_TO_END:
        return _end_turn(state, 0)
    bag = subtract(add(turn.bag, turn.tracks), tally.dice)
    points = add(turn.points, tally.points)
    landed = Turn(bag, points, startles, tally.tracks, turn.noted, hunt.dice)
    return replace(state, turn=landed)


def _end_turn(state: State, points: int) -> State:
    """Bank the points. Let the next seat hunt, or decide the game at the end of the last round."""
    seats, hunter = len(state.totals), state.hunter
    latest = replace_item(state.latest or (None,) * seats, hunter, points)
    if state.tied:
        return _end_try(replace(state, turn=_FRESH, latest=latest), points)
    totals = replace_item(state.totals, hunter, state.totals[hunter] + points)
    following, best = (hunter + 1) % seats, max(totals)
    ended = State(totals, state.first, following, latest=latest)
    if following != state.first or best < GOAL:
        return ended
    order = ((following + step) % seats for step in range(seats))
    return _settle(ended, tuple(seat for seat in order if totals[seat] == best))


def _end_try(state: State, points: int) -> State:
    """End a turn of the tiebreak; the next leader hunts, or the round is settled (ruling T5)."""
    tied, tried = state.tied, (*state.tried, points)
    if len(tried) < len(tied):
        return replace(state, hunter=tied[len(tried)], tried=tried)
    pairs, best = zip(tied, tried, strict=True), max(tried)
    return _settle(state, tuple(seat for seat, score in pairs if score == best))


def _settle(state: State, leaders: tuple[Seat, ...]) -> State:
    """Let a single leader win, or let several leaders hunt one more round."""
    state = replace(state, hunter=leaders[0], tied=(), tried=())
    if len(leaders) == 1:
        return replace(state, winner=leaders[0])
    return replace(state, tied=leaders)
