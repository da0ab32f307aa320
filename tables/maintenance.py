"""What time does to tables: silent players, failed notifications, and tables that nobody uses."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from db.store import read_waiting
from tables.errors import NoSuchTable, TableClosed
from tables.model import Status
from tables.playing import SILENCE
from tables.stored import StoredTable, end

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from db.connection import Database
    from engine.core import Seat
    from tables.lookup import TableLookup
    from tables.model import Table
    from tables.writer import TableWriter

LOBBY_AGE: Final = 24 * 3600
"""Seconds without a change after which a lobby is cancelled."""

GAME_AGE: Final = 7 * 24 * 3600
"""Seconds without a change after which a game is abandoned."""

NOTIFY_WITHIN: Final = 10
"""Seconds in which a player is notified of a turn, unless something goes wrong."""


class Maintenance:
    """Finds tables that need attention, and ends tables that nobody uses.

    Args:
        database: open; the caller closes it.
        lookup: reads the tables.
        writer: changes the tables.
        clock: returns the time in Unix seconds.
    """

    def __init__(
        self,
        database: Database,
        lookup: TableLookup,
        writer: TableWriter,
        clock: Callable[[], float],
    ) -> None:
        self._database = database
        self._lookup = lookup
        self._writer = writer
        self._now = clock
        self._reported_silent: set[tuple[int, Seat, float]] = set()
        self._reported_unnotified: set[tuple[int, Seat, float]] = set()

    async def find_silent(self) -> list[Table]:
        """Return the tables with a silent seat that another player may hand over now.

        Each turn is reported once: the next call leaves it out.
        """
        waits = await self._waits(self._now() - SILENCE)
        due = {(table, seat, since) for table, seat, since, _ in waits}
        new = {table_id for table_id, _, _ in due - self._reported_silent}
        self._reported_silent = due
        tables = await self._lookup.get_all(sorted(new))
        return [table for table in tables if sum(not seat.caretaker for seat in table.seats) > 1]

    async def find_unnotified(self) -> list[Table]:
        """Return the tables that wait for a player whom nobody has notified.

        A click notifies the next player at once. But another process may have handed over a seat,
        and a message may have failed. Each turn is reported once: the next call leaves it out.
        """
        waits = await self._waits(self._now() - NOTIFY_WITHIN)
        due = {(table, seat, since) for table, seat, since, notified in waits if not notified}
        new = {table_id for table_id, _, _ in due - self._reported_unnotified}
        self._reported_unnotified = due
        return await self._lookup.get_all(sorted(new))

    async def _waits(self, before: float) -> list[tuple[int, Seat, float, bool]]:
        """Return every turn that began at `before` or earlier.

        Each is given as table, seat, Unix seconds, and whether the live message called the seat.
        """
        async with self._database.read_one() as store:
            rows = await store.waiting()
        return [
            (table_id, seat, since, str(seat) in called.split())
            for table_id, waiting, called in rows
            for seat, since in read_waiting(waiting).items()
            if since <= before
        ]

    async def expire(self) -> list[Table]:
        """End the tables that nobody has changed for too long, and return them."""
        now = self._now()
        async with self._database.read_one() as store:
            lobbies = await store.unchanged_since(Status.LOBBY, now - LOBBY_AGE)
            games = await store.unchanged_since(Status.PLAYING, now - GAME_AGE)
        ended = await self._end_all(lobbies, before=now - LOBBY_AGE)
        return ended + await self._end_all(games, before=now - GAME_AGE)

    async def close_channel(self, channel_id: int) -> list[Table]:
        """End every live table of a deleted channel, and return them."""
        async with self._database.read_one() as store:
            numbers = await store.live_in_channel(channel_id)
        return await self._end_all(numbers)

    async def close_guild(self, guild_id: int) -> list[Table]:
        """End every live table of a server that the bot has left, and return them."""
        async with self._database.read_one() as store:
            numbers = await store.live_in_guild(guild_id)
        return await self._end_all(numbers)

    async def _end_all(self, numbers: Iterable[int], before: float = math.inf) -> list[Table]:
        """End the live tables that nobody has changed since `before`, and return them."""

        def end_idle(stored: StoredTable) -> StoredTable:
            if stored.status.over or stored.row.changed_at > before:
                return stored
            in_lobby = stored.status is Status.LOBBY
            return end(stored, Status.CANCELLED if in_lobby else Status.ABANDONED, self._now())

        tables: list[Table] = []
        for number in numbers:
            try:
                tables.append(await self._writer.change(number, end_idle))
            except TableClosed:
                tables.append(await self._lookup.get(number))
            except NoSuchTable:  # the bot has no longer its game
                continue
        return [table for table in tables if table.status.over]
