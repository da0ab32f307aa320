"""Typed functions for the processes that share one bot: workers, shards, session starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from db.store import Store


@dataclass(frozen=True, slots=True)
class WorkerRow:
    """A process, how often it has beaten, and whether it is about to end."""

    id: str
    beat: int
    leaving: bool


@dataclass(frozen=True, slots=True)
class ShardRow:
    """A shard, the worker that holds it, and the one that is about to; empty: none."""

    shard: int
    holder: str
    taker: str


@dataclass(frozen=True, slots=True)
class SessionStarts:
    """How many sessions began in a day, when the first of them, and the number of the last."""

    count: int
    first_at: float
    last: int


class WorkerQueries:
    """Queries about workers. To write, the session must be one of `Database.write`."""

    def __init__(self, store: Store) -> None:
        self._session = store.session
        self._queries = store.session.queries

    async def beat(self, worker: str, *, leaving: bool) -> None:
        """Note that a worker is there."""
        await self._queries.beat(self._session, id=worker, leaving=leaving)

    async def workers(self) -> tuple[WorkerRow, ...]:
        """Return all workers."""
        query = self._queries.all_workers(self._session)
        return tuple([WorkerRow(row[0], row[1], bool(row[2])) async for row in query])

    async def delete_worker(self, row: WorkerRow) -> None:
        """Forget a worker, unless it has beaten again."""
        await self._queries.delete_worker(self._session, id=row.id, beat=row.beat)

    async def shards(self) -> tuple[ShardRow, ...]:
        """Return all shards by their number."""
        return tuple([ShardRow(*row) async for row in self._queries.all_shards(self._session)])

    async def replace_shards(self, total: int) -> None:
        """Have so many shards, which nobody holds."""
        await self._queries.delete_shards(self._session)
        await self._queries.insert_shards(self._session, [{"shard": n} for n in range(total)])

    async def set_taker(self, row: ShardRow, taker: str) -> None:
        """Let another worker be about to hold a shard; a Conflict where that has changed."""
        await self._queries.update_taker(
            self._session, shard=row.shard, before=row.taker, taker=taker
        )

    async def set_holder(self, shard: int, worker: str) -> None:
        """Let the worker that is about to hold a shard hold it; a Conflict if it is another."""
        await self._queries.update_holder(self._session, shard=shard, holder=worker)

    async def release_shards(self, worker: str) -> None:
        """Let nobody hold what a worker holds or is about to."""
        await self._queries.release_shards(self._session, worker=worker)

    async def last_session_start(self, bucket: int) -> float | None:
        """Return when a worker that is still there has begun a session in a bucket."""
        return await self._queries.last_session_start(self._session, bucket=bucket)

    async def session_starts(self, since: float) -> SessionStarts:
        """Forget the session starts up to a time, and count the others."""
        await self._queries.delete_session_starts(self._session, before=since)
        count, first_at, last = await self._queries.session_starts(self._session)
        return SessionStarts(count, first_at or 0.0, last or 0)

    async def add_session_start(self, number: int, bucket: int, worker: str, at: float) -> None:
        """Note that a session begins; a number that is there already gives a Conflict."""
        await self._queries.insert_session_start(
            self._session, number=number, bucket=bucket, worker=worker, at=at
        )
