"""Facts of Trophy Buck that make one move better than another, each in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.display.table_text import in_tenths
from engine.trophy import GOAL, STARTLES_TO_END, Stop
from players.review import Why

if TYPE_CHECKING:
    from cogs.display.pages.renderer import RenderContext
    from engine.trophy import View
    from players.review import Reason

LOW: Final = 0.35
"""Highest chance to lose the points that is a low risk."""

LITTLE: Final = 4
"""Most points that are little to lose."""


def tell_fact(context: RenderContext, reason: Reason) -> str:
    """Return the first fact that holds for the better move alone; empty if there is none."""
    if reason.why in {Why.WINS, Why.LOSES}:
        return ""
    view, _ = context.view, context.language
    return (
        _praise_stop(context, view) if reason.best.move == Stop() else _praise_roll(context, view)
    )


def _count_lead(view: View) -> int:
    """Return the points by which the hunter leads after a stop in the last round; else 0."""
    if view.hunter is None or not view.final_round:
        return 0
    others = (total for seat, total in enumerate(view.totals) if seat != view.hunter)
    return view.totals[view.hunter] + view.score - max(others)


def _praise_stop(context: RenderContext, view: View) -> str:
    _, chance, startles = context.language, view.end_ways / view.end_of, len(view.startles)
    if _count_lead(view) > 0:
        return _("It takes the lead in the last round.")
    if startles == STARTLES_TO_END - 1:
        return _("One more Startle would cost all {points}.", points=view.score)
    reached = not view.final_round and not view.tiebreak and view.hunter is not None
    if reached and view.totals[view.hunter or 0] + view.score >= GOAL:
        return _("It reaches {goal}: only this round is left.", goal=GOAL)
    return _("Three Startles would cost all {points}.", points=view.score) if chance else ""


def _praise_roll(context: RenderContext, view: View) -> str:
    _, chance = context.language, view.end_ways / view.end_of
    if _count_lead(view) < 0:
        return _("To stop now is not enough to lead.")
    if not view.score:
        return _("No points to lose yet.")
    if not chance:
        return _("The next roll cannot end the turn.")
    if chance <= LOW:
        return _("Low risk: {chance}", chance=in_tenths(_, chance))
    if view.score <= LITTLE:
        return _("There is little to lose: {points}.", points=view.score)
    return ""
