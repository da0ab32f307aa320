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
from typing import TYPE_CHECKING, Final, Self

from db.engines.condition import Condition
from db.engines.engine import Engine
from db.engines.sqlite.prepare import CHECK, CHECKED_BYTES, is_sound, prepare
from db.engines.sqlite.session import (
    Connection,
    Place,
    SqliteSession,
    Statement,
    connect,
    damaged,
    open_existing,
    translated,
)
from db.engines.url import path_of
from db.errors import UNSAVED, DatabaseCorrupt, DatabaseFull

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

_CHECKPOINT_PAGES: Final = 1000  # a commit empties a longer log; this is SQLite's own default
_TRIES, _PAUSE = 5, 0.2  # how often `checkpoint` tries to empty the log, and seconds in between
_READING: Final = ("PRAGMA query_only = ON",)
_BEGIN: Final = ("BEGIN",)


class SqliteEngine(Engine):
    """An open database file."""

    def __init__(
        self,
        path: str,
        busy_timeout: float,
        writer: Connection,
        reader: Connection,
        slow_reader: Connection,
    ) -> None:
        super().__init__(path)
        self._place = Place(path)
        self._condition = Condition(path, self._place.require)
        self._busy_timeout = busy_timeout
        self._writer = writer
        self._reader = reader
        self._slow_reader = slow_reader
        self._writing = asyncio.Lock()
        self._reading = asyncio.Lock()
        self._reading_slow = asyncio.Lock()

    @classmethod
    async def open(
        cls, url: str, busy_timeout: float, *, existing: bool, now: float | None
    ) -> Self:
        """Check the file, update its schema, and connect; see `Database.open`."""
        path = path_of(url)
        # At level DEBUG aiosqlite logs every parameter, also secrets and hidden cards.
        logging.getLogger("aiosqlite").setLevel(logging.INFO)
        with translated(path):
            await asyncio.to_thread(prepare, path, busy_timeout, existing=existing, now=now)
            async with AsyncExitStack() as opened:
                connections: list[Connection] = []
                for pragmas in ((), _READING, _READING):
                    connections.append(await connect(path, busy_timeout, *pragmas))
                    opened.push_async_callback(connections[-1].close)
                await connections[0].run((), ("PRAGMA schema_version", {}))  # opens the log
                opened.pop_all()
        return cls(path, busy_timeout, *connections)

    def can_save(self) -> bool:
        return self._condition.is_good()

    def was_checked(self) -> bool:
        return Path(self.name).stat().st_size <= CHECKED_BYTES

    async def find_damage(self) -> DatabaseCorrupt | None:
        found = None
        try:
            with translated(self.name):
                if not await self._is_sound():
                    found = damaged(self.name)
        except DatabaseCorrupt as error:
            found = error
        self._condition.damage = found
        return found

    async def _is_sound(self) -> bool:
        """Read all of the file, on a connection of its own."""
        connection = await connect(self.name, self._busy_timeout, *_READING)
        try:
            return is_sound((await connection.run((), (CHECK, {})))[0])
        finally:
            await connection.interrupt()  # where this was cancelled, its thread reads on
            await connection.close()

    async def close(self) -> None:
        async with self._writing, self._reading, self._reading_slow, AsyncExitStack() as closing:
            for connection in (self._writer, self._reader, self._slow_reader):
                closing.push_async_callback(connection.close)

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[SqliteSession]:
        arrived = time.monotonic()
        async with self._writing, self._changing(arrived) as session:
            yield session

    @asynccontextmanager
    async def rewrite(self) -> AsyncGenerator[SqliteSession]:
        arrived = time.monotonic()
        async with self._writing:
            try:
                await self._writer.run((), ("PRAGMA wal_autocheckpoint = 0", {}))
                async with self._changing(arrived) as session:
                    yield session
            finally:
                await self._writer.run((), (f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}", {}))

    async def size(self) -> int:
        return (await asyncio.to_thread(Path(self.name).stat)).st_size

    async def compact(self) -> None:
        async with self._writing:
            self._place.require()
            with translated(self.name):
                # It makes a copy, for which memory may be too small.
                large = await self.size() > CHECKED_BYTES
                before = (Statement("PRAGMA temp_store = FILE"),) if large else ()
                await self._writer.run(before, ("VACUUM", {}))

    async def checkpoint(self) -> bool:
        for _ in range(_TRIES):
            self._place.require()
            with translated(self.name):
                if await asyncio.to_thread(_checkpoint, self.name, self._busy_timeout):
                    return True
            await asyncio.sleep(_PAUSE)
        return False

    @asynccontextmanager
    async def read_one(self) -> AsyncGenerator[SqliteSession]:
        with translated(self.name):
            async with self._reading:
                yield SqliteSession(self._reader)

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[SqliteSession]:
        async with self._reading, self._reading_on(self._reader) as session:
            yield session

    @asynccontextmanager
    async def read_slow(self) -> AsyncGenerator[SqliteSession]:
        async with self._reading_slow, self._reading_on(self._slow_reader) as session:
            yield session

    @asynccontextmanager
    async def read_beside(self) -> AsyncGenerator[SqliteSession]:
        with translated(self.name):
            connection = await connect(self.name, self._busy_timeout, *_READING)
        try:
            async with self._reading_on(connection) as session:
                yield session
        finally:
            await connection.close()

    @asynccontextmanager
    async def _changing(self, arrived: float) -> AsyncGenerator[SqliteSession]:
        """Yield a session of the writer, and note whether what was changed could be saved.

        The time since the caller has arrived, in monotonic seconds, counts as waited: where another
        program holds the file, nobody waits for those before them, too.
        """
        left = max(0.0, self._busy_timeout - (time.monotonic() - arrived))
        begin = (f"PRAGMA busy_timeout = {round(left, 1) * 1000:.0f}", "BEGIN IMMEDIATE")
        session = SqliteSession(self._writer, begin, self._place.require)
        try:
            with translated(self.name):
                async with session:
                    yield session
        except UNSAVED as error:
            self._condition.note_failure(error)
            if isinstance(error, DatabaseFull):
                await self._make_room()
            raise
        self._condition.note_saved()

    async def _make_room(self) -> None:
        """Empty the write-ahead log, which SQLite does only after a commit: none succeeds now."""
        with contextlib.suppress(sqlite3.Error):
            await asyncio.to_thread(_checkpoint, self.name, self._busy_timeout)

    @asynccontextmanager
    async def _reading_on(self, connection: Connection) -> AsyncGenerator[SqliteSession]:
        """Yield a transaction that reads one state."""
        with translated(self.name):
            async with SqliteSession(connection, _BEGIN) as session:
                yield session


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
