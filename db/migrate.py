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

from db.errors import DatabaseForeign, SchemaTooNew

if TYPE_CHECKING:
    from collections.abc import Generator

MIGRATIONS: Final = (
    Path(__file__).parent / "sqlite" / "migrations",
    Path(__file__).parent / "migrations",
)
"""The folders of what SQLite alone understands and of what both engines do."""

_RECORDS: Final = "_yoyo_migration"
"""The table in which yoyo notes the migrations that a file has seen."""


class _Backend(SQLiteBackend):
    """yoyo's SQLite backend in one transaction, on a connection with the bot's settings."""

    def __init__(self, path: str, busy_timeout: float) -> None:
        self._busy_timeout = busy_timeout
        uri = DatabaseURI("sqlite", None, None, None, None, path, {})
        super().__init__(uri, _RECORDS)

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


@contextmanager
def _backend(path: str, busy_timeout: float) -> Generator[_Backend]:
    backend = _Backend(path, busy_timeout)
    with backend:  # closes the connection, which rolls back whatever is not committed
        yield backend


def migrate(path: str, busy_timeout: float, *migrations: Path) -> None:
    """Apply the migrations that the file at `path` lacks, together with their records.

    They are those of the folders `migrations`; of `MIGRATIONS`, if none is named.

    Raises:
        DatabaseForeign, SchemaTooNew: as in `require_known`.
        sqlite3.Error: an error of SQLite; then nothing has been changed.
    """
    with _backend(path, busy_timeout) as backend, backend.transaction():
        require_known(backend.connection, path, *migrations)
        for migration in backend.to_apply(_read(migrations)):
            migration.process_steps(backend, "apply")
            backend.mark_one(migration, log=False)


def require_known(connection: sqlite3.Connection, path: str, *migrations: Path) -> set[str]:
    """Raise unless the file is empty, or has seen migrations of this program and no others.

    Returns the names of those that it lacks.

    Raises:
        DatabaseForeign: it holds tables, but none of the migrations was applied to it.
        SchemaTooNew: it has seen a migration that this program does not know.
        sqlite3.Error: whatever SQLite refuses.
    """
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    known = {migration.id for migration in _read(migrations)}
    if not tables:
        return known
    applied: set[str] = set()
    if _RECORDS in tables:
        rows = connection.execute(f"SELECT migration_id FROM {_RECORDS}")  # noqa: S608 - a constant
        applied = {row[0] for row in rows}
    if not applied & known:
        raise DatabaseForeign(f"The file {path} is a database of another program.")
    if applied - known:
        raise SchemaTooNew(
            f"The database {path} was written by a newer version; update this program."
        )
    return known - applied


def _read(folders: tuple[Path, ...]) -> Any:  # noqa: ANN401 - yoyo's own list
    """Return the migrations of these folders; of `MIGRATIONS`, if there are none."""
    return read_migrations(*map(str, folders or MIGRATIONS))
