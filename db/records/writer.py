"""Typed functions for entering a finished table, and for computing everything anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.records.rows import (
    AchievementRow,
    FinishRow,
    LuckRow,
    PlayerRow,
    QueryBase,
    RatingRow,
    ResultRow,
    StandingRow,
    TallyRow,
    columns,
    rows_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable


class RecordWriter(QueryBase):
    """What the ledger reads and writes. Who writes must be within `Database.write`."""

    async def insert_result(
        self, table_id: int, guild_id: int, game: str, ended_at: float
    ) -> int | None:
        """Enter a finished table and return the number of its result.

        None, and nothing done, while the data of its server are being removed.
        """
        return await self._queries.insert_result(
            self._session, table_id=table_id, guild_id=guild_id, game=game, ended_at=ended_at
        )

    async def result_of(self, table_id: int) -> int | None:
        """The number of a table's result; None when it is not entered."""
        return await self._queries.result_of(self._session, table_id=table_id)

    async def count_unentered(self) -> int:
        """How many more finished tables than results there are: quicker than to look for each."""
        return int(await self._queries.count_unentered(self._session))

    async def unentered(self) -> tuple[int, ...]:
        """Finished tables without a result, in the order of their ending.

        Without those of servers whose data are being removed.
        """
        return tuple([row[0] async for row in self._queries.unentered(self._session)])

    async def update_result(self, row: ResultRow) -> None:
        """Write a result anew; one that is gone is a Conflict."""
        await self._queries.update_result(self._session, **columns([row])[0])

    async def delete_result(self, number: int) -> None:
        """Remove a result with its persons."""
        await self._queries.delete_result(self._session, id=number)

    async def results_after(self, number: int, most: int) -> tuple[ResultRow, ...]:
        """Results in their order, from the one after `number`.

        Without those of servers whose data are being removed.
        """
        query = self._queries.results_after(self._session, id=number, number=most)
        return await rows_of(ResultRow, query)

    async def last_result(self) -> int:
        """The number of the latest result; 0 before the first."""
        return int(await self._queries.last_result(self._session))

    async def insert_finishes(self, rows: Iterable[FinishRow]) -> None:
        """Add the persons of a result."""
        await self._queries.insert_finishes(self._session, columns(rows))

    async def finishes(self, result_id: int) -> tuple[FinishRow, ...]:
        """The persons of a result, by id."""
        query = self._queries.finishes_of(self._session, result_id=result_id)
        return await rows_of(FinishRow, query)

    async def delete_finishes(self, result_id: int) -> None:
        """Remove the persons of a result."""
        await self._queries.delete_finishes(self._session, result_id=result_id)

    async def tally(self, guild_id: int, game: str) -> TallyRow | None:
        """How many finished tables of a game there are; None before the first."""
        row = await self._queries.tally_of(self._session, guild_id=guild_id, game=game)
        return TallyRow(*row) if row else None

    async def put_tallies(self, rows: Iterable[TallyRow]) -> None:
        """Write how many finished tables there are."""
        await self._queries.put_tallies(self._session, columns(rows))

    async def put_players(self, rows: Iterable[PlayerRow]) -> None:
        """Write names."""
        await self._queries.put_players(self._session, columns(rows))

    async def standings(self, guild_id: int, board: str, person_id: int) -> tuple[StandingRow, ...]:
        """A person's standings on a board, of every period."""
        query = self._queries.standings_of(
            self._session, guild_id=guild_id, board=board, person_id=person_id
        )
        return await rows_of(StandingRow, query)

    async def put_standings(self, rows: Iterable[StandingRow]) -> None:
        """Write standings."""
        await self._queries.put_standings(self._session, columns(rows))

    async def rating(self, guild_id: int, game: str, person_id: int) -> RatingRow | None:
        """A person's rating; None before the first game."""
        row = await self._queries.rating_of(
            self._session, guild_id=guild_id, game=game, person_id=person_id
        )
        return RatingRow(*row) if row else None

    async def put_ratings(self, rows: Iterable[RatingRow]) -> None:
        """Write ratings."""
        await self._queries.put_ratings(self._session, columns(rows))

    async def luck(self, guild_id: int, person_id: int) -> tuple[LuckRow, ...]:
        """How the dice of a person fell on a server."""
        query = self._queries.luck_of(self._session, guild_id=guild_id, person_id=person_id)
        return await rows_of(LuckRow, query)

    async def put_luck(self, rows: Iterable[LuckRow]) -> None:
        """Write how dice fell."""
        await self._queries.put_luck(self._session, columns(rows))

    async def achievements(self, guild_id: int, person_id: int) -> tuple[AchievementRow, ...]:
        """What somebody has earned on a server, newest first."""
        query = self._queries.achievements_of(self._session, guild_id=guild_id, person_id=person_id)
        return await rows_of(AchievementRow, query)

    async def put_achievements(self, rows: Iterable[AchievementRow]) -> None:
        """Add what has been earned."""
        await self._queries.put_achievements(self._session, columns(rows))

    async def resets(self) -> tuple[tuple[int, str, int], ...]:
        """Server, game (`*`: every board) and last result before it, of every reset in order."""
        return tuple([tuple(row) async for row in self._queries.resets(self._session)])

    # Everything at once

    async def all_players(self) -> tuple[PlayerRow, ...]:
        """Every name."""
        return await rows_of(PlayerRow, self._queries.all_players(self._session))

    async def all_tallies(self) -> tuple[TallyRow, ...]:
        """How many finished tables there are, everywhere."""
        return await rows_of(TallyRow, self._queries.all_tallies(self._session))

    async def all_standings(self) -> tuple[StandingRow, ...]:
        """Every standing."""
        return await rows_of(StandingRow, self._queries.all_standings(self._session))

    async def all_ratings(self) -> tuple[RatingRow, ...]:
        """Every rating."""
        return await rows_of(RatingRow, self._queries.all_ratings(self._session))

    async def all_luck(self) -> tuple[LuckRow, ...]:
        """How all dice fell."""
        return await rows_of(LuckRow, self._queries.all_luck(self._session))

    async def all_achievements(self) -> tuple[AchievementRow, ...]:
        """All that has been earned."""
        return await rows_of(AchievementRow, self._queries.all_achievements(self._session))

    async def clear(self) -> None:
        """Remove all of these six."""
        queries = self._queries
        for delete in (
            queries.delete_all_players,
            queries.delete_all_tallies,
            queries.delete_all_standings,
            queries.delete_all_ratings,
            queries.delete_all_luck,
            queries.delete_all_achievements,
        ):
            await delete(self._session)
