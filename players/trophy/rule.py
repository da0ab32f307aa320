"""The easy and the normal player of Trophy Buck, and the standing orders."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.core import N_, Told
from engine.trophy import Move, View
from players.core import StandingOrder, choose_loosely, draw_nothing

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


# Standing orders of Trophy Buck.

STOPS: Final = (2, 4, 6, 8, 10, 12, 15, 20)
"""Numbers of points at which a standing order can stop; a player chooses one."""


def _stop_with(points: int, known: Knowledge) -> Move:
    """Stop with at least these points, or in the last round once ahead of all others."""
    view: View = known.view
    roll, *stop = known.moves
    enough = count_to_lead(view, known.seat) or points
    return stop[0] if stop and view.score >= enough else roll


ORDERS: Final = (
    *(
        StandingOrder(
            f"stop {points}",
            Told("Stop with {points} points or more.", points=points),
            partial(_stop_with, points),
            N_("In the last round, your turn ends as soon as you are ahead."),
        )
        for points in STOPS
    ),
    StandingOrder(
        "caretaker",
        Told("Hunt as a normal duck would."),
        draw_nothing(choose_normal),
        N_("The more Startles you have, the sooner your turn ends."),
    ),
)
