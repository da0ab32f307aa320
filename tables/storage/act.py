"""What is done at one table: by people, by the bot, by time. `TableWriter.do` does it.

An act is a frozen value. It says what follows from a table, and knows neither the database nor
Discord.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from tables.model.errors import TableError
    from tables.model.table import Person, Table


class Answer(Enum):
    """Where somebody who has clicked sees what came of it; everybody else sees the board."""

    BOARD = "board"
    HAND = "hand"
    """The hand or the page behind ⋯ that was clicked; on a board the board."""
    PAGE = "page"
    """A private page about this act."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What an act needs to know besides the table.

    Attributes:
        now: the time in Unix seconds.
        aging: the time with which ages are compared; see `Heartbeat.now`.
        earlier: the table whose rematch this one is; None without one, and for acts by which no
            game begins.
    """

    now: float
    aging: float
    earlier: Table | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """What an act changes though what it asks for is refused.

    Attributes:
        stored: the table, to be committed.
        error: raised after that.
    """

    stored: Table
    error: TableError


class Act:
    """Something to be done at a table.

    Attributes:
        answer: what shows it to who has clicked.
        may_begin: whether a game can begin by it.
    """

    __slots__ = ()
    answer: ClassVar[Answer] = Answer.BOARD
    may_begin: ClassVar[bool] = False

    @property
    def newcomer(self) -> Person | None:
        """Who sits down by it, if the limits allow one more table; None: nobody does."""
        return None

    def apply(self, stored: Table, at: Moment) -> Table | Refused:
        """Return the next table, the same where nothing changes; or raise a named error."""
        raise NotImplementedError
