"""Seasons that are over: their first three, and on which servers they are still to be told.

Medals are no rows: they follow from standings, of which every season keeps its own. Before a try
to tell a season its time is noted. So after a kill it is known that it may be told, and it is told
again only while Discord would notice that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from db.again import asked_again
from db.stores.records.seasons import SeasonQueries
from records.model.boards import Period
from records.model.part import Part, visible_guild
from records.model.people import SeasonMedal
from records.model.scopes import ANONYMOUS, bucket_of, period_start

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.stores.records.seasons import SeasonMedalRow

TOLD_FROM: Final = 26 * 3600.0
"""Seconds after the end of a season when it is told: on the 2nd at 02:00 UTC."""

TOLD_UNTIL: Final = TOLD_FROM + 48 * 3600.0
"""Until when it is told where the bot was away."""

TRIED_FOR: Final = 120.0
"""Seconds for which sending is tried: as long as Discord knows a message that was sent already."""


def find_season(at: float) -> str | None:
    """Return the season that is to be told at a time; None where it is too early or too late."""
    begun = period_start(Period.SEASON, at) or 0.0
    told = TOLD_FROM <= at - begun < TOLD_UNTIL
    return bucket_of(Period.SEASON, begun - 1) if told else None


class Seasons(Part):
    """Reads medals, and knows where they are still to be told."""

    @asked_again
    async def medals(self, guild_id: int, season: str) -> tuple[SeasonMedal, ...]:
        """Return all medals of a season on a server, the best of each board first."""
        async with self._database.read_slow() as store:
            guild = await visible_guild(store, guild_id)
            return _to_medals(await SeasonQueries(store).medals(guild, season))

    @asked_again
    async def medals_of(self, guild_id: int | None, person_id: int) -> tuple[SeasonMedal, ...]:
        """Return the medals of a person on a server, newest first."""
        now = bucket_of(Period.SEASON, self._now())
        async with self._database.read_slow() as store:
            guild = await visible_guild(store, guild_id)
            return _to_medals(await SeasonQueries(store).medals_of(guild, person_id, now))

    async def find_due(self) -> tuple[str, dict[int, int]]:
        """Return the season to be told now, and where: servers with the channel of each."""
        season = find_season(self._now())
        if season is None:
            return "", {}
        async with self._database.read_one() as store:
            rows = await SeasonQueries(store).to_tell(season, self._now() - TRIED_FOR)
        return season, {row.guild_id: row.channel_id for row in rows}

    async def begin(self, guild_id: int, season: str) -> None:
        """Note that a season is about to be told; the first time counts."""
        async with self._database.write() as store:
            await SeasonQueries(store).begin(guild_id, season, self._now())

    async def end(self, guild_id: int) -> None:
        """Note that the season was told, or cannot be."""
        async with self._database.write() as store:
            await SeasonQueries(store).end(guild_id)


def _to_medals(rows: Iterable[SeasonMedalRow]) -> tuple[SeasonMedal, ...]:
    return tuple(SeasonMedal(r.season, r.board, r.place, r.name or ANONYMOUS) for r in rows)
