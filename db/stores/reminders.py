"""Typed functions for how people are reminded of long turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from db.stores.base import QueryBase, ids_of

if TYPE_CHECKING:
    from db.values import Calls, Waits


class DirectTurn(NamedTuple):
    """Of a table being played, what `db.stores.clocks.WaitingRow` has, and a seat."""

    id: int
    guild_id: int | None
    waiting: Waits
    called: Calls
    pace: str
    seat: int


class ReminderQueries(QueryBase):
    """Queries about reminders. To write, the session must be one of `Database.write`."""

    async def choice(self, person_id: int) -> tuple[str, bool] | None:
        """Return how a person is reminded, and whether a refusal is still to be told."""
        row = await self._queries.reminder_of(person_id=person_id)
        return None if row is None else (row[0], bool(row[1]))

    async def put_way(self, person_id: int, way: str) -> None:
        """Note how a person wants to be reminded."""
        await self._queries.put_way(person_id=person_id, way=way)

    async def set_refused(self, person_id: int) -> None:
        """Remind a person in the channel again, and note that this is to be told."""
        await self._queries.set_refused(person_id=person_id)

    async def set_told(self, person_id: int) -> None:
        """Note that it was told."""
        await self._queries.set_told(person_id=person_id)

    async def claim_direct(self, person_id: int, before: float, now: float) -> bool:
        """Note that a direct message is sent now, unless the latest was sent after `before`.

        Returns whether it may be sent: the person wants it, and nobody else sends one.
        """
        claimed = await self._queries.claim_direct(person_id=person_id, before=before, now=now)
        return claimed is not None

    async def elsewhere(self, table_id: int) -> frozenset[int]:
        """Return the seats of a table whose people are not to be reminded in the channel."""
        return frozenset(await ids_of(self._queries.reminded_elsewhere(table_id=table_id)))

    async def direct_turns(self, before: float, now: float) -> tuple[DirectTurn, ...]:
        """Return the seats, at tables being played, of those who may get a direct message now.

        The latest one to them was sent at `before` or earlier.
        """
        query = self._queries.direct_turns(before=before, now=now)
        return await self._store.read_rows(DirectTurn, query)
