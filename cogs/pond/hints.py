"""Why a move of Ducks in the Pond is the best, in words made of the facts on the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.pond.words import count_gain, describe_move
from engine.pond.moves import EndDay, Place, Reroll, Sunny, parse
from engine.pond.sheet import BOXES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.pond.view import PlanView, View
    from players.core import Assessed


def explain(view: View, moves: Sequence[Assessed]) -> str:
    """Say why the first of these moves is the best; of a single other one, what that leads to."""
    best, *others = moves
    reason = _give_reason(view, best.move)
    if view.seats > 1:
        return reason
    if len(others) != 1:
        return f"{reason} It leads to about {best.points:.0f} points at the end."
    (other,) = others
    ends = "a little less" if round(best.points) == round(other.points) else f"{other.points:.0f}"
    return f"{reason} It leads to about {best.points:.0f} points, {_go_on(other.move)} to {ends}."


def _give_reason(view: View, move: object) -> str:
    """Return a sentence of the facts on the sheet."""
    if gain := count_gain(view, move):
        return f"It scores {gain} at once."
    match move:
        case EndDay():
            return "Nothing that the dice can still do is worth the box that it takes."
        case Place(value, count):
            row = view.rows[value - 1]
            filled = BOXES - row.boxes.count(None) + count
            return f"{row.name} then has {filled} of {BOXES} boxes, and scores when it is full."
        case Reroll():
            return "New dice are worth more on average than what these can do as they lie."
        case Sunny():
            return "Six dice on your next day are worth more than what else this 6 can do."
        case _:
            return _explain_step(view, move)


def weigh_looks(view: View, move: object) -> int:
    """Return how natural a move is: to score, or else to begin what scores; then to spend little.

    A move spends at most six dice, so they break ties only.
    """
    dice = len(getattr(move, "dice", ()))
    begins = any(plan.points for plan in view.plans if str(move) in plan.moves[:1])
    return 20 * count_gain(view, move) + 10 * begins - dice


def _explain_step(view: View, move: object) -> str:
    """Tell all the steps that a change or a feeding begins, in one sentence."""
    plan = find_plan(view, move)
    if plan is None:
        return "What the dice can do after it is worth more than what they can do now."
    _, *others = (_go_on(parse(text)) for text in plan.moves)
    gain = f", for {plan.points} points" if plan.points else ""
    return f"Then {', then '.join(others)}{gain}."


def _go_on(move: object) -> str:
    """Return what a move does, within a sentence."""
    return describe_move(move).replace("Spend", "spend").replace("End", "end")


def find_plan(view: View, move: object) -> PlanView | None:
    """Return what a move is the first of several steps to; None where it is not."""
    begun = (each for each in view.plans if str(move) in each.moves[:1] and len(each.moves) > 1)
    return next(begun, None)
