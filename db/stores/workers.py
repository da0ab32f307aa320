"""Typed functions for the processes that share one bot: workers, shards, session starts."""

from __future__ import annotations

from dataclasses import dataclass

from db.stores.base import QueryBase


@dataclass(frozen=True, slots=True)
class WorkerRow:
    """A process, how often it has beaten, and whether it takes no shards just now."""

    id: str
    beat: int
    aside: bool


@dataclass(frozen=True, slots=True)
class ShardRow:
    """A shard, who hears of it, and whether Discord does.

    Attributes:
        shard: its number.
        holder: the worker that holds it; empty: none.
        taker: the worker that is about to; empty: none.
        silent: whether Discord does not answer the session of its holder.
        moved_at: when it last went to another worker for that, in Unix seconds of `now`.
    """

    shard: int
    holder: str
    taker: str
    silent: bool = False
    moved_at: float = 0.0


@dataclass(frozen=True, slots=True)
class SessionStarts:
    """How many sessions began in a day, when the first of them, and the number of the last."""

    count: int
    first_at: float
    last: int


class WorkerQueries(QueryBase):
    """Queries about workers. To write, the session must be one of `Database.write`."""

    async def now(self) -> float:
        """Return the time of the clock that all workers share, in Unix seconds."""
        return await self._queries.now()

    async def beat(self, worker: str, *, aside: bool) -> None:
        """Note that a worker is there."""
        await self._queries.beat(id=worker, aside=aside)

    async def workers(self) -> tuple[WorkerRow, ...]:
        """Return all workers."""
        query = self._queries.all_workers()
        return tuple([WorkerRow(row[0], row[1], bool(row[2])) async for row in query])

    async def delete_worker(self, row: WorkerRow) -> None:
        """Forget a worker, unless it has beaten again."""
        await self._queries.delete_worker(id=row.id, beat=row.beat)

    async def shards(self) -> tuple[ShardRow, ...]:
        """Return all shards by their number."""
        query = self._queries.all_shards()
        return tuple([ShardRow(n, h, t, bool(silent), at) async for n, h, t, silent, at in query])

    async def replace_shards(self, total: int) -> None:
        """Have so many shards, which nobody holds."""
        await self._queries.delete_shards()
        await self._queries.insert_shards([{"shard": n} for n in range(total)])

    async def mark_silent(self, row: ShardRow, *, silent: bool) -> None:
        """Note whether Discord answers the session of the holder, if it holds the shard still."""
        await self._queries.mark_silent(shard=row.shard, holder=row.holder, silent=silent)

    async def set_taker(self, row: ShardRow, taker: str) -> None:
        """Let another worker be about to hold a shard; a Conflict where that has changed."""
        await self._queries.update_taker(shard=row.shard, before=row.taker, taker=taker)

    async def set_holder(self, shard: int, worker: str, moved_at: float) -> None:
        """Let the worker that is about to hold a shard hold it; a Conflict if it is another."""
        await self._queries.update_holder(shard=shard, holder=worker, moved_at=moved_at)

    async def release_shards(self, worker: str) -> None:
        """Let nobody hold what a worker holds or is about to."""
        await self._queries.release_shards(worker=worker)

    async def last_session_start(self, bucket: int, besides: int) -> float | None:
        """Return the last slot of a bucket, besides that of a number."""
        return await self._queries.last_session_start(bucket=bucket, besides=besides)

    async def session_starts(self, since: float, latest: float) -> SessionStarts:
        """Forget the slots up to a time, bring those after another one back to it, and count."""
        await self._queries.delete_session_starts(before=since)
        await self._queries.bring_back_session_starts(latest=latest)
        count, first_at, last = await self._queries.session_starts()
        return SessionStarts(count, first_at or 0.0, last or 0)

    async def put_session_start(self, number: int, bucket: int, at: float) -> None:
        """Note that a session begins; one that has this number already begins then."""
        await self._queries.put_session_start(number=number, bucket=bucket, at=at)
