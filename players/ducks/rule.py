"""A rule of thumb for Ducks in a Bucket: easy and normal players, standing orders."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.core import N_, Told
from engine.ducks import RANKS, Move, Promote, View
from players.core import StandingOrder, choose_loosely, draw_nothing

if TYPE_CHECKING:
    from engine.core import Source
    from players.core import Knowledge


def choose_normal(known: Knowledge, source: Source) -> Move:  # noqa: ARG001 - nothing is left to luck
    """Promote for the best hand, and stop if the hand is good enough.

    A hand that is ahead is good enough in the last inning, with two dice left, or from two pair
    on. With one die left or none, any hand is good enough.
    """
    view: View = known.view
    if view.phase == "rolled" and view.promotions:
        best = max(view.promotions, key=lambda each: each.hand.strength)
        return next(m for m in known.moves if isinstance(m, Promote) and m.dice == best.dice)
    if view.phase == "promoted":
        return known.moves[0] if _is_enough(view) else known.moves[1]
    return known.moves[0]


def _is_enough(view: View) -> bool:
    if view.hand is None or (view.best is not None and not view.beats and view.left > 1):
        return False
    last = len(view.innings) == len(view.order) - 1
    return last or view.left <= 2 or RANKS.index(view.hand.rank) >= RANKS.index("two pair")


choose_easy = partial(choose_loosely, choose_normal)


# Standing orders of Ducks in a Bucket. They say when to stop, and promote for the best hand.

_AS_NORMAL: Final = draw_nothing(choose_normal)


def _stop_with(rank: str, known: Knowledge) -> Move:
    """Stop with a hand of this rank or a better one, else go on."""
    view: View = known.view
    if view.phase != "promoted" or view.hand is None:
        return _AS_NORMAL(known)
    stop, roll = known.moves
    return stop if RANKS.index(view.hand.rank) >= RANKS.index(rank) else roll


def _stop_ahead(known: Knowledge) -> Move | None:
    """Stop as soon as the best hand of the round is beaten; return None before there is one."""
    view: View = known.view
    if view.best is None:
        return None
    if view.phase != "promoted":
        return _AS_NORMAL(known)
    stop, roll = known.moves
    return stop if view.beats else roll


ORDERS: Final = (
    *(
        StandingOrder(
            f"stop {number}",
            Told("Stop with this hand or a better one: {hand}", hand=Told(rank)),
            partial(_stop_with, rank),
        )
        for number, rank in enumerate(RANKS[1:-1], start=1)
    ),
    StandingOrder(
        "ahead",
        Told("Stop as soon as I beat the best hand of the round."),
        _stop_ahead,
        N_("If there is no hand to beat yet, you decide."),
    ),
    StandingOrder("caretaker", Told("Play as a normal duck would."), _AS_NORMAL),
)
