"""Hints for decisions, and the cost of decisions."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import Seat
from players.core import Assessed
from tables.model.table import Table


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


@dataclass(frozen=True, slots=True)
class Hint:
    """The value of each move of a seat.

    Attributes:
        table: the table in the state that the hint is for.
        seat: the seat that is to move.
        moves: the moves with their values, best first.
    """

    table: Table
    seat: Seat
    moves: tuple[Assessed, ...]
