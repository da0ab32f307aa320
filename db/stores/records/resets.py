"""Typed functions to empty boards."""

from __future__ import annotations

from db.stores.records.rows import RecordQueries


class ResetQueries(RecordQueries):
    """Queries about resets. To write, the session must be one of `Database.write`."""

    async def on_boards(self, guild_id: int, board: str, alone: str, mixed: str) -> int:
        """Return how many players are on one of three boards or on several."""
        return await self._queries.players_on_boards(
            guild_id=guild_id, board=board, alone=alone, mixed=mixed
        )

    async def on_all(self, guild_id: int) -> int:
        """Return how many players are on any board."""
        return int(await self._queries.players_on_all(guild_id=guild_id))

    async def results(self, guild_id: int) -> int:
        """Return how many results there are since the last reset of all boards."""
        return int(await self._queries.results_since_reset(guild_id=guild_id))

    async def results_of(self, guild_id: int, game: str) -> int:
        """Return how many results of a game there are since the last reset of its boards."""
        return await self._queries.results_of_game(guild_id=guild_id, game=game)

    async def gone_alone(self, guild_id: int, game: str) -> int:
        """Return how many of `results` are of this game played alone, and before its own reset."""
        return await self._queries.results_gone_alone(guild_id=guild_id, game=game)

    async def ratings(self, guild_id: int, boards: tuple[str, str] | None) -> int:
        """Return how many ratings people have, on two boards or on all (None)."""
        if boards is None:
            return int(await self._queries.count_ratings(guild_id=guild_id))
        game, mixed = boards
        return await self._queries.count_ratings_of(guild_id=guild_id, game=game, mixed=mixed)

    async def latest(self, guild_id: int, game: str | None) -> int:
        """Return the number of the latest result, of one game or of all; 0 before the first."""
        if game is None:
            return int(await self._queries.latest_result(guild_id=guild_id))
        return int(await self._queries.latest_result_of(guild_id=guild_id, game=game))

    async def delete_board(self, guild_id: int, board: str) -> None:
        """Delete a board, without the ratings."""
        await self._queries.delete_board(guild_id=guild_id, board=board)

    async def delete_boards(self, guild_id: int) -> None:
        """Delete all boards of a server, without the ratings."""
        await self._queries.delete_boards(guild_id=guild_id)

    async def delete_ratings(self, guild_id: int, boards: tuple[str, str] | None) -> None:
        """Delete the ratings of a server, on two boards or on all (None)."""
        if boards is None:
            await self._queries.delete_rating_boards(guild_id=guild_id)
        else:
            game, mixed = boards
            await self._queries.delete_rating_boards_of(guild_id=guild_id, game=game, mixed=mixed)

    async def insert_reset(self, guild_id: int, game: str, after_result: int, at: float) -> None:
        """Note a reset after this result; the game `*` stands for every board."""
        await self._queries.insert_reset(
            guild_id=guild_id, game=game, after_result=after_result, at=at
        )
