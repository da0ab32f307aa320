"""What everybody at the table sees of Buck Dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.buckdice.play import Left, State, Thrown, dice_to_throw

if TYPE_CHECKING:
    from engine.buckdice.opening import Opened
    from engine.core import Seat


@dataclass(frozen=True, slots=True)
class View:
    """All of the table; nothing is hidden in this game.

    Attributes:
        game: "classic", "thirteen-fourteen" or "pot".
        point: the point number; None until it is thrown.
        first: who throws first; None until that is known.
        opening: the throws for order and point number, oldest first.
        thrower: whose turn it is; None in the opening and after the game.
        dice: how many dice he throws next; 0 where nobody is to throw.
        again: whether he has thrown before in this turn.
        scores: points by seat.
        throws: the throws of the seat `throws_by`, oldest first: those of this turn, or as long as
            nobody has thrown in it, all of the turn before.
        throws_by: see `throws`; None before the first throw.
        left: who is out of the game, that is safe, first one first; in the pot game its winner.
        pot: units in the pot, or at the end units taken by the winner; 0 in games without.
        chips: by seat, units won less units paid in this game; play chips without any value.
        winner: in the pot game, once it is over.
        loser: in the other games, once they are over.
    """

    game: str
    point: int | None
    first: Seat | None
    opening: tuple[Opened, ...]
    thrower: Seat | None
    dice: int
    again: bool
    scores: tuple[int, ...]
    throws: tuple[Thrown, ...]
    throws_by: Seat | None
    left: tuple[Left, ...]
    pot: int
    chips: tuple[int, ...]
    winner: Seat | None
    loser: Seat | None


def look(state: State) -> View:
    """The table as it is now."""
    playing = state.opening.stage == "done" and not state.over
    winner = state.left[0].seat if state.over and state.game == "pot" else None
    return View(
        game=state.game,
        point=state.opening.point,
        first=state.opening.first,
        opening=state.opening.log,
        thrower=state.thrower if playing else None,
        dice=dice_to_throw(state) if playing else 0,
        again=playing and state.throws_by == state.thrower,
        scores=state.scores,
        throws=state.throws,
        throws_by=state.throws_by,
        left=state.left,
        pot=sum(state.paid),
        chips=_chips(state, winner),
        winner=winner,
        loser=_loser(state) if state.over and state.game != "pot" else None,
    )


def _chips(state: State, winner: Seat | None) -> tuple[int, ...]:
    pot = sum(state.paid)
    return tuple((pot if seat == winner else 0) - paid for seat, paid in enumerate(state.paid))


def _loser(state: State) -> Seat:
    """The only seat that has not left."""
    gone = {player.seat for player in state.left}
    return next(seat for seat in range(len(state.scores)) if seat not in gone)
