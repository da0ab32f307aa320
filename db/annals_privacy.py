"""Typed functions for what is kept about one person, and for making it nobody's."""

from __future__ import annotations

from typing import Any, Final

from db.annals_rows import Shelf

_TABLES: Final = (
    "table", "game", "options", "server", "channel", "status", "opened_at", "started_at",
    "ended_at", "holder", "holder_name", "seat", "name", "snowflake", "caretaker", "departed",
    "score", "place",
)  # fmt: skip
_SUMS: Final = ("games", "wins", "places", "scores", "best", "streak", "longest")
_EXPORTS: Final = {
    "tables": _TABLES,
    "players": ("server", "name"),
    "finishes": ("table", "server", "game", "place", "mu", "sigma"),
    "standings": ("server", "board", "period", "bucket", *_SUMS),
    "ratings": ("server", "game", "mu", "sigma"),
    "luck": ("server", "game", "measure", "times", "actual", "expected", "variance"),
    "achievements": ("server", "name", "table", "at"),
}
"""The parts of an export but moves, with the names of their queries' columns in order."""


class PrivacyStore(Shelf):
    """Who writes must be within `Database.write`."""

    async def live_seats(self, person_id: int) -> tuple[int, ...]:
        """Live tables with a seat of that person, departed ones too."""
        query = self._queries.live_seats_of(self._session, person_id=person_id)
        return tuple([row[0] async for row in query])

    async def rename(self, person_id: int, other: int, name: str) -> None:
        """Put another id and name in place of a person's, everywhere."""
        queries, session = self._queries, self._session
        await queries.touch_tables_of(session, person_id=person_id)
        for named in (queries.rename_opener, queries.rename_seats, queries.rename_players):
            await named(session, person_id=person_id, other=other, name=name)
        for numbered in (
            queries.rename_finishes,
            queries.rename_standings,
            queries.rename_ratings,
            queries.rename_luck,
            queries.rename_achievements,
        ):
            await numbered(session, person_id=person_id, other=other)

    async def counts(self, person_id: int) -> tuple[int, ...]:
        """Servers, seats, tables held, standings, ratings, luck, achievements."""
        return tuple(await self._queries.kept_counts(self._session, person_id=person_id))

    async def export(self, person_id: int) -> dict[str, list[dict[str, Any]]]:
        """Every row that names the person, by table of the database; moves are asked for apart."""
        found: dict[str, list[dict[str, Any]]] = {}
        for part, names in _EXPORTS.items():
            query = getattr(self._queries, f"export_{part}")(self._session, person_id=person_id)
            found[part] = [dict(zip(names, row, strict=True)) async for row in query]
        return found

    async def moves(
        self, person_id: int, first: int, last: int
    ) -> tuple[tuple[int, int, str, float, bool], ...]:
        """Table, seq, text, time and whether the caretaker made it, of a person's moves.

        Of the tables with the numbers `first` to `last`.
        """
        query = self._queries.export_moves(
            self._session, person_id=person_id, first=first, last=last
        )
        return tuple([(*row[:4], bool(row[4])) async for row in query])
