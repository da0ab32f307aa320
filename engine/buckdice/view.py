"""The view of Buck Dice, where nothing is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.buckdice.throws import count_dice, goes_on, is_playing
from engine.core import (
    Seat,
)

if TYPE_CHECKING:
    from engine.buckdice.opening import Opened
    from engine.buckdice.throws import Left, State, Thrown


@dataclass(frozen=True, slots=True)
class View:
    """The whole table; nothing is hidden in this game.

    Attributes:
        game: "classic", "thirteen-fourteen" or "pot".
        point: the point number; None until it is thrown.
        first: the seat that throws first; None until it is known.
        opening: the throws for order and point number, oldest first.
        thrower: the seat on turn; None in the opening and after the game.
        dice: number of dice of the next throw; 0 if nobody throws.
        again: whether the thrower has already thrown in this turn.
        scores: points by seat.
        throws: the throws of this turn, oldest first; before its first throw, the throws of the
            previous turn.
        throws_by: the seat that made `throws`; None before the first throw.
        left: the players who have left (safe), in order; in the pot game only the winner.
        pot: units in the pot, which the winner takes at the end; 0 in games without a pot.
        chips: by seat, units won minus units paid in this game; play chips of no value.
        winner: the winner of a finished pot game, else None.
        loser: the loser of a finished game without a pot, else None.
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
    playing = is_playing(state)
    winner = state.left[0].seat if state.over and state.game == "pot" else None
    return View(
        game=state.game,
        point=state.opening.point,
        first=state.opening.first,
        opening=state.opening.log,
        thrower=state.thrower if playing else None,
        dice=count_dice(state) if playing else 0,
        again=goes_on(state),
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
    """Return, by seat, units won minus units paid."""
    pot = sum(paid)
    return tuple((pot if seat == winner else 0) - own for seat, own in enumerate(paid))


def _find_loser(state: State) -> Seat:
    gone = {player.seat for player in state.left}
    return next(seat for seat in range(len(state.scores)) if seat not in gone)
