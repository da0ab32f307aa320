"""Why a move of Ducks in the Pond is the best, in one sentence made of the facts on the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.pond.words import count_gain, describe_plan
from engine.pond.moves import EndDay, Place, Reroll, Sunny
from engine.pond.sheet import BOXES

if TYPE_CHECKING:
    from engine.pond import View
    from players.core import Assessed


def explain(view: View, best: Assessed) -> str:
    """Say why this move is the best."""
    if gain := count_gain(view, best.move):
        return _explain_gain(view, best, gain)
    match best.move:
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
            return _explain_step(view, best.move)


def weigh_looks(view: View, move: object) -> int:
    """Return how natural a move is: to score, or else to begin what scores; then to spend little.

    A move spends at most six dice, so they break ties only.
    """
    dice = len(getattr(move, "dice", ()))
    begins = any(plan.points for plan in view.plans if str(move) in plan.moves[:1])
    return 20 * count_gain(view, move) + 10 * begins - dice


def _explain_gain(view: View, best: Assessed, gain: int) -> str:
    """Say what a move scores at once, and alone what is then still to come."""
    now = f"It scores {gain} at once."
    if view.seats > 1:
        return now
    later = round(best.points) - view.scores[0].total - gain
    return f"{now} The rest of the game brings some {later} more." if later > 0 else now


def _explain_step(view: View, move: object) -> str:
    """Say what a change or a feeding is the first step to."""
    plan = next((each for each in view.plans if str(move) in each.moves[:1]), None)
    if plan is not None:
        return f"It is the first step to {describe_plan(plan)}."
    return "What the dice can do after it is worth more than what they can do now."
