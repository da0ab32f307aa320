"""Standing orders of Ducks in a Bucket: when to stop; what is promoted makes the best hand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.ducks import RANKS, Move, View
from players.core import StandingOrder, draw_nothing
from players.ducks.rule import choose_normal

if TYPE_CHECKING:
    from players.core import Knowledge

_AS_NORMAL: Final = draw_nothing(choose_normal)


def _stop_with(rank: str, known: Knowledge) -> Move:
    """Stop with a hand of this rank or a better one; else go on."""
    view: View = known.view
    if view.phase != "promoted" or view.hand is None:
        return _AS_NORMAL(known)
    stop, roll = known.moves
    return stop if RANKS.index(view.hand.rank) >= RANKS.index(rank) else roll


def _stop_ahead(known: Knowledge) -> Move | None:
    """Stop as soon as the best hand of the round is beaten; say nothing while there is none."""
    view: View = known.view
    if view.best is None:
        return None
    if view.phase != "promoted":
        return _AS_NORMAL(known)
    stop, roll = known.moves
    return stop if view.beats else roll


ORDERS: Final = (
    *(
        StandingOrder(f"stop {number}", f"Stop with {rank} or better.", partial(_stop_with, rank))
        for number, rank in enumerate(RANKS[1:-1], start=1)
    ),
    StandingOrder(
        "ahead",
        "Stop as soon as I beat the best hand of the round; leave it to me if there is none.",
        _stop_ahead,
    ),
    StandingOrder("caretaker", "Play as a normal duck would.", _AS_NORMAL),
)
