"""Typed functions about time: who is waited for, who is away, when the bot last ran."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from db.stores.base import StoreBase, ids_of
from db.stores.lookups import HomeRow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.values import Calls, Waits


class WaitingRow(NamedTuple):
    """Of a table being played, what tells whose turn it is, and for how long."""

    id: int
    guild_id: int | None
    waiting: Waits
    called: Calls
    pace: str


class TimesRow(NamedTuple):
    """The times of a live table."""

    id: int
    guild_id: int | None
    waiting: Waits
    changed_at: float


class ChannelRow(NamedTuple):
    """Where a game on a server is played: in a channel or thread."""

    id: int
    guild_id: int | None
    channel_id: int
    unwritable_since: float


class SeatTime(NamedTuple):
    """A time of a seat: a moment, or how long something took."""

    table_id: int
    seat: int
    seconds: float


class Clocks(StoreBase):
    """Reads the clocks of live tables, and moves them on."""

    async def waiting(self) -> tuple[WaitingRow, ...]:
        """Return the tables being played, but not those where the bot may not write."""
        return await self.read_rows(WaitingRow, self.queries.waiting())

    async def channels(self) -> tuple[ChannelRow, ...]:
        """Return where the games on servers are played."""
        return await self.read_rows(ChannelRow, self.queries.channels())

    async def overtimes(self) -> dict[tuple[int, int], float]:
        """Return `overtime` by table and seat, of the seats with any at tables being played."""
        rows = await self.read_rows(SeatTime, self.queries.overtimes())
        return {(row.table_id, row.seat): row.seconds for row in rows}

    async def unchanged_since(self, status: str, changed_at: float) -> tuple[int, ...]:
        """Return the tables of a phase whose latest change was at `changed_at` or earlier."""
        return await ids_of(self.queries.unchanged_since(status=status, changed_at=changed_at))

    async def returned(self, after: float, now: float) -> tuple[HomeRow, ...]:
        """Return the games in which an absence has ended between two times."""
        return await self.read_rows(HomeRow, self.queries.returned(after=after, now=now))

    async def live_absences(self) -> tuple[SeatTime, ...]:
        """Return the end of every absence that was stated at a live table."""
        return await self.read_rows(SeatTime, self.queries.live_absences())

    async def live_times(self) -> tuple[TimesRow, ...]:
        """Return the times of every live table."""
        return await self.read_rows(TimesRow, self.queries.live_times())

    async def update_times(self, rows: Iterable[tuple[int, str, float]]) -> None:
        """Write what `live_times` returns, changed, without the servers."""
        names = ("id", "waiting", "changed_at")
        await self.queries.update_times([dict(zip(names, row, strict=True)) for row in rows])

    async def seen_at(self) -> float | None:
        """When the bot was last seen running; None in a new file."""
        return await self.queries.seen_at()

    async def put_seen_at(self, seen_at: float) -> None:
        """Note that the bot is running."""
        await self.queries.put_seen_at(seen_at=seen_at)
