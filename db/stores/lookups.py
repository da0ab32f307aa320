"""Typed functions that find tables: live ones, those of a channel, a server or a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from db.stores.base import StoreBase, ids_of
from db.values import mend

if TYPE_CHECKING:
    from db.values import Count


class HomeRow(NamedTuple):
    """A table and its server; None: of direct messages."""

    id: int
    guild_id: int | None


class SeriesRow(NamedTuple):
    """A seat of a game before a rematch; `back` is 1 for the latest game, 2 for the one before."""

    back: int
    person_id: int
    name: str
    place: Count | None
    caretaker: bool


class Lookups(StoreBase):
    """Finds tables by their numbers."""

    async def rematch_of(self, table_id: int) -> int | None:
        """Return the rematch of a table that is played or was; None without one."""
        return await self.queries.rematch_of(id=table_id)

    async def series_before(self, table_id: int) -> tuple[SeriesRow, ...]:
        """Return the seats of the games before a rematch, the latest game first."""
        query = self.queries.series_before(id=table_id)
        return tuple(SeriesRow(*row) for row in mend(SeriesRow, [row async for row in query]))

    async def newest_in_channel(self, channel_id: int) -> int | None:
        """Return the newest table of a channel or thread, not cancelled; None if there is none."""
        return await self.queries.newest_in_channel(channel_id=channel_id)

    async def played_in_channel(self, channel_id: int, most: int) -> tuple[int, ...]:
        """Return the newest finished tables of a channel, newest first, at most so many."""
        return await ids_of(self.queries.played_in_channel(channel_id=channel_id, most=most))

    async def newest_in_thread(self, thread_id: int) -> int | None:
        """Return the newest table whose game has begun in its own thread; None: there is none."""
        return await self.queries.newest_in_thread(thread_id=thread_id)

    async def not_shown(self, ended_after: float) -> tuple[int, ...]:
        """Return the tables, live or ended since then, whose message shows another revision."""
        return await ids_of(self.queries.not_shown(ended_after=ended_after))

    async def outdated(self, game: str, rules_version: int) -> tuple[int, ...]:
        """Return the tables at which a game is played by another version of its rules."""
        return await ids_of(self.queries.outdated(game=game, rules_version=rules_version))

    async def live_messages(self) -> tuple[int, ...]:
        """Return the ids of the messages and calls of all live tables."""
        return await ids_of(self.queries.live_messages())

    async def live(self) -> tuple[int, ...]:
        """Return all tables in the lobby or being played."""
        return await ids_of(self.queries.live())

    async def count_all(self) -> int:
        """Return how many tables there are, over or not."""
        return await self.queries.count_all()

    async def count_live(self) -> int:
        """Return how many tables are in the lobby or being played."""
        return await self.queries.count_live()

    async def live_with_game(self, game: str) -> tuple[HomeRow, ...]:
        """Return the live tables of a game."""
        return await self.read_rows(HomeRow, self.queries.live_with_game(game=game))

    async def live_with_computers(self) -> tuple[int, ...]:
        """Return the tables at which a game is on and a computer sits."""
        return await ids_of(self.queries.live_with_computers())

    async def live_in_channel(self, channel_id: int) -> tuple[int, ...]:
        """Return the live tables of a channel and of its threads, or of one thread."""
        return await ids_of(self.queries.live_in_channel(channel_id=channel_id))

    async def live_in_guild(self, guild_id: int) -> tuple[int, ...]:
        """Return the live tables of a server."""
        return await ids_of(self.queries.live_in_guild(guild_id=guild_id))

    async def live_with_person(self, person_id: int) -> tuple[int, ...]:
        """Return the live tables with a seat of a person, departed or not."""
        return await ids_of(self.queries.live_with_person(person_id=person_id))

    async def has_newcomer(self, table_id: int) -> bool:
        """Return whether somebody has never sat at an earlier table of this one's game."""
        found = await self.queries.has_newcomer(table_id=table_id)
        return found is not None

    async def learners(self, table_id: int) -> tuple[int, ...]:
        """Return the seats of people who have never finished this table's game."""
        return await ids_of(self.queries.learners(table_id=table_id))

    async def count_seats(self, person_id: int) -> int:
        """Return at how many live tables a person sits, without those that the person has left."""
        return await self.queries.count_seats(person_id=person_id) or 0

    async def count_open(self, person_id: int, channel_id: int) -> tuple[int, int]:
        """Return how many lobbies a person holds, and how many live tables a channel has."""
        row = await self.queries.count_open(person_id=person_id, channel_id=channel_id)
        return row[0], row[1]
