"""Acts: changes of one table by people, by the bot, or because of time. `TableWriter.do` runs them.

An act is a frozen value. It computes the next table, and knows neither the database nor Discord.
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
    """Where the person who clicked sees the result; everybody else sees the board."""

    BOARD = "board"
    HAND = "hand"
    """The clicked hand or page behind ⋯; the board for a click on a board."""
    PAGE = "page"
    """A private page about this act."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The inputs of an act besides the table.

    Attributes:
        now: the time in Unix seconds.
        aging: the time for comparing ages; see `Heartbeat.now`.
        earlier: the previous table of a rematch; None for other tables, and for acts that cannot
            begin a game.
    """

    now: float
    aging: float
    earlier: Table | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """The result of an act that is refused, but still changes the table.

    Attributes:
        stored: the table to commit.
        error: raised after the commit.
    """

    stored: Table
    error: TableError


class Act:
    """A change of one table.

    Attributes:
        answer: where the person who clicked sees the result.
        may_begin: whether the act can begin a game.
    """

    __slots__ = ()
    answer: ClassVar[Answer] = Answer.BOARD
    may_begin: ClassVar[bool] = False

    @property
    def newcomer(self) -> Person | None:
        """The person who sits down by this act, and so is subject to the limits; or None."""
        return None

    def apply(self, stored: Table, at: Moment) -> Table | Refused:
        """Return the next table, or `stored` itself if nothing changes; or raise a named error."""
        raise NotImplementedError


# Requirements of acts


def require_open(stored: Table) -> None:
    """Raise TableClosed or WrongPhase if the table is over."""
    if stored.status is Status.CLOSED:
        raise TableClosed(stored.reason or "This table was closed.")
    if stored.status is Status.FINISHED:
        raise WrongPhase("This game is over.")
    if stored.status.over:
        raise WrongPhase("This table is gone: it was cancelled or abandoned.")


def require_seat(stored: Table, person: Person) -> SeatedPlayer:
    """Return the player's row; raises NotSeated for a spectator."""
    seat = stored.player_of(person.id)
    if seat is None:
        raise NotSeated(NO_SEAT)
    return seat
