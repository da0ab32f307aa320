"""Standing orders of Trophy Buck: with how many points to stop."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.trophy import Move, View
from players.core import StandingOrder, draw_nothing
from players.trophy.rule import choose_normal, count_to_lead

if TYPE_CHECKING:
    from players.core import Knowledge

STOPS: Final = (2, 4, 6, 8, 10, 12, 15, 20)
"""The points from which a hunter can choose."""


def _stop_with(points: int, known: Knowledge) -> Move:
    """Stop with so many points; in the last round as soon as nobody has more."""
    view: View = known.view
    roll, *stop = known.moves
    enough = count_to_lead(view, known.seat) or points
    return stop[0] if stop and view.score >= enough else roll


ORDERS: Final = (
    *(
        StandingOrder(
            f"stop {points}",
            f"Stop with {points} points or more; in the last round as soon as I am ahead.",
            partial(_stop_with, points),
        )
        for points in STOPS
    ),
    StandingOrder(
        "caretaker",
        "Hunt as a normal duck would; it stops sooner behind more Startles.",
        draw_nothing(choose_normal),
    ),
)
