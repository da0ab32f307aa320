"""Which worker holds which shard, and when its session may begin, as rows of the database.

A worker counts as alive while its row is seen to change. Each looks with its own clock, and clocks
of several machines are never compared. What a worker finds at its start it has not seen to change.
So it takes over at once, from one that was killed and from one that lives. That does no harm: both
hear of the same clicks until the old one sees that its lease is gone.

A worker that lives may be cut off from Discord. It says so of its shards, and those go to workers
that Discord answers. Where it answers nobody, everybody keeps theirs.
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

# When sessions may begin: slots, as rows of the database, 5.5 seconds apart in each bucket.
#
# Discord allows one IDENTIFY of a bucket in five seconds, whoever sends it. So a slot is taken by
# who has the lock of all writers, by the one clock that all workers share. Who is late for its slot
# takes another one.

IDENTIFY_EVERY: Final = 5.5
"""Seconds between two slots of a bucket: Discord's five, and what the way may differ."""

LATE: Final = 0.05
"""Seconds after the begin of a slot until which its IDENTIFY may be sent."""

LEAD: Final = 0.1
"""Seconds until a slot that is free at once: it has to be committed by then. Misses double them."""

DAY: Final = 86_400.0
"""Seconds in which Discord allows so many IDENTIFYs."""


@dataclass(frozen=True, slots=True)
class Slot:
    """When an IDENTIFY may be sent, in monotonic seconds.

    Attributes:
        number: of its row; 0: there is no slot yet, and `begins` is when to ask again.
        begins: it has begun by then, however long the question for the time was on its way.
        ends: until when it can be used; its row is as much later as that way was long.
    """

    number: int
    begins: float
    ends: float = 0.0


@dataclass(frozen=True, slots=True)
class SessionStarts:
    """How many sessions began in a day, when the first of them, and the number of the last."""

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

# The machine's clock: all who use the file are on one machine.
# PostgreSQL: The server's clock, not as it was when the transaction began, before it had its lock.
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
        database: open; the caller closes it.
        monotonic: returns seconds.
    """

    def __init__(self, database: Database, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._monotonic = monotonic

    async def wait(self, bucket: int, most: int) -> None:
        """Wait until an IDENTIFY may be sent in a bucket, and count it.

        Args:
            bucket: of the shard.
            most: how many Discord allows in a day.
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
            log.warning("it is not known whether a session may begin: %s", error)
            return Slot(0, self._monotonic() + IDENTIFY_EVERY)

    async def take(self, bucket: int, most: int, missed: int = 0, lead: float = LEAD) -> Slot:
        """Take the next slot of a bucket, or return when to ask again.

        Args:
            bucket: of the shard.
            most: how many Discord allows in a day.
            missed: the number of a slot that was not used, which is moved; 0: none.
            lead: seconds until a slot that is free at once.

        Raises:
            DatabaseError: it is not known whether the slot is taken.
        """
        async with self._database.write() as store:
            # It has the lock from here on.
            last = await store.one(LAST_SESSION_START, bucket=bucket, besides=missed)
            asked = self._monotonic()
            now = await store.value(NOW)
            told = self._monotonic()
            store.run(DELETE_SESSION_STARTS, before=now - DAY)
            store.run(BRING_BACK_SESSION_STARTS, latest=now + IDENTIFY_EVERY)
            starts = await store.value(SESSION_STARTS)
            if starts.count >= most and not missed:
                wait = starts.first_at + DAY - now
                log.error("%d sessions were begun today: the next in %.0f seconds", most, wait)
                return Slot(0, told + wait)
            at = find_slot(now, last, lead)
            if at is None:
                return Slot(0, told + min((last or now) - now, IDENTIFY_EVERY))
            number, begins = missed or starts.last + 1, told + at - now
            store.run(PUT_SESSION_START, number=number, bucket=bucket, at=at + told - asked)
        return Slot(number, begins, begins + LATE)


def find_slot(now: float, last: float | None, lead: float) -> float | None:
    """Return when the next slot of a bucket begins; None where the last one is still to come.

    Who finds one that is still to come takes none behind it. So no slot is further ahead than
    IDENTIFY_EVERY, and one that is was taken before the clock was set back.
    """
    if last is None:
        return now + lead
    return None if last > now else max(now + lead, last + IDENTIFY_EVERY)


