"""Typed functions that read boards, stats and history."""

from __future__ import annotations

from typing import Any

from db.stores.records.rows import (
    AchievementRow,
    RecordQueries,
    ResultRow,
    rows_of,
)


class RecordReader(RecordQueries):
    """Reads only."""

    async def name(self, guild_id: int, person_id: int) -> str | None:
        """Return the name last seen of a person with results; None without any."""
        return await self._queries.name_of(guild_id=guild_id, person_id=person_id)

    async def rating_history(
        self, guild_id: int, person_id: int, game: str, most: int
    ) -> tuple[tuple[int, float, float, float], ...]:
        """Return table, time, mu and sigma of the latest ratings, newest first."""
        query = self._queries.rating_history(
            guild_id=guild_id, person_id=person_id, game=game, number=most
        )
        return tuple([tuple(row) async for row in query])

    async def opponents(
        self, guild_id: int, person_id: int, game: str | None, latest: int, most: int
    ) -> tuple[tuple[int, str | None, int, int], ...]:
        """Return a person's most frequent opponents in the latest games.

        Each has the id, the name, the games together, and how many of them the person won.
        """
        which, name = _which(guild_id, None, game)
        query = getattr(self._queries, f"opponents{name}")
        rows = query(**which, person_id=person_id, number=latest, most=most)
        return tuple([tuple(row) async for row in rows])

    async def latest(
        self, guild_id: int, person_id: int, most: int
    ) -> tuple[tuple[str, int, int, int | None], ...]:
        """Return game, place, number of players and score of the latest games, newest first."""
        rows = self._queries.latest_of_person(guild_id=guild_id, person_id=person_id, number=most)
        return tuple([tuple(row) async for row in rows])

    async def achievements_at(self, table_id: int) -> tuple[tuple[AchievementRow, str], ...]:
        """Return what the end of a table earned, with the name at the seat, in order of seats."""
        query = self._queries.achievements_at(table_id=table_id)
        return tuple([(AchievementRow(*row[:5]), row[5]) async for row in query])

    async def history_count(self, guild_id: int, person_id: int | None, game: str | None) -> int:
        """Return the number of finished tables of a server, of a person (or None), of a game."""
        which, name = _which(guild_id, person_id, game)
        return await getattr(self._queries, f"history_count{name}")(**which)

    async def history(
        self, guild_id: int, person_id: int | None, game: str | None, number: int, skip: int
    ) -> tuple[ResultRow, ...]:
        """Return the finished tables that `history_count` counts, newest first.

        Args:
            guild_id: the server.
            person_id: who played; None for everybody.
            game: the game; None for all games.
            number: the most tables.
            skip: how many tables to leave out before them.
        """
        which, name = _which(guild_id, person_id, game)
        query = getattr(self._queries, f"history{name}")
        return await rows_of(ResultRow, query(**which, number=number, skip=skip))


def _which(guild_id: int, person_id: int | None, game: str | None) -> tuple[dict[str, Any], str]:
    """Return the parameters of a history, and the ending of its queries' names."""
    which: dict[str, Any] = {"guild_id": guild_id}
    if person_id is not None:
        which["person_id"] = person_id
    if game is not None:
        which["game"] = game
    ends = {(True, True): "", (True, False): "_of_game", (False, True): "_of_person"}
    return which, ends.get((person_id is None, game is None), "_of_both")
