"""Which worker holds which shard, as rows of the database.

A worker counts as alive while its row is seen to change. Each looks with its own clock, and clocks
of several machines are never compared. What a worker finds at its start it has not seen to change.
So it takes over at once, from one that was killed and from one that lives. That does no harm: both
hear of the same clicks until the old one sees that its lease is gone.

A worker that lives may be cut off from Discord. It says so of its shards, and those go to workers
that Discord answers. Where it answers nobody, everybody keeps theirs.
"""

from __future__ import annotations

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
from workers.slots import NOW

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Mapping, Sequence

    from db.connection import Database


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
    INSERT INTO workers (id, beat, aside) VALUES (:id, 0, :aside)
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
    """A process, how often it has beaten, and whether it takes no shards just now."""

    id: str
    beat: int
    aside: bool


ALL_WORKERS: Final = Query(WorkerRow, "SELECT id, beat, aside FROM workers")

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

    Attributes:
        worker: the name of this one.
        leaving: whether it is about to end, and others are to take over.
        cut_off: whether it has given up its last shards, since Discord did not answer it.
    """

    def __init__(self, database: Database, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.worker = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self.leaving = False
        self.cut_off = False
        self._settled = False
        self._database = database
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
            store.run(BEAT, id=self.worker, aside=True)
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
            store.run(BEAT, id=self.worker, aside=False)
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
            known = self._others.get(row.id, _Seen(row, now, self._looked))
            if known.row.beat != row.beat:
                known = _Seen(row, now, beating=True)
            elif not watched:
                known = replace(known, since=now)
            if now - known.since >= DEAD_AFTER:
                dead.append(row)
            else:
                seen[row.id] = known
        self._others = seen
        return dead

    async def _beat(self, dead: Iterable[WorkerRow]) -> None:
        """Beat, say of which own shards Discord is silent, and forget the dead."""
        silent = self._silent
        async with _available(), self._database.write() as store:
            store.run(BEAT, id=self.worker, aside=self.aside)
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
