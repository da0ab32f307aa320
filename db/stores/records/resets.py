"""Typed functions to empty boards."""

from __future__ import annotations

from db.stores.records.rows import RecordQueries


class ResetQueries(RecordQueries):
    """Queries about resets. To write, the session must be one of `Database.write`."""

    async def results(self, guild_id: int) -> int:
        """Return how many results there are since the last reset of all boards."""
        return int(await self._queries.results_since_reset(guild_id=guild_id))

    async def results_of(self, guild_id: int, game: str) -> int:
        """Return how many results of a game there are since the last reset of its boards."""
        return await self._queries.results_of_game(guild_id=guild_id, game=game)

    async def gone_alone(self, guild_id: int, game: str) -> int:
        """Return how many of `results` are of this game played alone, and before its own reset."""
        return await self._queries.results_gone_alone(guild_id=guild_id, game=game)

    async def latest(self, guild_id: int, game: str | None) -> int:
        """Return the number of the latest result, of one game or of all; 0 before the first."""
        if game is None:
            return int(await self._queries.latest_result(guild_id=guild_id))
        return int(await self._queries.latest_result_of(guild_id=guild_id, game=game))

    async def insert_reset(self, guild_id: int, game: str, after_result: int) -> None:
        """Note a reset after this result; the game `*` stands for every board."""
        await self._queries.insert_reset(guild_id=guild_id, game=game, after_result=after_result)
