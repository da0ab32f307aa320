"""Words for what dice do in Ducks in the Pond: a move, and what it scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.interactions.names import count
from cogs.pond.sheet import ROWS, SET_NAMES
from engine.pond.moves import Change, Claim, EndDay, Feed, Place, Reroll, Sunny

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.pond.view import View


def describe_move(move: object, show: Callable[[int], str] = str) -> str:
    """Return what a move does, in a few words; `show` writes a die."""
    match move:
        case Place(value, count, wild):
            dice = " ".join([show(value)] * count)
            return f"{dice}{' wild' if wild else ''} into {ROWS[value]}"
        case Claim(key, values, _):
            return f"{SET_NAMES[key]} {' '.join(map(show, values))}"
        case EndDay():
            return "End day"
        case _:
            return _describe_spending(move, show)


def _describe_spending(move: object, show: Callable[[int], str]) -> str:
    """Return which dice an ability takes, and what it does."""
    match move:
        case Change(value, to):
            return f"Spend a {show(1)}: {show(value)} becomes {show(to)}"
        case Reroll(values):
            return f"Spend a {show(3)}: re-roll {' '.join(map(show, values))}"
        case Sunny():
            return f"Spend a {show(6)}: six dice next day"
        case Feed((first, second), wild):
            return f"{show(first)} and {show(second)} become a wild {show(wild)}"
        case _:
            return str(move)


def describe_ability(move: object, of: int = 0) -> str:
    """Return what an ability does; `of`: of how many unused dice, where these are picked."""
    match move:
        case Change(value, to):
            return f"{value} to {to}"
        case Reroll(values) if of:
            alone = len(values) == of - 1
            return f"Re-roll {'all others' if alone else count(len(values), 'die', 'dice')}"
        case Reroll(values):
            return f"Re-roll {' '.join(map(str, values))}"
        case Sunny():
            return "Six dice next day"
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
