"""What all parts of the records share: the database, the games, the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.records.guilds import GuildQueries
from records.scopes import NOWHERE, scope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from db.connection import Database
    from db.store import Store
    from tables.runner import AnyGame


class Part:
    """One part of `Records`.

    Args:
        database: open; whoever opened it closes it.
        games: that can be played.
        clock: gives the time in Unix seconds.
    """

    def __init__(
        self, database: Database, games: Iterable[AnyGame], clock: Callable[[], float]
    ) -> None:
        self._database = database
        self._games = {game.info.key: game for game in games}
        self._now = clock

    @staticmethod
    async def _told(store: Store, guild_id: int | None) -> int:
        """Of which server to tell when somebody asks here: of none while its data are removed."""
        place = scope(guild_id)
        departure = await GuildQueries(store).departure(place)
        return NOWHERE if departure and departure.removing is not None else place
