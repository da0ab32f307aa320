"""Which worker holds which shard, as rows of the database.

A worker counts as alive while its row is seen to change. Each looks with its own clock, and clocks
of several machines are never compared. What a worker finds at its start it has not seen to change.
So it takes over at once, from one that was killed and from one that lives. That does no harm: both
hear of the same clicks until the old one sees that its lease is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import time
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.errors import Conflict, DatabaseError
from db.workers import ShardRow, WorkerQueries

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Collection, Iterable

    from db.connection import Database
    from db.workers import WorkerRow

log = logging.getLogger(__name__)

DEAD_AFTER: Final = 10.0
"""Seconds without a beat after which a worker counts as dead."""

IDENTIFY_EVERY: Final = 5.1
"""Seconds between two IDENTIFYs of a bucket: Discord's five, and what the way may differ."""

DAY: Final = 86_400.0
"""Seconds in which Discord allows so many IDENTIFYs."""


class LeasesUnavailable(Exception):
    """The database cannot be used just now; the message is its sentence."""


@dataclass(slots=True)
class _Seen:
    """What is known of another worker: its latest beat, since when, and whether it has changed."""

    beat: int
    since: float
    beating: bool
    leaving: bool


class Leases:
    """The shards that this worker holds, and what it knows of other workers.

    Args:
        database: open; the caller closes it.
        monotonic: returns seconds, by which beats are missed.
        clock: returns Unix seconds, by which IDENTIFYs are paced.

    Attributes:
        worker: the name of this one.
        leaving: whether it is about to end, and others are to take over.
    """

    def __init__(
        self,
        database: Database,
        monotonic: Callable[[], float] = time.monotonic,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.worker = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self.leaving = False
        self._database = database
        self._monotonic = monotonic
        self._clock = clock
        self._others: dict[str, _Seen] = {}
        self._looked = False
        self._shards: tuple[ShardRow, ...] = ()

    async def enter(self, total: int) -> int:
        """Become a worker; returns how many shards there are: `total`, unless others have begun.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
        """
        async with self._database.write() as store:
            queries = WorkerQueries(store)
            others, shards = await queries.workers(), await queries.shards()
            if len(shards) != total and not (others and shards):
                await queries.replace_shards(total)
                shards = await queries.shards()
            await queries.beat(self.worker, leaving=False)
        if len(shards) != total:
            log.warning("%d shards instead of %d: other workers have begun so", len(shards), total)
        return len(shards)

    async def look(self) -> bool:
        """See who is there, and beat if somebody is; returns whether a worker has gone.

        Raises:
            LeasesUnavailable: as all that follows does.
        """
        async with _available(), self._database.read() as store:
            queries = WorkerQueries(store)
            workers, self._shards = await queries.workers(), await queries.shards()
        others = [row for row in workers if row.id != self.worker]
        own = [row for row in workers if row.id == self.worker]
        before = set(self._others)
        dead = self._note(others)
        if others or [row.leaving for row in own] != [self.leaving]:
            await self._beat(dead)
        return bool(before - set(self._others))

    def _note(self, others: list[WorkerRow]) -> list[WorkerRow]:
        """Note who has beaten since the last look, and return those that are dead."""
        now = self._monotonic()
        seen: dict[str, _Seen] = {}
        dead: list[WorkerRow] = []
        for row in others:
            known = self._others.get(row.id, _Seen(row.beat, now, self._looked, row.leaving))
            if known.beat != row.beat:
                known = _Seen(row.beat, now, beating=True, leaving=row.leaving)
            if now - known.since >= DEAD_AFTER:
                dead.append(row)
            else:
                seen[row.id] = known
        self._others, self._looked = seen, True
        return dead

    async def _beat(self, dead: Iterable[WorkerRow]) -> None:
        async with _available(), self._database.write() as store:
            queries = WorkerQueries(store)
            await queries.beat(self.worker, leaving=self.leaving)
            for row in dead:
                await queries.delete_worker(row)
        for row in dead:
            log.warning("worker %s does not beat any more", row.id)

    @property
    def workers(self) -> int:
        """How many workers there are, this one and those that may be dead included."""
        return 1 + len(self._others)

    @property
    def live(self) -> frozenset[str]:
        """The workers that beat and do not leave, this one included."""
        others = {name for name, seen in self._others.items() if seen.beating and not seen.leaving}
        return frozenset(others if self.leaving else others | {self.worker})

    @property
    def held(self) -> frozenset[int]:
        """The shards of which this worker was the holder at the last look."""
        return frozenset(row.shard for row in self._shards if row.holder == self.worker)

    def choose(self, served: Collection[int]) -> ShardRow | None:
        """Return the shard that this worker is to take over next; None: none.

        Args:
            served: the shards whose events it hears.
        """
        return choose(self._shards, self.live, self.worker, served)

    async def take(self, row: ShardRow) -> bool:
        """Be about to hold a shard; False where another worker is."""
        try:
            async with _available(), self._database.write() as store:
                await WorkerQueries(store).set_taker(row, self.worker)
        except Conflict:
            return False
        return True

    async def hold(self, shard: int) -> bool:
        """Hold a shard that was taken; False where another worker has taken it meanwhile."""
        try:
            async with _available(), self._database.write() as store:
                await WorkerQueries(store).set_holder(shard, self.worker)
        except Conflict:
            return False
        return True

    async def give_up(self, shard: int) -> None:
        """Be no longer about to hold a shard."""
        with contextlib.suppress(Conflict):  # another worker has taken it meanwhile
            async with _available(), self._database.write() as store:
                await WorkerQueries(store).set_taker(ShardRow(shard, "", self.worker), "")

    async def wait_to_identify(self, bucket: int, most: int) -> None:
        """Wait until an IDENTIFY may be sent in a bucket, and count it.

        Args:
            bucket: of the shard.
            most: how many Discord allows in a day.
        """
        while (pause := await self._pause(bucket, most)) > 0:
            if pause > IDENTIFY_EVERY:
                log.error("%d sessions were begun today: the next in %.0f seconds", most, pause)
            await asyncio.sleep(pause)

    async def _pause(self, bucket: int, most: int) -> float:
        """Count an IDENTIFY and return 0, or return after how many seconds to ask again."""
        now = self._clock()
        try:
            async with _available(), self._database.write() as store:
                queries = WorkerQueries(store)
                starts = await queries.session_starts(now - DAY)
                last = await queries.last_session_start(bucket)
                if last is not None and 0 <= now - last < IDENTIFY_EVERY:
                    return IDENTIFY_EVERY - (now - last)
                if starts.count >= most:
                    return starts.first_at + DAY - now
                await queries.add_session_start(starts.last + 1, bucket, self.worker, now)
        except Conflict:  # another worker was faster
            return IDENTIFY_EVERY
        except LeasesUnavailable as error:
            log.warning("it is not known whether a session may begin: %s", error)
            return IDENTIFY_EVERY
        return 0.0

    async def leave(self) -> None:
        """Be no worker any more, and hold nothing."""
        async with _available(), self._database.write() as store:
            queries = WorkerQueries(store)
            await queries.release_shards(self.worker)
            for row in await queries.workers():
                if row.id == self.worker:
                    await queries.delete_worker(row)


@asynccontextmanager
async def _available() -> AsyncGenerator[None]:
    """Let the errors of the database pass as LeasesUnavailable, but for a Conflict."""
    try:
        yield
    except Conflict:
        raise
    except DatabaseError as error:
        raise LeasesUnavailable(str(error)) from error


def choose(
    shards: Collection[ShardRow], live: Collection[str], worker: str, served: Collection[int]
) -> ShardRow | None:
    """Return the shard that a worker is to take over next; None: none.

    First those of its own that it does not serve: the database was away while it took them. Then
    those that no live worker holds, up to an equal share; then one of a worker that has at least
    two more.
    """
    if worker not in live:
        return None
    for row in shards:
        if _owner(row, live) == worker and row.shard not in served:
            return row
    counts = Counter(dict.fromkeys(live, 0))
    counts.update(owner for row in shards if (owner := _owner(row, live)) is not None)
    free = [row for row in shards if _owner(row, live) is None]
    if free:
        return free[0] if counts[worker] < -(-len(shards) // len(live)) else None
    richest, most = counts.most_common(1)[0]
    if most - counts[worker] < 2:
        return None
    return next((row for row in shards if row.holder == richest and row.taker not in live), None)


def _owner(row: ShardRow, live: Collection[str]) -> str | None:
    """Return the live worker that is about to hold a shard, or else holds it."""
    return next((name for name in (row.taker, row.holder) if name in live), None)
