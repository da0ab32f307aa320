"""Brings a database to the schema of this program; db/migrations/README.md tells how.

All migrations that a database lacks, and the record of each, are one transaction, which excludes
all others who migrate. The database rolls it back if the process dies.
"""

from __future__ import annotations

import re
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from db.errors import DatabaseAhead, DatabaseForeign, DatabaseMissing, SchemaTooNew, SchemaTooOld

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    Execute = Callable[[str], Iterable[tuple[Any, ...]]]


# Whether this machine's clock can be right, by when a database was last used.

DAY: Final = 24 * 60 * 60
"""Seconds by which a clock may be behind the last use: what a wrong time zone makes."""


def require_past(name: str, seen_at: float, now: float) -> None:
    """Raise DatabaseAhead for a database that was used more than a day after `now`."""
    if seen_at > now + DAY:
        raise DatabaseAhead(
            f"This machine's clock says {_tell(now)}, but the database {name} was last used on"
            f" {_tell(seen_at)}: set the clock. If it is right, and was wrong then, start once with"
            " `python bot.py --trust-clock`."
        )


def _tell(moment: float) -> str:
    """Return a moment in Unix seconds in words, in UTC."""
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M} UTC"


MIGRATIONS: Final = Path(__file__).parents[1] / "migrations"
"""The folder of all migrations that this program knows."""

RECORDS: Final = "applied_migrations"
"""The table of the migrations that a database has seen; the first of them makes it."""

UNRELEASED: Final = "_yoyo_migration"
"""The table of migrations before the first release."""


def apply_missing(execute: Execute, missing: Iterable[str], engine: str) -> None:
    """Apply migrations and note them, in the order of their names, within a running transaction."""
    for migration in sorted(missing):
        for statement in statements((MIGRATIONS / f"{migration}.sql").read_text("utf-8"), engine):
            execute(statement)
        execute(f"INSERT INTO {RECORDS} VALUES ('{migration}')")  # noqa: S608 - our own file's name


def statements(sql: str, engine: str) -> Iterator[str]:
    """Yield the statements of a migration as the engine understands them: sqlite or postgresql."""
    sql = re.sub(rf"/\*{engine}\s(.*?)\*/", r"\1", sql, flags=re.DOTALL)
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement


def find_known() -> set[str]:
    """Return the names of all migrations."""
    return {file.stem for file in MIGRATIONS.glob("*.sql")}


def find_made(migrations: Iterable[str]) -> set[tuple[str, str]]:
    """Return the kinds and names of what some migrations make, as their texts say."""
    texts = [(MIGRATIONS / f"{migration}.sql").read_text("utf-8") for migration in migrations]
    found = re.findall(r"CREATE (TABLE|VIEW) (\w+)", "".join(texts))
    return {(kind.lower(), name) for kind, name in found}


def find_missing(name: str, execute: Execute, tables: set[str], now: float | None) -> set[str]:
    """Return the migrations that a database lacks.

    Args:
        name: of the database.
        execute: asks it.
        tables: its tables, whatever they are for.
        now: Unix seconds: it must not have been used a day after that moment; None: it may.

    Raises:
        DatabaseForeign: it holds tables, but none of the migrations was applied to it.
        SchemaTooOld: it was made before there was a first release.
        SchemaTooNew: it has seen a migration that this program does not know.
        DatabaseAhead: it was used a day after `now`.
    """
    known = find_known()
    if not tables:
        return known
    if UNRELEASED in tables:
        raise SchemaTooOld(
            f"The database {name} is from before the first release, and cannot be used any more:"
            " begin with a new one, which DATABASE_URL names."
        )
    seen = execute(f"SELECT migration_id FROM {RECORDS}") if RECORDS in tables else ()  # noqa: S608 - a constant
    applied = {migration for (migration,) in seen}
    if not applied & known:
        raise DatabaseForeign(f"The database {name} is one of another program.")
    if applied - known:
        raise SchemaTooNew(
            f"The database {name} was written by a newer version; update this program."
        )
    if now is not None:
        for (seen_at,) in execute("SELECT seen_at FROM heartbeat"):
            require_past(name, seen_at, now)
    return known - applied


def require_own(name: str, found: Iterable[tuple[str, ...]], known: Collection[object]) -> None:
    """Raise DatabaseForeign for the first of what a schema holds that no migration has made.

    A trigger of somebody else's could choose the secrets of tables, and know all later dice.
    """
    for kind, thing, *_ in sorted(set(found) - set(known)):
        raise DatabaseForeign(
            f"The database {name} holds what this program has not made: the {kind} {thing[:60]!r}."
            " Whoever made it could know all later dice, so it is not used."
        )


def require_current(name: str, missing: set[str], *, made: bool) -> None:
    """Raise DatabaseMissing or SchemaTooOld unless the database is made and lacks no migrations."""
    if not made:
        raise DatabaseMissing(f"There is no database {name}; DATABASE_URL names the bot's.")
    if missing:
        raise SchemaTooOld(f"The database {name} is of an older version: start the bot once.")
