"""Opens a database file, and runs transactions on it.

One connection writes, one reads for clicks, and one runs slow queries. A lock guards each
connection, so that transactions of concurrent tasks never mix. SQLite's own lock (`BEGIN
IMMEDIATE`) excludes other processes. The file uses write-ahead logging with synchronous=FULL, so
that commits survive a kill and a power cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import stat
import time
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from db.backends import backend
from db.backends.backend import (
    RECORDS,
    Backend,
    Bulk,
    Condition,
    RowsRefused,
    apply_missing,
    find_known,
    find_missing,
    path_of,
    require_current,
    require_own,
)
from db.backends.sqlite_transaction import (
    Connection,
    OpenFiles,
    SqliteTransaction,
    Statement,
    connect,
    damaged,
    lock_beside,
    open_existing,
    read_text,
    translated,
    unused,
)
from db.errors import UNSAVED, DatabaseCorrupt, DatabaseFull, DatabaseUnwritable

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator, Iterable, Iterator, Mapping, Sequence


# Preparation of a database file: first a check, then changes.
#
# The check only reads, because a refused file may belong to another program or to a newer version.
# Only the owner may read a database's files, because they hold the secrets of running games.

log = logging.getLogger(__name__)

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO

FILES: Final = ("", "-wal", "-shm")
"""Suffixes of a database's files. SQLite gives the last two files the mode of the first."""


def create(path: Path) -> None:
    """Create an empty file that only its owner may read, whatever the umask.

    Raises:
        OSError: The file exists, or cannot be created.
    """
    file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        os.fchmod(file, 0o600)
    finally:
        os.close(file)


def narrow(path: Path) -> None:
    """Make the files of a database readable for their owner only; log changes."""
    wide = [file for end in FILES if _is_wide(file := Path(f"{path}{end}"))]
    try:
        for file in wide:
            file.chmod(stat.S_IMODE(file.stat().st_mode) & ~OTHERS)
    except OSError as error:
        log.warning("mode of %s cannot be changed; others may read it: %s", path, error.strerror)
    else:
        if wide:
            log.warning("%s could be read by others; now only its owner can read it", path)


def _is_wide(file: Path) -> bool:
    return file.exists() and bool(file.stat().st_mode & OTHERS)


CHECKED_BYTES: Final = 64 * 2**20
"""Largest file that is fully checked at the start, in bytes; see `Database.find_damage`."""

CHECK: Final = "PRAGMA quick_check"
"""Statement that checks every page of the file; `is_sound` interprets the answer."""

_SCHEMA: Final = """
SELECT type, name, coalesce(sql, '') FROM sqlite_schema
WHERE type <> 'table' OR name NOT LIKE 'sqlite_stat_'
"""
"""Query for the schema of a file, without the tables that ANALYZE makes."""

_OF_A_ROW: Final = (
    "NULL value in",
    "CHECK constraint failed in",
    "NUMERIC value in",
    "TEXT value in",
)
"""Beginnings of SQLite's messages about a row with values that its table does not allow."""


def prepare(path: str, busy_timeout: float, *, existing: bool, now: float | None = None) -> None:
    """Create the file if it is missing, refuse an unusable file, and apply missing migrations.

    With `existing`, the file must exist and lack no migration. With `now`, in Unix seconds, the
    file must not have been used more than a day after that moment.

    Raises:
        DatabaseError: One of the named errors of `db.errors`; the file has not changed.
        sqlite3.Error: SQLite reported another problem.
    """
    file = Path(path)
    if not file.parent.is_dir():
        raise DatabaseUnwritable(f"The directory of the database {path} does not exist.")
    if file.is_dir():
        raise DatabaseUnwritable(f"The database {path} is a directory, not a file.")
    made = file.exists() and file.stat().st_size > 0
    if file.exists():
        _require_writable(file)
    missing = inspect(file, busy_timeout, now) if made else set[str]()
    if existing:
        require_current(path, missing, made=made)
    _keep_private(file)
    # After an error, closing the connection rolls back.
    with closing(open_existing(path, busy_timeout)) as connection:
        connection.execute("PRAGMA journal_mode = WAL").fetchall()  # only fetching raises errors
        connection.execute("BEGIN EXCLUSIVE")  # one process migrates, others wait
        apply_missing(connection.execute, _require_known(connection, path), "sqlite")
        connection.execute("COMMIT")


