"""What is said about decisions: hints, what was given away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.core import Seat
from players.core import Assessed
from tables.model.table import Table

PERFECT: Final = 8
"""In how many decisions nothing has to be given away."""


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
class Grade:
    """How well a daily was played.

    Attributes:
        marks: a letter for each decision with a cost: `n` where nothing was given away, `u` for up
            to a tenth of what moves at random give away there, `o` for more; `s` where it is not
            ranked, as the dice were everybody's. Between two days of the game stands `/`.
        accuracy: as a review has it, of what is ranked, in whole numbers; None where nothing was at
            stake.
        opening: the first decision, as the log has it; empty where there was none.
    """

    marks: str
    accuracy: int | None
    opening: str = ""

    @property
    def ranked(self) -> str:
        """The letters of the decisions that are ranked."""
        return self.marks.replace("/", "").replace("s", "")

    @property
    def perfect(self) -> bool:
        """Whether nothing was given away, in enough decisions."""
        return len(self.ranked) >= PERFECT and set(self.ranked) == {"n"}


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
