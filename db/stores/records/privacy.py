"""Typed functions to export what is kept about one person, and to make it anonymous."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.stores.base import ids_of
from db.stores.records.rows import RecordQueries

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.engines.session import Row

_TABLES: Final = (
    "table", "game", "options", "server", "channel", "status", "opened_at", "started_at",
    "ended_at", "opener", "opener_name", "seat", "name", "snowflake", "caretaker", "departed",
    "waiting", "score", "place", "agrees", "hints", "missed", "away_until", "away_total", "ends",
    "gone", "overtime", "pace", "thread", "guest", "standing_order", "daily",
)  # fmt: skip
_FINISHES: Final = (
    "table", "server", "game", "board", "ended_at", "place", "score", "mu", "sigma", "streak",
    "streak_all",
)  # fmt: skip
_EXPORTS: Final = {
    "players": ("server", "name"),
    "contributions": ("table", "kind", "snowflake", "digest"),
    "luck": ("server", "game", "measure", "times", "actual", "expected", "variance"),
    "achievements": ("server", "name", "table", "at"),
    "practice": ("table", "move"),
    "reminders": ("way", "sent_at", "refused"),
    "regrets": ("table", "server", "game", "decisions", "given_away", "at_random"),
    "watchers": ("table",),
    "dailies": ("day", "table", "server", "marks", "accuracy", "opening", "shared"),
    "daily_reminders": ("minute", "sent_day", "in_vain"),
}
"""The small parts of an export, each with the names of its columns in order."""


@dataclass(frozen=True, slots=True)
class ExportPart:
    """Rows of an export, with the names of their columns."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]

    @classmethod
    def of_tables(cls, rows: Iterable[Row]) -> ExportPart:
        """Return a part with rows of `PrivacyQueries.tables`."""
        return cls(_TABLES, tuple(rows))

    @classmethod
    def of_finishes(cls, rows: Iterable[Row]) -> ExportPart:
        """Return a part with rows of `PrivacyQueries.finishes`."""
        return cls(_FINISHES, tuple(rows))


class PrivacyQueries(RecordQueries):
    """Queries about one person. To write, the session must be one of `Database.write`."""

    async def rename(self, person_id: int, other: int, name: str) -> None:
        """Replace the id and the name of a person by others, everywhere."""
        queries = self._queries
        await queries.delete_dailies_of_person(person_id=person_id)
        await queries.delete_daily_reminder_of_person(person_id=person_id)
        await queries.touch_tables_of(person_id=person_id)
        for set_name in (queries.rename_opener, queries.rename_seats, queries.rename_players):
            await set_name(person_id=person_id, other=other, name=name)
        for set_id in (
            queries.rename_contributions,
            queries.rename_finishes,
            queries.rename_luck,
            queries.rename_achievements,
            queries.rename_regrets,
        ):
            await set_id(person_id=person_id, other=other)
        await queries.delete_practice_of_person(person_id=person_id)
        await queries.delete_reminder_of_person(person_id=person_id)
        await queries.delete_watchers_of_person(person_id=person_id)
        await queries.add_compaction()

    async def due_compaction(self) -> int | None:
        """Return how many removals wait for the file to be written anew; None without one."""
        return await self._queries.due_compaction()

    async def end_compaction(self, due: int) -> None:
        """Note that the file was written anew, unless there were more than so many removals."""
        await self._queries.end_compaction(due=due)

    async def counts(self, person_id: int) -> tuple[int, ...]:
        """Return the numbers of servers, seats, opened tables, finishes, and so on.

        Their order is that of `records.model.rows.StoredCounts`.
        """
        return tuple(await self._queries.kept_counts(person_id=person_id))

    async def export(self, person_id: int) -> dict[str, ExportPart]:
        """Return the rows that name a person, by table of the database, without the parts below."""
        found: dict[str, ExportPart] = {}
        for part, names in _EXPORTS.items():
            query = getattr(self._queries, f"export_{part}")(person_id=person_id)
            found[part] = ExportPart(names, tuple([row async for row in query]))
        return found

    async def numbers(self, person_id: int) -> tuple[int, ...]:
        """Return the tables that name a person, ascending."""
        return await ids_of(self._queries.tables_naming(person_id=person_id))

    async def tables(self, person_id: int, first: int, last: int) -> tuple[Row, ...]:
        """Return the rows of these tables from `first` to `last`, with the person's seats."""
        query = self._queries.export_tables(person_id=person_id, first=first, last=last)
        return tuple([row async for row in query])

    async def results(self, person_id: int) -> tuple[int, ...]:
        """Return the results that name a person, ascending."""
        return await ids_of(self._queries.results_naming(person_id=person_id))

    async def finishes(self, person_id: int, first: int, last: int) -> tuple[Row, ...]:
        """Return a person's finishes of the results from `first` to `last`."""
        query = self._queries.export_finishes(person_id=person_id, first=first, last=last)
        return tuple([row async for row in query])

    async def moves(self, person_id: int, first: int, last: int) -> dict[int, str]:
        """Return a person's moves at the tables from `first` to `last`: for each table a text.

        Each line has the number in the log, the Unix seconds, and the move; `(caretaker)` follows
        if the caretaker made it.
        """
        query = self._queries.export_moves(person_id=person_id, first=first, last=last)
        return {table_id: text async for table_id, text in query}
