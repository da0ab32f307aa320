"""The interface of a backend, the choice of a backend by URL, and code that both backends share.

`db.connection.Database` documents the methods. Its transactions have typed functions.
"""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
from abc import ABC, abstractmethod
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from db.errors import (
    BadDatabaseUrl,
    DatabaseAhead,
    DatabaseError,
    DatabaseForeign,
    DatabaseGone,
    DatabaseMissing,
    SchemaTooNew,
    SchemaTooOld,
)

if TYPE_CHECKING:
    from collections.abc import (
        Awaitable,
        Callable,
        Collection,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )
    from contextlib import AbstractAsyncContextManager as Block

    from db.errors import DatabaseCorrupt
    from db.query import RawTransaction

    Row = tuple[Any, ...]
    Execute = Callable[[str], Iterable[tuple[Any, ...]]]


class Backend(ABC):
    """An open database. Every method may raise the named errors of `db.errors`.

    Args:
        name: The name for messages to the host, without a password.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    def write(self) -> Block[RawTransaction]:
        """Begin a transaction. The end of the block commits it; an exception rolls it back."""

    @abstractmethod
    def rewrite(self) -> Block[RawTransaction]:
        """Begin a transaction with many changes; a later `checkpoint` empties the log."""

    @abstractmethod
    def read_one(self) -> Block[RawTransaction]:
        """Allow single queries without a transaction."""

    @abstractmethod
    def read(self) -> Block[RawTransaction]:
        """Begin a transaction whose reads all see the same state."""

    @abstractmethod
    def read_slow(self) -> Block[RawTransaction]:
        """Begin a transaction like `read`, for long queries that must not delay clicks."""

    @abstractmethod
    def read_beside(self) -> Block[RawTransaction]:
        """Begin a transaction like `read`; several such transactions may run at the same time."""

    @abstractmethod
    def can_save(self) -> bool:
        """Return whether the last change was saved and the next change probably will be."""

    @abstractmethod
    def was_checked(self) -> bool:
        """Return whether opening the database checked all of it, so `find_damage` is not needed."""

    @abstractmethod
    async def find_damage(self) -> DatabaseCorrupt | None:
        """Read the whole database; return the damage, or None."""

    @abstractmethod
    async def size(self) -> int:
        """Return the size in bytes."""

    @abstractmethod
    async def compact(self) -> None:
        """Rewrite the file without remains of old data. Call `checkpoint` afterwards."""

    @abstractmethod
    async def checkpoint(self) -> bool:
        """Remove deleted rows from the log; return whether that was possible."""

    @abstractmethod
    async def close(self) -> None:
        """Wait for running transactions and close the database."""


# Access to whole tables, for `db.copies`.


class RowsRefused(DatabaseError):
    """The database cannot hold one of these rows."""


class Bulk(ABC):
    """One transaction on a database that nobody else uses. Methods raise the driver's errors.

    Args:
        name: The name for messages.

    Attributes:
        unread: Number of texts with invalid bytes. Such bytes are read as U+FFFD.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.unread = 0

    @abstractmethod
    def columns(self) -> dict[str, tuple[str, ...]]:
        """Return the columns of each table. A table comes after the tables that it refers to."""

    @abstractmethod
    def rows(self, table: str, columns: Sequence[str]) -> Iterator[Row]:
        """Read all rows of a table, in batches."""

    @abstractmethod
    def fill(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        """Add all rows to a table; add none and raise RowsRefused if the table cannot hold one."""

    @abstractmethod
    def empty(self, table: str) -> None: ...

    @abstractmethod
    def last_numbers(self) -> dict[str, int]:
        """Return the highest number ever given to a row, by table. No number is used twice."""

    @abstractmethod
    def set_last_numbers(self, numbers: Mapping[str, int]) -> None:
        """Set the last number of each table. New rows get the numbers after the last number."""

    @abstractmethod
    def commit(self) -> None:
        """Commit. PostgreSQL also updates the statistics of its query planner."""


# The condition of a database, which can save changes if it is in place, writable and undamaged.

log = logging.getLogger(__name__)


class Condition:
    """The known condition of an open database.

    Args:
        name: The name of the database.
        require: Raises DatabaseGone if writes would be lost.

    Attributes:
        damage: The damage found by a full check; None if none is known.
    """

    def __init__(self, name: str, require: Callable[[], None] = lambda: None) -> None:
        self._name = name
        self._failed = False
        self._require = require
        self.damage: DatabaseError | None = None

    def is_good(self) -> bool:
        """Return whether the last change was saved, and the database is in place and undamaged."""
        return self._is_in_place() and not self._failed and self.damage is None

    def note_failure(self, error: DatabaseError) -> None:
        """Note that a change could not be saved; log only the first of several failures."""
        if not self._failed and not isinstance(error, DatabaseGone):  # `require` logs DatabaseGone
            log.error("%s Nothing is saved until that is over.", error)
        self._failed = error.logged = True

    def note_saved(self) -> None:
        if self._failed:
            log.info("The database %s can be written again.", self._name)
        self._failed = False

    def _is_in_place(self) -> bool:
        try:
            self._require()
        except DatabaseGone:
            return False
        return True


# URLs of SQLite files and of databases on a PostgreSQL server.

_FILE: Final = "sqlite:///"
_SERVER: Final = ("postgresql://", "postgres://")


def is_postgresql(url: str) -> bool:
    return url.startswith(_SERVER)


def path_of(url: str) -> str:
    """Return the absolute path in a URL of SQLite; raise BadDatabaseUrl for any other URL."""
    path = url.removeprefix(_FILE)
    if path == url or not path or path == ":memory:" or "?" in path or "\0" in path:
        # The message does not quote the URL: it may hold the password of another database.
        raise BadDatabaseUrl(
            "DATABASE_URL must be sqlite:///file, sqlite:////absolute/path/to/file or "
            "postgresql://user:password@host/name."
        )
    return str(Path(path).absolute())


# Work that must not stop halfway, such as closing a database, even if its task is cancelled.

T = TypeVar("T")


async def to_the_end(work: Awaitable[T]) -> T:
    """Return the result of the work. Cancellations are raised only after the work has ended."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled from task.exception()
    return task.result()


# Migrations to the schema of this program; see db/migrations/README.md.
#
# First the bot checks that this machine's clock is not more than a day behind the last use of the
# database. Then one transaction applies all missing migrations and records them. No other process
# can migrate at the same time, and the database rolls the transaction back if the process dies.

DAY: Final = 24 * 60 * 60
"""Seconds by which the clock may be behind the last use: enough for a wrong time zone."""


def require_past(name: str, seen_at: float, now: float) -> None:
    """Raise DatabaseAhead if the database was used more than a day after `now`."""
    if seen_at > now + DAY:
        raise DatabaseAhead(
            f"This machine's clock says {_tell(now)}, but the database {name} was last used on"
            f" {_tell(seen_at)}: set the clock. If the clock is right now and was wrong then, start"
            " once with `python bot.py --trust-clock`."
        )


def _tell(moment: float) -> str:
    """Return Unix seconds as a date and time in UTC."""
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M} UTC"


MIGRATIONS: Final = Path(__file__).parents[1] / "migrations"
"""Folder of all migrations."""

RECORDS: Final = "applied_migrations"
"""Table of the migrations that were applied to a database, created by the first migration."""

UNRELEASED: Final = "_yoyo_migration"
"""Table that marks a database from before the first release."""


def apply_missing(execute: Execute, missing: Iterable[str], backend: str) -> None:
    """Apply migrations in the order of their names and record them, in a running transaction."""
    for migration in sorted(missing):
        for statement in statements((MIGRATIONS / f"{migration}.sql").read_text("utf-8"), backend):
            execute(statement)
        execute(f"INSERT INTO {RECORDS} VALUES ('{migration}')")  # noqa: S608 - the name of our own file


def statements(sql: str, backend: str) -> Iterator[str]:
    """Yield the statements of a migration for one backend: "sqlite" or "postgresql".

    A comment that begins with the name of the backend holds SQL for this backend alone.
    """
    sql = re.sub(rf"/\*{backend}\s(.*?)\*/", r"\1", sql, flags=re.DOTALL)
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement


def find_known() -> set[str]:
    return {file.stem for file in MIGRATIONS.glob("*.sql")}


def find_made(migrations: Iterable[str]) -> set[tuple[str, str]]:
    """Return the kind ("table", "view") and name of each table and view of these migrations."""
    texts = [(MIGRATIONS / f"{migration}.sql").read_text("utf-8") for migration in migrations]
    found = re.findall(r"CREATE (TABLE|VIEW) (\w+)", "".join(texts))
    return {(kind.lower(), name) for kind, name in found}


def find_naming(column: str) -> dict[str, tuple[str, ...]]:
    """Return the tables that have this column, each with all its columns.

    The tables and columns are those of the migrations' CREATE TABLE statements.
    """
    texts = [file.read_text("utf-8") for file in sorted(MIGRATIONS.glob("*.sql"))]
    made = re.findall(r"CREATE TABLE (\w+) \((.+?)\n\)", "".join(texts), re.DOTALL)
    found = {name: tuple(re.findall(r"\n    ([a-z_]+) ", body)) for name, body in made}
    return {name: columns for name, columns in found.items() if column in columns}


def find_missing(name: str, execute: Execute, tables: set[str], now: float | None) -> set[str]:
    """Return the migrations that a database lacks.

    Args:
        name: The name of the database.
        execute: Runs a query on the database.
        tables: The names of all its tables.
        now: Unix seconds. The database must not have been used more than a day after this time.
            None allows any time.

    Raises:
        DatabaseForeign: The database holds tables, but none of our migrations was applied.
        SchemaTooOld: The database was made before the first release.
        SchemaTooNew: A migration that this program does not know was applied.
        DatabaseAhead: The database was used more than a day after `now`.
    """
    known = find_known()
    if not tables:
        return known
    if UNRELEASED in tables:
        raise SchemaTooOld(
            f"The database {name} is from before the first release, and cannot be used any more:"
            " begin with a new one, and name it in DATABASE_URL."
        )
    seen = execute(f"SELECT migration_id FROM {RECORDS}") if RECORDS in tables else ()  # noqa: S608 - a constant
    applied = {migration for (migration,) in seen}
    if not applied & known:
        raise DatabaseForeign(f"The database {name} belongs to another program.")
    if applied - known:
        raise SchemaTooNew(
            f"The database {name} was written by a newer version: update this program."
        )
    if now is not None:
        for (seen_at,) in execute("SELECT seen_at FROM heartbeat"):
            require_past(name, seen_at, now)
    return known - applied


def require_own(name: str, found: Iterable[tuple[str, ...]], known: Collection[object]) -> None:
    """Raise DatabaseForeign if the schema holds anything that no migration makes.

    A foreign trigger could set the secrets of tables, so its author would know all later dice.
    """
    for kind, thing, *_ in sorted(set(found) - set(known)):
        raise DatabaseForeign(
            f"The database {name} holds something that this program has not made: the"
            f" {kind} {thing[:60]!r}. Its author could know all later dice,"
            " so the database is not used."
        )


def require_current(name: str, missing: set[str], *, made: bool) -> None:
    """Raise DatabaseMissing if there is no database, SchemaTooOld if it lacks migrations."""
    if not made:
        raise DatabaseMissing(
            f"There is no database {name}. DATABASE_URL names the bot's database."
        )
    if missing:
        raise SchemaTooOld(f"The database {name} is from an older version: start the bot once.")