# Which shard a worker takes over next: of what the database says, and nothing else.


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


def choose(
    shards: Sequence[ShardRow],
    live: frozenset[str],
    worker: str,
    served: Collection[int],
    silent: Collection[int] | None = (),
) -> ShardRow | None:
    """Return the shard that a worker is to take over next; None: none.

    First those of its own that it does not serve: the database was away while it took them. Then
    those that no live worker holds, up to an equal share; then one that is silent for its holder,
    beyond that share too; then one of a worker that has at least two more.

    Args:
        shards: all of them.
        live: the workers that beat and do not stand aside.
        worker: the one that asks.
        served: the shards whose events it hears.
        silent: those that may go to it since they are silent; None: not all of its own sessions are
            answered, so it takes nothing from others that live.
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
    """Return the live worker that is about to hold a shard, or else holds it."""
    return next((name for name in (row.taker, row.holder) if name in live), None)


log = logging.getLogger(__name__)

DEAD_AFTER: Final = 10.0
"""Seconds without a beat after which a worker counts as dead."""

UNSEEN_AFTER: Final = 6.0
"""Seconds between two looks after which what lies between them was not seen: two looks' time."""

ASK_AFTER: Final = 10.0
"""Seconds of silence after which Discord is asked whether a session is there."""

ANSWERED_WITHIN: Final = 10.0
"""Seconds within which Discord has answered all sessions of who may take over silent shards."""

DOUBTED_AFTER: Final = 15.0
"""Seconds of silence, though asked, after which a worker doubts that Discord answers anybody."""

SILENT_AFTER: Final = 20.0
"""Seconds of silence after which a shard may go to another worker.

So many after a doubt a worker leaves silent shards alone, for others to come back after an outage.
"""

MOVES_EVERY: Final = 600.0
"""Seconds in which a shard goes to another worker for silence once at most."""


class LeasesUnavailable(Exception):
    """The database cannot be used just now; the message is its sentence."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is known of another worker: its row, since when that is so, and whether it beats."""

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
    """A process, how often it has beaten, whether it takes no shards, and what it is without."""

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

