"""What is remembered of dailies: how they were played, where they count, who is reminded."""

from __future__ import annotations

from typing import Final

from db.again import asked_again
from db.stores.dailies import DailyQueries, DailyRow
from records.daily.boards import Entry, Line, Span, days_of, rank
from records.model.part import Part
from tables.model.advice import Grade
from tables.model.daily import day_of, is_closed

SPREAD: Final = 10
"""Over so many minutes the reminders of one minute are spread."""

LATE: Final = 60
"""Minutes after which a reminder is not sent any more: the bot was down."""

IN_VAIN: Final = 3
"""After how many reminders that have led to nothing there are no more."""


class Dailies(Part):
    """Keeps how dailies were played, and ranks people by it."""

    @asked_again
    async def find(self, person_id: int, day: str) -> DailyRow | None:
        """Return the daily of a person and day; None without one."""
        async with self._database.read_one() as store:
            return await DailyQueries(store).find(person_id, day)

    @asked_again
    async def ungraded(self, number: int) -> tuple[int, ...]:
        """Return some tables of finished dailies that have no grade yet."""
        async with self._database.read_one() as store:
            return await DailyQueries(store).ungraded(number)

    async def grade(self, table_id: int, grade: Grade) -> None:
        """Note how well a finished daily was played: whoever reviews it finds the same."""
        async with self._database.write() as store:
            await DailyQueries(store).grade(table_id, grade.marks, grade.accuracy)

    @asked_again
    async def board(self, guild_id: int, span: Span, day: str) -> tuple[Line, ...]:
        """Return the board of a server for the time around a day, under the names at the start."""
        async with self._database.read_one() as store:
            rows = await DailyQueries(store).graded(guild_id, *days_of(span, day))
        entries = (
            Entry(
                row.person_id, row.day, row.label.partition(" ")[2], Grade(row.marks, row.accuracy)
            )
            for row in rows
        )
        return rank(entries, span)

    @asked_again
    async def days(self, person_id: int) -> frozenset[str]:
        """Return the days that a person has finished."""
        async with self._database.read_one() as store:
            return frozenset(day for day, _ in await DailyQueries(store).finished(person_id))

    async def put_on(self, person_id: int, day: str, guild_id: int) -> None:
        """Have a daily count on the board of a server, unless its day is closed."""
        if not is_closed(day, self._now()):
            async with self._database.write() as store:
                await DailyQueries(store).put_on(person_id, day, guild_id)

    async def share(self, person_id: int, day: str) -> bool:
        """Note that a daily is shared now; returns whether it was not before."""
        async with self._database.write() as store:
            return await DailyQueries(store).share(person_id, day)

    @asked_again
    async def reminder(self, person_id: int) -> int | None:
        """Return at which minute of the UTC day a person is reminded; None: not at all."""
        async with self._database.read_one() as store:
            return await DailyQueries(store).reminder(person_id)

    async def turn_reminder(self, person_id: int) -> None:
        """Remind a person at this minute of every day from tomorrow on; or no more."""
        minute, today = self._minute()
        async with self._database.write() as store:
            dailies = DailyQueries(store)
            if await dailies.reminder(person_id) is None:
                await dailies.put_reminder(person_id, minute, today)
            else:
                await dailies.delete_reminder(person_id)

    @asked_again
    async def find_due(self) -> tuple[int, ...]:
        """Return whom to remind now: they wanted it, and have not begun the daily of the day."""
        minute, today = self._minute()
        async with self._database.read_one() as store:
            rows = await DailyQueries(store).due_reminders(minute - LATE, minute, today)
        last = 24 * 60 - 1
        return tuple(who for who, at in rows if min(at + who % SPREAD, last) <= minute)

    async def begin_reminder(self, person_id: int) -> int | None:
        """Note that a person is reminded now, and return how many reminders were in vain with it.

        None where nothing is to be sent: after too many the person is reminded no more.
        """
        async with self._database.write() as store:
            in_vain = await DailyQueries(store).claim_reminder(person_id, self._minute()[1])
            if in_vain is None or in_vain <= IN_VAIN:
                return in_vain
            await DailyQueries(store).delete_reminder(person_id)
            return None

    async def end_reminders(self, person_id: int) -> None:
        """Remind a person no more: Discord has refused it."""
        async with self._database.write() as store:
            await DailyQueries(store).delete_reminder(person_id)

    def _minute(self) -> tuple[int, str]:
        """Return the minute of the UTC day, and the day."""
        now = self._now()
        return int(now % 86_400) // 60, day_of(now)
