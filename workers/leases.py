"""The shards of each worker, and the times for new sessions, as rows of the database.

A worker counts as alive while its row changes. Each worker measures this with its own clock. A
worker that has just started cannot yet tell dead workers from living workers, so it takes over from
both. This does no harm: until the old worker sees that its lease is gone, both workers receive the
same clicks, and each click counts once.

A living worker may be cut off from Discord. It then marks its shards as silent, and workers that
Discord answers take them over. If Discord answers no worker, all workers keep their shards.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import os
import secrets
import socket
import time
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from db.errors import Conflict, DatabaseError
from db.query import Query, Write

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Mapping, Sequence

    from db.connection import Database
    from db.query import Transaction

# Slots for new sessions are rows of the database, 5.5 seconds apart in each bucket.
# Discord allows one IDENTIFY per bucket in five seconds, for all workers together. Therefore a
# worker holds the database's write lock while it takes a slot, and all workers use the database's
# clock. A worker that misses its slot takes another slot.

IDENTIFY_EVERY: Final = 5.5
"""Seconds between two slots of a bucket: Discord's five, plus half a second for network delays."""

LATE: Final = 0.05
"""Length of a slot in seconds, within which its IDENTIFY must be sent."""

LEAD: Final = 0.1
"""Minimum seconds from a request to its slot, to allow for the commit; doubled after a miss."""

DAY: Final = 86_400.0
"""Period of Discord's limit on IDENTIFYs, in seconds."""


@dataclass(frozen=True, slots=True)
class Slot:
    """The time to send an IDENTIFY, in monotonic seconds.

    Attributes:
        number: The number of the slot's row; 0 if no slot was taken.
        begins: The earliest time to send; if no slot was taken, the time to ask again.
        ends: The latest time to send.
    """

    number: int
    begins: float
    ends: float = 0.0


@dataclass(frozen=True, slots=True)
class SessionStarts:
    """Sessions begun within a day: their count, the first one's time, and the last row's number."""

    count: int
    first_at: float
    last: int


SESSION_STARTS: Final = Query(
    SessionStarts,
    "SELECT COUNT(*), COALESCE(MIN(at), 0.0), COALESCE(MAX(number), 0) FROM session_starts",
)
DELETE_SESSION_STARTS: Final = Write("DELETE FROM session_starts WHERE at <= :before")
BRING_BACK_SESSION_STARTS: Final = Write(
    "UPDATE session_starts SET at = :latest WHERE at > :latest"
)

# SQLite: the machine's clock, because all processes that use the file run on one machine.
# PostgreSQL: the server's clock, but not `now()`, which gives the start of the transaction, before
# the lock is taken.
NOW: Final = Query(
    float,
    "SELECT (julianday('now') - 2440587.5) * 86400.0",
    postgresql="SELECT EXTRACT(EPOCH FROM clock_timestamp())::double precision",
)

LAST_SESSION_START: Final = Query(
    float, "SELECT MAX(at) FROM session_starts WHERE bucket = :bucket AND number <> :besides"
)

PUT_SESSION_START: Final = Write("""
    INSERT INTO session_starts (number, bucket, at) VALUES (:number, :bucket, :at)
    ON CONFLICT (number) DO UPDATE SET at = excluded.at
    """)


