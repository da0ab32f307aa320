"""A rule of thumb for Ducks in the Pond: easy and normal players, standing orders."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.core import N_, Told
from engine.pond import Move
from players.core import StandingOrder, choose_loosely, draw_nothing

if TYPE_CHECKING:
    from engine.core import Source
    from engine.pond.position import View
    from players.core import Knowledge


def choose_normal(known: Knowledge, source: Source) -> Move:  # noqa: ARG001 - nothing is left to luck
    """Score as much as possible; else make a day sunny, else place dice, else end the day."""
    view: View = known.view
    by_text = {str(move): move for move in known.moves}
    for plan in view.plans:
        if plan.points or plan.key == "sunny":
            return by_text[plan.moves[0]]
    placing = [text for text in by_text if text.startswith("place")]
    return by_text[max(placing, key=lambda text: (text[6], len(text)), default="end day")]


choose_easy = partial(choose_loosely, choose_normal)


# Standing orders of Ducks in the Pond: the least score worth taking.

WORTH: Final = (5, 9, 12, 15, 20)
"""Least points to take; a player chooses one of these."""


def _take(points: int, known: Knowledge) -> Move | None:
    """Return the first move of the best plan if that scores enough, else None."""
    view: View = known.view
    best = next((plan for plan in view.plans if plan.moves and plan.points >= points), None)
    if best is None:
        return None
    return next(move for move in known.moves if str(move) == best.moves[0])


ORDERS: Final = (
    *(
        StandingOrder(
            f"take {points}",
            Told("Fill a row or claim a set for {points} points or more.", points=points),
            partial(_take, points),
            N_("The rest of the day is left to you."),
        )
        for points in WORTH
    ),
    StandingOrder(
        "caretaker",
        Told("Play as a normal duck would."),
        draw_nothing(choose_normal),
        N_("It scores as much as it can each day, and then places the other dice."),
    ),
)
