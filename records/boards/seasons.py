"""Seasons that are over: their first three, and on which servers they are still to be told.

Before a try to tell a season its time is noted. So after a kill it is known that it may be told,
and it is told again only while Discord would notice that.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from db.again import asked_again
from db.stores.records.guilds import GuildQueries
from db.stores.records.reader import RecordReader
from records.model.boards import Period
from records.model.part import Part, visible_guild
from records.model.scopes import ANONYMOUS, bucket_of, period_start

TOLD_FROM: Final = 26 * 3600.0
"""Seconds after the end of a season when it is told: on the 2nd at 02:00 UTC."""

TOLD_UNTIL: Final = TOLD_FROM + 48 * 3600.0
"""Until when it is told where the bot was away."""

TRIED_FOR: Final = 120.0
"""Seconds for which sending is tried: as long as Discord knows a message that was sent already."""


class First(NamedTuple):
    """Somebody who was among the first of a season on a board."""

    board: str
    place: int
    name: str


def find_season(at: float) -> str | None:
    """Return the season that is to be told at a time; None where it is too early or too late."""
    begun = period_start(Period.SEASON, at) or 0.0
    told = TOLD_FROM <= at - begun < TOLD_UNTIL
    return bucket_of(Period.SEASON, begun - 1) if told else None


class Seasons(Part):
    """Knows who was first, and where that is still to be told."""

    @asked_again
    async def firsts(self, guild_id: int, season: str) -> tuple[First, ...]:
        """Return the first of a season on a server, by board and place."""
        async with self._database.read_slow() as store:
            guild = await visible_guild(store, guild_id)
            rows = await RecordReader(store).firsts(guild, season)
        return tuple(First(board, place, name or ANONYMOUS) for board, place, name in rows)

    async def find_due(self) -> tuple[str, dict[int, int]]:
        """Return the season to be told now, and where: servers with the channel of each."""
        season = find_season(self._now())
        if season is None:
            return "", {}
        async with self._database.read_one() as store:
            since = self._now() - TRIED_FOR
            return season, await GuildQueries(store).seasons_to_tell(season, since)

    async def note(self, guild_id: int, season: str, *, ended: bool = False) -> None:
        """Note that a season is about to be told; or, ended, that it was told or cannot be."""
        async with self._database.write() as store:
            await GuildQueries(store).note_season(guild_id, season, 0.0 if ended else self._now())
