"""Why a move of Trophy Buck is the best, in one sentence made of the facts on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.words.amounts import in_tenths
from cogs.interactions.names import count
from engine.trophy import Stop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.pages.renderer import RenderContext
    from engine.trophy import View
    from players.core import Assessed


def explain(context: RenderContext, moves: Sequence[Assessed]) -> str:
    """Say why the first of these moves is the best."""
    view: View = context.view
    best, other = moves[:2]
    risk = f"The next roll ends the turn {in_tenths(view.end_ways / view.end_of)} times"
    if best.move == Stop():
        return f"{risk}, and {count(view.score, 'point')} would be lost."
    if not view.score:
        return "There is nothing to lose: you have no points in this turn yet."
    if not view.end_ways:
        return "The next roll cannot end the turn."
    if best.points >= other.points:
        return f"{risk}, but on average it brings more than it costs."
    leader = max(
        (seat for seat in range(len(view.totals)) if seat != view.hunter),
        key=view.totals.__getitem__,
    )
    lead = f"{context.name(leader)} has {count(view.totals[leader], 'point')}"
    return f"{lead}, so a chance of many points is worth more than {view.score} for sure."
