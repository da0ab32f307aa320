"""The easy and the normal player of Trophy Buck."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.trophy import Move, View
from players.core import choose_loosely

if TYPE_CHECKING:
    from engine.core import Source
    from players.core import Knowledge


ENOUGH: Final = (14, 10, 4)
"""Points at which a hunter stops, by the number of Startles in front of him (0 to 2)."""


def choose_normal(known: Knowledge, source: Source) -> Move:  # noqa: ARG001 - nothing is left to luck
    """Stop with enough points for the Startles; in the last round hunt until ahead."""
    view: View = known.view
    roll, *stop = known.moves
    enough = count_to_lead(view, known.seat) or ENOUGH[len(view.startles)]
    return stop[0] if stop and view.score >= enough else roll


def count_to_lead(view: View, seat: int) -> int:
    """Return the points that put a hunter ahead in the last round or a tiebreak; else 0."""
    if view.tiebreak:
        return 1 + max(each.points or 0 for each in view.tiebreak)
    return 1 + max(view.totals) - view.totals[seat] if view.final_round else 0


choose_easy = partial(choose_loosely, choose_normal)
