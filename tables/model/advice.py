"""What is said about decisions: hints, positions to practise on, what was given away."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from engine.core import Game, Seat
from players.core import Assessed, Knowledge
from players.practice import Position
from tables.model.table import Table

Place = tuple[int, int]
"""The origin of a position: the table and the number of the move; 0 and a number if shipped."""

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


@dataclass(frozen=True, slots=True)
class Task:
    """A position to practise on.

    Attributes:
        table_id: the finished table that it is from; 0 for the shipped set.
        seq: the number of the move that is asked for, or of the position in the shipped set.
        game: the rules.
        position: the game so far.
        names: of the players, by seat; empty for the shipped set.
        known: what the seat knows that is to choose.
        moves: what the choices are worth, the best first.
        made: what the person chose in the game; None for the shipped set.
        server_id: where the table was; None in messages, and for the shipped set.
    """

    table_id: int
    seq: int
    game: Game[Any, Any, Any]
    position: Position = field(repr=False)
    names: tuple[str, ...]
    known: Knowledge = field(repr=False)
    moves: tuple[Assessed, ...] = field(repr=False)
    made: Any = field(repr=False)
    server_id: int | None = None


@dataclass(frozen=True, slots=True)
class ToldDecision:
    """A decision of a turn that is over.

    Attributes:
        table: as it was when the decision was to be made.
        seat: who has decided.
        made: the move.
        moves: with what they were worth, the best first.
    """

    table: Table
    seat: Seat
    made: Any
    moves: tuple[Assessed, ...]
