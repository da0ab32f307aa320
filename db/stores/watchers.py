"""Typed functions for those who watch a table: who is sent its result card at the end."""

from __future__ import annotations

from dataclasses import dataclass

from db.stores.base import QueryBase


@dataclass(frozen=True, slots=True)
class WatcherRow:
    """A person who watches a table that is over, with the table's server and status.

    `sent_at` is when it was first tried to send the card, in Unix seconds; None: never.
    """

    table_id: int
    person_id: int
    sent_at: float | None
    guild_id: int | None
    status: str


class WatcherQueries(QueryBase):
    """Queries about watchers. To write, the session must be one of `Database.write`."""

    async def has(self, table_id: int, person_id: int) -> bool:
        """Return whether a person watches a table."""
        place = {"table_id": table_id, "person_id": person_id}
        return await self._queries.is_watching(**place) is not None

    async def count(self, table_id: int) -> int:
        """Return how many watch a table."""
        return await self._queries.count_watchers(table_id=table_id) or 0

    async def add(self, table_id: int, person_id: int) -> None:
        """Note that a person watches a table."""
        await self._queries.insert_watcher(table_id=table_id, person_id=person_id)

    async def delete(self, table_id: int, person_id: int) -> None:
        """Note that a person does not, or was sent the card."""
        await self._queries.delete_watcher(table_id=table_id, person_id=person_id)

    async def of_ended(self) -> tuple[WatcherRow, ...]:
        """Return all who watch a table that is over."""
        query = self._queries.watchers_of_ended()
        return await self._store.read_rows(WatcherRow, query)

    async def set_sent_at(self, table_id: int, person_id: int, at: float) -> None:
        """Note when it was first tried to send the card; a later try changes nothing."""
        place = {"table_id": table_id, "person_id": person_id}
        await self._queries.set_sent_at(**place, sent_at=at)
