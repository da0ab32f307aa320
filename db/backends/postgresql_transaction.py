"""One transaction on one connection, in few round trips to the server.

The driver's pipeline mode sends several statements at once, and the server answers them together.
Writes wait for the next read or the end of the transaction, as on SQLite. So a change of a game
table, from `BEGIN` to `COMMIT`, takes one round trip.

The server commits before the bot has seen how many rows were changed, so the server must check the
number itself. A statement that must change exactly one row divides by zero if it changes none, or
more than one.
"""

from __future__ import annotations

import asyncio
import re
import select
import time
from contextlib import asynccontextmanager, nullcontext, suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Final, LiteralString, cast

import psycopg
from psycopg import (
    AsyncConnection,
    AsyncCursor,
    AsyncPipeline,
    DataError,
    Error,
    OperationalError,
    conninfo,
    errors,
)
from psycopg.errors import ProgrammingError
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8Dumper

from db.errors import (
    BadDatabaseUrl,
    Conflict,
    ConnectionLost,
    DatabaseCorrupt,
    DatabaseError,
    DatabaseFull,
    DatabaseLocked,
    DatabaseUnreachable,
    DatabaseUnwritable,
    OutcomeUnknown,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable, Sequence
    from contextlib import AbstractAsyncContextManager

    from psycopg.abc import PQGen

    from db.query import Parameters, Row

    Statement = tuple[str, Parameters | None]


# Connections to a server, kept open for reuse.
#
# A connection that the server has closed becomes readable. The bot checks this before each use,
# without a round trip to the server. It tries for some seconds to connect again, so clicks do not
# fail while the server restarts.

_IMPOSSIBLE: Final = "connection is bad: invalid "
"""Beginning of the driver's message about a value that no server can have, such as a port."""

_PAUSE: Final = 0.1
"""Pause between two tries to connect, in seconds."""

OPTIONS: Final[dict[str, Any]] = {
    "autocommit": True,
    "prepare_threshold": 0,  # each statement is parsed once per connection
    "application_name": "ducks",
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,  # keepalives stop while sent data is unacknowledged
}
"""Connection settings. They detect a lost server or network within half a minute."""

_SETTINGS: Final[Sequence[LiteralString]] = (
    "SET synchronous_commit = on",  # commits survive a power cut
    "SET lock_timeout = '5s'",
    # With the settings below, the server detects that this machine is lost. Otherwise the locks of
    # the lost connection would block all other writers.
    "SET idle_in_transaction_session_timeout = '10s'",
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
    "SET tcp_user_timeout = 25000",
)


_URL: Final = re.compile(r"\w+://([^@/]*@)?[^@/?#\s]*(/[^@/?#\s]*)?(\?[^@\s]*)?")
"""A URL that can be read in one way only: libpq takes everything before the first @ or / for a user
and password, and the rest for a host, which is logged.
"""


def name_of(url: str) -> str:
    """Return the database and host for messages; raise BadDatabaseUrl for a malformed URL."""
    with suppress(ProgrammingError, UnicodeError):
        parts = conninfo.conninfo_to_dict(url)
        host = str(parts.get("host", "this machine"))
        for each in re.split("[,/]", host):
            each.encode("idna")  # the driver would fail without a named error
        if _URL.fullmatch(url):
            return f"{parts.get('dbname', parts.get('user', ''))} on {host}"
    # The message does not quote the setting, because it may hold a password.
    raise BadDatabaseUrl(
        "DATABASE_URL must be postgresql://user:password@host/name; in the password write @ as "
        "%40, / as %2F and % as %25."
    )


class Connections:
    """A limited pool of connections, made when they are needed.

    Args:
        url: The database.
        most: The size of the pool. Tasks wait while all connections are in use.
        patience: Seconds for which the pool keeps trying to reach the server.
    """

    def __init__(self, url: str, most: int, patience: float) -> None:
        self._url = url
        self._name = name_of(url)
        self._patience = patience
        self._most = most
        self._free = asyncio.Semaphore(most)
        self._idle: list[AsyncConnection] = []

    @asynccontextmanager
    async def take(self) -> AsyncGenerator[AsyncConnection]:
        """Yield a connection for the caller alone; raise DatabaseUnreachable if none opens."""
        async with self._free:
            connection = await self._find()
            try:
                yield connection
            finally:
                if connection.info.transaction_status is TransactionStatus.IDLE:
                    self._idle.append(connection)
                else:  # closing also ends the open transaction
                    await connection.close()

    async def close(self) -> None:
        """Wait until no connection is in use, then close all. A second call does nothing."""
        for _ in range(self._most):
            await self._free.acquire()
        while self._idle:
            await self._idle.pop().close()
        for _ in range(self._most):
            self._free.release()

    async def _find(self) -> AsyncConnection:
        """Return an open connection, if possible the most recently used one."""
        while self._idle:
            connection = self._idle.pop()
            if not _is_readable(connection):
                return connection
            await connection.close()
        return await self._connect()

    async def _connect(self) -> AsyncConnection:
        until = time.monotonic() + self._patience
        while True:
            try:
                return await connect(self._url)
            except OperationalError as error:
                if time.monotonic() >= until:
                    raise unreachable(self._name, error) from error
            await asyncio.sleep(_PAUSE)


def unreachable(name: str, error: OperationalError) -> DatabaseUnreachable | BadDatabaseUrl:
    """Return the error for an unreachable server or an impossible URL, with the driver's reason."""
    why = " ".join(str(error).split())
    if why.startswith(_IMPOSSIBLE):
        return BadDatabaseUrl(f"DATABASE_URL cannot be used: {why}.")
    return DatabaseUnreachable(f"The database {name} cannot be reached: {why}.")


async def connect(url: str) -> AsyncConnection:
    """Return a new connection with our settings; raise psycopg.Error."""
    connection = await AsyncConnection.connect(url, **OPTIONS)
    try:
        connection.prepared_max = None
        connection.adapters.register_dumper(int, Int8Dumper)  # one query plan for all sizes
        async with connection.pipeline():
            for setting in _SETTINGS:
                await connection.execute(setting, prepare=False)
    except BaseException:
        await connection.close()
        raise
    return connection


def _is_readable(connection: AsyncConnection) -> bool:
    """Return whether the server has sent something unasked, as it does on closing a connection."""
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return bool(poll.poll(0))


# Translation of the errors of PostgreSQL and its driver into named errors.

AGAIN: Final = (errors.SerializationFailure, errors.DeadlockDetected)
"""Errors after which a second try may succeed. The server has rolled back."""

_CONFLICT: Final = (
    errors.IntegrityError,
    errors.DivisionByZero,  # see `_exactly_one`
    *AGAIN,
)
_NAMED: Final[Sequence[tuple[tuple[type[Error], ...], type[DatabaseError], str]]] = (
    ((errors.LockNotAvailable,), DatabaseLocked, "is locked by another program"),
    ((errors.DiskFull,), DatabaseFull, "cannot be written: the disk is full"),
    (
        (errors.ReadOnlySqlTransaction, errors.InsufficientPrivilege),
        DatabaseUnwritable,
        "cannot be read or written: {}",
    ),
    (
        (errors.DataCorrupted, errors.IndexCorrupted),
        DatabaseCorrupt,
        "is damaged; restore a backup of it",
    ),
)
_GOING_DOWN: Final = (
    errors.AdminShutdown,
    errors.CrashShutdown,
    errors.CannotConnectNow,
    errors.IdleInTransactionSessionTimeout,  # this process was paused in a transaction
)


def is_lost(error: Error) -> bool:
    """Return whether the connection is useless after this error."""
    # The driver raises a plain `psycopg.DatabaseError` if it cannot read an answer.
    passing = isinstance(error, OperationalError) or type(error) is psycopg.DatabaseError
    return (passing and error.sqlstate is None) or isinstance(error, _GOING_DOWN)


def translate_error(error: Error, name: str) -> DatabaseError:
    """Return the named error for an error of PostgreSQL.

    Only the main sentence of the server's message is quoted, because the details may hold values.
    In a DataError even the main sentence holds a value, so it is not quoted.
    """
    if isinstance(error, _CONFLICT):
        return Conflict("Another click was faster; nothing has been changed.")
    if is_lost(error):
        return ConnectionLost(f"The connection to the database {name} was lost.")
    said = None if isinstance(error, DataError) else error.diag.message_primary
    said = said or type(error).__name__
    for kinds, named, what in _NAMED:
        if isinstance(error, kinds):
            return named(f"The database {name} {what.format(said)}.")
    return DatabaseError(f"The database {name} cannot be used: {said}.")


WRITERS: Final = 0x6475636B73
"""Key of the lock for writers in all processes: an arbitrary constant.

Transactions that only write share the lock, because a change based on outdated data fails by
itself. A transaction that reads before it writes holds the lock alone, like every writer of SQLite.
"""

_SHARED: Final = ("BEGIN", f"SELECT pg_advisory_xact_lock_shared({WRITERS})")
_ALONE: Final = ("BEGIN", f"SELECT pg_advisory_xact_lock({WRITERS})")
_READING: Final = ("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",)
_TRIES: Final = 3


_PARAMETER: Final = re.compile(r"""("[^"]*"|'[^']*'|::)|:(\w+)""")


@cache
def translate(sql: str) -> str:
    """Replace each `:name` outside of quotes by the driver's form, `%(name)s`."""
    return _PARAMETER.sub(lambda found: found[1] or f"%({found[2]})s", sql)


@cache
def _exactly_one(sql: str) -> str:
    """Make a statement fail by a division by zero unless it changes exactly one row."""
    changed = f"WITH changed AS ({sql.rstrip().rstrip(';')} RETURNING 1)"
    return f"{changed} SELECT 1 / CASE COUNT(*) WHEN 1 THEN 1 ELSE 0 END FROM changed"  # noqa: S608 - our own file


class _Pipeline(AsyncPipeline):
    """The driver's pipeline without the Flush after its Sync.

    A Flush stops the server's clock for `idle_in_transaction_session_timeout`. The transaction of a
    paused process would then keep its lock, and block all other processes.
    """

    def _fetch_gen(self, *, flush: bool) -> PQGen[None]:  # noqa: ARG002 - the driver's signature
        return super()._fetch_gen(flush=False)

    @classmethod
    def of(cls, connection: AsyncConnection) -> AbstractAsyncContextManager[AsyncPipeline]:
        """Return a block that keeps the connection in pipeline mode."""
        connection._pipeline = cls(connection)  # type: ignore[reportPrivateUsage] # noqa: SLF001 - the driver has no public way
        return connection.pipeline()


class PostgresqlTransaction:
    """A transaction on a connection to PostgreSQL; see `db.query.RawTransaction`.

    Args:
        connection: The transaction is its only user until the end.
        begin: Statements that begin a transaction with queries; empty for single queries without a
            transaction.
        begin_put: Statements that begin a transaction with writes only; empty for a transaction
            that only reads.
    """

    is_postgresql = True

    def __init__(
        self,
        connection: AsyncConnection,
        begin: Sequence[str] = (),
        begin_put: Sequence[str] = (),
    ) -> None:
        self._connection = connection
        self._begin = begin
        self._begin_put = begin_put
        self._begun = not begin
        self._waiting: list[Statement] = []
        self._failed = False

    @classmethod
    def writing(cls, connection: AsyncConnection) -> PostgresqlTransaction:
        return cls(connection, _ALONE, _SHARED)

    @classmethod
    def reading(cls, connection: AsyncConnection) -> PostgresqlTransaction:
        """Return a transaction whose reads all see the same state."""
        return cls(connection, _READING)

    def put(self, sql: str, rows: Iterable[Parameters], *, exact: bool = False) -> None:
        """Queue a statement for each row of parameters, to run before the next query or commit."""
        sql = translate(_exactly_one(sql) if exact else sql)
        self._waiting += [(sql, row or None) for row in rows]

    async def fetch(self, sql: str, parameters: Parameters) -> list[Row]:
        """Return every row of a query.

        Raises:
            psycopg.Error: The caller must call `rollback`.
        """
        (rows,) = await self.fetch_each([(sql, parameters)])
        return rows

    async def fetch_each(self, asked: Sequence[tuple[str, Parameters]]) -> list[list[Row]]:
        """Return every row of each query, as `fetch` does, in one round trip."""
        queries = [(translate(sql), parameters or None) for sql, parameters in asked]
        return await self._send([*self._take(self._begin), *queries], len(queries))

    async def commit(self) -> None:
        """Commit. After any error the caller must call `rollback`.

        In a transaction that only reads, a lost connection raises no error here.

        Raises:
            OutcomeUnknown: The connection was lost during the commit.
            psycopg.Error: Nothing is committed.
        """
        if not self._begin_put:
            with suppress(Error):
                await self.rollback()
            return
        asked = self._begun
        if not asked and not self._waiting:
            return
        statements = [*self._take(self._begin_put), ("COMMIT", None)]
        for left in reversed(range(_TRIES)):
            try:
                await self._send(statements)
            except AGAIN:
                if asked or not left:
                    raise
                self._failed = False
                await self.rollback()
            except Error as error:
                if is_lost(error):
                    raise OutcomeUnknown(
                        "The connection to the database was lost during a commit."
                    ) from error
                raise
            else:
                return

    async def rollback(self) -> None:
        """Roll back the open transaction, if there is one."""
        if self._connection.info.transaction_status in (
            TransactionStatus.INTRANS,
            TransactionStatus.INERROR,
        ):
            await self._connection.execute("ROLLBACK")

    def _take(self, begin: Sequence[str]) -> list[Statement]:
        """Return the waiting statements, after `begin` if the transaction has not begun yet."""
        before, self._waiting = self._waiting, []
        if not self._begun:
            self._begun = True
            return [*((sql, None) for sql in begin), *before]
        return before

    async def _send(self, statements: Sequence[Statement], asked: int = 0) -> list[list[Row]]:
        """Run statements in one round trip; return the rows of the last `asked` statements."""
        if self._failed:
            raise RuntimeError("a failed transaction must not be used")
        try:
            async with _Pipeline.of(self._connection) if len(statements) > 1 else nullcontext():
                cursors = [await self._run(*statement) for statement in statements]
            told = cursors[len(cursors) - asked :]
            return [cast("list[Row]", await c.fetchall()) if c.description else [] for c in told]
        except BaseException:
            self._failed = True
            raise

    async def _run(self, sql: str, parameters: Parameters | None) -> AsyncCursor:
        return await self._connection.execute(cast("LiteralString", sql), parameters)
