"""What all parts of the records share: the database, the games, the clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.query import Query
from records.model.scopes import NOWHERE, guild_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from db.connection import Database
    from db.store import Store
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


@dataclass(frozen=True, slots=True)
class DepartureRow:
    """A server that the bot has left.

    Attributes:
        left_at: when, in Unix seconds.
        removing: the last table to delete, once the deletion has begun; else None.
    """

    left_at: float
    removing: int | None


DEPARTURE: Final = Query(
    DepartureRow, "SELECT left_at, removing FROM departures WHERE guild_id = :guild_id"
)


async def visible_guild(store: Store, guild_id: int | None) -> int:
    """Return the guild whose records may be shown; NOWHERE while its data is being deleted."""
    guild = guild_key(guild_id)
    departure = await store.one(DEPARTURE, guild_id=guild)
    return NOWHERE if departure and departure.removing is not None else guild
