"""Words for amounts: points or chances to win, and chances in tenths."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.interactions.names import count
from players.review import Unit, unit_of

if TYPE_CHECKING:
    from players.core import Assessed


POINT: Final = 0.5
"""The most that is told as less than a point."""

FINE: Final = 10
"""Games up to which their number is told as it is; of more only the tens."""


def format_amount(value: float, unit: Unit) -> str:
    """Return an amount in whole numbers: "about 3 points"; of a win, "about 1 win in 8 games"."""
    if unit is not Unit.WIN:
        return f"about {count(round(value), 'point')}" if value > POINT else "less than 1 point"
    if value > 2 / 3:
        return f"about {count(round(value), 'win')}"
    games = round(1 / max(value, 0.005))
    return f"about 1 win in {games if games <= FINE else round(games, -1)} games"


def in_tenths(chance: float) -> str:
    """Return a chance in words: "about 4 in 10"."""
    tenths = round(10 * chance)
    if tenths == 0:
        return "less than 1 in 10" if chance else "never"
    if tenths == 10:
        return "more than 9 in 10" if chance < 1 else "always"
    return f"about {tenths} in 10"


def format_average(game_key: str, value: float) -> str:
    """Return what a decision of a game gives away on average: "2.3 % a decision"."""
    unit = unit_of(game_key, 1)
    amount = f"{100 * value:.1f} %" if unit is Unit.WIN else f"{value:.2f} points"
    return f"{amount} a decision"


def format_cost(best: Assessed, other: Assessed) -> str:
    """Return what a move costs beside the best: a chance to win where it is known, else points."""
    if best.win is None or other.win is None:
        return format_amount(best.points - other.points, Unit.POINTS)
    return format_amount(best.win - other.win, Unit.WIN)
