"""Defines acts, and how a table ends.

An act is a change of one table by a person or by the bot. It is a frozen value that computes the
next table, and uses neither the database nor Discord. `TableWriter.do` applies it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from tables.model.errors import NO_SEAT, NotSeated, TableClosed, WrongPhase
from tables.model.table import Status

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.core import Seat
    from tables.model.errors import TableError
    from tables.model.table import Person, SeatedPlayer, Table


def end(table: Table, status: Status, now: float, reason: str | None = None) -> Table:
    """Return the table in a final phase; it waits for no seat."""
    columns = {"status": status, "ended_at": now, "reason": reason, "sent_home": ()}
    return table.changed(now, **columns, waiting={})


def break_off(
    table: Table,
    status: Status,
    now: float,
    losers: Collection[Seat],
    reason: str | None = None,
) -> Table:
    """End a lobby, or end a game early as a loss for these seats.

    The losers come last, like players who have left. The other players get their current places.
    A private table that ends early does not count, nor does a game without losers. If nobody stays,
    the game counts only for people who have made a move; the others get no place.
    """
    over = end(table, status, now, reason)
    if table.progress is None or table.private is not None or not losers:
        return over
    places = table.game.standing(table.progress.state, len(table.seats))
    last, people = over.next_to_leave, {seat.seat for seat in over.people}
    left = {s.seat: s.caretaker or last for s in over.seats if s.caretaker or s.seat in losers}
    uncounted = people - table.progress.chose if people <= left.keys() else ()
    seats = (
        replace(
            seat,
            place=None if seat.seat in uncounted else places[seat.seat],
            caretaker=left.get(seat.seat, 0),
        )
        for seat in over.seats
    )
    return over.with_columns(forfeited=True, seats=tuple(seats))


class Answer(Enum):
    """Where the person who clicked sees the result; everybody else sees the board."""

    BOARD = "board"
    HAND = "hand"
    """The hand, or the page behind ⋯, if the person clicked there; else the board."""
    PAGE = "page"
    """A private page about this act."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The inputs of an act besides the table.

    Attributes:
        now: the time in Unix seconds.
        aging: the time for comparing ages; see `Heartbeat.now`.
        earlier: for a rematch, the previous table; None for other tables, and for acts that cannot
            begin a game.
    """

    now: float
    aging: float
    earlier: Table | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """The result of an act that was refused, but still changes the table.

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
        """The person who sits down by this act and is subject to the limits; else None."""
        return None

    def apply(self, stored: Table, at: Moment) -> Table | Refused:
        """Return the next table, or `stored` itself if nothing changes; raises named errors."""
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
