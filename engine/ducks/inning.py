"""The innings and rounds of Ducks in a Bucket, and their points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from engine.core import IllegalMove, remove_items
from engine.ducks.dice import THROWS, WHITE, promotable
from engine.ducks.hands import evaluate

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.ducks.dice import Dice
    from engine.ducks.moves import Fall, Promote


GOOSE_EGG: Final[Dice] = ()
"""The hand of a player who has lost his bucket."""

Phase = Literal["first", "fresh", "rolling", "rolled", "promoted", "over"]


@dataclass(frozen=True, slots=True)
class Setup:
    """The choices before the start: seats and options (rulings D5, D8, D9)."""

    seats: int
    wild: bool
    circuits: int
    bust: bool

    @property
    def rounds(self) -> int:
        return self.seats * self.circuits


@dataclass(frozen=True, slots=True)
class Result:
    """A finished round: its button, and by seat the buckets and the points."""

    button: Seat
    hands: tuple[Dice, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    Attributes:
        setup: seats and options.
        button: the first seat of this round; None before the draw. When the game is over, the first
            seat of the last round.
        phase: "first": nature draws the button; "fresh": the inning begins with a roll; "rolling":
            the dice fall; "rolled": promote or not; "promoted": stop or roll; "over".
        left: white dice neither in the bucket nor thrown away.
        dice: the dice on the table; empty in phases without dice.
        boss: the face of the Boss; 0 in phases without dice.
        bucket: the dice this player has promoted.
        hands: the buckets of this round so far, in order of play; a lost bucket is `GOOSE_EGG`.
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
        """The player of this inning."""
        return ((self.button or 0) + len(self.hands)) % self.setup.seats


def give_button(state: State, first: Seat) -> State:
    """Give the button of the first round to the drawn seat."""
    return State(state.setup, first, "fresh")


def take_dice(state: State) -> State:
    """Let the player roll all unbucketed dice and the Boss; nature moves next."""
    return _roll(state, state.left)


def _roll(state: State, left: int) -> State:
    """Return the state in which `left` white dice and the Boss fall."""
    return replace(state, phase="rolling", left=left, dice=(), boss=0)


def land_dice(state: State, move: Fall) -> State:
    """Put the fallen dice on the table."""
    if move.dice not in THROWS[state.left] or not 1 <= move.boss <= 6:
        raise IllegalMove("{move}: the dice cannot fall like this", move=str(move))
    return replace(state, phase="rolled", dice=move.dice, boss=move.boss)


def promote(state: State, move: Promote) -> State:
    """Put dice into the bucket. If no die is left on the table, the inning ends (ruling D4)."""
    s = state
    if move.dice not in promotable(s.dice, s.boss):
        raise IllegalMove("{move}: the Boss does not permit that", move=str(move))
    bucket, dice = tuple(sorted((*s.bucket, *move.dice))), remove_items(s.dice, move.dice)
    if not dice:
        return end_inning(state, bucket)
    return replace(state, phase="promoted", left=len(dice), dice=dice, bucket=bucket)


def throw_away(state: State) -> State:
    """Throw a white die away and roll the rest; if no die is left, lose the bucket (D3)."""
    if state.left == 1:
        return end_inning(state, GOOSE_EGG)
    return _roll(state, state.left - 1)


def end_inning(state: State, bucket: Dice) -> State:
    """Go to the next inning or round, or end the game."""
    s, hands = state, (*state.hands, bucket)
    button, seats = s.button or 0, s.setup.seats
    if len(hands) < seats:
        return State(s.setup, button, "fresh", hands=hands, results=s.results)
    results = (*s.results, _score_round(s.setup, button, hands))
    if len(results) == s.setup.rounds:
        return State(s.setup, button, "over", 0, results=results)
    return State(s.setup, (button + 1) % seats, "fresh", results=results)


def _score_round(setup: Setup, button: Seat, hands: tuple[Dice, ...]) -> Result:
    """Score a round; `hands` are in the order of play, and the result is by seat."""
    turned: list[Dice] = [GOOSE_EGG] * setup.seats
    points = [0] * setup.seats
    for place, turn in enumerate(rank_hands(hands, wild=setup.wild)):
        points[(button + turn) % setup.seats] = setup.seats - place
    for turn, hand in enumerate(hands):
        turned[(button + turn) % setup.seats] = hand
    return Result(button, tuple(turned), tuple(points))


def rank_hands(hands: tuple[Dice, ...], *, wild: bool) -> list[int]:
    """Return the indices of the hands, best first, without goose eggs.

    The hands are in the order of play. Of identical hands the earlier hand is better (ruling D6).
    """
    alive = [turn for turn, hand in enumerate(hands) if hand != GOOSE_EGG]
    strengths = {turn: evaluate(hands[turn], wild=wild).strength for turn in alive}
    # Sorting is stable, so the earlier of equal hands stays ahead.
    return sorted(alive, key=lambda turn: strengths[turn], reverse=True)


def add_points(state: State) -> tuple[int, ...]:
    """Add up the points of all finished rounds by seat."""
    return tuple(sum(r.points[seat] for r in state.results) for seat in range(state.setup.seats))
