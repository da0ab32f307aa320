"""The course of Ducks in a Bucket: rolls make an inning, innings a round, rounds a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from engine.ducks.dice import THROWS, WHITE, Dice, promotable, without
from engine.ducks.hands import evaluate
from engine.errors import IllegalMove

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.ducks.moves import Fall, Promote

GOOSE_EGG: Final[Dice] = ()
"""The hand of a player who lost his bucket."""

Phase = Literal["first", "fresh", "rolling", "rolled", "promoted", "over"]


@dataclass(frozen=True, slots=True)
class Setup:
    """What was decided before the start: seats, and the options (rulings D5, D8, D9)."""

    seats: int
    wild: bool
    circuits: int
    bust: bool

    @property
    def rounds(self) -> int:
        """How many rounds are played."""
        return self.seats * self.circuits


@dataclass(frozen=True, slots=True)
class Result:
    """A finished round: who had the button, and by seat the buckets and the points."""

    button: Seat
    hands: tuple[Dice, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """One point of a game.

    Attributes:
        setup: seats and options.
        button: who goes first in this round; in the end, who went first in the last; None until
            nature has drawn the first.
        phase: "first" nature draws who begins; "fresh" the inning begins with a roll; "rolling" the
            dice are to fall; "rolled" promote or not; "promoted" stop or roll; "over".
        left: how many white dice are unbucketed and not thrown away.
        dice: those that lie there rolled; empty in phases without.
        boss: 0 in phases without.
        bucket: what this player has promoted.
        hands: the buckets of this round's finished innings in the order of play; `GOOSE_EGG`.
        results: the finished rounds.
    """

    setup: Setup
    button: Seat | None
    phase: Phase
    left: int = WHITE
    dice: Dice = ()
    boss: int = 0
    bucket: Dice = ()
    hands: tuple[Dice, ...] = ()
    results: tuple[Result, ...] = ()

    @property
    def seat(self) -> Seat:
        """Whose inning it is."""
        return ((self.button or 0) + len(self.hands)) % self.setup.seats


def begin(state: State, first: Seat) -> State:
    """Nature has drawn who begins."""
    return State(state.setup, first, "fresh")


def take_up(state: State) -> State:
    """The player rolls all unbucketed dice and the Boss; nature is to say how they fall."""
    return _rolling(state, state.left)


def _rolling(state: State, left: int) -> State:
    s = state
    return State(s.setup, s.button, "rolling", left, (), 0, s.bucket, s.hands, s.results)


def fall(state: State, move: Fall) -> State:
    """The dice have fallen."""
    s = state
    if move.dice not in THROWS[s.left] or not 1 <= move.boss <= 6:
        raise IllegalMove(f"{move}: {s.left} white dice cannot fall so")
    return State(
        s.setup, s.button, "rolled", s.left, move.dice, move.boss, s.bucket, s.hands, s.results
    )


def promote(state: State, move: Promote) -> State:
    """Dice go into the bucket; with the last of them the inning is over (ruling D4)."""
    s = state
    if move.dice not in promotable(s.dice, s.boss):
        raise IllegalMove(f"{move}: the Boss does not permit that")
    bucket, dice = tuple(sorted((*s.bucket, *move.dice))), without(s.dice, move.dice)
    if not dice:
        return end_inning(state, bucket)
    return State(s.setup, s.button, "promoted", len(dice), dice, s.boss, bucket, s.hands, s.results)


def throw_away(state: State) -> State:
    """One white die is gone and the rest are rolled; without any left the bucket is lost (D3)."""
    if state.left == 1:
        return end_inning(state, GOOSE_EGG)
    return _rolling(state, state.left - 1)


def end_inning(state: State, bucket: Dice) -> State:
    """The next player's inning, the next round, or the end."""
    s, hands = state, (*state.hands, bucket)
    button, seats = s.button or 0, s.setup.seats
    if len(hands) < seats:
        return State(s.setup, button, "fresh", hands=hands, results=s.results)
    results = (*s.results, _result(s.setup, button, hands))
    if len(results) == s.setup.rounds:
        return State(s.setup, button, "over", 0, results=results)
    return State(s.setup, (button + 1) % seats, "fresh", results=results)


def _result(setup: Setup, button: Seat, hands: tuple[Dice, ...]) -> Result:
    """Turn the hands, which are in the order of play, to the order of seats, with points."""
    turned: list[Dice] = [GOOSE_EGG] * setup.seats
    points = [0] * setup.seats
    for place, turn in enumerate(ranking(hands, wild=setup.wild)):
        points[(button + turn) % setup.seats] = setup.seats - place
    for turn, hand in enumerate(hands):
        turned[(button + turn) % setup.seats] = hand
    return Result(button, tuple(turned), tuple(points))


def ranking(hands: tuple[Dice, ...], *, wild: bool) -> list[int]:
    """Who beats whom among hands in the order of play: their indices, best first, no goose eggs.

    Identical hands are ranked in the order of play (ruling D6).
    """
    alive = [turn for turn, hand in enumerate(hands) if hand != GOOSE_EGG]
    strengths = {turn: evaluate(hands[turn], wild=wild).strength for turn in alive}
    # Sorting is stable: among equals the one that went earlier stays ahead.
    return sorted(alive, key=lambda turn: strengths[turn], reverse=True)


def totals(state: State) -> tuple[int, ...]:
    """Points of all finished rounds by seat."""
    return tuple(sum(r.points[seat] for r in state.results) for seat in range(state.setup.seats))
