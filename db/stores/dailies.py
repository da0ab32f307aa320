"""Typed functions for dailies: one game a day for each person, boards of them, reminders."""

from __future__ import annotations

from typing import NamedTuple

from db.stores.base import QueryBase, ids_of
from db.stores.records.rows import ResultRow


class DailyRow(NamedTuple):
    """A daily of a person, as the schema says."""

    table_id: int
    guild_id: int
    marks: str | None
    accuracy: int | None
    opening: str | None
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

    async def insert(self, person_id: int, day: str, table_id: int, guild_id: int) -> None:
        """Add a daily of a server, 0: of none; a second of a person and day gives a Conflict."""
        await self._queries.insert_daily(
            person_id=person_id, day=day, table_id=table_id, guild_id=guild_id
        )

    async def key(self) -> str | None:
        """Return what the secrets of dailies follow from, hex; None where there is none yet."""
        return await self._queries.daily_key()

    async def put_key(self, secret: str) -> None:
        """Write what the secrets of dailies follow from, unless there is something."""
        await self._queries.put_daily_key(secret=secret)

    async def delete_key(self) -> None:
        """Have the secrets of later dailies follow from a key that is still to be drawn."""
        await self._queries.delete_daily_key()

    async def days(self, person_id: int, first: str) -> tuple[str, ...]:
        """Return the days, from one on, of which a person has begun the daily."""
        query = self._queries.daily_days(person_id=person_id, first=first)
        return tuple([day async for (day,) in query])

    async def mark(self, mark: str, day: str) -> None:
        """Note, until its day is closed, that somebody who was forgotten has begun a daily."""
        await self._queries.put_daily_mark(mark=mark, day=day)

    async def is_marked(self, mark: str) -> bool:
        """Return whether that is noted."""
        return bool(await self._queries.is_daily_marked(mark=mark))

    async def has_marks(self, before: str) -> bool:
        """Return whether there are marks of earlier days."""
        return bool(await self._queries.count_daily_marks(before=before))

    async def find(self, person_id: int, day: str) -> DailyRow | None:
        """Return a person's daily of a day; None without one."""
        row = await self._queries.daily_of(person_id=person_id, day=day)
        return None if row is None else DailyRow(*row)._replace(shared=bool(row[5]))

    async def put_on(self, person_id: int, day: str, guild_id: int) -> None:
        """Have a daily count on the board of a server; 0: of none."""
        await self._queries.put_daily_on(person_id=person_id, day=day, guild_id=guild_id)

    async def share(self, person_id: int, day: str) -> bool:
        """Note that a daily is shared; returns whether it was not before."""
        return await self._queries.share_daily(person_id=person_id, day=day) is not None

    async def grade(self, table_id: int, marks: str, accuracy: int | None, opening: str) -> None:
        """Write how a daily was played."""
        await self._queries.grade_daily(
            table_id=table_id, marks=marks, accuracy=accuracy, opening=opening
        )

    async def openings(self, day: str, opening: str) -> tuple[int, int]:
        """Return how many dailies of a day began with a decision, and how many were graded."""
        return await self._queries.count_openings(day=day, opening=opening)

    async def ungraded(self) -> tuple[int, ...]:
        """Return the tables of some finished dailies that have no grade yet."""
        return await ids_of(self._queries.ungraded_dailies())

    async def open_before(self, day: str) -> tuple[int, ...]:
        """Return the tables of live dailies of earlier days."""
        return await ids_of(self._queries.open_dailies(before=day))

    async def delete_unfinished(self, day: str) -> None:
        """Forget that there were dailies of earlier days that came to no end, and all marks."""
        await self._queries.delete_daily_marks(before=day)
        await self._queries.delete_unfinished_dailies(before=day)

    async def finished(self, person_id: int) -> tuple[tuple[str, ResultRow], ...]:
        """Return the day and the result of each finished daily of a person, the latest first."""
        query = self._queries.finished_dailies(person_id=person_id)
        return tuple(
            [(day, ResultRow(0, table, 0, game, at or 0.0)) async for day, table, game, at in query]
        )

    async def accuracies(self, person_id: int) -> dict[str, int | None]:
        """Return the accuracy of each finished daily of a person, by its day."""
        query = self._queries.accuracies_of_dailies(person_id=person_id)
        return {day: accuracy async for day, accuracy in query}

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

    async def release_reminder(self, person_id: int) -> None:
        """Note that a person was not reminded, after all."""
        await self._queries.release_daily_reminder(person_id=person_id)
