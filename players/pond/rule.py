"""A rule of thumb for Ducks in the Pond: easy and normal players."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.pond import Move
from players.core import choose_loosely

if TYPE_CHECKING:
    from engine.core import Source
    from engine.pond.view import View
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
