"""How an amount is told that is counted in points in one game, and in chances to win in another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from players.coach.review import Unit, unit_of

if TYPE_CHECKING:
    from players.core import Assessed


def format_amount(value: float, unit: Unit, error: float = 0.0) -> str:
    """Return an amount: "0.25 points", "3.1 ± 0.8 % chance to win"."""
    if unit is not Unit.WIN:
        return f"{value:.2f} points" if value >= 0.005 else "less than 0.01 points"
    if value < 0.0005 and not error:
        return "less than 0.1 % chance to win"
    spread = f" ± {_percent(error)}" if error else ""
    return f"{_percent(value)}{spread} % chance to win"


def format_average(game_key: str, value: float) -> str:
    """Return what a decision of a game gives away on average: "2.3 % a decision"."""
    unit = unit_of(game_key, 1)
    amount = f"{100 * value:.1f} %" if unit is Unit.WIN else format_amount(value, unit)
    return f"{amount} a decision"


def format_cost(best: Assessed, other: Assessed) -> str:
    """Return what a move costs beside the best: a chance to win where it is known, else points."""
    if best.win is None or other.win is None:
        return format_amount(best.points - other.points, Unit.POINTS)
    return format_amount(best.win - other.win, Unit.WIN)


def _percent(value: float) -> str:
    """Return a share in percent, with at most one decimal."""
    return f"{100 * value:.1f}".removesuffix(".0")
