"""One transaction on one connection, in few round trips to the connection's thread.

aiosqlite makes a round trip for each call. A round trip takes some tenths of a millisecond, and
round trips take most of a click's time. Here a write waits for the next read or for the end of the
transaction, and goes to the thread together with that read or with the `COMMIT`. So a change of a
game table, from `BEGIN` to `COMMIT`, takes one round trip.
"""

from __future__ import annotations

import fcntl
import logging
import os
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import aiosqlite

from db.backends.backend import to_the_end
from db.errors import (
    Conflict,
    DatabaseCorrupt,
    DatabaseError,
    DatabaseFull,
    DatabaseGone,
    DatabaseInUse,
    DatabaseLocked,
    DatabaseUnwritable,
)
from db.query import Parameters, Row

if TYPE_CHECKING:
    from collections.abc import Generator


# Checks that a database file is not in use, or that it is still in place.

log = logging.getLogger(__name__)

_FILES: Final = ("", "-wal", "-shm")

_IN_USE: Final = (510, 0x40000002)
"""Length and start of the bytes that SQLite locks while a database is open ("The Database File
Format", lock-byte page; `os_unix.c`)."""


_NETWORKS: Final = ("nfs", "cifs", "smb", "9p", "drvfs", "afs", "ceph", "fuse.")
"""First letters of the names of network file systems."""


def blame_network(path: str) -> str:
    """Return a sentence for the host if the file is in a network folder, where locks fail.

    Returns an empty text for other folders, and on systems other than Linux.
    """
    try:
        mounts = Path("/proc/mounts").read_text(errors="replace").splitlines()
    except OSError:
        return ""
    whole, kind, deepest = Path(path).resolve(), "", 0
    for _, folder, found, *_ in map(str.split, mounts):
        place = Path(folder.encode().decode("unicode_escape"))  # spaces are written as \040
        if whole.is_relative_to(place) and len(place.parts) >= deepest:
            kind, deepest = found, len(place.parts)
    if not kind.startswith(_NETWORKS):
        return ""
    return f" It is in a network folder ({kind}), where locks fail: keep it on this machine's disk."


class OpenFiles:
    """The files of an open database in WAL mode, as they were when it was opened."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._paths = tuple(path + end for end in _FILES)
        self._opened = self._look()
        self._logged = False

    def require(self) -> None:
        """Raise DatabaseGone unless all files are still in place. The first failure is logged."""
        if self._opened is not None and self._look() == self._opened:
            return
        error = DatabaseGone(
            f"The database {self._path} was removed or replaced while it was in use."
        )
        if not self._logged:
            self._logged = True
            log.error("%s Nothing is saved any more: stop the bot and restore the file.", error)
        raise error

    def _look(self) -> tuple[tuple[int, int], ...] | None:
        """Return the device and inode of each file; None if a file is missing."""
        try:
            found = [os.stat(path) for path in self._paths]  # noqa: PTH116 - Path.stat is slower
        except OSError:
            return None
        return tuple((file.st_dev, file.st_ino) for file in found)


@contextmanager
def unused(path: Path) -> Generator[None]:
    """Keep others from opening a database during the block; raise DatabaseLocked if it is open."""
    if not path.exists():
        yield
        return
    with path.open("rb+") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, *_IN_USE)
        except BlockingIOError:
            raise DatabaseLocked(f"The database {path} is in use: stop the bot first.") from None
        yield


def lock_beside(path: str) -> int | None:
    """Lock a database for one process of the bot, until the returned descriptor is closed.

    The lock is on another file: closing a second descriptor of the database itself would drop the
    locks that SQLite has on it. Returns None if there is no folder for it.

    Raises:
        DatabaseInUse, DatabaseUnwritable: There is no lock.
    """
    place = Path(path).resolve()
    if not place.parent.is_dir():
        return None
    try:
        file = os.open(f"{place}-lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise _unlocked(path, error) from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(file)
        raise _unlocked(path, error) from None
    return file


def _unlocked(path: str, error: OSError) -> DatabaseError:
    if isinstance(error, BlockingIOError):
        return DatabaseInUse(
            f"The database {path} is used by another process of the bot: stop that one first, or"
            ' see "Run several processes" in docs/hosting.md.'
        )
    return DatabaseUnwritable(
        f"The database {path} cannot be opened or written: {error.strerror}.{blame_network(path)}"
    )


# Translation of SQLite's errors into the named errors of `db.errors`.

_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_CORRUPT = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)
_UNWRITABLE = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PROTOCOL,
)


def damaged(path: str) -> DatabaseCorrupt:
    """Return the error for a damaged file of this program."""
    return DatabaseCorrupt(
        f"The database {path} is damaged. If a second check also finds damage, restore a backup."
    )


def is_undecodable(error: Exception) -> bool:
    """Return whether the driver met bytes that are not UTF-8, in a row or in SQLite's message.

    The driver's error quotes the row, so the error must not be logged.
    """
    if isinstance(error, sqlite3.OperationalError):
        return not hasattr(error, "sqlite_errorcode")  # SQLite's own errors have this code
    return isinstance(error, UnicodeDecodeError)


@contextmanager
def translated(path: str) -> Generator[None]:
    """Turn errors of SQLite about the file at `path` into the named errors of `db.errors`."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        cause = None if is_undecodable(error) else error
        raise translate_error(error, path) from cause


