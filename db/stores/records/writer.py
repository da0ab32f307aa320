"""Typed functions to record a finished table, and to rebuild all records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.stores.base import ids_of
from db.stores.records.rows import (
    AchievementRow,
    FinishRow,
    LuckRow,
    PlayerRow,
    RatingRow,
    RecordQueries,
    ResultRow,
    StandingRow,
    TallyRow,
    columns,
    rows_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable


class RecordWriter(RecordQueries):
    """Reads and writes the ledger. To write, the session must be one of `Database.write`."""

    async def insert_result(
        self, table_id: int, guild_id: int, game: str, ended_at: float
    ) -> int | None:
        """Add the result of a finished table, and return its number.

        While the data of its server is being deleted, nothing is added and None is returned.
        """
        return await self._queries.insert_result(
            table_id=table_id, guild_id=guild_id, game=game, ended_at=ended_at
        )

    async def result_of(self, table_id: int) -> int | None:
        """Return the number of a table's result; None if it has no result."""
        return await self._queries.result_of(table_id=table_id)

    async def count_unrecorded(self) -> int:
        """Return how many more finished tables than results there are; faster than `unrecorded`."""
        return int(await self._queries.count_unentered())

    async def unrecorded(self) -> tuple[int, ...]:
        """Return the finished tables without a result, in the order of their ending.

        Those of servers whose data is being deleted are left out.
        """
        return await ids_of(self._queries.unentered())

    async def update_result(self, row: ResultRow) -> None:
        """Change a result; a missing one gives a Conflict."""
        await self._queries.update_result(**columns([row])[0])

    async def delete_result(self, number: int) -> None:
        """Delete a result with its finishes."""
        await self._queries.delete_result(id=number)

    async def results_after(self, number: int, most: int) -> tuple[ResultRow, ...]:
        """Return results in their order, from the one after `number`, at most so many.

        Those of servers whose data is being deleted are left out.
        """
        query = self._queries.results_after(id=number, number=most)
        return await rows_of(ResultRow, query)

    async def last_result(self) -> int:
        """Return the number of the latest result; 0 before the first."""
        return int(await self._queries.last_result())

    async def insert_finishes(self, rows: Iterable[FinishRow]) -> None:
        """Add the finishes of a result."""
        await self._queries.insert_finishes(columns(rows))

    async def finishes(self, result_id: int) -> tuple[FinishRow, ...]:
        """Return the finishes of a result, in order of the persons' ids."""
        query = self._queries.finishes_of(result_id=result_id)
        return await rows_of(FinishRow, query)

    async def delete_finishes(self, result_id: int) -> None:
        """Delete the finishes of a result."""
        await self._queries.delete_finishes(result_id=result_id)

    async def tally(self, guild_id: int, game: str) -> TallyRow | None:
        """Return how many finished tables of a game a server has; None before the first."""
        row = await self._queries.tally_of(guild_id=guild_id, game=game)
        return TallyRow(*row) if row else None

    async def put_tallies(self, rows: Iterable[TallyRow]) -> None:
        """Write how many finished tables there are."""
        await self._queries.put_tallies(columns(rows))

    async def put_players(self, rows: Iterable[PlayerRow]) -> None:
        """Write names."""
        await self._queries.put_players(columns(rows))

    async def rename_player(self, guild_id: int, person_id: int, name: str) -> None:
        """Write the name of a person who has one on this server."""
        await self._queries.rename_player(guild_id=guild_id, person_id=person_id, name=name)

    async def standings_of_seats(
        self, table_id: int, guild_id: int, boards: tuple[str, ...], season: str
    ) -> tuple[StandingRow, ...]:
        """Return the standings of a table's players on one or two boards, of this season, too."""
        query = self._queries.standings_of_seats(
            table_id=table_id, guild_id=guild_id, board=boards[0], other=boards[-1], season=season
        )
        return await rows_of(StandingRow, query)

    async def ratings_of_seats(
        self, table_id: int, guild_id: int, game: str
    ) -> tuple[RatingRow, ...]:
        """Return the ratings of a table's players who have one."""
        query = self._queries.ratings_of_seats(table_id=table_id, guild_id=guild_id, game=game)
        return await rows_of(RatingRow, query)

    async def luck_of_seats(self, table_id: int, guild_id: int, game: str) -> tuple[LuckRow, ...]:
        """Return the luck of a table's players in a game."""
        query = self._queries.luck_of_seats(table_id=table_id, guild_id=guild_id, game=game)
        return await rows_of(LuckRow, query)

    async def achievements_of_seats(
        self, table_id: int, guild_id: int
    ) -> tuple[AchievementRow, ...]:
        """Return the achievements of a table's players on a server."""
        query = self._queries.achievements_of_seats(table_id=table_id, guild_id=guild_id)
        return await rows_of(AchievementRow, query)

    async def put_standings(self, rows: Iterable[StandingRow]) -> None:
        """Write standings."""
        await self._queries.put_standings(columns(rows))

    async def rating(self, guild_id: int, game: str, person_id: int) -> RatingRow | None:
        """Return a person's rating; None before the first game."""
        row = await self._queries.rating_of(guild_id=guild_id, game=game, person_id=person_id)
        return RatingRow(*row) if row else None

    async def put_ratings(self, rows: Iterable[RatingRow]) -> None:
        """Write ratings."""
        await self._queries.put_ratings(columns(rows))

    async def luck(self, guild_id: int, person_id: int) -> tuple[LuckRow, ...]:
        """Return the luck of a person on a server."""
        query = self._queries.luck_of(guild_id=guild_id, person_id=person_id)
        return await rows_of(LuckRow, query)

    async def put_luck(self, rows: Iterable[LuckRow]) -> None:
        """Write luck."""
        await self._queries.put_luck(columns(rows))

    async def achievements(self, guild_id: int, person_id: int) -> tuple[AchievementRow, ...]:
        """Return the achievements of a person on a server, newest first."""
        query = self._queries.achievements_of(guild_id=guild_id, person_id=person_id)
        return await rows_of(AchievementRow, query)

    async def put_achievements(self, rows: Iterable[AchievementRow]) -> None:
        """Add achievements."""
        await self._queries.put_achievements(columns(rows))

    async def resets(self) -> tuple[tuple[int, str, int], ...]:
        """Return every reset in order: guild, game (`*` for all), the last result before it."""
        return tuple([tuple(row) async for row in self._queries.resets()])

    # Everything at once

    async def all_players(self) -> tuple[PlayerRow, ...]:
        """Return every name."""
        return await rows_of(PlayerRow, self._queries.all_players())

    async def all_tallies(self) -> tuple[TallyRow, ...]:
        """Return every number of finished tables."""
        return await rows_of(TallyRow, self._queries.all_tallies())

    async def all_standings(self) -> tuple[StandingRow, ...]:
        """Return every standing."""
        return await rows_of(StandingRow, self._queries.all_standings())

    async def all_ratings(self) -> tuple[RatingRow, ...]:
        """Return every rating."""
        return await rows_of(RatingRow, self._queries.all_ratings())

    async def all_luck(self) -> tuple[LuckRow, ...]:
        """Return all luck."""
        return await rows_of(LuckRow, self._queries.all_luck())

    async def all_achievements(self) -> tuple[AchievementRow, ...]:
        """Return all achievements."""
        return await rows_of(AchievementRow, self._queries.all_achievements())

    async def clear(self) -> None:
        """Delete all of these six."""
        queries = self._queries
        for delete in (
            queries.delete_all_players,
            queries.delete_all_tallies,
            queries.delete_all_standings,
            queries.delete_all_ratings,
            queries.delete_all_luck,
            queries.delete_all_achievements,
        ):
            await delete()
