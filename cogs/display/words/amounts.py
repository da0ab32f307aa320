"""How an amount is told that is counted in points in one game, and in chances to win in another."""

from __future__ import annotations

from players.coach.review import Unit, unit_of


def format_amount(value: float, unit: Unit, error: float = 0.0) -> str:
    """Return an amount: "0.25 points", "3.1 % to win", or "3.1 ± 0.8 % to win"."""
    if unit is not Unit.WIN:
        return f"{value:.2f} points"
    spread = f" ± {100 * error:.1f}" if error else ""
    return f"{100 * value:.1f}{spread} % to win"


def format_average(game_key: str, value: float) -> str:
    """Return what a decision of a game gives away on average: "2.3 % a decision"."""
    unit = unit_of(game_key, 1)
    amount = f"{100 * value:.1f} %" if unit is Unit.WIN else format_amount(value, unit)
    return f"{amount} a decision"