def translate_error(error: sqlite3.Error | UnicodeDecodeError, path: str) -> DatabaseError:
    """Return the named error for an error of SQLite about the file at `path`."""
    detail = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    code = detail & 0xFF
    blame = blame_network(path) if code in (*_LOCKED, *_UNWRITABLE) else ""
    if code in _LOCKED:
        what = "cannot be locked" if blame else "is locked by another program"
        return DatabaseLocked(f"The database {path} {what}.{blame}")
    if code in _CORRUPT or is_undecodable(error):
        return DatabaseCorrupt(f"The file {path} is damaged, or is not a database of this program.")
    if detail in _FULL:
        return DatabaseFull(f"The database {path} cannot be written: the disk is full.")
    if code in _UNWRITABLE:
        return DatabaseUnwritable(
            f"The database {path} cannot be opened or written: {error}.{blame}"
        )
    if code == sqlite3.SQLITE_CONSTRAINT:
        return Conflict("Another click was faster; nothing has been changed.")
    return DatabaseError(f"The database {path} cannot be used: {error}.")


Require = Callable[[], None]

_EACH: Final = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA synchronous = FULL",
)


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL without a result, to run once, or once for each of `rows`.

    Attributes:
        sql: SQL with named parameters.
        rows: The parameters; empty for a statement without parameters.
        exact: Whether to raise Conflict unless as many rows of the database change as `rows` has.
    """

    sql: str
    rows: Sequence[Parameters] = field(default=(), repr=False)  # parameters may be secret
    exact: bool = False

    def run(self, cursor: sqlite3.Cursor) -> None:
        """Run the statement; raise sqlite3.Error or Conflict."""
        if not self.rows:
            cursor.execute(self.sql)
            return
        cursor.executemany(self.sql, self.rows)
        if self.exact and cursor.rowcount != len(self.rows):
            raise Conflict("Another click was faster; nothing has been changed.")


class Connection(aiosqlite.Connection):
    """aiosqlite's connection, which can also run several statements in one round trip."""

    async def close(self) -> None:
        """Close the connection, even if cancelled."""
        await to_the_end(super().close())

    async def run(
        self,
        before: Sequence[Statement],
        *asked: tuple[str, Parameters],
        require: Require | None = None,
    ) -> list[list[Row]]:
        """Run statements in order, then the queries; return the rows of each query.

        `require` is called before and after the queries. Raises sqlite3.Error, Conflict, or the
        error of `require`; then no further statement runs.
        """
        run: Callable[..., Awaitable[list[list[Row]]]] = self._execute  # type: ignore[reportUnknownMemberType] - it has no annotations
        return await run(_run, self._conn, before, asked, require)


def _run(
    connection: sqlite3.Connection,
    before: Sequence[Statement],
    asked: Sequence[tuple[str, Parameters]],
    require: Require | None,
) -> list[list[Row]]:
    # Close the cursor even after an error. A stored error keeps this frame alive, and an open
    # cursor in the frame would keep the file open.
    with closing(connection.cursor()) as cursor:
        for statement in before:
            statement.run(cursor)
        if require is not None:
            require()
        answers = [_fetch(cursor, sql, parameters) for sql, parameters in asked]
        if require is not None:
            require()
        return answers


