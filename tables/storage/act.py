"""What is done at one table: by people, by the bot, by time. `TableWriter.do` does it.

An act is a frozen value. It says what follows from a table, and knows neither the database nor
Discord.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from tables.model.errors import NO_SEAT, NotSeated, TableClosed, WrongPhase
from tables.model.table import Status

if TYPE_CHECKING:
    from tables.model.errors import TableError
    from tables.model.table import Person, SeatedPlayer, Table


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


# What acts require of a table.


def require_open(stored: Table) -> None:
    """Raise TableClosed or WrongPhase if nothing can happen at the table any more."""
    if stored.status is Status.CLOSED:
        raise TableClosed(stored.reason or "This table was closed.")
    if stored.status is Status.FINISHED:
        raise WrongPhase("This game is over.")
    if stored.status.over:
        raise WrongPhase("This table is not there any more: it was cancelled or abandoned.")


def require_seat(stored: Table, person: Person) -> SeatedPlayer:
    """Return the seat of a person; raises NotSeated for a spectator."""
    seat = stored.player_of(person.id)
    if seat is None:
        raise NotSeated(NO_SEAT)
    return seat
