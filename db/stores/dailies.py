"""Typed functions for dailies: one game a day for each person, boards of them, reminders."""

from __future__ import annotations

from typing import NamedTuple

from db.stores.base import QueryBase, ids_of


class DailyRow(NamedTuple):
    """A daily of a person, as the schema says."""

    table_id: int
    guild_id: int
    marks: str | None
    accuracy: int | None
    shared: bool


class GradedRow(NamedTuple):
    """A daily on the board of a server."""

    guild_id: int
    day: str
    person_id: int
    table_id: int
    name: str
    marks: str
    accuracy: int | None


class DailyQueries(QueryBase):
    """Queries about dailies. To write, the session must be one of `Database.write`."""

    async def insert(self, person_id: int, day: str, table_id: int) -> None:
        """Add a daily; a second one of a person and day gives a Conflict."""
        await self._queries.insert_daily(person_id=person_id, day=day, table_id=table_id)

    async def find(self, person_id: int, day: str) -> DailyRow | None:
        """Return a person's daily of a day; None without one."""
        row = await self._queries.daily_of(person_id=person_id, day=day)
        return None if row is None else DailyRow(*row)._replace(shared=bool(row[4]))

    async def put_on(self, person_id: int, day: str, guild_id: int) -> None:
        """Have a daily count on the board of a server; 0: of none."""
        await self._queries.put_daily_on(person_id=person_id, day=day, guild_id=guild_id)

    async def share(self, person_id: int, day: str) -> bool:
        """Note that a daily is shared; returns whether it was not before."""
        return await self._queries.share_daily(person_id=person_id, day=day) is not None

    async def grade(self, table_id: int, marks: str, accuracy: int | None) -> None:
        """Write how a daily was played."""
        await self._queries.grade_daily(table_id=table_id, marks=marks, accuracy=accuracy)

    async def ungraded(self) -> tuple[int, ...]:
        """Return the tables of some finished dailies that have no grade yet."""
        return await ids_of(self._queries.ungraded_dailies())

    async def open_before(self, day: str) -> tuple[int, ...]:
        """Return the tables of live dailies of earlier days."""
        return await ids_of(self._queries.open_dailies(before=day))

    async def delete_unfinished(self, day: str) -> None:
        """Forget that there were dailies of earlier days that came to no end."""
        await self._queries.delete_unfinished_dailies(before=day)

    async def finished(self, person_id: int) -> tuple[tuple[str, int], ...]:
        """Return the day and the table of each finished daily of a person, the latest first."""
        query = self._queries.finished_dailies(person_id=person_id)
        return tuple([(day, table_id) async for day, table_id in query])

    async def graded(self, guild_id: int, first: str, last: str) -> tuple[GradedRow, ...]:
        """Return the dailies of a server from one day to another, in their order."""
        query = self._queries.graded_dailies(guild_id=guild_id, first=first, last=last)
        found = [GradedRow(*row) async for row in query]
        return tuple(row._replace(name=row.name.partition(" ")[2]) for row in found)

    async def guilds(self) -> tuple[int, ...]:
        """Return the servers on whose boards dailies count."""
        return await ids_of(self._queries.guilds_of_dailies())

    async def reminder(self, person_id: int) -> int | None:
        """Return at which minute of the UTC day a person is reminded; None: not at all."""
        return await self._queries.daily_reminder_of(person_id=person_id)

    async def put_reminder(self, person_id: int, minute: int, day: str) -> None:
        """Remind a person, who is not yet, at a minute of each day after this one."""
        await self._queries.put_daily_reminder(person_id=person_id, minute=minute, sent_day=day)

    async def delete_reminder(self, person_id: int) -> bool:
        """Remind a person no more; returns whether that is new."""
        return await self._queries.delete_daily_reminder(person_id=person_id) is not None

    async def note_begun(self, person_id: int) -> None:
        """Note that reminders have led to a daily."""
        await self._queries.note_daily_begun(person_id=person_id)

    async def claim_reminders(self, minute: int, day: str) -> dict[int, int]:
        """Note that some people are reminded at a minute of a day, who have not begun its daily.

        Returns how many reminders are in vain with this one, by person.
        """
        query = self._queries.claim_daily_reminders(minute=minute, day=day)
        return {person_id: in_vain async for person_id, in_vain in query}
