"""A rule of thumb for Ducks in a Bucket: easy and normal players."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.ducks import RANKS, Move, Promote, View
from players.core import choose_loosely

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
