"""Typed functions for boards that begin anew."""

from __future__ import annotations

from db.records.rows import QueryBase


class ResetQueries(QueryBase):
    """Who writes must be within `Database.write`."""

    async def on_boards(self, guild_id: int, board: str, other: str) -> int:
        """How many players are on one of two boards or on both."""
        number = await self._queries.players_on_boards(
            self._session, guild_id=guild_id, board=board, other=other
        )
        return int(number)

    async def on_all(self, guild_id: int) -> int:
        """How many players are on any board."""
        return int(await self._queries.players_on_all(self._session, guild_id=guild_id))

    async def results(self, guild_id: int) -> int:
        """How many results there are since every board began anew."""
        return int(await self._queries.results_since_reset(self._session, guild_id=guild_id))

    async def results_of(self, guild_id: int, game: str) -> int:
        """How many results of a game there are since its boards began anew."""
        number = await self._queries.results_of_game(self._session, guild_id=guild_id, game=game)
        return int(number)

    async def gone_alone(self, guild_id: int, game: str) -> int:
        """How many of `results` were of this game alone, and are lost by its own reset."""
        number = await self._queries.results_gone_alone(self._session, guild_id=guild_id, game=game)
        return int(number)

    async def ratings(self, guild_id: int, game: str | None) -> int:
        """How many ratings there are, of one game or all."""
        queries, session = self._queries, self._session
        if game is None:
            return int(await queries.count_ratings(session, guild_id=guild_id))
        return int(await queries.count_ratings_of(session, guild_id=guild_id, game=game))

    async def latest(self, guild_id: int, game: str | None) -> int:
        """The number of the latest result, of one game or all; 0 before the first."""
        queries, session = self._queries, self._session
        if game is None:
            return int(await queries.latest_result(session, guild_id=guild_id))
        return int(await queries.latest_result_of(session, guild_id=guild_id, game=game))

    async def reset_game(self, guild_id: int, game: str, boards: tuple[str, ...]) -> None:
        """Remove the boards and the ratings of a game."""
        queries, session = self._queries, self._session
        for board in boards:
            await queries.delete_board(session, guild_id=guild_id, board=board)
        await queries.delete_rating_board(session, guild_id=guild_id, game=game)

    async def reset_all(self, guild_id: int) -> None:
        """Remove all boards and ratings of a server."""
        await self._queries.delete_boards(self._session, guild_id=guild_id)
        await self._queries.delete_rating_boards(self._session, guild_id=guild_id)

    async def insert_reset(self, guild_id: int, game: str, after_result: int, at: float) -> None:
        """Note that boards began anew; game `*` stands for every board."""
        await self._queries.insert_reset(
            self._session, guild_id=guild_id, game=game, after_result=after_result, at=at
        )
