"""Reminders of turns that are half over.

A mark in the table's row shows that a seat was reminded of its turn. The time of a person's latest
direct message is stored in a row of the person, because it limits the messages about all tables.
The mark and the time survive restarts, and only one of several processes sends a message.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from db.errors import asked_again
from db.query import Query, Write
from tables.clocks import WAITING, Wait, WaitingRow, read_waits
from tables.storage.act import Act
from tables.storage.lookup import TableService

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from db.query import Calls, Waits
    from engine.core import Seat
    from tables.model.table import Table
    from tables.service import Tables
    from tables.storage.act import Moment

DIRECT_EVERY: Final = 3600.0
"""Least time between two direct messages to a person, in seconds, for all tables together."""


class Way(StrEnum):
    """A way to be reminded."""

    CHANNEL = "channel"
    DIRECT = "direct"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ReminderChoice:
    """A person's choice of reminders.

    Attributes:
        way: the chosen way.
        refused: whether Discord refused a direct message and the person does not know that yet.
        language: the person's language when they chose.
    """

    way: Way = Way.CHANNEL
    refused: bool = False
    language: str = ""


@dataclass(frozen=True, slots=True)
class MarkReminded(Act):
    """Marks a seat as reminded, unless its turn has ended meanwhile."""

    seat: Seat
    since: float | None

    def apply(self, stored: Table, at: Moment) -> Table:
        if stored.waiting.get(self.seat) != self.since:
            return stored
        others = {seat: again for seat, again in stored.called.items() if seat != self.seat}
        return stored.with_columns(called={**others, self.seat: True})


REMINDER_OF: Final = Query(
    tuple[str, bool, str],
    "SELECT way, refused, language FROM reminders WHERE person_id = :person_id",
)

PUT_WAY: Final = Write("""
    INSERT INTO reminders (person_id, way, language) VALUES (:person_id, :way, :language)
    ON CONFLICT (person_id) DO UPDATE
        SET way = excluded.way, language = excluded.language, refused = FALSE
    """)

REMINDED_ELSEWHERE: Final = Query(
    int,
    """
    SELECT seats.seat
    FROM seats JOIN reminders ON reminders.person_id = seats.person_id
    WHERE seats.table_id = :table_id AND reminders.way <> 'channel'
    """,
)


class DirectTurn(NamedTuple):
    """A seat of a person who wants direct messages; its first five columns are a `WaitingRow`."""

    id: int
    guild_id: int | None
    waiting: Waits
    called: Calls
    time_control: str
    seat: int


# The query starts from the live tables, because they are few, and looks up their seats and people's
# choices. The second condition on `status` lets the database use the index of the live tables.
DIRECT_TURNS: Final = Query(
    DirectTurn,
    """
    SELECT tables.id, tables.guild_id, tables.waiting, tables.called, tables.time_control,
           seats.seat
    FROM tables CROSS JOIN seats CROSS JOIN reminders
    WHERE tables.status = 'playing' AND tables.status IN ('lobby', 'playing')
          AND seats.table_id = tables.id AND reminders.person_id = seats.person_id
          AND reminders.way = 'direct'
          AND (reminders.sent_at <= :before OR reminders.sent_at > :now)
    """,
    table="id",
)

# A `sent_at` in the future is ignored, because it was stored before the clock was set back.
CLAIM_DIRECT: Final = Query(
    int,
    """
    UPDATE reminders SET sent_at = :now
    WHERE person_id = :person_id AND way = 'direct' AND (sent_at <= :before OR sent_at > :now)
    RETURNING person_id
    """,
)

SET_REFUSED: Final = Write(
    "UPDATE reminders SET way = 'channel', refused = TRUE WHERE person_id = :person_id"
)

SET_TOLD: Final = Write("UPDATE reminders SET refused = FALSE WHERE person_id = :person_id")


class Reminders(TableService):
    """Knows people's choices of reminders, and finds the reminders that are due."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables.shared)
        self._reported: set[tuple[int, Seat, float]] = set()

    async def find_half_over(self) -> list[Table]:
        """Return tables of several people with a turn that is half over.

        A turn is reported once: the next call leaves it out.
        """
        half = await self._read_half_over()
        new = {wait.turn for wait in half if not wait.again} - self._reported
        self._reported = {wait.turn for wait in half}
        tables = await self._lookup.get_all(sorted({table_id for table_id, _, _ in new}))
        return [table for table in tables if len(table.people) > 1]

    @asked_again
    async def _read_half_over(self) -> list[Wait]:
        now = self._aging()
        async with self._database.read_one() as store:
            rows = await store.all(WAITING)
        ours = (row for row in rows if self._looks_after(row.guild_id))
        return [wait for row in ours for wait in read_waits(row) if is_half_over(wait, now)]

    async def find_again(self, table: Table, now: float) -> list[Seat]:
        """Return seats whose turn is half over and whose people get reminders in the channel."""
        half = [seat for seat in table.waiting_on if table.is_half_over(seat, now)]
        elsewhere = await self.elsewhere(table) if half else ()
        return [seat for seat in half if seat not in elsewhere]

    @asked_again
    async def find_silent(self, people: Collection[int]) -> list[int]:
        """Return those of the people who chose `Way.NONE`, which forbids every mention."""
        async with self._database.read_one() as store:
            rows = await store.each(*(REMINDER_OF.ask(person_id=each) for each in people))
        chosen = zip(people, rows, strict=True)
        return [each for each, found in chosen if any(row[0] == Way.NONE for row in found)]

    @asked_again
    async def choice_of(self, person_id: int) -> ReminderChoice:
        async with self._database.read_one() as store:
            row = await store.one(REMINDER_OF, person_id=person_id)
        return ReminderChoice() if row is None else ReminderChoice(Way(row[0]), row[1], row[2])

    async def choose(self, person_id: int, way: Way, language: str) -> None:
        async with self._database.write() as store:
            store.run(PUT_WAY, person_id=person_id, way=way, language=language)

    @asked_again
    async def elsewhere(self, table: Table) -> frozenset[Seat]:
        """Return the seats whose people chose not to be reminded in the channel."""
        async with self._database.read_one() as store:
            return frozenset(await store.all(REMINDED_ELSEWHERE, table_id=table.id))

    @asked_again
    async def find_due(self) -> list[Table]:
        """Return this process's tables that are due for a direct message."""
        now = self._aging()
        async with self._database.read_one() as store:
            turns = await store.all(DIRECT_TURNS, before=now - DIRECT_EVERY, now=now)
        due = {turn.id for turn in turns if self._looks_after(turn.guild_id) and _is_due(turn, now)}
        return await self._lookup.get_all(sorted(due))

    async def begin_direct(self, person_id: int) -> tuple[list[Table], list[Table]]:
        """Note that a person gets a direct message now, if one is due and allowed.

        Returns all tables that wait for the person, and those of them where the person's turn needs
        a reminder. Both lists are empty if no message should be sent.
        """
        now = self._aging()
        waiting = await self._lookup.waiting_for(person_id)
        due = [table for table in waiting if _is_unreminded(table, person_id, now)]
        if not due:
            return [], []
        async with self._database.write() as store:
            claimed = (
                await store.one(
                    CLAIM_DIRECT, person_id=person_id, before=now - DIRECT_EVERY, now=now
                )
                is not None
            )
        return (waiting, due) if claimed else ([], [])

    async def put_off(self, person_id: int) -> None:
        """Try a direct message again in a minute, because Discord did not accept it."""
        at = self._aging() - DIRECT_EVERY + 60
        async with self._database.write() as store:
            await store.one(CLAIM_DIRECT, person_id=person_id, before=math.inf, now=at)

    async def note_sent(self, person_id: int, tables: Iterable[Table]) -> None:
        """Note that a person was reminded of their current turns at these tables."""
        for table in tables:
            seat = table.seat_of(person_id)
            if seat is not None:
                since = table.waiting.get(seat)
                await self._writer.do(table.id, MarkReminded(seat, since))

    async def give_up(self, person_id: int) -> None:
        """Go back to reminders in the channel, because Discord refuses the direct messages."""
        async with self._database.write() as store:
            store.run(SET_REFUSED, person_id=person_id)

    async def note_told(self, person_id: int) -> None:
        """Note that a person was told of the refusal."""
        async with self._database.write() as store:
            store.run(SET_TOLD, person_id=person_id)


def is_half_over(wait: Wait, now: float) -> bool:
    """Return whether half of the usual time is over; False unless the time control is slow."""
    budget = wait.time_control.budget
    return wait.time_control.slow and budget is not None and wait.turn[2] + budget / 2 <= now


def _is_due(turn: DirectTurn, now: float) -> bool:
    """Return whether half of a turn is over and its person has not been reminded."""
    waits = (wait for wait in read_waits(WaitingRow(*turn[:5])) if wait.turn[1] == turn.seat)
    return any(is_half_over(wait, now) and not wait.again for wait in waits)


def _is_unreminded(table: Table, person_id: int, now: float) -> bool:
    seat = table.seat_of(person_id)
    return seat is not None and table.is_half_over(seat, now) and seat not in table.reminded
