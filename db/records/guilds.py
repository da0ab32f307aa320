"""Typed functions for what concerns a whole server: settings, leaving."""

from __future__ import annotations

from dataclasses import dataclass

from db.records.rows import QueryBase


@dataclass(frozen=True, slots=True)
class DepartureRow:
    """A server that the bot has left, and once its data go, up to which table."""

    left_at: float
    removing: int | None


class GuildQueries(QueryBase):
    """Who writes must be within `Database.write`."""

    async def settings(self, guild_id: int) -> str | None:
        """The settings as JSON; None where nobody has made any."""
        return await self._queries.settings_of(self._session, guild_id=guild_id)

    async def put_settings(self, guild_id: int, settings: str) -> None:
        """Write the settings."""
        await self._queries.put_settings(self._session, guild_id=guild_id, settings=settings)

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
        """Note that all that a server has now is to go; returns the last of its tables.

        Settings go at once, since others may be made before the end.
        """
        await self._queries.delete_settings_of_guild(self._session, guild_id=guild_id)
        return int(await self._queries.begin_removal(self._session, guild_id=guild_id))

    async def being_removed(self) -> frozenset[int]:
        """The servers whose data are just being removed."""
        query = self._queries.guilds_being_removed(self._session)
        return frozenset([row[0] async for row in query])

    async def delete_some_players(self, guild_id: int, number: int) -> int:
        """Remove what is summed up of so many players of a server; returns of how many."""
        queries, session = self._queries, self._session
        query = queries.some_players_of_guild(session, guild_id=guild_id, number=number)
        ids = [{"guild_id": guild_id, "person_id": row[0]} async for row in query]
        for delete in (
            queries.delete_standings_of,
            queries.delete_ratings_of,
            queries.delete_luck_of,
            queries.delete_achievements_of,
            queries.delete_players,
        ):
            await delete(session, ids)
        return len(ids)

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

    async def end_removal(self, guild_id: int) -> None:
        """Note that players and tables are gone, and remove what is left: few rows."""
        queries = self._queries
        for delete in (
            queries.delete_boards,
            queries.delete_rating_boards,
            queries.delete_tallies_of_guild,
            queries.delete_luck_of_guild,
            queries.delete_achievements_of_guild,
            queries.delete_resets_of_guild,
            queries.end_removal,
        ):
            await delete(self._session, guild_id=guild_id)
