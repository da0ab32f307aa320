"""Typed functions for what concerns a whole server: settings, resets, leaving."""

from __future__ import annotations

from dataclasses import dataclass

from db.annals_rows import Shelf


@dataclass(frozen=True, slots=True)
class DepartureRow:
    """A server that the bot has left, and once its data go, up to which table."""

    left_at: float
    removing: int | None


class GuildStore(Shelf):
    """Who writes must be within `Database.write`."""

    async def settings(self, guild_id: int) -> str | None:
        """The settings as JSON; None where nobody has made any."""
        return await self._queries.settings_of(self._session, guild_id=guild_id)

    async def put_settings(self, guild_id: int, settings: str) -> None:
        """Write the settings."""
        await self._queries.put_settings(self._session, guild_id=guild_id, settings=settings)

    # Resets

    async def on_board(self, guild_id: int, board: str) -> int:
        """How many players are on a board."""
        number = await self._queries.players_on_board(self._session, guild_id=guild_id, board=board)
        return int(number)

    async def on_boards(self, guild_id: int) -> int:
        """How many players are on any board."""
        return int(await self._queries.players_on_boards(self._session, guild_id=guild_id))

    async def boards(self, guild_id: int) -> tuple[str, ...]:
        """The boards on which somebody is."""
        query = self._queries.boards_played(self._session, guild_id=guild_id)
        return tuple([row[0] async for row in query])

    async def results(self, guild_id: int, game: str) -> int:
        """How many results count since the last reset."""
        number = await self._queries.results_on_boards(self._session, guild_id=guild_id, game=game)
        return int(number)

    async def ratings(self, guild_id: int, game: str | None) -> int:
        """How many ratings there are, of one game or all."""
        queries, session = self._queries, self._session
        if game is None:
            return int(await queries.count_ratings(session, guild_id=guild_id))
        return int(await queries.count_ratings_of(session, guild_id=guild_id, game=game))

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

    # Leaving

    async def insert_departure(self, guild_id: int, left_at: float) -> None:
        """Note that the bot has left, unless that is noted."""
        await self._queries.insert_departure(self._session, guild_id=guild_id, left_at=left_at)

    async def delete_departure(self, guild_id: int) -> None:
        """Note that it is there, unless the removal has begun."""
        await self._queries.delete_departure(self._session, guild_id=guild_id)

    async def known(self) -> frozenset[int]:
        """Every server of which anything is kept."""
        return frozenset([row[0] async for row in self._queries.known_guilds(self._session)])

    async def departed(self) -> frozenset[int]:
        """The servers that are noted as left."""
        query = self._queries.departed_guilds(self._session)
        return frozenset([row[0] async for row in query])

    async def departed_before(self, left_at: float) -> tuple[int, ...]:
        """The servers that it left then or earlier."""
        query = self._queries.departed_before(self._session, left_at=left_at)
        return tuple([row[0] async for row in query])

    async def departure(self, guild_id: int) -> DepartureRow | None:
        """When it left a server, and whether the removal has begun; None where it is there."""
        row = await self._queries.departure(self._session, guild_id=guild_id)
        return DepartureRow(*row) if row else None

    async def begin_removal(self, guild_id: int) -> int:
        """Note that all tables that a server has now are to go; returns the last of them."""
        return int(await self._queries.begin_removal(self._session, guild_id=guild_id))

    async def end_removal(self, guild_id: int) -> None:
        """Note that they are gone."""
        await self._queries.end_removal(self._session, guild_id=guild_id)

    async def delete_some_tables(self, guild_id: int, last: int, number: int) -> int:
        """Remove so many of a server's tables up to the one numbered `last`, with all that hangs
        on them; returns how many.
        """
        query = self._queries.some_tables_of_guild(
            self._session, guild_id=guild_id, last=last, number=number
        )
        ids = [{"id": row[0]} async for row in query]
        await self._queries.delete_tables(self._session, ids)
        return len(ids)

    async def delete_summaries(self, guild_id: int) -> None:
        """Remove whatever is kept of a server but its tables, and that it was left."""
        await self.reset_all(guild_id)
        queries = self._queries
        for delete in (
            queries.delete_players_of_guild,
            queries.delete_tallies_of_guild,
            queries.delete_luck_of_guild,
            queries.delete_achievements_of_guild,
            queries.delete_resets_of_guild,
            queries.delete_settings_of_guild,
        ):
            await delete(self._session, guild_id=guild_id)
