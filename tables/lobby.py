"""What happens at a table before its game: sitting down, getting up, calling it off.

Pure functions from a record to the next; each raises a named error with a sentence for the person.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from db.store import SeatRow
from engine.core import Seat as SeatNo
from tables.errors import (
    NO_SEAT,
    AlreadySeated,
    NotOpener,
    NotSeated,
    TableClosed,
    TableFull,
    TooFewSeats,
    WrongPhase,
)
from tables.model import Person, Status
from tables.record import Record, ended

if TYPE_CHECKING:
    from collections.abc import Sequence

BY_ANOTHER: Final = "Somebody who may cancel the tables of others cancelled this one."


def require_open(record: Record) -> None:
    """Raise unless something can still happen at the table."""
    if record.status is Status.CLOSED:
        raise TableClosed(record.row.reason or "This table was closed.")
    if record.status is Status.FINISHED:
        raise WrongPhase("This game is over.")
    if record.status.over:
        raise WrongPhase("This table is not there any more: it was cancelled or abandoned.")


def require_lobby(record: Record) -> None:
    """Raise unless the table waits for its game to begin."""
    require_open(record)
    if record.status is not Status.LOBBY:
        raise WrongPhase("The game at this table has begun already.")


def require_seat(record: Record, person: Person) -> SeatRow:
    """The person's seat; raises NotSeated for a spectator."""
    seat = record.seat_of(person.id)
    if seat is None:
        raise NotSeated(NO_SEAT)
    return seat


def join(record: Record, person: Person, snowflake: int, now: float) -> Record:
    """The person takes the next seat."""
    require_lobby(record)
    if record.seat_of(person.id):
        raise AlreadySeated("You have a seat at this table already.")
    count = len(record.seats)
    if count >= record.game.seat_range(record.options)[-1]:
        raise TableFull(f"All {count} seats at this table are taken.")
    seat = SeatRow(count, person.id, person.name, snowflake)
    return replace(record.changed(now), seats=(*record.seats, seat))


def leave(record: Record, person: Person, now: float) -> Record:
    """The person gets up and the others move up; the last one to leave calls the table off."""
    left = require_seat(record, person)
    rest = [seat for seat in record.seats if seat is not left]
    seats = tuple(replace(seat, seat=number) for number, seat in enumerate(rest))
    after = replace(hand_on(record, left, rest, now), seats=seats)
    return after if seats else ended(after, Status.CANCELLED, now)


def hand_on(record: Record, left: SeatRow, others: Sequence[SeatRow], now: float) -> Record:
    """If the opener left, the next of the others in the order of play becomes the opener."""
    if left.person_id != record.row.opener_id or not others:
        return record.changed(now)
    heir = next((seat for seat in others if seat.seat > left.seat), others[0])
    return record.changed(now, opener_id=heir.person_id, opener_name=heir.name)


def require_start(record: Record, person: Person) -> None:
    """Raise unless this person may start the game now."""
    require_lobby(record)
    _require_opener(record, person, "start the game")
    fewest = record.game.seat_range(record.options)[0]
    if len(record.seats) < fewest:
        title = record.game.info.title
        raise TooFewSeats(f"{title} needs at least {fewest} players; {len(record.seats)} sit here.")


def cancel(record: Record, person: Person, now: float, *, force: bool) -> Record:
    """Call the table off: its opener in the lobby, a lone player at any time, force always."""
    require_open(record)
    if not force:
        if record.status is Status.PLAYING and len(record.seats) > 1:
            raise WrongPhase(
                "A game that has begun can be cancelled only by who may cancel tables of others; "
                "who plays it can leave."
            )
        _require_opener(record, person, "cancel it")
    reason = None if person.id == record.row.opener_id else BY_ANOTHER
    return ended(record, Status.CANCELLED, now, reason)


def _require_opener(record: Record, person: Person, deed: str) -> None:
    if person.id != record.row.opener_id:
        raise NotOpener(f"Only {record.row.opener_name}, who holds this table, can {deed}.")


def first_of(record: Record, person_id: int | None) -> SeatNo | None:
    """Where the person sits who begins by the rules of a rematch; None when not there."""
    seat = record.seat_of(person_id) if person_id is not None else None
    return seat.seat if seat else None
