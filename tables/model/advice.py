"""What is said about decisions: hints, what was given away."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import Seat
from players.core import Assessed
from tables.model.table import Table


@dataclass(frozen=True, slots=True)
class Regret:
    """What a person's decisions at a finished table cost.

    Attributes:
        seat: whose.
        decisions: how many there were.
        given_away: what they cost together, in the unit of the game.
        at_random: what moves at random would have cost on average.
    """

    seat: Seat
    decisions: int
    given_away: float
    at_random: float


@dataclass(frozen=True, slots=True)
class Hint:
    """What the moves of a seat are worth.

    Attributes:
        table: for whose state it holds.
        seat: who is to move.
        moves: with what they are worth, the best first.
    """

    table: Table
    seat: Seat
    moves: tuple[Assessed, ...]
