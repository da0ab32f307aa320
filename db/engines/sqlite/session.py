"""One transaction on one connection, in few trips to the connection's thread.

aiosqlite makes a trip for each call. A trip takes some tenths of a millisecond, which is most of
the time of a click. Here a write waits until something is read or the transaction ends, and all
waiting writes share that trip. So a whole change of a table, from `BEGIN` to `COMMIT`, is one trip.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

import aiosqlite

from db.engines.sqlite.errors import is_undecodable
from db.errors import Conflict
from db.query import Parameters, Row
from db.to_the_end import to_the_end

Require = Callable[[], None]

_EACH: Final = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA synchronous = FULL",
)


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL without an answer, to run once, or once for each of `rows`.

    Attributes:
        sql: with named parameters.
        rows: the parameters; empty for a statement without parameters.
        exact: whether each of `rows` must change exactly one row of the database; if not, it raises
            Conflict.
    """

    sql: str
    rows: Sequence[Parameters] = field(default=(), repr=False)  # secrets may be among them
    exact: bool = False

    def run(self, cursor: sqlite3.Cursor) -> None:
        """Run it; raises sqlite3.Error or Conflict."""
        if not self.rows:
            cursor.execute(self.sql)
            return
        cursor.executemany(self.sql, self.rows)
        if self.exact and cursor.rowcount != len(self.rows):
            raise Conflict("Another click was faster; nothing has been changed.")


class Connection(aiosqlite.Connection):
    """aiosqlite's connection, which can also run several statements in one trip."""

    async def close(self) -> None:
        """Close it, also where this is cancelled."""
        await to_the_end(super().close())

    async def run(
        self,
        before: Sequence[Statement],
        sql: str,
        parameters: Parameters | None = None,
        require: Require | None = None,
    ) -> list[Row]:
        """Run statements one after the other, then `sql`, and return its rows.

        After an error no further statement runs. Raises sqlite3.Error or Conflict, and what
        `require` raises just before the last statement or just after it.
        """
        run: Callable[..., Awaitable[list[Row]]] = self._execute  # type: ignore[reportUnknownMemberType] - it has no annotations
        return await run(_run, self._conn, before, sql, parameters or {}, require)


def _run(
    connection: sqlite3.Connection,
    before: Sequence[Statement],
    sql: str,
    parameters: Parameters,
    require: Require | None,
) -> list[Row]:
    # Closed here: an error that somebody keeps has this frame, and an open cursor the file.
    with closing(connection.cursor()) as cursor:
        for statement in before:
            statement.run(cursor)
        if require is None:
            return _fetch(cursor, sql, parameters)
        require()
        rows = _fetch(cursor, sql, parameters)
        require()
        return rows


def _fetch(cursor: sqlite3.Cursor, sql: str, parameters: Parameters) -> list[Row]:
    """Return the rows of a query, once more if need be, so that one bad text hides no other row."""
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
    """Return a text of the file, with U+FFFD for each piece that is no UTF-8."""
    return text.decode(errors="replace")


async def connect(path: str, busy_timeout: float, *pragmas: str) -> Connection:
    """Connect to a file that is there, with the settings of every connection and these pragmas."""

    def connector() -> sqlite3.Connection:
        return open_existing(path, busy_timeout)

    connection = Connection(connector, iter_chunk_size=1)
    try:
        await to_the_end(connection)
        for pragma in (*_EACH, *pragmas):
            await connection.run((), pragma)
    except BaseException:
        await connection.close()
        raise
    return connection


def open_existing(path: str, busy_timeout: float) -> sqlite3.Connection:
    """Connect to a file that is there; one that was removed is not created again."""
    uri = f"{Path(path).absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, timeout=busy_timeout, isolation_level=None, uri=True)
    connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
    connection.execute("PRAGMA temp_store = MEMORY")  # no other folder may be writable
    return connection


class SqliteSession:
    """A transaction on a connection to SQLite; see `db.query.Session`.

    Args:
        connection: the session is its only user until the end.
        begin: the statements that begin the transaction; none for single queries without one.
        require: raises where what is committed would be lost; None where nothing is written.
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
        """Change something for each of the rows, before the next query or the end."""
        if found := tuple(rows):
            self._waiting.append(Statement(sql, found, exact))

    async def fetch(self, sql: str, parameters: Parameters) -> list[Row]:
        """Return every row of a query.

        Raises:
            sqlite3.Error, Conflict: the transaction is of no more use then.
        """
        return await self._send(sql, parameters)

    async def _send(
        self, sql: str, parameters: Parameters, require: Require | None = None
    ) -> list[Row]:
        if self._failed:
            raise RuntimeError("a transaction that has failed is used further")
        before, self._waiting = self._waiting, []
        if not self._begun:
            before = [*map(Statement, self._begin), *before]
            self._begun = True
        try:
            return await self._connection.run(before, sql, parameters, require)
        except BaseException:
            self._failed = True
            raise

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Commit, or roll back after an error, also one of the commit.

        The connection runs its calls one after the other in its thread, even if the task that waits
        for a call is cancelled. So the rollback after a cancelled call runs after that call, and
        before anything that the next user of the connection does.

        Raises sqlite3.Error, Conflict, and what `require` raises: then nothing is committed that
        lasts.
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
        """Commit what was changed, if anything was; errors as above."""
        if self._begun or self._waiting:
            await self._send("COMMIT", {}, self._require)

    async def _rollback(self) -> None:
        """Roll back; this does nothing if no transaction has begun, or if it has ended."""
        if self._begun:
            await self._connection.rollback()
