"""Typed functions for a whole server: its settings, and the deletion of its data."""

from __future__ import annotations

from dataclasses import dataclass

from db.stores.base import ids_of
from db.stores.records.rows import RecordQueries


@dataclass(frozen=True, slots=True)
class DepartureRow:
    """A server that the bot has left.

    Attributes:
        left_at: when, in Unix seconds.
        removing: the last table to delete, once the deletion has begun; else None.
    """

    left_at: float
    removing: int | None


class GuildQueries(RecordQueries):
    """Queries about servers. To write, the session must be one of `Database.write`."""

    async def settings(self, guild_id: int) -> tuple[str, int | None] | None:
        """Return the settings as JSON, and where seasons are told; None if there are none."""
        row = await self._queries.settings_of(guild_id=guild_id)
        return tuple(row) if row else None

    async def put_settings(self, guild_id: int, settings: str, season_channel: int | None) -> None:
        """Write the settings."""
        await self._queries.put_settings(
            guild_id=guild_id, settings=settings, season_channel=season_channel
        )

    async def seasons_to_tell(self, season: str, since: float) -> dict[int, int]:
        """Return where a season was never tried to be told, or since then: guilds and channels."""
        query = self._queries.seasons_to_tell(season=season, since=since)
        return {guild_id: channel_id async for guild_id, channel_id in query}

    async def note_season(self, guild_id: int, season: str, at: float) -> None:
        """Note when it was tried to tell a season; the first time counts. 0: that has ended."""
        await self._queries.note_season(guild_id=guild_id, season=season, tried_at=at)

    async def insert_greeted(self, guild_id: int) -> bool:
        """Note that a server is greeted; returns False where that is noted already."""
        return await self._queries.insert_greeted(guild_id=guild_id) is not None

    async def insert_departure(self, guild_id: int, left_at: float) -> None:
        """Note that the bot has left a server, unless that is noted already."""
        await self._queries.insert_departure(guild_id=guild_id, left_at=left_at)

    async def delete_departure(self, guild_id: int) -> None:
        """Note that the bot is on a server, unless the deletion has begun."""
        await self._queries.delete_departure(guild_id=guild_id)

    async def known_guilds(self) -> frozenset[int]:
        """Return every server with stored data."""
        query = self._queries.known_guilds()
        return frozenset([row[0] async for row in query if isinstance(row[0], int)])

    async def departed_guilds(self) -> frozenset[int]:
        """Return the servers that the bot has left."""
        return frozenset(await ids_of(self._queries.departed_guilds()))

    async def departed_before(self, left_at: float) -> tuple[int, ...]:
        """Return the servers that the bot left at `left_at` or earlier."""
        return await ids_of(self._queries.departed_before(left_at=left_at))

    async def departure(self, guild_id: int) -> DepartureRow | None:
        """Return the departure from a server; None if the bot is there."""
        row = await self._queries.departure(guild_id=guild_id)
        return DepartureRow(*row) if row else None

    async def begin_removal(self, guild_id: int) -> int:
        """Begin to delete all data that a server has now, and return the last table to delete.

        The settings are deleted at once, because the server may get new ones before the end; and so
        may it be greeted.
        """
        await self._queries.delete_settings_of_guild(guild_id=guild_id)
        await self._queries.delete_greeted(guild_id=guild_id)
        return int(await self._queries.begin_removal(guild_id=guild_id))

    async def delete_some_players(self, guild_id: int, number: int) -> int:
        """Delete luck, achievements and names of some players of a server, and return of how many.

        Args:
            guild_id: the server.
            number: the most players.
        """
        queries = self._queries
        query = queries.some_players_of_guild(guild_id=guild_id, number=number)
        ids = [{"guild_id": guild_id, "person_id": row[0]} async for row in query]
        for delete in (
            queries.delete_luck_of,
            queries.delete_achievements_of,
            queries.delete_players,
        ):
            await delete(ids)
        return len(ids)

    async def delete_some_tables(self, guild_id: int, last: int, number: int) -> int:
        """Delete some tables of a server with all that belongs to them, and return how many.

        Args:
            guild_id: the server.
            last: no table after this one is deleted.
            number: the most tables.
        """
        query = self._queries.some_tables_of_guild(guild_id=guild_id, last=last, number=number)
        ids = [{"id": row[0]} async for row in query]
        await self._queries.delete_practice_at(ids)
        await self._queries.delete_tables(ids)
        return len(ids)

    async def delete_unfinished(self, before: float) -> None:
        """Delete what came to no end in no server before a time, and counts nothing."""
        await self._queries.delete_unfinished_of_none(before=before)

    async def end_removal(self, guild_id: int) -> None:
        """End the deletion when players and tables are deleted, with the few rows that are left."""
        queries = self._queries
        for delete in (
            queries.delete_luck_of_guild,
            queries.delete_achievements_of_guild,
            queries.delete_resets_of_guild,
            queries.take_dailies_off,
            queries.end_removal,
        ):
            await delete(guild_id=guild_id)
        await queries.add_compaction()
