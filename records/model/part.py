"""What all parts of the records share: the database, the games, the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.stores.records.guilds import GuildQueries
from records.model.scopes import NOWHERE, guild_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from db.connection import Database
    from db.stores.tables import Store
    from engine.core import AnyGame


class Part:
    """One part of `Records`.

    Args:
        database: open; the caller closes it.
        games: the games that can be played.
        clock: returns the time in Unix seconds.
    """

    def __init__(
        self, database: Database, games: Iterable[AnyGame], clock: Callable[[], float]
    ) -> None:
        self._database = database
        self._games = {game.info.key: game for game in games}
        self._now = clock


async def visible_guild(store: Store, guild_id: int | None) -> int:
    """Return the guild whose records may be shown; NOWHERE while its data is being deleted."""
    guild = guild_key(guild_id)
    departure = await GuildQueries(store).departure(guild)
    return NOWHERE if departure and departure.removing is not None else guild
