"""What everybody at the table sees of Buck Dice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.buckdice.play import Left, State, Thrown, count_dice

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
        dice: how many dice he throws next; 0 where nobody throws.
        again: whether he has thrown before in this turn.
        scores: points by seat.
        throws: the throws of the seat `throws_by`, oldest first: of this turn, or of the turn
            before until somebody throws in this one.
        throws_by: see `throws`; None before the first throw.
        left: who is out of the game (safe), in the order of leaving; in the pot game its winner.
        pot: units in the pot, at the end the units that the winner takes; 0 in games without one.
        chips: by seat, units won less units paid in this game; play chips without any value.
        winner: of a pot game that is over, else None.
        loser: of another game that is over, else None.
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


def make_view(state: State) -> View:
    """Return the table as everybody sees it now."""
    playing = state.opening.stage == "done" and not state.over
    winner = state.left[0].seat if state.over and state.game == "pot" else None
    return View(
        game=state.game,
        point=state.opening.point,
        first=state.opening.first,
        opening=state.opening.log,
        thrower=state.thrower if playing else None,
        dice=count_dice(state) if playing else 0,
        again=playing and state.throws_by == state.thrower,
        scores=state.scores,
        throws=state.throws,
        throws_by=state.throws_by,
        left=state.left,
        pot=sum(state.paid),
        chips=_count_chips(state.paid, winner),
        winner=winner,
        loser=_find_loser(state) if state.over and state.game != "pot" else None,
    )


@lru_cache(256)
def _count_chips(paid: tuple[int, ...], winner: Seat | None) -> tuple[int, ...]:
    """Count what each seat has won less what it has paid."""
    pot = sum(paid)
    return tuple((pot if seat == winner else 0) - own for seat, own in enumerate(paid))


def _find_loser(state: State) -> Seat:
    """Find the only seat that has not left."""
    gone = {player.seat for player in state.left}
    return next(seat for seat in range(len(state.scores)) if seat not in gone)
