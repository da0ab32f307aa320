"""One database file: opening it, and transactions on it.

There is a connection that writes, one that reads what a click waits for, and one for queries that
may take longer. A lock guards each of them, so that transactions of concurrent tasks never mix.
Between processes SQLite's own lock does the same (`BEGIN IMMEDIATE`). The file uses write-ahead
logging with synchronous=FULL: what is committed survives a kill and a power cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import time
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self, TypeVar

from db.condition import Condition
from db.errors import UNSAVED, DatabaseCorrupt, DatabaseFull, damaged, translate_error
from db.prepare import CHECK, CHECKED_BYTES, prepare
from db.session import Connection, Require, Session, connect, open_existing
from db.settings import path_of
from db.store import Store

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence

T = TypeVar("T")

BUSY_TIMEOUT: Final = 5.0
"""Seconds to wait while another process writes, like a backup or a second bot."""

_CHECKPOINT_PAGES: Final = 1000  # a commit empties a longer log; this is SQLite's own default
_TRIES, _PAUSE = 5, 0.2  # how often `checkpoint` tries to empty the log, and seconds in between
_READING: Final = ("PRAGMA query_only = ON",)
_BEGIN: Final = ("BEGIN",)


class Database:
    """An open database file. Open it with `await Database.open(url)`."""

    def __init__(
        self,
        path: str,
        busy_timeout: float,
        writer: Connection,
        reader: Connection,
        slow_reader: Connection,
    ) -> None:
        self.path = path
        self._condition = Condition(path)
        self._busy_timeout = busy_timeout
        self._writer = writer
        self._reader = reader
        self._slow_reader = slow_reader
        self._writing = asyncio.Lock()
        self._reading = asyncio.Lock()
        self._reading_slow = asyncio.Lock()
        self._reading_parallel = asyncio.Lock()

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        busy_timeout: float = BUSY_TIMEOUT,
        existing: bool = False,
        now: float | None = None,
    ) -> Self:
        """Check the file, update its schema, and connect.

        Args:
            url: `sqlite:///relative/path` or `sqlite:////absolute/path`. A missing file is created.
            busy_timeout: seconds to wait for other processes.
            existing: whether to refuse a file that would have to be made or migrated first.
            now: the time in Unix seconds, to refuse a file that was used more than a day after it.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
        """
        path = path_of(url)
        # At level DEBUG aiosqlite logs every parameter, also secrets and hidden cards.
        logging.getLogger("aiosqlite").setLevel(logging.INFO)
        try:
            await asyncio.to_thread(prepare, path, busy_timeout, existing=existing, now=now)
            async with AsyncExitStack() as opened:
                connections: list[Connection] = []
                for pragmas in ((), _READING, _READING):
                    connections.append(await connect(path, busy_timeout, *pragmas))
                    opened.push_async_callback(connections[-1].close)
                await connections[0].execute_fetchall("PRAGMA schema_version")  # opens the log
                opened.pop_all()
        except sqlite3.Error as error:
            raise translate_error(error, path) from error
        return cls(path, busy_timeout, *connections)

    def can_save(self) -> bool:
        """Whether the file is in its place, took the last change, and has no known damage.

        The first time that it is not in its place is logged.
        """
        return self._condition.is_good()

    def was_checked(self) -> bool:
        """Whether all of the file was read when it was opened; a large one was not."""
        return Path(self.path).stat().st_size <= CHECKED_BYTES

    async def find_damage(self) -> DatabaseCorrupt | None:
        """Read all of the file while others use it, and return what is wrong with it, or None.

        It takes as long as the disk takes. What is wrong counts for `can_save` from then on.

        Raises:
            DatabaseError: the file could not be read just now, which tells nothing about it.
        """
        try:
            connection = await connect(self.path, self._busy_timeout, *_READING)
            try:
                ((answer,),) = await connection.execute_fetchall(CHECK)
            finally:
                await connection.interrupt()  # where this was cancelled, its thread reads on
                await connection.close()
        except sqlite3.Error as error:
            found = translate_error(error, self.path)
            if not isinstance(found, DatabaseCorrupt):
                raise found from error
        else:
            found = None if answer == "ok" else damaged(self.path)
        self._condition.damage = found
        return found

    async def close(self) -> None:
        """Wait for running transactions and close the file."""
        async with self._writing, self._reading, self._reading_slow:
            await self._slow_reader.close()
            await self._reader.close()
            await self._writer.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Store]:
        """Begin a transaction that may write: its end commits, and an exception rolls back.

        No other task writes during the block. The transaction begins with the first query, or at
        the end if there were only writes. From then on no other process writes, too.

        Raises:
            DatabaseError: one of the named errors of `db.errors`; then nothing has been written.
        """
        arrived = time.monotonic()
        async with self._writing, self._changing(arrived) as store:
            yield store

    @asynccontextmanager
    async def rewrite(self) -> AsyncGenerator[Store]:
        """Begin a transaction as `write` does, for changes in many places of the file.

        Usually a commit copies a long log into the file, which takes longer than all the rest. This
        one leaves that to `checkpoint`. The caller calls it later, when nobody waits.

        Raises:
            DatabaseError: one of the named errors of `db.errors`; then nothing has been written.
        """
        arrived = time.monotonic()
        async with self._writing:
            try:
                await self._writer.execute_fetchall("PRAGMA wal_autocheckpoint = 0")
                async with self._changing(arrived) as store:
                    yield store
            finally:
                await self._writer.execute_fetchall(
                    f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}"
                )

    async def compact(self) -> None:
        """Write the file anew, without what SQLite has left in the gaps between rows.

        Nobody else writes meanwhile: about a second for 50 MB. `checkpoint` has to follow.

        Raises:
            DatabaseError: one of the named errors of `db.errors`; then the file is as it was.
        """
        async with self._writing:
            self._condition.require()
            try:
                await self._writer.execute_fetchall("VACUUM")
            except sqlite3.Error as error:
                raise translate_error(error, self.path) from error

    async def checkpoint(self) -> bool:
        """Copy the write-ahead log into the file and empty it, so that deleted data is in neither.

        Returns:
            Whether it was possible. It is not while somebody reads an earlier state, like a backup.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
        """
        for _ in range(_TRIES):
            self._condition.require()
            try:
                if await asyncio.to_thread(_checkpoint, self.path, self._busy_timeout):
                    return True
            except sqlite3.Error as error:
                raise translate_error(error, self.path) from error
            await asyncio.sleep(_PAUSE)
        return False

    @asynccontextmanager
    async def read_one(self) -> AsyncGenerator[Store]:
        """Allow single queries; each of them may see another state.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
        """
        try:
            async with self._reading:
                yield Store(Session(self._reader))
        except sqlite3.Error as error:
            raise translate_error(error, self.path) from error

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Store]:
        """Begin a transaction that reads; all its queries see the same state.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
        """
        async with self._reading, self._transaction(self._reader, _BEGIN) as store:
            yield store

    @asynccontextmanager
    async def read_slow(self) -> AsyncGenerator[Store]:
        """Begin a transaction as `read` does, for long queries: clicks do not wait for it.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
        """
        async with self._reading_slow, self._transaction(self._slow_reader, _BEGIN) as store:
            yield store

    async def read_parallel(self, questions: Iterable[Callable[[Store], Awaitable[T]]]) -> list[T]:
        """Return the answers to several questions, which run at once on connections of their own.

        It is for data in many places of a large file, where the disk takes the time: the waits for
        the disk overlap. Each question sees one state, but two questions may see different ones.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
        """

        async def answer(question: Callable[[Store], Awaitable[T]]) -> T:
            try:
                connection = await connect(self.path, self._busy_timeout, *_READING)
            except sqlite3.Error as error:
                raise translate_error(error, self.path) from error
            try:
                async with self._transaction(connection, _BEGIN) as store:
                    return await question(store)
            finally:
                await connection.close()

        async with self._reading_parallel:  # so that only one such call has connections at a time
            return await asyncio.gather(*map(answer, questions))

    @asynccontextmanager
    async def _changing(self, arrived: float) -> AsyncGenerator[Store]:
        """Yield a store of the writer, and note whether what was changed could be saved.

        The time since the caller has arrived, in monotonic seconds, counts as waited: where another
        program holds the file, nobody waits for those before them, too.
        """
        left = max(0.0, self._busy_timeout - (time.monotonic() - arrived))
        begin = (f"PRAGMA busy_timeout = {round(left, 1) * 1000:.0f}", "BEGIN IMMEDIATE")
        try:
            async with self._transaction(self._writer, begin, self._condition.require) as store:
                yield store
        except UNSAVED as error:
            self._condition.note_failure(error)
            if isinstance(error, DatabaseFull):
                await self._make_room()
            raise
        self._condition.note_saved()

    async def _make_room(self) -> None:
        """Empty the write-ahead log, which SQLite does only after a commit: none succeeds now."""
        with contextlib.suppress(sqlite3.Error):
            await asyncio.to_thread(_checkpoint, self.path, self._busy_timeout)

    @asynccontextmanager
    async def _transaction(
        self, connection: Connection, begin: Sequence[str], require: Require | None = None
    ) -> AsyncGenerator[Store]:
        """Yield a store, then commit or roll back.

        A connection runs its calls one after the other in its thread, even if the task that waits
        for a call is cancelled. So the rollback after a cancelled call runs after that call, and
        before anything that the next holder of the lock does.
        """
        session = Session(connection, begin, require)
        try:
            try:
                yield Store(session)
                await session.commit()
            except BaseException:
                await session.rollback()
                raise
        except sqlite3.Error as error:
            raise translate_error(error, self.path) from error


def _checkpoint(path: str, busy_timeout: float) -> bool:
    """Empty the log on a connection of its own, and return whether that was possible.

    The first pragma copies nearly all of the log while others may write. The second one needs that
    nobody reads an earlier state. It does not wait for that, because writers would wait, too.
    """
    connection = open_existing(path, busy_timeout)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        connection.execute("PRAGMA busy_timeout = 0")
        (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.close()
    return not busy