def _require_writable(file: Path) -> None:
    """Raise DatabaseUnwritable for a read-only file. SQLite would notice it only at a write."""
    as_who_writes = os.access in os.supports_effective_ids
    if not os.access(file, os.W_OK, effective_ids=as_who_writes):
        raise DatabaseUnwritable(f"The database {file} cannot be opened or written: read only.")


def _keep_private(file: Path) -> None:
    """Create the file if needed, and make it readable for its owner only."""
    try:
        create(file)
    except FileExistsError:
        narrow(file)
    except OSError as error:
        raise DatabaseUnwritable(
            f"The database {file} cannot be opened or written: {error.strerror}."
        ) from error


def inspect(file: Path, busy_timeout: float, now: float | None = None) -> set[str]:
    """Return the migrations that the file lacks; raise if this program cannot use it.

    Raises:
        DatabaseError: The file is damaged, or `find_missing` or `require_own` refuses it.
        sqlite3.Error: SQLite reported another problem.
    """
    # SQLite needs write access to undo the half-done change of a killed process.
    mode = "rw" if Path(f"{file}-journal").exists() else "ro"
    uri = f"{file.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, timeout=busy_timeout, isolation_level=None, uri=True)
    with closing(connection):
        _check(connection, file)
        return _require_known(connection, str(file), now)


def _require_known(connection: sqlite3.Connection, path: str, now: float | None = None) -> set[str]:
    """Return the migrations that the file lacks; raise as `find_missing` and `require_own` do."""
    found = set(connection.execute(_SCHEMA))
    missing = find_missing(path, connection.execute, {name for _, name, _ in found}, now)
    require_own(path, found, _schema_made_by(backend.MIGRATIONS, frozenset(find_known() - missing)))
    return missing


