"""What is remembered of dailies: how they were played, where they count, who is reminded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from db.again import asked_again
from db.stores.dailies import DailyQueries, DailyRow
from records.daily.boards import Line, count_streak, days_of, rank
from records.model.boards import Period
from records.model.part import Part
from tables.model.advice import Grade
from tables.model.daily import day_of, is_closed

IN_VAIN: Final = 3
"""After how many reminders that have led to nothing there are no more."""


class Standing(NamedTuple):
    """What a person's pages say of the daily of a day.

    Attributes:
        daily: how it was played; None where none was offered yet.
        lines: the board of the day on which it counts.
        closed: whether that is final.
        days: which days the person has finished.
        streak: how many in a row.
        openings: how many dailies of the day, at this bot, began with the same decision, and of how
            many that is known.
        reminder: at which minute of the UTC day there is one; None where none is wanted.
    """

    daily: DailyRow | None
    lines: Sequence[Line]
    closed: bool
    days: frozenset[str]
    streak: int
    openings: tuple[int, int]
    reminder: int | None

    @property
    def grade(self) -> Grade | None:
        """How well it was played; None where that is not known yet."""
        found = self.daily
        if found is None or found.marks is None:
            return None
        return Grade(found.marks, found.accuracy, found.opening or "")


class Days(NamedTuple):
    """All finished dailies of a person: how many, how many days in a row, the best accuracy."""

    finished: int
    streak: int
    best: int | None


class Dailies(Part):
    """Keeps how dailies were played, and ranks people by it."""

    @asked_again
    async def standing(self, person_id: int, day: str) -> Standing:
        """Return what the pages of a person say of a day."""
        now = self._now()
        async with self._database.read_one() as store:
            dailies = DailyQueries(store)
            daily, reminder = await dailies.find(person_id, day), await dailies.reminder(person_id)
            days = frozenset(day for day, _ in await dailies.finished(person_id))
            opening = daily.opening if daily else None
            openings = await dailies.openings(day, opening) if opening else (0, 0)
        lines = await self.board(daily.guild_id, Period.TODAY, day) if daily else ()
        streak = count_streak(days, day_of(now))
        return Standing(daily, lines, is_closed(day, now), days, streak, openings, reminder)

    @asked_again
    async def days(self, person_id: int) -> Days:
        """Return what a person's dailies come to, on whatever server they count."""
        async with self._database.read_one() as store:
            found = await DailyQueries(store).accuracies(person_id)
        streak = count_streak(found, day_of(self._now()))
        known = [accuracy for accuracy in found.values() if accuracy is not None]
        return Days(len(found), streak, max(known, default=None))

    @asked_again
    async def board(self, guild_id: int, period: Period, day: str) -> tuple[Line, ...]:
        """Return the board of a server for the time around a day, under the names at the start."""
        if not guild_id:  # it counts on none
            return ()
        async with self._database.read_one() as store:
            return rank(await DailyQueries(store).graded(guild_id, *days_of(period, day)), period)

    @asked_again
    async def ungraded(self) -> tuple[int, ...]:
        """Return some tables of finished dailies that have no grade yet."""
        async with self._database.read_one() as store:
            return await DailyQueries(store).ungraded()

    async def grade(self, table_id: int, grade: Grade) -> None:
        """Note how well a finished daily was played: whoever reviews it finds the same."""
        async with self._database.write() as store:
            own = grade.marks, grade.accuracy, grade.opening
            await DailyQueries(store).grade(table_id, *own)

    async def put_on(self, person_id: int, day: str, guild_id: int) -> None:
        """Have a daily count on the board of a server, unless its day is closed."""
        if not is_closed(day, self._now()):
            async with self._database.write() as store:
                await DailyQueries(store).put_on(person_id, day, guild_id)

    async def share(self, person_id: int, day: str) -> bool:
        """Note that a daily is shared now; returns whether it was not before."""
        async with self._database.write() as store:
            return await DailyQueries(store).share(person_id, day)

    async def turn_reminder(self, person_id: int) -> None:
        """Remind a person at this minute of every day from tomorrow on; or no more."""
        async with self._database.write() as store:
            dailies = DailyQueries(store)
            if not await dailies.delete_reminder(person_id):
                await dailies.put_reminder(person_id, *self._minute())

    async def claim_due(self) -> dict[int, int]:
        """Return some of those who are to be reminded now, who wanted it and have not begun.

        With each comes how many reminders were in vain with this one. After too many the person is
        reminded no more. A claim holds, so that there is one a day at most.
        """
        async with self._database.write() as store:
            claimed = await DailyQueries(store).claim_reminders(*self._minute())
            for person_id in [who for who, in_vain in claimed.items() if in_vain > IN_VAIN]:
                await DailyQueries(store).delete_reminder(person_id)
                del claimed[person_id]
            return claimed

    async def put_off_reminder(self, person_id: int) -> None:
        """Take a claim back: Discord did not take the message, and may within the hour."""
        async with self._database.write() as store:
            await DailyQueries(store).release_reminder(person_id)

    async def end_reminders(self, person_id: int) -> None:
        """Remind a person no more."""
        async with self._database.write() as store:
            await DailyQueries(store).delete_reminder(person_id)

    def _minute(self) -> tuple[int, str]:
        """Return the minute of the UTC day, and the day."""
        now = self._now()
        return int(now % 86_400) // 60, day_of(now)
