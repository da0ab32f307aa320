"""Why a move of Ducks in the Pond is the best, in one sentence made of the facts on the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.pond.controls import describe_gain, describe_plan
from cogs.pond.sheet import ROWS
from engine.pond.moves import EndDay, Place, Reroll, Sunny
from engine.pond.sheet import BOXES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.pages.renderer import RenderContext
    from engine.pond import View
    from players.core import Assessed


def explain(context: RenderContext, moves: Sequence[Assessed]) -> str:
    """Say why the first of these moves is the best."""
    view: View = context.view
    best = moves[0].move
    if gain := describe_gain(view, best).removeprefix(": +"):
        return _explain_gain(view, moves[0], int(gain))
    match best:
        case EndDay():
            return (
                "Nothing that the dice can still do is worth more than to keep the sheet as it is."
            )
        case Place(value, count):
            row = view.rows[value - 1]
            filled = BOXES - row.boxes.count(None) + count
            return (
                f"{ROWS[value]} then has {filled} of {BOXES} boxes; full, it scores {row.singly}."
            )
        case Reroll():
            return f"The new dice are worth {_lead(moves)} than what the dice can do as they lie."
        case Sunny():
            return (
                f"One more die on your next day is worth {_lead(moves)} than what else can be done."
            )
        case _:
            return _explain_step(view, moves)


def _explain_gain(view: View, best: Assessed, gain: int) -> str:
    """Say what a move scores at once, and alone what is then still to come."""
    if view.seats > 1:
        return f"It scores {gain} at once."
    later = best.points - view.scores[0].total - gain
    return f"It scores {gain} at once, and then {later:.1f} points are still to come on average."


def _explain_step(view: View, moves: Sequence[Assessed]) -> str:
    """Say what a change or a feeding is the first step to."""
    plan = next((each for each in view.plans if str(moves[0].move) in each.moves[:1]), None)
    if plan is not None:
        return f"It is the first step to {describe_plan(plan)}."
    return f"What the dice can do after it is worth {_lead(moves)} than without."


def _lead(moves: Sequence[Assessed]) -> str:
    """Return how much more the first move is worth than the best of another kind."""
    best: object = moves[0].move
    others = [each.points for each in moves if not isinstance(each.move, type(best))]
    return f"{moves[0].points - max(others):.2f} points more" if others else "more"