# Not one that beats again.
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
    """The shards that this worker holds, and what it knows of other workers.

    Args:
        database: open; the caller closes it.
        monotonic: returns seconds, by which beats are missed.
        without: the names of what the host has switched off, the same for all workers.

    Attributes:
        worker: the name of this one.
        leaving: whether it is about to end, and others are to take over.
        cut_off: whether it has given up its last shards, since Discord did not answer it.
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
        """Be a worker that stands aside, so that others know of it, and it of them.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
        """
        async with self._database.write() as store:
            self._note(await store.all(ALL_WORKERS), self._monotonic(), watched=False)
            self._run_beat(store, aside=True)
        self._looked = True

    async def settle(self, total: int) -> int:
        """Take part from now on; returns how many shards there are: `total`, unless others said.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
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
            log.warning("%d shards instead of %d: other workers have begun so", len(shards), total)
        return len(shards)

    async def look(self, silences: Mapping[int, float] | None = None) -> bool:
        """See who is there, and beat if somebody is; returns whether a worker has gone.

        Args:
            silences: for how many seconds Discord has said nothing, for each session's shard.

        Raises:
            LeasesUnavailable: as all that follows does.
        """
        last, self._looked_at = self._looked_at, None  # a look that fails has seen nothing
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
            except LeasesUnavailable as error:  # what was read holds: shards that others have
                log.warning("the other workers may not see this one: %s", error)
                return gone
        self._looked_at = now
        return gone

    def _note(self, others: Iterable[WorkerRow], now: float, *, watched: bool) -> list[WorkerRow]:
        """Note who has beaten since the last look, and return those that are dead.

        What was not watched is no silence: after a pause, or where the database was away, counting
        begins anew.
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
        """Log that another worker has other things switched off: the host is to mend that."""
        if row.without != self._without:
            log.warning(
                "WITHOUT is %r here, and %r for the worker %s: set it alike, and start them anew",
                self._without,
                row.without,
                row.id,
            )

    def _run_beat(self, store: Transaction, *, aside: bool) -> None:
        store.run(BEAT, id=self.worker, aside=aside, without=self._without)

    async def _beat(self, dead: Iterable[WorkerRow]) -> None:
        """Beat, say of which own shards Discord is silent, and forget the dead."""
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
            log.warning("worker %s does not beat any more", row.id)

    @property
    def _silent(self) -> set[int]:
        return {shard for shard, silence in self._silences.items() if silence >= SILENT_AFTER}

    @property
    def aside(self) -> bool:
        """Whether this worker takes no shards, and others need not count on it."""
        return self.leaving or self.cut_off or not self._settled

    @property
    def workers(self) -> int:
        """How many workers there are, this one and those that may be dead included."""
        return 1 + len(self._others)

    @property
    def live(self) -> frozenset[str]:
        """The workers that beat and do not stand aside, this one included."""
        others = {
            name for name, each in self._others.items() if each.beating and not each.row.aside
        }
        return frozenset(others if self.aside else others | {self.worker})

    @property
    def held(self) -> frozenset[int]:
        """The shards of which this worker was the holder at the last look."""
        return frozenset(row.shard for row in self._shards if row.holder == self.worker)

    def to_ask(self) -> list[int]:
        """Return the sessions that are to be asked whether they are there, by their shards.

        All of them, where another worker has said that Discord is silent: to be sure of one's own.
        """
        sought = any(row.silent and row.holder != self.worker for row in self._shards)
        return [n for n, silence in self._silences.items() if sought or silence >= ASK_AFTER]

    def choose(self, served: Collection[int]) -> ShardRow | None:
        """Return the shard that this worker is to take over next; None: none.

        Args:
            served: the shards whose events it hears.
        """
        if min(self._silences.values(), default=0) >= SILENT_AFTER:  # Discord may be out of reach
            return None
        wanted = None if self._silent else self._find_silent()
        return choose(self._shards, self.live, self.worker, served, wanted)

    def _find_silent(self) -> set[int]:
        """Return the shards that may go to this worker: Discord answers it, and not the holder."""
        answered = max(self._silences.values(), default=ANSWERED_WITHIN) < ANSWERED_WITHIN
        if not answered or self._monotonic() - self._doubted_at < SILENT_AFTER:
            return set()
        return {
            row.shard
            for row in self._shards
            if row.silent and abs(self._now - row.moved_at) >= MOVES_EVERY
        }

    async def take(self, row: ShardRow) -> bool:
        """Be about to hold a shard; False where another worker is."""
        try:
            async with _available(), self._database.write() as store:
                store.run(UPDATE_TAKER, shard=row.shard, before=row.taker, taker=self.worker)
        except Conflict:
            return False
        return True

    async def hold(self, row: ShardRow) -> bool:
        """Hold a shard that was taken; False where another worker has taken it meanwhile."""
        try:
            async with _available(), self._database.write() as store:
                moved_at = await store.value(NOW) if row.silent else row.moved_at
                store.run(UPDATE_HOLDER, shard=row.shard, holder=self.worker, moved_at=moved_at)
        except Conflict:
            return False
        return True

    async def give_up(self, shard: int) -> None:
        """Be no longer about to hold a shard."""
        with contextlib.suppress(Conflict):  # another worker has taken it meanwhile
            async with _available(), self._database.write() as store:
                store.run(UPDATE_TAKER, shard=shard, before=self.worker, taker="")

    async def leave(self) -> None:
        """Be no worker any more, and hold nothing."""
        async with _available(), self._database.write() as store:
            store.run(RELEASE_SHARDS, worker=self.worker)
            for row in await store.all(ALL_WORKERS):
                if row.id == self.worker:
                    store.run(DELETE_WORKER, id=row.id, beat=row.beat)


@asynccontextmanager
async def _available() -> AsyncGenerator[None]:
    """Let the errors of the database pass as LeasesUnavailable, but for a Conflict."""
    try:
        yield
    except Conflict:
        raise
    except DatabaseError as error:
        raise LeasesUnavailable(str(error)) from error
