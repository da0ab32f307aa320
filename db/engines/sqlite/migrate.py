"""Brings a database file to the schema of this program, at start.

The transaction is an exclusive one, which needs no other lock.
"""
# yoyo has no type annotations to speak of.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Final

from yoyo.backends.core.sqlite3 import SQLiteBackend
from yoyo.connections import DatabaseURI

from db.engines.migrate import RECORDS, SHARED, InOneTransaction, apply_missing, find_missing

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


def migrate(path: str, busy_timeout: float) -> None:
    """Apply the migrations that the file at `path` lacks, together with their records.

    Raises:
        DatabaseError: as in `require_known`.
        sqlite3.Error: an error of SQLite; then nothing has been changed.
    """
    # The end closes the connection, which rolls back whatever is not committed.
    with _Backend(path, busy_timeout) as backend, backend.transaction():
        require_known(backend.connection, path)
        apply_missing(backend, MIGRATIONS)


def require_known(connection: sqlite3.Connection, path: str, now: float | None = None) -> set[str]:
    """Return the migrations that the file at `path` lacks, as `find_missing` does.

    Raises:
        DatabaseError: this program cannot use it.
        sqlite3.Error: whatever SQLite refuses.
    """
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    return find_missing(path, connection.execute, tables, MIGRATIONS, now)
