"""The cost of decisions."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import Seat


@dataclass(frozen=True, slots=True)
class Regret:
    """The cost of a person's decisions at a finished table.

    Attributes:
        decisions: their number.
        given_away: their cost in all, in the unit of the game.
        at_random: the average cost of random moves.
    """

    seat: Seat
    decisions: int
    given_away: float
    at_random: float
