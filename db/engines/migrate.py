"""What the migrations of both engines share; db/migrations/README.md says where each lies.

The migrations are SQL files; yoyo reads, sorts and runs them. yoyo's own backends have three
faults: they commit a migration and its record in two transactions, they guard themselves by a row
that a killed process leaves behind, and they store the names of user and host. `InOneTransaction`
avoids all three. Everything from the first look to the last record is one transaction that excludes
all others who migrate. The database rolls it back if the process dies, and it writes no log.
"""
# yoyo has no type annotations to speak of.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from yoyo import internalmigrations, read_migrations

from db.engines.clock import require_past
from db.errors import DatabaseForeign, DatabaseMissing, SchemaTooNew, SchemaTooOld

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Execute = Callable[[str], Iterable[tuple[Any, ...]]]

SHARED: Final = Path(__file__).parents[1] / "migrations"
"""The folder of what both engines understand."""

RECORDS: Final = "_yoyo_migration"
"""The table in which yoyo notes the migrations that a database has seen."""

UNRELEASED: Final = {"0001_tables", "0011_rematches_that_ended"}
"""With which SQLite and PostgreSQL began before the first release."""


class InOneTransaction:
    """A part of a yoyo backend; `begin` of the other part has to exclude all others who migrate."""

    _internal_schema_updated: bool

    def lock(self, timeout: float = 0) -> Any:  # noqa: ANN401, ARG002 - the transaction is the lock
        """Lock nothing."""
        return nullcontext()

    def ensure_internal_schema_updated(self) -> None:
        """Create yoyo's own tables within the running transaction."""
        if not self._internal_schema_updated and internalmigrations.needs_upgrading(self):
            internalmigrations.upgrade(self)
        self._internal_schema_updated = True

    def log_migration(self, migration: Any, operation: str) -> None:  # noqa: ANN401
        """Write nothing, because the log would name the user and the host."""


def apply_missing(backend: Any, folders: Iterable[Path]) -> None:  # noqa: ANN401 - a yoyo backend
    """Apply the migrations of these folders that a database lacks, and note them.

    They run in the order of their names; yoyo's order is one folder after the other.
    """
    missing = backend.to_apply(read_migrations(*map(str, folders)))
    for migration in sorted(missing, key=lambda each: each.id):
        migration.process_steps(backend, "apply")
        backend.mark_one(migration, log=False)


def find_missing(
    name: str, execute: Execute, tables: set[str], folders: Iterable[Path], now: float | None
) -> set[str]:
    """Return the migrations of these folders that a database lacks.

    Args:
        name: of the database.
        execute: asks it.
        tables: its tables, whatever they are for.
        folders: with all migrations that this program knows.
        now: Unix seconds: it must not have been used a day after that moment; None: it may.

    Raises:
        DatabaseForeign: it holds tables, but none of the migrations was applied to it.
        SchemaTooOld: it was made before there was a first release.
        SchemaTooNew: it has seen a migration that this program does not know.
        DatabaseAhead: it was used a day after `now`.
    """
    known = {migration.id for migration in read_migrations(*map(str, folders))}
    if not tables:
        return known
    seen = execute(f"SELECT migration_id FROM {RECORDS}") if RECORDS in tables else ()  # noqa: S608 - a constant
    applied = {migration for (migration,) in seen}
    if applied & UNRELEASED:
        raise SchemaTooOld(
            f"The database {name} is from before the first release, and cannot be used any more:"
            " begin with a new one, which DATABASE_URL names."
        )
    if not applied & known:
        raise DatabaseForeign(f"The database {name} is one of another program.")
    if applied - known:
        raise SchemaTooNew(
            f"The database {name} was written by a newer version; update this program."
        )
    if now is not None and "heartbeat" in tables:
        for (seen_at,) in execute("SELECT seen_at FROM heartbeat"):
            require_past(name, seen_at, now)
    return known - applied


def require_current(name: str, missing: set[str], *, made: bool) -> None:
    """Raise DatabaseMissing or SchemaTooOld unless the database is made and lacks no migrations."""
    if not made:
        raise DatabaseMissing(f"There is no database {name}; DATABASE_URL names the bot's.")
    if missing:
        raise SchemaTooOld(f"The database {name} is of an older version: start the bot once.")
