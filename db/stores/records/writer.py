"""Typed functions about finished tables that are to be recorded, luck and achievements."""

from __future__ import annotations

from db.stores.base import ids_of
from db.stores.records.rows import AchievementRow, LuckRow, RecordQueries, rows_of


class RecordWriter(RecordQueries):
    """Reads, and writes names. To write, the session must be one of `Database.write`."""

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

    async def last_result(self) -> int:
        """Return the number of the latest result; 0 before the first."""
        return int(await self._queries.last_result())

    async def rename_player(self, guild_id: int, person_id: int, name: str) -> None:
        """Write the name of a person who has one on this server."""
        await self._queries.rename_player(guild_id=guild_id, person_id=person_id, name=name)

    async def luck(self, guild_id: int, person_id: int) -> tuple[LuckRow, ...]:
        """Return the luck of a person on a server."""
        query = self._queries.luck_of(guild_id=guild_id, person_id=person_id)
        return await rows_of(LuckRow, query)

    async def achievements(self, guild_id: int, person_id: int) -> tuple[AchievementRow, ...]:
        """Return the achievements of a person on a server, newest first."""
        query = self._queries.achievements_of(guild_id=guild_id, person_id=person_id)
        return await rows_of(AchievementRow, query)
