"""Typed functions for seasons: who was among their first, and which are still to be told where."""

from __future__ import annotations

from dataclasses import dataclass

from db.stores.records.rows import RecordQueries, rows_of


@dataclass(frozen=True, slots=True)
class SeasonMedalRow:
    """A place among the first of a season; the name is None where it was never noted."""

    season: str
    board: str
    place: int
    name: str | None


@dataclass(frozen=True, slots=True)
class SeasonChannelRow:
    """A server, and the channel in which a season is still to be told."""

    guild_id: int
    channel_id: int


class SeasonQueries(RecordQueries):
    """Queries about seasons. To write, the session must be one of `Database.write`."""

    async def medals(self, guild_id: int, season: str) -> tuple[SeasonMedalRow, ...]:
        """Return all medals of a season, the best of each board first."""
        query = self._queries.medals_of_season(guild_id=guild_id, season=season)
        return await rows_of(SeasonMedalRow, query)

    async def medals_of(
        self, guild_id: int, person_id: int, season: str
    ) -> tuple[SeasonMedalRow, ...]:
        """Return a person's medals of the seasons before this one, newest first."""
        query = self._queries.medals_of_person(
            guild_id=guild_id, person_id=person_id, season=season
        )
        return await rows_of(SeasonMedalRow, query)

    async def to_tell(self, season: str, since: float) -> tuple[SeasonChannelRow, ...]:
        """Return where a season was never tried to be told, or first after `since` and in vain."""
        query = self._queries.seasons_to_tell(season=season, since=since)
        return await rows_of(SeasonChannelRow, query)

    async def begin(self, guild_id: int, season: str, at: float) -> None:
        """Note when it was first tried to tell a season; a later try changes nothing."""
        await self._queries.begin_season(guild_id=guild_id, season=season, tried_at=at)

    async def end(self, guild_id: int) -> None:
        """Note that the season is told, or cannot be."""
        await self._queries.end_season(guild_id=guild_id)
