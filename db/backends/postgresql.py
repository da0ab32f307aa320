"""A database on a PostgreSQL server, which several processes may use.

Writers take a lock. Transactions that only write share the lock. A transaction that reads before it
writes holds the lock alone. A read-only transaction sees a single state of the database. Committed
changes are on the server's disk.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import asynccontextmanager, contextmanager
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING, Any, Final, LiteralString, Self, cast

import psycopg
from psycopg import Error, OperationalError, sql

from db.backends.backend import (
    RECORDS,
    Backend,
    Bulk,
    Condition,
    RowsRefused,
    apply_missing,
    find_known,
    find_made,
    find_missing,
    require_current,
    require_own,
)
from db.backends.postgresql_transaction import (
    OPTIONS,
    WRITERS,
    Connections,
    PostgresqlTransaction,
    is_lost,
    name_of,
    translate_error,
    unreachable,
)
from db.errors import UNSAVED, DatabaseLocked, DatabaseUnreachable

if TYPE_CHECKING:
    from collections.abc import (
        AsyncGenerator,
        Callable,
        Generator,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )

    from psycopg import AsyncConnection

    from db.errors import DatabaseCorrupt


# Migrations at the start.

_LOCK: Final = "SELECT pg_advisory_xact_lock(1835623282)"
"""Query that takes the lock for migrations; its key is an arbitrary constant."""

_TABLES: Final = (
    "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema"
)

_SCHEMA: Final = """
WITH extended AS (SELECT objid FROM pg_depend WHERE deptype = 'e'),
here AS (SELECT oid FROM pg_namespace WHERE nspname = current_schema()),
relations AS (
    SELECT oid, relkind, relname FROM pg_class
    WHERE relnamespace IN (TABLE here) AND relkind IN ('r', 'p', 'f', 'v', 'm')
        AND oid NOT IN (TABLE extended)
)
SELECT CASE relkind WHEN 'r' THEN 'table' ELSE 'view' END, relname FROM relations
UNION ALL
SELECT 'trigger', tgname FROM pg_trigger JOIN relations ON relations.oid = tgrelid
WHERE NOT tgisinternal
UNION ALL
SELECT 'rule', rulename FROM pg_rewrite JOIN relations ON relations.oid = ev_class
WHERE relkind = 'r'
UNION ALL
SELECT 'policy', polname FROM pg_policy JOIN relations ON relations.oid = polrelid
UNION ALL
SELECT 'function', proname FROM pg_proc
WHERE pronamespace IN (TABLE here) AND oid NOT IN (TABLE extended)
"""
"""Query for tables, views, triggers, rules, policies and functions that belong to no extension."""


def prepare(url: str, name: str, *, existing: bool, now: float | None = None) -> None:
    """Apply and record the migrations that a database lacks.

    With `existing`, a database that lacks a migration is refused. With `now`, in Unix seconds, a
    database that was used more than a day after `now` is refused: the clock is or was wrong.

    Raises:
        DatabaseError: One of the named errors of `db.errors`; nothing has changed.
        psycopg.Error: The server cannot be reached, or refused a statement.
    """
    with psycopg.connect(url, **OPTIONS) as connection, connection.transaction():

        def execute(sql: str) -> Iterable[tuple[Any, ...]]:
            return connection.execute(cast("LiteralString", sql))

        execute(_LOCK)
        tables = {table for (table,) in execute(_TABLES)}
        missing = find_missing(name, execute, tables, now)
        require_own(name, execute(_SCHEMA), find_made(find_known() - missing))
        if existing:
            require_current(name, missing, made=bool(tables))
        apply_missing(execute, missing, "postgresql")


CLICKS: Final = 6
"""Maximum number of connections for clicks."""

SLOW: Final = 4
"""Maximum number of connections for slow queries."""


class PostgresqlBackend(Backend):
    def __init__(self, url: str, patience: float) -> None:
        super().__init__(name_of(url))
        self._condition = Condition(self.name)
        self._connections = Connections(url, CLICKS, patience)
        self._slow = Connections(url, SLOW, patience)

    @classmethod
    async def open(cls, url: str, patience: float, *, existing: bool, now: float | None) -> Self:
        """Check the database, update its schema and connect; see `Database.open`."""
        name = name_of(url)
        # The driver's warnings do not help the host. Important problems also come as errors.
        logging.getLogger("psycopg").setLevel(logging.ERROR)
        try:
            await asyncio.to_thread(prepare, url, name, existing=existing, now=now)
        except Error as error:
            if isinstance(error, OperationalError) and is_lost(error):
                raise unreachable(name, error) from error
            raise translate_error(error, name) from error
        return cls(url, patience)

    def can_save(self) -> bool:
        return self._condition.is_good()

    def was_checked(self) -> bool:
        return True  # the server checks its files

    async def find_damage(self) -> DatabaseCorrupt | None:
        return None

    async def close(self) -> None:
        await asyncio.gather(self._connections.close(), self._slow.close())

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[PostgresqlTransaction]:
        try:
            async with self._transaction(self._connections, PostgresqlTransaction.writing) as raw:
                yield raw
        except UNSAVED as error:
            self._condition.note_failure(error)
            raise
        self._condition.note_saved()

    rewrite = write

    @asynccontextmanager
    async def read_one(self) -> AsyncGenerator[PostgresqlTransaction]:
        async with self._transaction(self._connections, PostgresqlTransaction) as raw:
            yield raw

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[PostgresqlTransaction]:
        async with self._transaction(self._connections, PostgresqlTransaction.reading) as raw:
            yield raw

    @asynccontextmanager
    async def read_slow(self) -> AsyncGenerator[PostgresqlTransaction]:
        async with self._transaction(self._slow, PostgresqlTransaction.reading) as raw:
            yield raw

    read_beside = read_slow

    async def size(self) -> int:
        async with self.read_one() as transaction:
            ((size,),) = await transaction.fetch("SELECT pg_database_size(current_database())", {})
        return size

    async def compact(self) -> None:
        async with self._transaction(self._slow, PostgresqlTransaction) as transaction:
            await transaction.fetch("VACUUM (FULL)", {})

    async def checkpoint(self) -> bool:
        return True  # the server empties its own log: see docs/hosting.md

    @asynccontextmanager
    async def _transaction(
        self, connections: Connections, begin: Callable[[AsyncConnection], PostgresqlTransaction]
    ) -> AsyncGenerator[PostgresqlTransaction]:
        """Yield a transaction, then commit it or roll it back.

        If the rollback fails, the connection is closed, and the server rolls back.
        """
        try:
            async with connections.take() as connection:
                transaction = begin(connection)
                try:
                    yield transaction
                    await transaction.commit()
                except (Exception, asyncio.CancelledError) as error:
                    await _undo(transaction, connection, error)
                    raise
        except DatabaseUnreachable as error:  # a failed read is noted, too
            self._condition.note_failure(error)
            raise
        except Error as error:
            raise translate_error(error, self.name) from None  # the cause may hold a secret


async def _undo(
    transaction: PostgresqlTransaction, connection: AsyncConnection, error: BaseException
) -> None:
    """Roll back; if the task was cancelled or the connection was lost, close the connection."""
    if isinstance(error, asyncio.CancelledError | OperationalError):
        await connection.close()
        return
    try:
        await transaction.rollback()
    except Error:
        await connection.close()


# Access to whole tables.

_USERS: Final = """
SELECT COUNT(*) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'ducks' AND pid <> pg_backend_pid()
"""
_COLUMNS: Final = f"""
SELECT table_name, column_name
FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
WHERE table_schema = current_schema AND table_type = 'BASE TABLE' AND table_name <> '{RECORDS}'
ORDER BY table_name, ordinal_position
"""  # noqa: S608 - a constant
_REFERENCES: Final = """
SELECT referring.relname, referred.relname
FROM pg_constraint
    JOIN pg_class AS referring ON referring.oid = conrelid
    JOIN pg_class AS referred ON referred.oid = confrelid
