"""Brings a database file to the schema of this program, at start.

The transaction is an exclusive one, which needs no other lock.
"""
# yoyo has no type annotations to speak of.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from yoyo.backends.core.sqlite3 import SQLiteBackend
from yoyo.connections import DatabaseURI

from db.engines.migrate import RECORDS, SHARED, InOneTransaction, apply_missing, find_missing

if TYPE_CHECKING:
    from collections.abc import Generator

MIGRATIONS: Final = (Path(__file__).parent / "migrations", SHARED)
"""The folders of what SQLite alone understands and of what both engines do."""


class _Backend(InOneTransaction, SQLiteBackend):
    """yoyo's SQLite backend in one transaction, on a connection with the bot's settings."""

    def __init__(self, path: str, busy_timeout: float) -> None:
        self._busy_timeout = busy_timeout
        uri = DatabaseURI("sqlite", None, None, None, None, path, {})
        super().__init__(uri, RECORDS)

    def connect(self, dburi: Any) -> sqlite3.Connection:  # noqa: ANN401 - yoyo's own signature
        connection = sqlite3.connect(
            dburi.database, timeout=self._busy_timeout, isolation_level=None
        )
        connection.execute("PRAGMA secure_delete = ON")  # as on every other connection
        return connection

    def begin(self) -> None:
        self._in_transaction = True
        self.execute("BEGIN EXCLUSIVE")


@contextmanager
def _backend(path: str, busy_timeout: float) -> Generator[_Backend]:
    backend = _Backend(path, busy_timeout)
    with backend:  # closes the connection, which rolls back whatever is not committed
        yield backend


def migrate(path: str, busy_timeout: float, *folders: Path) -> None:
    """Apply the migrations that the file at `path` lacks, together with their records.

    They are those of `folders`; of `MIGRATIONS`, if none is named.

    Raises:
        DatabaseForeign, SchemaTooNew: as in `require_known`.
        sqlite3.Error: an error of SQLite; then nothing has been changed.
    """
    with _backend(path, busy_timeout) as backend, backend.transaction():
        require_known(backend.connection, path, *folders)
        apply_missing(backend, folders or MIGRATIONS)


def require_known(connection: sqlite3.Connection, path: str, *folders: Path) -> set[str]:
    """Raise unless the file is empty, or has seen migrations of this program and no others.

    Returns the names of those that it lacks.

    Raises:
        DatabaseForeign, SchemaTooNew: as `db.engines.migrate.find_missing`.
        sqlite3.Error: whatever SQLite refuses.
    """
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    applied: set[str] = set()
    if RECORDS in tables:
        rows = connection.execute(f"SELECT migration_id FROM {RECORDS}")  # noqa: S608 - a constant
        applied = {row[0] for row in rows}
    return find_missing(path, tables, applied, folders or MIGRATIONS)