class Slots:
    """The slots of all workers.

    Args:
        database: Open; the caller closes it.
        monotonic: Returns seconds.
    """

    def __init__(self, database: Database, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._monotonic = monotonic

    async def wait(self, bucket: int, most: int) -> None:
        """Wait until an IDENTIFY may be sent in a bucket, and count it.

        Args:
            bucket: The bucket of the shard.
            most: Sessions that Discord allows in a day.
        """
        missed, lead = 0, LEAD
        while True:
            slot = await self._ask(bucket, most, missed, lead)
            await asyncio.sleep(slot.begins - self._monotonic())
            if slot.number:
                if self._monotonic() <= slot.ends:
                    return
                missed, lead = slot.number, min(2 * lead, IDENTIFY_EVERY)

    async def _ask(self, bucket: int, most: int, missed: int, lead: float) -> Slot:
        try:
            return await self.take(bucket, most, missed, lead)
        except DatabaseError as error:
            log.warning("the time for a new session is unknown: %s", error)
            return Slot(0, self._monotonic() + IDENTIFY_EVERY)

    async def take(self, bucket: int, most: int, missed: int = 0, lead: float = LEAD) -> Slot:
        """Take the next slot of a bucket, or return when to ask again.

        Args:
            bucket: The bucket of the shard.
            most: Sessions that Discord allows in a day.
            missed: The number of a missed slot, whose row is used again; 0 for none.
            lead: Shortest time from now to the slot, in seconds; see `LEAD`.

        Raises:
            DatabaseError: The slot may or may not have been taken.
        """
        async with self._database.write() as store:
            # This query takes the lock, so it comes before the query for the time.
            last = await store.one(LAST_SESSION_START, bucket=bucket, besides=missed)
            asked = self._monotonic()
            now = await store.value(NOW)
            told = self._monotonic()
            store.run(DELETE_SESSION_STARTS, before=now - DAY)
            store.run(BRING_BACK_SESSION_STARTS, latest=now + IDENTIFY_EVERY)
            starts = await store.value(SESSION_STARTS)
            if starts.count >= most and not missed:
                wait = starts.first_at + DAY - now
                log.error("after %d sessions today, the next may begin in %.0f seconds", most, wait)
                return Slot(0, told + wait)
            at = find_slot(now, last, lead)
            if at is None:
                return Slot(0, told + min((last or now) - now, IDENTIFY_EVERY))
            number, begins = missed or starts.last + 1, told + at - now
            # A late answer can make `begins` later than `at`, so the row's time includes the delay.
            store.run(PUT_SESSION_START, number=number, bucket=bucket, at=at + told - asked)
        return Slot(number, begins, begins + LATE)


def find_slot(now: float, last: float | None, lead: float) -> float | None:
    """Return when the next slot of a bucket begins; None while the last slot lies in the future.

    Until the last slot has begun, no worker takes another slot. Therefore a slot is at most
    IDENTIFY_EVERY seconds ahead. A slot further ahead was taken before the clock was set back.
    """
    if last is None:
        return now + lead
    return None if last > now else max(now + lead, last + IDENTIFY_EVERY)


# The code below chooses the next shard to take over, only from rows of the database.


@dataclass(frozen=True, slots=True)
class ShardRow:
    """A shard and its worker.

    Attributes:
        shard: Its number.
        holder: The worker that holds it; empty if there is none.
        taker: The worker that is about to hold it; empty if there is none.
        silent: Whether Discord does not answer the holder's session.
        moved_at: When the shard last changed workers because of silence, in Unix seconds by `NOW`.
    """

    shard: int
    holder: str
    taker: str
    silent: bool = False
    moved_at: float = 0.0


def choose(
    shards: Sequence[ShardRow],
    live: frozenset[str],
    worker: str,
    served: Collection[int],
    silent: Collection[int] | None = (),
) -> ShardRow | None:
    """Return the shard that a worker should take over next, or None.

    The worker takes the first of these shards:
    1. A shard that it owns but does not serve, because the database failed during the takeover.
    2. A shard without a live owner, until this worker has an equal share.
    3. A shard that is silent for its holder, even beyond that share.
    4. A shard of the worker that owns most, if that worker owns at least two more than this worker.

    Args:
        shards: All shards.
        live: The workers that beat and may take shards.
        worker: The worker that asks.
        served: The shards whose events the worker receives.
        silent: Silent shards that the worker may take. None if some of its own sessions get no
            answer; then the worker takes nothing from live workers.
    """
    if worker not in live:
        return None
    owners = [_owner(row, live) for row in shards]
    counts = Counter(dict.fromkeys(live, 0))
    counts.update(owner for owner in owners if owner is not None)
    richest, most = counts.most_common(1)[0]
    owned = list(zip(shards, owners, strict=True))
    found = [row for row, owner in owned if owner == worker and row.shard not in served]
    if counts[worker] < -(-len(shards) // len(live)):
        found += [row for row, owner in owned if owner is None]
    if silent is not None:
        others = [row for row in shards if row.holder in live - {worker} and row.taker not in live]
        found += [row for row in others if row.shard in silent]
        if None not in owners and most - counts[worker] >= 2:
            found += [row for row in others if row.holder == richest]
    return next(iter(found), None)


def _owner(row: ShardRow, live: Collection[str]) -> str | None:
    """Return the live worker that holds a shard, or that is about to hold it."""
    return next((name for name in (row.taker, row.holder) if name in live), None)


log = logging.getLogger(__name__)

DEAD_AFTER: Final = 10.0
"""Seconds without a beat before a worker counts as dead."""

UNSEEN_AFTER: Final = 6.0
"""Longest gap between two looks, in seconds, that is not a pause; the usual gap is half as long."""

ASK_AFTER: Final = 10.0
"""Seconds of silence before a session asks Discord for a sign of life."""

ANSWERED_WITHIN: Final = 10.0
"""Seconds of silence in any of its sessions after which a worker takes over no silent shards."""

DOUBTED_AFTER: Final = 15.0
"""Seconds of silence, even after asking, before a worker suspects that Discord is down."""

SILENT_AFTER: Final = 20.0
"""Seconds of silence before a shard may go to another worker.

A worker that suspects that Discord is down takes no silent shards for this time, because the other
workers' sessions may recover.
"""

MOVES_EVERY: Final = 600.0
"""Minimum seconds before a shard changes workers again because of silence."""


class LeasesUnavailable(Exception):
    """The database cannot be used just now. The message is the text of the database's error."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """Another worker as this one knows it: its row, the row's last change, and whether it beats."""

    row: WorkerRow
    since: float
    beating: bool


BEAT: Final = Write("""
    INSERT INTO workers (id, beat, aside, without) VALUES (:id, 0, :aside, :without)
    ON CONFLICT (id) DO UPDATE SET beat = workers.beat + 1, aside = excluded.aside
    """)

RELEASE_SHARDS: Final = Write("""
    UPDATE shards
    SET holder = CASE holder WHEN :worker THEN '' ELSE holder END,
        taker = CASE taker WHEN :worker THEN '' ELSE taker END
    WHERE holder = :worker OR taker = :worker
    """)


@dataclass(frozen=True, slots=True)
class WorkerRow:
    """A worker: its number of beats, whether it takes no shards, and its disabled features."""

    id: str
    beat: int
    aside: bool
    without: str


ALL_WORKERS: Final = Query(WorkerRow, "SELECT id, beat, aside, without FROM workers")

ALL_SHARDS: Final = Query(
    ShardRow,
    """
    SELECT shard, holder, taker, silent, moved_at FROM shards ORDER BY shard
    """,
)

DELETE_SHARDS: Final = Write("DELETE FROM shards")

INSERT_SHARDS: Final = Write("INSERT INTO shards (shard) VALUES (:shard)")

# A worker that has beaten meanwhile is alive after all, so its row stays.
DELETE_WORKER: Final = Write("DELETE FROM workers WHERE id = :id AND beat = :beat")

UPDATE_TAKER: Final = Write(
    """
    UPDATE shards SET taker = :taker WHERE shard = :shard AND taker = :before
    """,
    exact=True,
)

UPDATE_HOLDER: Final = Write(
    """
    UPDATE shards SET holder = :holder, taker = '', silent = FALSE, moved_at = :moved_at
    WHERE shard = :shard AND taker = :holder
    """,
    exact=True,
)

MARK_SILENT: Final = Write("""
    UPDATE shards SET silent = :silent WHERE shard = :shard AND holder = :holder
    """)


class Leases:
    """The shards of this worker, and its knowledge of other workers.

    Args:
        database: Open; the caller closes it.
        monotonic: Returns seconds, to detect missed beats.
        without: Names of features that the host has disabled; all workers must have the same names.

    Attributes:
        worker: The name of this worker.
        leaving: Whether this worker will end soon, so that other workers take over.
        cut_off: Whether this worker lost its last shards because Discord did not answer it.
    """

    def __init__(
        self,
        database: Database,
        monotonic: Callable[[], float] = time.monotonic,
        without: Collection[str] = (),
    ) -> None:
        self.worker = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self.leaving = False
        self.cut_off = False
        self._settled = False
        self._database = database
        self._without = ",".join(sorted(without))
        self._monotonic = monotonic
        self._others: dict[str, _Seen] = {}
        self._looked = False
        self._looked_at: float | None = None
        self._now = 0.0
        self._doubted_at = -math.inf
        self._shards: tuple[ShardRow, ...] = ()
        self._silences: Mapping[int, float] = {}

    async def enter(self) -> None:
        """Register as a worker that takes no shards yet; raises a named error of `db.errors`."""
        async with self._database.write() as store:
            self._note(await store.all(ALL_WORKERS), self._monotonic(), watched=False)
            self._run_beat(store, aside=True)
        self._looked = True

    async def settle(self, total: int) -> int:
        """Begin to take shards; return the number of all shards.

        The number is `total`, unless other workers already use another number. Raises one of the
        named errors of `db.errors`.
        """
        async with self._database.write() as store:
            workers, shards = await store.all(ALL_WORKERS), await store.all(ALL_SHARDS)
            owners = {name for row in shards for name in (row.holder, row.taker)}
            others = [row for row in workers if row.id != self.worker]
            begun = any(row.id in owners or not row.aside for row in others)
            if len(shards) != total and not (begun and shards):
                store.run(DELETE_SHARDS)
                store.run_each(INSERT_SHARDS, [{"shard": number} for number in range(total)])
                shards = await store.all(ALL_SHARDS)
            self._run_beat(store, aside=False)
        self._settled = True
        if len(shards) != total:
            log.warning("using %d shards, as other workers do, not %d", len(shards), total)
        return len(shards)

    async def look(self, silences: Mapping[int, float] | None = None) -> bool:
        """Look at the other workers, and beat if there are any; return whether a worker has gone.

        Args:
            silences: For each session's shard, the seconds since Discord's last message.

        Raises:
            LeasesUnavailable: The database cannot be read. A failed beat is only logged.
        """
        last, self._looked_at = self._looked_at, None  # stays None if this look fails
        self._silences = silences or {}
        async with _available(), self._database.read() as store:
            workers, shards = await store.all(ALL_WORKERS), await store.all(ALL_SHARDS)
            self._now = await store.value(NOW)
        now, before, held = self._monotonic(), set(self._others), self.held
        others = [row for row in workers if row.id != self.worker]
        own = [row.aside for row in workers if row.id == self.worker]
        dead = self._note(others, now, watched=last is not None and now - last <= UNSEEN_AFTER)
        self._shards = shards
        if max(self._silences.values(), default=0) >= DOUBTED_AFTER:
            self._doubted_at = now
        self.cut_off |= bool((held - self.held) & self._silent) and not self.held
        gone = bool(before - set(self._others))
        if others or own != [self.aside]:
            try:
                await self._beat(dead)
            except LeasesUnavailable as error:  # the rows that were read are still valid
                log.warning("this worker could not beat, so others may count it as dead: %s", error)
                return gone
        self._looked_at = now
        return gone

    def _note(self, others: Iterable[WorkerRow], now: float, *, watched: bool) -> list[WorkerRow]:
        """Update what is known of other workers; return the dead workers.

        Time without a beat counts only while this worker looks. After a pause or an outage of the
        database, the count begins again.
        """
        seen: dict[str, _Seen] = {}
        dead: list[WorkerRow] = []
        for row in others:
            before = self._others.get(row.id)
            known = before or _Seen(row, now, self._looked)
            if known.row.beat != row.beat:
                known = _Seen(row, now, beating=True)
            elif not watched:
                known = replace(known, since=now)
            if known.beating and not (before and before.beating):
                self._compare(row)
            if now - known.since >= DEAD_AFTER:
                dead.append(row)
            else:
                seen[row.id] = known
        self._others = seen
        return dead

    def _compare(self, row: WorkerRow) -> None:
        """Warn the host if another worker has other features disabled."""
        if row.without != self._without:
            log.warning(
                "WITHOUT is %r here, but %r for the worker %s: set the same value and restart both",
                self._without,
                row.without,
                row.id,
            )

    def _run_beat(self, store: Transaction, *, aside: bool) -> None:
        store.run(BEAT, id=self.worker, aside=aside, without=self._without)

    async def _beat(self, dead: Iterable[WorkerRow]) -> None:
        """Beat, mark which shards of this worker are silent, and delete dead workers."""
        silent = self._silent
        async with _available(), self._database.write() as store:
            self._run_beat(store, aside=self.aside)
            for row in self._shards:
                if row.holder == self.worker and row.silent != (row.shard in silent):
                    store.run(
                        MARK_SILENT, shard=row.shard, holder=row.holder, silent=not row.silent
                    )
            for row in dead:
                store.run(DELETE_WORKER, id=row.id, beat=row.beat)
        for row in dead:
            log.warning("worker %s counts as dead: it has stopped beating", row.id)

    @property
    def _silent(self) -> set[int]:
        return {shard for shard, silence in self._silences.items() if silence >= SILENT_AFTER}

    @property
    def aside(self) -> bool:
        """Whether this worker takes no shards."""
        return self.leaving or self.cut_off or not self._settled

    @property
    def workers(self) -> int:
        """Number of workers, including this worker and workers that may be dead."""
        return 1 + len(self._others)

    @property
    def live(self) -> frozenset[str]:
        """The workers that beat and may take shards; this worker can be among them."""
        others = {
            name for name, each in self._others.items() if each.beating and not each.row.aside
        }
        return frozenset(others if self.aside else others | {self.worker})

    @property
    def held(self) -> frozenset[int]:
        """The shards that this worker held at the last look."""
        return frozenset(row.shard for row in self._shards if row.holder == self.worker)

    def to_ask(self) -> list[int]:
        """Return the shards whose sessions must ask Discord for a sign of life.

        If another worker reports silence, all sessions ask, to test whether Discord answers them.
        """
        sought = any(row.silent and row.holder != self.worker for row in self._shards)
        return [n for n, silence in self._silences.items() if sought or silence >= ASK_AFTER]

    def choose(self, served: Collection[int]) -> ShardRow | None:
        """Return the shard that this worker should take over next, or None.

        Args:
            served: The shards whose events this worker receives.
        """
        if min(self._silences.values(), default=0) >= SILENT_AFTER:  # Discord may be out of reach
            return None
        wanted = None if self._silent else self._find_silent()
        return choose(self._shards, self.live, self.worker, served, wanted)

    def _find_silent(self) -> set[int]:
        """Return the silent shards that this worker may take; none unless Discord answers it."""
        answered = max(self._silences.values(), default=ANSWERED_WITHIN) < ANSWERED_WITHIN
        if not answered or self._monotonic() - self._doubted_at < SILENT_AFTER:
            return set()
        return {
            row.shard
            for row in self._shards
            if row.silent and abs(self._now - row.moved_at) >= MOVES_EVERY
        }

    async def take(self, row: ShardRow) -> bool:
        """Announce that this worker will hold a shard; return False if another was faster."""
        try:
            async with _available(), self._database.write() as store:
                store.run(UPDATE_TAKER, shard=row.shard, before=row.taker, taker=self.worker)
        except Conflict:
            return False
        return True

    async def hold(self, row: ShardRow) -> bool:
        """Hold a shard that was announced; return False if another worker took it meanwhile."""
        try:
            async with _available(), self._database.write() as store:
                moved_at = await store.value(NOW) if row.silent else row.moved_at
                store.run(UPDATE_HOLDER, shard=row.shard, holder=self.worker, moved_at=moved_at)
        except Conflict:
            return False
        return True

    async def give_up(self, shard: int) -> None:
        """Withdraw the announcement that this worker will hold a shard."""
        with contextlib.suppress(Conflict):  # another worker has taken the shard meanwhile
            async with _available(), self._database.write() as store:
                store.run(UPDATE_TAKER, shard=shard, before=self.worker, taker="")

    async def leave(self) -> None:
        """Release all shards, and delete this worker's row."""
        async with _available(), self._database.write() as store:
            store.run(RELEASE_SHARDS, worker=self.worker)
            for row in await store.all(ALL_WORKERS):
                if row.id == self.worker:
                    store.run(DELETE_WORKER, id=row.id, beat=row.beat)


@asynccontextmanager
async def _available() -> AsyncGenerator[None]:
    """Turn errors of the database into LeasesUnavailable, except Conflict."""
    try:
        yield
    except Conflict:
        raise
    except DatabaseError as error:
        raise LeasesUnavailable(str(error)) from error
