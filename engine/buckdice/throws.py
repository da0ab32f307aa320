"""The turns of Buck Dice: throws, void throws, leaving, the loser, and the pot."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.buckdice.dice import BUCK, Values, score
from engine.core import (
    Seat,
    replace_item,
)

if TYPE_CHECKING:
    from engine.buckdice.opening import Opening


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw of a turn, kept for the board.

    Attributes:
        dice: the dice as they fell.
        kind: "nothing", "points", "little buck" or "big buck".
        points: the worth of the throw.
        groups: the scoring dice, as in `dice.Score`.
        void: whether the score would go beyond 15; the throw then scores nothing and is repeated
            (K4).
    """

    dice: Values
    kind: str
    points: int
    groups: tuple[Values, ...]
    void: bool


@dataclass(frozen=True, slots=True)
class Left:
    """A player who has left the game safely, by a "buck" (15 points) or a "big buck"."""

    seat: Seat
    by: str


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    Attributes:
        game: "classic", "thirteen-fourteen" or "pot".
        opening: order and point number, or the throws for them so far.
        scores: points by seat.
        paid: units each seat has put into the pot; all 0 without a pot.
        thrower: the seat on turn after the opening.
        throwing: whether the thrower has taken up the dice and nature has not thrown them yet.
        throws: the throws of this turn; before its first throw, the throws of the previous turn.
        throws_by: the seat that made `throws`; None before the first throw.
        left: the players who have left, in order; in the pot game only the winner.
        over: whether the game has ended.
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


def move_opening(state: State, now: Opening) -> State:
    """Go on to the next stage of the opening, and let the thrower pay the cost of the throw."""
    paid = state.paid
    if now.log and (cost := now.log[-1].cost):
        paid = replace_item(paid, now.throwers[0], paid[now.throwers[0]] + cost)
    return replace(state, opening=now, paid=paid, thrower=now.first or 0)


def count_dice(state: State) -> int:
    """Return the number of dice of the next throw.

    It is 3, except in thirteen-fourteen: there it is 2 at 13 points and 1 at 14 points (K6).
    """
    if state.game != "thirteen-fourteen":
        return 3
    return min(3, BUCK - state.scores[state.thrower])


def goes_on(state: State) -> bool:
    """Return whether the next throw continues a turn, because the previous one earned it."""
    return is_playing(state) and state.throws_by == state.thrower


def is_playing(state: State) -> bool:
    return state.opening.stage == "done" and not state.over


def land_dice(state: State, dice: Values) -> State:
    """Score the fallen dice; the thrower throws again, passes, leaves or wins."""
    thrower, worth = state.thrower, score(state.game, state.opening.point or 0, dice)
    total = state.scores[thrower] + worth.points
    void = total > BUCK
    thrown = Thrown(dice, worth.kind, worth.points, worth.groups, void)
    throws = (*(state.throws if state.throws_by == thrower else ()), thrown)
    scores = state.scores if void else replace_item(state.scores, thrower, total)
    if worth.kind == "big buck" or total == BUCK:
        left = (*state.left, Left(thrower, "buck" if total == BUCK else "big buck"))
        return _leave(state, scores, throws, left)
    # In the pot game any score earns another throw; in the others, only the point number does so
    # (K3, K7).
    again = void or worth.kind == "points" or (state.game == "pot" and worth.points > 0)
    following = thrower if again else _find_next(thrower, len(scores), state.left)
    return replace(
        state,
        scores=scores,
        thrower=following,
        throwing=False,
        throws=throws,
        throws_by=thrower,
    )


def _leave(
    state: State, scores: tuple[int, ...], throws: tuple[Thrown, ...], left: tuple[Left, ...]
) -> State:
    """Take the thrower out; the game ends when he wins the pot or one player remains."""
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
    )


def _find_next(seat: Seat, seats: int, left: tuple[Left, ...]) -> Seat:
    gone = {player.seat for player in left}
    order = ((seat + step) % seats for step in range(1, seats + 1))
    return next(other for other in order if other not in gone)
