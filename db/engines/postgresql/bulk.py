"""Whole tables of a database on a server of PostgreSQL, in and out."""

from __future__ import annotations

from contextlib import contextmanager
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING, Any, Final

import psycopg
from psycopg import sql

from db.engines.bulk import Bulk, RowsRefused
from db.engines.migrate import RECORDS
from db.engines.postgresql.connections import OPTIONS, name_of
from db.engines.postgresql.session import WRITERS, translate_error
from db.errors import DatabaseLocked

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

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
_AT_ONCE: Final = 5_000
"""How many rows are fetched in a trip."""


@contextmanager
def open_bulk(url: str) -> Generator[PostgresqlBulk]:
    """Open a database that no bot uses; raises DatabaseLocked and DatabaseError."""
    name = name_of(url)
    try:
        with psycopg.connect(url, **OPTIONS) as connection:
            ((users,),) = connection.execute(_USERS).fetchall()
            if users:
                raise DatabaseLocked(f"The database {name} is in use: stop the bot first.")
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (WRITERS,))
            yield PostgresqlBulk(name, connection)
    except psycopg.Error as error:
        raise translate_error(error, name) from None


class PostgresqlBulk(Bulk):
    """See `db.engines.bulk.Bulk`."""

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
