"""Words for what dice do in Ducks in the Pond: a move, what it scores, what can still be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.pond.sheet import ROWS, SET_NAMES
from engine.pond.moves import Change, Claim, EndDay, Feed, Place, Reroll, Sunny

if TYPE_CHECKING:
    from engine.pond.view import PlanView, View


def describe_move(move: object) -> str:
    """Return what a move does, for a button."""
    match move:
        case Place(value, count, wild):
            dice = " ".join([str(value)] * count)
            return f"{dice}{' wild' if wild else ''} into {ROWS[value]}"
        case Claim(key, values, _):
            return f"{SET_NAMES[key]} {' '.join(map(str, values))}"
        case EndDay():
            return "End the day"
        case _:
            return _describe_ability(move)


def _describe_ability(move: object) -> str:
    """Return what an ability spends and does, for a button."""
    match move:
        case Change(value, to):
            return f"Spend 1: {value} → {to}"
        case Reroll(values):
            return f"Spend 3: re-roll {' '.join(map(str, values))}"
        case Sunny():
            return "Spend 6: six dice on your next day"
        case Feed((first, second), wild):
            return f"{first} and {second} become a wild {wild}"
        case _:
            return str(move)


def describe_gain(view: View, move: object) -> str:
    """Return what a move scores at once; empty for nothing."""
    gain = count_gain(view, move)
    return f": +{gain}" if gain else ""


def count_gain(view: View, move: object) -> int:
    """Return the points that a move scores at once."""
    if isinstance(move, Place):
        row = view.rows[move.value - 1]
        return row.live if row.boxes.count(None) == move.count else 0
    if isinstance(move, Claim):
        kind = next(kind for kind in view.sets if kind.key == move.key)
        return kind.values[kind.sizes.index(len(move.values))]
    return 0


def describe_plan(plan: PlanView) -> str:
    """Return a possibility in words: "fill Teal with 4 4 5, by changing a die: +15"."""
    dice = " ".join(plan.dice)
    if plan.key == "sunny":
        return f"have six dice on your next day with {dice}{_describe_way(plan)}"
    if plan.key == "reroll":
        return "re-roll other dice with your 3"
    if plan.key in SET_NAMES:
        return f"claim the {plan.name} with {dice}{_describe_way(plan)}: **+{plan.points}**"
    if plan.points:
        return f"fill {plan.name} with {dice}{_describe_way(plan)}: **+{plan.points}**"
    return f"put {dice} into {plan.name}"


def _describe_way(plan: PlanView) -> str:
    """Return which other steps it takes; empty for none."""
    steps = ("change", "changing a die"), ("feed", "making a wild die")
    ways = [way for verb, way in steps if any(move.startswith(verb) for move in plan.moves)]
    return f", by {' and '.join(ways)}" if ways else ""
