"""Brings a database file to the schema of this program, at start.

The migrations are SQL files; yoyo reads, sorts and runs them. yoyo's own SQLite backend has three
faults: it commits a migration and its record in two transactions, it guards itself by a row that a
killed process leaves behind, and it stores the names of user and host. `_Backend` avoids all three.
Everything from the first look to the last record is one exclusive transaction. SQLite rolls it back
if the process dies, it needs no other lock, and it writes no log.
"""
# yoyo has no type annotations to speak of.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import sqlite3
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from yoyo import internalmigrations, read_migrations
from yoyo.backends.core.sqlite3 import SQLiteBackend
from yoyo.connections import DatabaseURI

from db.errors import SchemaTooNew

if TYPE_CHECKING:
    from collections.abc import Generator

MIGRATIONS: Final = Path(__file__).parent / "migrations"


class _Backend(SQLiteBackend):
    """yoyo's SQLite backend in one transaction, on a connection with the bot's settings."""

    def __init__(self, path: str, busy_timeout: float) -> None:
        self._busy_timeout = busy_timeout
        uri = DatabaseURI("sqlite", None, None, None, None, path, {})
        super().__init__(uri, "_yoyo_migration")

    def connect(self, dburi: Any) -> sqlite3.Connection:  # noqa: ANN401 - yoyo's own signature
        connection = sqlite3.connect(
            dburi.database, timeout=self._busy_timeout, isolation_level=None
        )
        connection.execute("PRAGMA secure_delete = ON")  # as on every other connection
        return connection

    def begin(self) -> None:
        self._in_transaction = True
        self.execute("BEGIN EXCLUSIVE")

    def lock(self, timeout: float = 0) -> Any:  # noqa: ANN401, ARG002 - the exclusive transaction is the lock
        return nullcontext()

    def ensure_internal_schema_updated(self) -> None:
        """Create yoyo's own tables within the running transaction."""
        if not self._internal_schema_updated and internalmigrations.needs_upgrading(self):
            internalmigrations.upgrade(self)
        self._internal_schema_updated = True

    def log_migration(self, migration: Any, operation: str) -> None:  # noqa: ANN401
        """Write nothing, because the log would name the user and the host."""

    def applied_ids(self) -> set[str]:
        """Return the names of all migrations that were applied to the file."""
        rows = self.execute(f"SELECT migration_id FROM {self.migration_table}")  # noqa: S608 - a constant
        return {row[0] for row in rows.fetchall()}


@contextmanager
def _backend(path: str, busy_timeout: float) -> Generator[_Backend]:
    backend = _Backend(path, busy_timeout)
    with backend:  # closes the connection, which rolls back whatever is not committed
        yield backend


def migrate(path: str, busy_timeout: float, migrations: Path = MIGRATIONS) -> None:
    """Apply the migrations that the file at `path` lacks, together with their records.

    Raises:
        SchemaTooNew: a migration was applied that this program does not know.
        sqlite3.Error: an error of SQLite; then nothing has been changed.
    """
    known = read_migrations(str(migrations))
    with _backend(path, busy_timeout) as backend, backend.transaction():
        missing = backend.to_apply(known)
        if backend.applied_ids() - {migration.id for migration in known}:
            raise SchemaTooNew(
                f"The database {path} was written by a newer version; update this program."
            )
        for migration in missing:
            migration.process_steps(backend, "apply")
            backend.mark_one(migration, log=False)