def _fetch(cursor: sqlite3.Cursor, sql: str, parameters: Parameters) -> list[Row]:
    """Return the rows of a query. If a text is not UTF-8, read the rows again with `read_text`."""
    try:
        return cursor.execute(sql, parameters).fetchall()
    except sqlite3.Error as error:
        if not is_undecodable(error):
            raise
    cursor.connection.text_factory = read_text
    try:
        return cursor.execute(sql, parameters).fetchall()
    finally:
        cursor.connection.text_factory = str


def read_text(text: bytes) -> str:
    """Decode a text of the file. U+FFFD replaces bytes that are not UTF-8."""
    return text.decode(errors="replace")


async def connect(path: str, busy_timeout: float, *pragmas: str) -> Connection:
    """Connect to an existing file, with our settings and these pragmas."""

    def connector() -> sqlite3.Connection:
        return open_existing(path, busy_timeout)

    connection = Connection(connector, iter_chunk_size=1)
    try:
        await to_the_end(connection)
        for pragma in (*_EACH, *pragmas):
            await connection.run((), (pragma, {}))
    except BaseException:
        await connection.close()
        raise
    return connection


def open_existing(path: str, busy_timeout: float) -> sqlite3.Connection:
    """Connect to an existing file; raise sqlite3.Error for a missing one."""
    uri = f"{Path(path).absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, timeout=busy_timeout, isolation_level=None, uri=True)
    connection.execute("PRAGMA secure_delete = ON")  # overwrites deleted rows
    connection.execute("PRAGMA temp_store = MEMORY")  # temporary folders may be read-only
    return connection


class SqliteTransaction:
    """A transaction on a connection to SQLite; see `db.query.RawTransaction`.

    Args:
        connection: The transaction is its only user until the end.
        begin: Statements that begin the transaction; empty for single queries without a
            transaction.
        require: Raises if a commit would be lost; None if nothing is written.
    """

    is_postgresql = False

    def __init__(
        self, connection: Connection, begin: Sequence[str] = (), require: Require | None = None
    ) -> None:
        self._connection = connection
        self._begin = begin
        self._begun = not begin
        self._require = require
        self._waiting: list[Statement] = []
        self._failed = False

    def put(self, sql: str, rows: Iterable[Parameters], *, exact: bool = False) -> None:
        """Queue a statement for each row of parameters, to run before the next query or commit."""
        if found := tuple(rows):
            self._waiting.append(Statement(sql, found, exact))

    async def fetch(self, sql: str, parameters: Parameters) -> list[Row]:
        """Return every row of a query.

        Raises:
            sqlite3.Error, Conflict: The transaction cannot be used any more.
        """
        (rows,) = await self.fetch_each([(sql, parameters)])
        return rows

    async def fetch_each(self, asked: Sequence[tuple[str, Parameters]]) -> list[list[Row]]:
        """Return every row of each query, as `fetch` does, in one round trip."""
        return await self._send(*asked)

    async def _send(
        self, *asked: tuple[str, Parameters], require: Require | None = None
    ) -> list[list[Row]]:
        if self._failed:
            raise RuntimeError("a failed transaction must not be used")
        before, self._waiting = self._waiting, []
        if not self._begun:
            before = [*map(Statement, self._begin), *before]
            self._begun = True
        try:
            return await self._connection.run(before, *asked, require=require)
        except BaseException:
            self._failed = True
            raise

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Commit; roll back after an error in the block or in the commit.

        The thread of the connection runs all calls in order, even if the task that waits for a call
        is cancelled. Therefore a rollback runs after the cancelled call, and before any call of the
        next task that uses the connection.

        Raises sqlite3.Error, Conflict, or the error of `require`; then no change is stored.
        """
        if kind is not None:
            await self._rollback()
            return
        try:
            await self.commit()
        except BaseException:
            await self._rollback()
            raise

    async def commit(self) -> None:
        """Commit changes, if there are any; raise as `__aexit__` does."""
        if self._begun or self._waiting:
            await self._send(("COMMIT", {}), require=self._require)

    async def _rollback(self) -> None:
        """Roll back the transaction, if one is open."""
        if self._begun:
            await self._connection.rollback()
