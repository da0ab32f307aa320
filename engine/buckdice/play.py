"""The turns of Buck Dice: throws, void throws, leaving the game, the loser, and the pot."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.buckdice.dice import BUCK, Values, score
from engine.tuples import replace_item

if TYPE_CHECKING:
    from engine.buckdice.opening import Opening
    from engine.core import Seat


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw of a turn, kept to tell it later.

    Attributes:
        dice: how the dice fell.
        kind: "nothing", "points", "little buck" or "big buck".
        points: what the throw is worth.
        groups: the dice that score, as in `dice.Score`.
        void: whether it is worth too much: it counts nothing, and the player throws again (K4).
    """

    dice: Values
    kind: str
    points: int
    groups: tuple[Values, ...]
    void: bool


@dataclass(frozen=True, slots=True)
class Left:
    """A player who is out of the game (safe), and how: by a "buck" (15) or a "big buck"."""

    seat: Seat
    by: str


@dataclass(frozen=True, slots=True)
class State:
    """One point of a game.

    Attributes:
        game: "classic", "thirteen-fourteen" or "pot".
        opening: how order and point number were found, or are being found.
        scores: points by seat.
        paid: units that each seat has put into the pot; all 0 without a pot.
        thrower: whose turn it is after the opening.
        throwing: the thrower has taken up the dice, and they have not fallen yet.
        throws: the throws of `throws_by` in his turn: this turn, or the one before it.
        throws_by: see `throws`; None before the first throw.
        left: who is out, in the order of leaving; in the pot game the winner.
        over: whether the game has ended.
        rounds: the rounds that a click throws; 0: a click is one throw.
        turns: the turns, this one included, that are thrown without another click.
    """

    game: str
    opening: Opening
    scores: tuple[int, ...]
    paid: tuple[int, ...]
    thrower: Seat = 0
    throwing: bool = False
    throws: tuple[Thrown, ...] = ()
    throws_by: Seat | None = None
    left: tuple[Left, ...] = ()
    over: bool = False
    rounds: int = 0
    turns: int = 0


def move_opening(state: State, now: Opening) -> State:
    """Return the state with the opening so far; the first player pays for missed mulligans."""
    paid = state.paid
    if now.log and (cost := now.log[-1].cost):
        paid = replace_item(paid, now.throwers[0], paid[now.throwers[0]] + cost)
    return replace(state, opening=now, paid=paid, thrower=now.first or 0)


def count_dice(state: State) -> int:
    """Count the dice of the next throw: 3; in thirteen-fourteen 2 at 13 points, 1 at 14 (K6)."""
    if state.game != "thirteen-fourteen":
        return 3
    return min(3, BUCK - state.scores[state.thrower])


def goes_on(state: State) -> bool:
    """Return whether the thrower throws without a click: in rounds that a click has begun."""
    return state.turns > 0


def take_up(state: State) -> State:
    """Give the thrower the dice: nature throws them next.

    Where a click throws rounds, it throws all turns up to that of the next player.
    """
    players = len(state.scores) - len(state.left)
    turns = state.turns or (state.rounds * players + 1 if state.rounds else 0)
    return replace(state, throwing=True, turns=turns)


def land_dice(state: State, dice: Values) -> State:
    """Score the dice that have fallen; the thrower throws again, passes, leaves or wins."""
    thrower, worth = state.thrower, score(state.game, state.opening.point or 0, dice)
    total = state.scores[thrower] + worth.points
    void = total > BUCK
    thrown = Thrown(dice, worth.kind, worth.points, worth.groups, void)
    throws = (*(state.throws if state.throws_by == thrower else ()), thrown)
    scores = state.scores if void else replace_item(state.scores, thrower, total)
    if worth.kind == "big buck" or total == BUCK:
        left = (*state.left, Left(thrower, "buck" if total == BUCK else "big buck"))
        return _leave(state, scores, throws, left)
    # Classic throws again for the point number only; the pot game for any score (K3, K7).
    again = void or worth.kind == "points" or (state.game == "pot" and worth.points > 0)
    following = thrower if again else _find_next(thrower, len(scores), state.left)
    return replace(
        state,
        scores=scores,
        thrower=following,
        throwing=False,
        throws=throws,
        throws_by=thrower,
        turns=state.turns - (following != thrower and state.turns > 0),
    )


def _leave(
    state: State, scores: tuple[int, ...], throws: tuple[Thrown, ...], left: tuple[Left, ...]
) -> State:
    """Take the thrower out of the game; it is over when he wins the pot or one player remains."""
    paid, thrower, seats = state.paid, state.thrower, len(scores)
    over = state.game == "pot" or len(left) == seats - 1
    if state.game == "pot" and left[-1].by == "buck":
        paid = tuple(units + (points == 0) for units, points in zip(paid, scores, strict=True))
    return replace(
        state,
        scores=scores,
        paid=paid,
        thrower=thrower if over else _find_next(thrower, seats, left),
        throwing=False,
        throws=throws,
        throws_by=thrower,
        left=left,
        over=over,
        turns=max(0, state.turns - 1),
    )


def _find_next(seat: Seat, seats: int, left: tuple[Left, ...]) -> Seat:
    """Find the next seat to the left that is still in the game."""
    gone = {player.seat for player in left}
    order = ((seat + step) % seats for step in range(1, seats + 1))
    return next(other for other in order if other not in gone)