@cache
def _schema_made_by(_folder: Path, migrations: frozenset[str]) -> frozenset[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        apply_missing(fresh.execute, migrations, "sqlite")
        return frozenset(fresh.execute(_SCHEMA))


def _check(connection: sqlite3.Connection, file: Path) -> None:
    """Raise DatabaseCorrupt or sqlite3.Error for a damaged file."""
    connection.execute("PRAGMA schema_version")  # reads the header
    if file.stat().st_size <= CHECKED_BYTES and not is_sound(connection.execute(CHECK).fetchall()):
        raise damaged(str(file))


def is_sound(answer: Iterable[Sequence[str]]) -> bool:
    """Return whether a check has found no damage in the file itself.

    A row with values that the schema does not allow is no damage in this sense, because it affects
    one game table, not the whole file.
    """
    return all(said == "ok" or said.startswith(_OF_A_ROW) for (said,) in answer)


_CHECKPOINT_PAGES: Final = 1000  # a commit empties a log of so many pages: SQLite's default
_TRIES, _PAUSE = 5, 0.2  # how often `checkpoint` tries to empty the log; seconds between tries
_READING: Final = ("PRAGMA query_only = ON",)
_BEGIN: Final = ("BEGIN",)


class SqliteBackend(Backend):
    def __init__(
        self,
        path: str,
        busy_timeout: float,
        writer: Connection,
        reader: Connection,
        slow_reader: Connection,
        *,
        lock: int | None,
    ) -> None:
        super().__init__(path)
        self._lock = lock
        self._files = OpenFiles(path)
        self._condition = Condition(path, self._files.require)
        self._busy_timeout = busy_timeout
        self._writer = writer
        self._reader = reader
        self._slow_reader = slow_reader
        self._writing = asyncio.Lock()
        self._reading = asyncio.Lock()
        self._reading_slow = asyncio.Lock()

    @classmethod
    async def open(
        cls, url: str, busy_timeout: float, *, existing: bool, now: float | None, alone: bool
    ) -> Self:
        """Check the file, update its schema and connect; see `Database.open`."""
        path = path_of(url)
        # At level DEBUG aiosqlite logs every parameter, with secrets and hidden cards.
        logging.getLogger("aiosqlite").setLevel(logging.INFO)
        with translated(path):
            async with AsyncExitStack() as opened:
                lock = lock_beside(path) if alone else None
                if lock is not None:
                    opened.callback(os.close, lock)
                await asyncio.to_thread(prepare, path, busy_timeout, existing=existing, now=now)
                connections: list[Connection] = []
                for pragmas in ((), _READING, _READING):
                    connections.append(await connect(path, busy_timeout, *pragmas))
                    opened.push_async_callback(connections[-1].close)
                await connections[0].run((), ("PRAGMA schema_version", {}))  # creates the log files
                opened.pop_all()
        return cls(path, busy_timeout, *connections, lock=lock)

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
        """Check the whole file on a separate connection."""
        connection = await connect(self.name, self._busy_timeout, *_READING)
        try:
            return is_sound((await connection.run((), (CHECK, {})))[0])
        finally:
            await connection.interrupt()  # after a cancellation the thread would read on
            await connection.close()

    async def close(self) -> None:
        async with self._writing, self._reading, self._reading_slow, AsyncExitStack() as closing:
            if self._lock is not None:
                closing.callback(os.close, self._lock)
                self._lock = None
            for connection in (self._writer, self._reader, self._slow_reader):
                closing.push_async_callback(connection.close)

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[SqliteTransaction]:
        arrived = time.monotonic()
        async with self._writing, self._changing(arrived) as raw:
            yield raw

    @asynccontextmanager
    async def rewrite(self) -> AsyncGenerator[SqliteTransaction]:
        arrived = time.monotonic()
        async with self._writing:
            try:
                await self._writer.run((), ("PRAGMA wal_autocheckpoint = 0", {}))
                async with self._changing(arrived) as raw:
                    yield raw
            finally:
                await self._writer.run((), (f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}", {}))

    async def size(self) -> int:
        return (await asyncio.to_thread(Path(self.name).stat)).st_size

    async def compact(self) -> None:
        async with self._writing:
            self._files.require()
            with translated(self.name):
                # VACUUM makes a copy, which may not fit in memory.
                large = await self.size() > CHECKED_BYTES
                before = (Statement("PRAGMA temp_store = FILE"),) if large else ()
                await self._writer.run(before, ("VACUUM", {}))

    async def checkpoint(self) -> bool:
        for _ in range(_TRIES):
            self._files.require()
            with translated(self.name):
                if await asyncio.to_thread(_checkpoint, self.name, self._busy_timeout):
                    return True
            await asyncio.sleep(_PAUSE)
        return False

    @asynccontextmanager
    async def read_one(self) -> AsyncGenerator[SqliteTransaction]:
        with translated(self.name):
            async with self._reading:
                yield SqliteTransaction(self._reader)

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[SqliteTransaction]:
        async with self._reading, self._reading_on(self._reader) as raw:
            yield raw

    @asynccontextmanager
    async def read_slow(self) -> AsyncGenerator[SqliteTransaction]:
        async with self._reading_slow, self._reading_on(self._slow_reader) as raw:
            yield raw

    @asynccontextmanager
    async def read_beside(self) -> AsyncGenerator[SqliteTransaction]:
        with translated(self.name):
            connection = await connect(self.name, self._busy_timeout, *_READING)
        try:
            async with self._reading_on(connection) as raw:
                yield raw
        finally:
            await connection.close()

    @asynccontextmanager
    async def _changing(self, arrived: float) -> AsyncGenerator[SqliteTransaction]:
        """Yield a transaction of the writer, and note whether the change was saved.

        `arrived` is the time of the call, in monotonic seconds. The timeout counts from that time,
        so the timeouts of several callers do not add up while another program locks the file.
        """
        left = max(0.0, self._busy_timeout - (time.monotonic() - arrived))
        begin = (f"PRAGMA busy_timeout = {round(left, 1) * 1000:.0f}", "BEGIN IMMEDIATE")
        transaction = SqliteTransaction(self._writer, begin, self._files.require)
        try:
            with translated(self.name):
                async with transaction:
                    yield transaction
        except UNSAVED as error:
            self._condition.note_failure(error)
            if isinstance(error, DatabaseFull):
                await self._make_room()
            raise
        self._condition.note_saved()

    async def _make_room(self) -> None:
        """Empty the log on a full disk. Commits usually empty it, but on a full disk they fail."""
        with contextlib.suppress(sqlite3.Error):
            await asyncio.to_thread(_checkpoint, self.name, self._busy_timeout)

    @asynccontextmanager
    async def _reading_on(self, connection: Connection) -> AsyncGenerator[SqliteTransaction]:
        """Yield a transaction whose reads all see the same state."""
        with translated(self.name):
            async with SqliteTransaction(connection, _BEGIN) as raw:
                yield raw


def _checkpoint(path: str, busy_timeout: float) -> bool:
    """Empty the log on a separate connection; return whether that was possible.

    PASSIVE copies nearly all of the log while others may write. TRUNCATE fails while a connection
    reads an earlier state. It does not wait for that reader, because all writers would wait, too.
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


# Access to whole tables.

_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"


@contextmanager
def open_bulk(url: str, patience: float) -> Generator[SqliteBulk]:
    """Open a file for one transaction.

    Raises:
        DatabaseLocked: Another process uses the file.
        DatabaseError: Another named error of `db.errors`.
    """
    path = path_of(url)
    with unused(Path(path)):
        pass
    with translated(path), closing(open_existing(path, patience)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield SqliteBulk(path, connection)


class SqliteBulk(Bulk):
    """See `db.backends.backend.Bulk`. Foreign keys are not checked."""

    def __init__(self, path: str, connection: sqlite3.Connection) -> None:
        super().__init__(path)
        self._connection = connection
        connection.text_factory = self._read_text

    def columns(self) -> dict[str, tuple[str, ...]]:
        names = [name for (name,) in self._connection.execute(_TABLES)]
        return {
            name: tuple(row[1] for row in self._connection.execute(f"PRAGMA table_info({name})"))
            for name in names
            if name != RECORDS and not name.startswith("sqlite_")
        }

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        for row in self._connection.execute(f"SELECT {', '.join(columns)} FROM {table}"):  # noqa: S608 - names of our schema
            yield tuple(self._read_text(v) if isinstance(v, bytes) else v for v in row)

    def _read_text(self, text: bytes) -> str:
        """Return a text, and count it in `unread` if it has invalid bytes."""
        try:
            return text.decode()
        except UnicodeDecodeError:
            self.unread += 1
            return read_text(text)

    def fill(self, table: str, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
        marks = ", ".join("?" * len(columns))
        insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608
        self._connection.execute("SAVEPOINT fill")
        try:
            self._connection.executemany(insert, rows)
        except sqlite3.IntegrityError:
            self._connection.execute("ROLLBACK TO fill")
            self._connection.execute("RELEASE fill")
            raise RowsRefused(f"The database {self.name} cannot hold a row of {table}.") from None
        self._connection.execute("RELEASE fill")

    def empty(self, table: str) -> None:
        self._connection.execute(f"DELETE FROM {table}")  # noqa: S608

    def last_numbers(self) -> dict[str, int]:
        return dict(self._connection.execute("SELECT name, seq FROM sqlite_sequence"))

    def set_last_numbers(self, numbers: Mapping[str, int]) -> None:
        self._connection.execute("DELETE FROM sqlite_sequence")
        self._connection.executemany("INSERT INTO sqlite_sequence VALUES (?, ?)", numbers.items())

    def commit(self) -> None:
        self._connection.execute("COMMIT")