WHERE contype = 'f' AND conrelid <> confrelid AND connamespace = current_schema::regnamespace
"""
_NUMBERS: Final = """
SELECT table_name, pg_sequence_last_value(pg_get_serial_sequence(table_name, column_name)::regclass)
FROM information_schema.columns
WHERE table_schema = current_schema AND is_identity = 'YES'
"""
_LEAVING: Final = 2.0
"""Longest time for which the server still lists a closed connection, in seconds."""

_AT_ONCE: Final = 5_000
"""Rows fetched in one round trip."""


@contextmanager
def open_bulk(url: str) -> Generator[PostgresqlBulk]:
    """Open a database for one transaction.

    Raises:
        DatabaseLocked: A bot uses the database.
        DatabaseError: Another named error of `db.errors`.
    """
    name = name_of(url)
    try:
        with psycopg.connect(url, **OPTIONS) as connection:
            until = time.monotonic() + _LEAVING
            while connection.execute(_USERS).fetchone() != (0,):
                if time.monotonic() > until:
                    raise DatabaseLocked(f"The database {name} is in use: stop the bot first.")
                time.sleep(0.05)
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (WRITERS,))
            yield PostgresqlBulk(name, connection)
    except psycopg.Error as error:
        raise translate_error(error, name) from None


class PostgresqlBulk(Bulk):
    def __init__(self, name: str, connection: psycopg.Connection) -> None:
        super().__init__(name)
        self._connection = connection

    def columns(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for table, column in self._connection.execute(_COLUMNS):
            found.setdefault(table, []).append(column)
        order = TopologicalSorter[str](dict.fromkeys(found, ()))
        for table, referred in self._connection.execute(_REFERENCES):
            order.add(table, referred)
        return {table: tuple(found[table]) for table in order.static_order()}

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        select = sql.SQL("SELECT {} FROM {}").format(_names(columns), sql.Identifier(table))
        with self._connection.cursor("rows") as cursor:
            cursor.itersize = _AT_ONCE
            yield from cursor.execute(select)

    def fill(self, table: str, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
        copy = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), _names(columns))
        try:
            with (
                self._connection.transaction(),
                self._connection.cursor() as cursor,
                cursor.copy(copy) as target,
            ):
                for row in rows:
                    target.write_row(row)
        except (psycopg.DataError, psycopg.IntegrityError):
            raise RowsRefused(f"The database {self.name} cannot hold a row of {table}.") from None

    def empty(self, table: str) -> None:
        self._connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))

    def last_numbers(self) -> dict[str, int]:
        return {table: last for table, last in self._connection.execute(_NUMBERS) if last}

    def set_last_numbers(self, numbers: Mapping[str, int]) -> None:
        for table, last in numbers.items():
            self._connection.execute(
                "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", (table, last)
            )

    def commit(self) -> None:
        self._connection.execute("COMMIT")
        self._connection.execute("ANALYZE")


def _names(columns: Sequence[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))
