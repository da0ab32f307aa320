"""Whole tables of a SQLite file, in and out."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from db.engines.bulk import Bulk, RowsRefused
from db.engines.migrate import RECORDS
from db.engines.sqlite.session import open_existing, read_text, translated, unused
from db.engines.url import path_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"


@contextmanager
def open_bulk(url: str, patience: float) -> Generator[SqliteBulk]:
    """Open a file that nobody else uses; raises DatabaseLocked and DatabaseError."""
    path = path_of(url)
    with unused(Path(path)):
        pass
    with translated(path), closing(open_existing(path, patience)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield SqliteBulk(path, connection)


class SqliteBulk(Bulk):
    """See `db.engines.bulk.Bulk`; foreign keys are not looked at."""

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
        """Return a text, also of bytes that somebody has put where a text belongs."""
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
