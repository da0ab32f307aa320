"""How an amount is told that is counted in points in one game, and in chances to win in another."""

from __future__ import annotations

from players.review import Unit, unit_of


def format_amount(value: float, unit: Unit) -> str:
    """Return an amount: "0.25 points", or "3.1 % to win"."""
    return f"{100 * value:.1f} % to win" if unit is Unit.WIN else f"{value:.2f} points"


def format_average(game_key: str, value: float) -> str:
    """Return what a decision of a game gives away on average."""
    return f"{format_amount(value, unit_of(game_key, 1))} a decision"
