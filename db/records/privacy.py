"""Typed functions for what is kept about one person, and for making it nobody's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.records.rows import QueryBase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.session import Row

_TABLES: Final = (
    "table", "game", "options", "server", "channel", "status", "opened_at", "started_at",
    "ended_at", "holder", "holder_name", "seat", "name", "snowflake", "caretaker", "departed",
    "waiting", "score", "place",
)  # fmt: skip
_SUMS: Final = ("games", "wins", "places", "scores", "best", "streak", "longest")
_FINISHES: Final = ("table", "server", "game", "place", "mu", "sigma")
_EXPORTS: Final = {
    "players": ("server", "name"),
    "standings": ("server", "board", "period", "bucket", *_SUMS),
    "ratings": ("server", "game", "mu", "sigma"),
    "luck": ("server", "game", "measure", "times", "actual", "expected", "variance"),
    "achievements": ("server", "name", "table", "at"),
}
"""The small parts of an export, with the names of their queries' columns in order."""

_BLOT: Final = "." * 100
"""As long as any name; so much of it as a name has characters has no more bytes than the name."""


@dataclass(frozen=True, slots=True)
class ExportPart:
    """Rows of an export, with the names of their columns."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]

    @classmethod
    def of_tables(cls, rows: Iterable[Row]) -> ExportPart:
        """Of rows as `PrivacyQueries.tables` gives them."""
        return cls(_TABLES, tuple(rows))

    @classmethod
    def of_finishes(cls, rows: Iterable[Row]) -> ExportPart:
        """Of rows as `PrivacyQueries.finishes` gives them."""
        return cls(_FINISHES, tuple(rows))


class PrivacyQueries(QueryBase):
    """Who writes must be within `Database.write`."""

    async def live_seats(self, person_id: int) -> tuple[int, ...]:
        """Live tables with a seat of that person, departed ones too."""
        query = self._queries.live_seats_of(self._session, person_id=person_id)
        return tuple([row[0] async for row in query])

    async def rename(self, person_id: int, other: int, name: str) -> None:
        """Put another id and name in place of a person's, everywhere."""
        queries, session = self._queries, self._session
        await queries.touch_tables_of(session, person_id=person_id)
        for blot in (queries.blot_opener, queries.blot_seats, queries.blot_players):
            await blot(session, person_id=person_id, other=other, blot=_BLOT)
        for named in (queries.name_opener, queries.name_seats, queries.name_players):
            await named(session, person_id=other, name=name)
        for numbered in (
            queries.rename_finishes,
            queries.rename_standings,
            queries.rename_ratings,
            queries.rename_luck,
            queries.rename_achievements,
        ):
            await numbered(session, person_id=person_id, other=other)

    async def counts(self, person_id: int) -> tuple[int, ...]:
        """Servers, seats, tables held, results, standings, ratings, luck, achievements."""
        return tuple(await self._queries.kept_counts(self._session, person_id=person_id))

    async def export(self, person_id: int) -> dict[str, ExportPart]:
        """Every row that names the person, by table of the database, but for those below."""
        found: dict[str, ExportPart] = {}
        for part, names in _EXPORTS.items():
            query = getattr(self._queries, f"export_{part}")(self._session, person_id=person_id)
            found[part] = ExportPart(names, tuple([row async for row in query]))
        return found

    async def numbers(self, person_id: int) -> tuple[int, ...]:
        """The tables that name the person, ascending."""
        query = self._queries.tables_naming(self._session, person_id=person_id)
        return tuple([row[0] async for row in query])

    async def tables(self, person_id: int, first: int, last: int) -> tuple[Row, ...]:
        """The rows of those with the numbers `first` to `last`, with the person's seats there."""
        query = self._queries.export_tables(
            self._session, person_id=person_id, first=first, last=last
        )
        return tuple([row async for row in query])

    async def results(self, person_id: int) -> tuple[int, ...]:
        """The results that name the person, ascending."""
        query = self._queries.results_naming(self._session, person_id=person_id)
        return tuple([row[0] async for row in query])

    async def finishes(self, person_id: int, first: int, last: int) -> tuple[Row, ...]:
        """What the person made of those with the numbers `first` to `last`."""
        query = self._queries.export_finishes(
            self._session, person_id=person_id, first=first, last=last
        )
        return tuple([row async for row in query])

    async def moves(self, person_id: int, first: int, last: int) -> dict[int, str]:
        """A person's moves at them: for each table a text, of one line a move.

        A line is the number in the log, Unix seconds, and the move; `(caretaker)` follows where
        that made it.
        """
        query = self._queries.export_moves(
            self._session, person_id=person_id, first=first, last=last
        )
        return {table_id: text async for table_id, text in query}
