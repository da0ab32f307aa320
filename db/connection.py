"""One database file: opening it, and transactions on it.

There is one connection that writes, one that reads what a click waits for, and one for those who
look something up, which may take longer. Each is guarded by a lock, so that transactions of
concurrent tasks never interleave; between processes SQLite's own lock does the same (`BEGIN
IMMEDIATE`). Write-ahead logging with synchronous=FULL: what has been committed survives a kill and
a power cut.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self, TypeVar

from db.errors import BadDatabaseUrl, DatabaseGone, named
from db.place import Place
from db.prepare import prepare
from db.session import Connection, Require, Session
from db.store import Store

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable

T = TypeVar("T")

BUSY_TIMEOUT: Final = 5.0
"""Seconds to wait for another process that writes, as a backup or a second bot may."""

_EACH: Final = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = ON",  # what is deleted is overwritten
)
_LONG: Final = 1000  # pages of the log after which a commit empties it, as by SQLite's own default
_TRIES, _PAUSE = 5, 0.2  # how often the log is tried to be emptied, and seconds in between
_PREFIX: Final = "sqlite:///"
_READING: Final = ("PRAGMA query_only = ON",)


def path_of(url: str) -> str:
    """The file that `sqlite:///relative` or `sqlite:////absolute` names; raises BadDatabaseUrl."""
    path = url.removeprefix(_PREFIX)
    if path == url or not path or path == ":memory:" or "?" in path or "\0" in path:
        # The setting is not quoted: that of another kind of database may hold a password.
        raise BadDatabaseUrl(
            "DATABASE_URL has to be sqlite:///file or sqlite:////absolute/path/to/file."
        )
    return path


class Database:
    """An open database file; make it with `await Database.open(url)`."""

    def __init__(
        self,
        path: str,
        busy_timeout: float,
        writer: Connection,
        reader: Connection,
        browser: Connection,
    ) -> None:
        self.path = path
        self._place = Place(path)
        self._busy_timeout = busy_timeout
        self._writer = writer
        self._reader = reader
        self._browser = browser
        self._writing = asyncio.Lock()
        self._reading = asyncio.Lock()
        self._browsing = asyncio.Lock()
        self._scattering = asyncio.Lock()

    @classmethod
    async def open(
        cls, url: str, *, busy_timeout: float = BUSY_TIMEOUT, existing: bool = False
    ) -> Self:
        """Check the file, bring its schema up to date, and connect.

        Args:
            url: `sqlite:///relative/path` or `sqlite:////absolute/path`; the file need not exist.
            busy_timeout: seconds to wait for other processes.
            existing: whether to refuse a file that would have to be made or migrated first.

        Raises:
            DatabaseError: one of the named errors of `db.errors`, with a sentence.
        """
        path = path_of(url)
        # At level DEBUG aiosqlite logs every parameter: secrets and hidden cards among them.
        logging.getLogger("aiosqlite").setLevel(logging.INFO)
        try:
            await asyncio.to_thread(prepare, path, busy_timeout, existing=existing)
            async with AsyncExitStack() as opened:
                connections: list[Connection] = []
                for pragmas in ((), _READING, _READING):
                    connections.append(await _connect(path, busy_timeout, *pragmas))
                    opened.push_async_callback(connections[-1].close)
                await connections[0].execute_fetchall("PRAGMA schema_version")  # opens the log
                opened.pop_all()
        except sqlite3.Error as error:
            raise named(error, path) from error
        return cls(path, busy_timeout, *connections)

    def in_place(self) -> bool:
        """Whether the file is still the one at its path; the first time it is not is logged."""
        try:
            self._place.require()
        except DatabaseGone:
            return False
        return True

    async def close(self) -> None:
        """Wait for running transactions and close the file."""
        async with self._writing, self._reading, self._browsing:
            await self._browser.close()
            await self._reader.close()
            await self._writer.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Store]:
        """A transaction that may write: committed at the end of the block, undone by any exception.

        It begins with the first query, or at the end with all that was to be written. From then on
        no other process writes, and from the beginning of the block no other task of this one.

        Raises:
            DatabaseError: named as in `db.errors`; nothing has been written then.
        """
        async with self._writing, self._changing() as store:
            yield store

    @asynccontextmanager
    async def rewrite(self) -> AsyncGenerator[Store]:
        """As `write`, for changes all over the file, which `scour` is to follow.

        A commit that finds the log long carries it into the file, which takes longer than all the
        rest; this one leaves that to `scour`, for which nobody waits.

        Raises:
            DatabaseError: named as in `db.errors`; nothing has been written then.
        """
        async with self._writing:
            try:
                await self._writer.execute_fetchall("PRAGMA wal_autocheckpoint = 0")
                async with self._changing() as store:
                    yield store
            finally:
                await self._writer.execute_fetchall(f"PRAGMA wal_autocheckpoint = {_LONG}")

    async def scour(self) -> bool:
        """Empty the write-ahead log into the file: neither holds then what is no more.

        False where somebody reads what was before, as a backup may; to be tried again.

        Raises:
            DatabaseError: named as in `db.errors`.
        """
        for _ in range(_TRIES):
            try:
                if await asyncio.to_thread(_scour, self.path, self._busy_timeout):
                    return True
            except sqlite3.Error as error:
                raise named(error, self.path) from error
            await asyncio.sleep(_PAUSE)
        return False

    @asynccontextmanager
    async def glance(self) -> AsyncGenerator[Store]:
        """For a single query; two of them may see different moments.

        Raises:
            DatabaseError: named as in `db.errors`.
        """
        try:
            async with self._reading:
                yield Store(Session(self._reader))
        except sqlite3.Error as error:
            raise named(error, self.path) from error

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Store]:
        """One consistent view of everything that was committed before the block.

        Raises:
            DatabaseError: named as in `db.errors`.
        """
        async with self._reading, self._transaction(self._reader, "BEGIN") as store:
            yield store

    @asynccontextmanager
    async def browse(self) -> AsyncGenerator[Store]:
        """As `read`, for what may take long: nobody who plays waits for it.

        Raises:
            DatabaseError: named as in `db.errors`.
        """
        async with self._browsing, self._transaction(self._browser, "BEGIN") as store:
            yield store

    async def scatter(self, questions: Iterable[Callable[[Store], Awaitable[T]]]) -> list[T]:
        """The answers to several questions, asked at once on a connection for each.

        For what lies all over a large file: it is the disk that takes time then, and so the waits
        for it overlap. Each question sees one moment, but not all need see the same.

        Raises:
            DatabaseError: named as in `db.errors`.
        """

        async def answer(question: Callable[[Store], Awaitable[T]]) -> T:
            try:
                connection = await _connect(self.path, self._busy_timeout, *_READING)
            except sqlite3.Error as error:
                raise named(error, self.path) from error
            try:
                async with self._transaction(connection, "BEGIN") as store:
                    return await question(store)
            finally:
                await connection.close()

        async with self._scattering:  # so that there are never more connections than for one
            return await asyncio.gather(*map(answer, questions))

    def _changing(self) -> AbstractAsyncContextManager[Store]:
        return self._transaction(self._writer, "BEGIN IMMEDIATE", self._place.require)

    @asynccontextmanager
    async def _transaction(
        self, connection: Connection, begin: str, require: Require | None = None
    ) -> AsyncGenerator[Store]:
        """Hand out a session, and commit or roll back.

        A connection's calls run one after the other in its thread, also those whose waiting task
        has been cancelled. So a rollback asked for after a cancelled call comes after that call,
        and before whatever the next holder of the lock asks for.
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
            raise named(error, self.path) from error


async def _connect(path: str, busy_timeout: float, *pragmas: str) -> Connection:
    def connector() -> sqlite3.Connection:
        return _open(path, busy_timeout)

    connection = Connection(connector, iter_chunk_size=1)
    await connection
    try:
        for pragma in (*_EACH, *pragmas):
            await connection.execute_fetchall(pragma)
    except BaseException:
        await connection.close()
        raise
    return connection


def _open(path: str, busy_timeout: float) -> sqlite3.Connection:
    """Connect to a file that is there; one that was removed is not made anew."""
    uri = f"{Path(path).absolute().as_uri()}?mode=rw"
    return sqlite3.connect(uri, timeout=busy_timeout, isolation_level=None, uri=True)


def _scour(path: str, busy_timeout: float) -> bool:
    """Empty the log on a connection of its own; nearly all of it while others may write.

    What is left needs that nobody reads what was before: it is not waited for, as those who write
    would have to wait, too.
    """
    connection = _open(path, busy_timeout)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        connection.execute("PRAGMA busy_timeout = 0")
        (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.close()
    return not busy
