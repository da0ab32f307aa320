"""What an engine has to offer, which one a URL names, and what both share, as migrations are.

`db.connection.Database` says what each of these is for, and gives typed functions over it.
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
    from db.query import Session

    Row = tuple[Any, ...]
    Execute = Callable[[str], Iterable[tuple[Any, ...]]]


class Engine(ABC):
    """An open database. Every method may raise the named errors of `db.errors`.

    Args:
        name: which database it is, as sentences for the host say it; without a password.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    def write(self) -> Block[Session]:
        """Begin a transaction: the end of the block commits, an exception rolls back."""

    @abstractmethod
    def rewrite(self) -> Block[Session]:
        """Begin one that changes much, and leave to `checkpoint` what can be done later."""

    @abstractmethod
    def read_one(self) -> Block[Session]:
        """Allow single queries without a transaction."""

    @abstractmethod
    def read(self) -> Block[Session]:
        """Begin a transaction that reads one state."""

    @abstractmethod
    def read_slow(self) -> Block[Session]:
        """Begin one as `read` does, out of the way of those that a click waits for."""

    @abstractmethod
    def read_beside(self) -> Block[Session]:
        """Begin one as `read` does, which may run at the same time as others of its kind."""

    @abstractmethod
    def can_save(self) -> bool:
        """Return whether the last change was saved, and nothing is known that prevents the next."""

    @abstractmethod
    def was_checked(self) -> bool:
        """Return whether there is nothing left for `find_damage` to look at."""

    @abstractmethod
    async def find_damage(self) -> DatabaseCorrupt | None:
        """Read everything, and return what is wrong with it, or None."""

    @abstractmethod
    async def size(self) -> int:
        """Return how many bytes the database has."""

    @abstractmethod
    async def compact(self) -> None:
        """Write everything anew, without what is left between rows; `checkpoint` has to follow."""

    @abstractmethod
    async def checkpoint(self) -> bool:
        """Remove from the log what was deleted, and return whether that was possible."""

    @abstractmethod
    async def close(self) -> None:
        """Wait for running transactions and close the database."""


# What `db.copies` needs of an engine: whole tables in and out, whatever they are for.


class RowsRefused(DatabaseError):
    """The database cannot hold one of these rows."""


class Bulk(ABC):
    """A database that nobody else uses, in one transaction. Methods raise the driver's errors.

    Args:
        name: which database it is, as sentences say it.

    Attributes:
        unread: how many texts it held that are none; U+FFFD is read in place of their bytes.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.unread = 0

    @abstractmethod
    def columns(self) -> dict[str, tuple[str, ...]]:
        """Return the columns of each table, a table after those that it refers to."""

    @abstractmethod
    def rows(self, table: str, columns: Sequence[str]) -> Iterator[Row]:
        """Read all rows of a table, a few at a time."""

    @abstractmethod
    def fill(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        """Add rows to a table, all or none; raises RowsRefused."""

    @abstractmethod
    def empty(self, table: str) -> None:
        """Delete all rows of a table."""

    @abstractmethod
    def last_numbers(self) -> dict[str, int]:
        """Return, by table, the highest number that was ever given: none is given twice."""

    @abstractmethod
    def set_last_numbers(self, numbers: Mapping[str, int]) -> None:
        """Have the next rows numbered from the one after these."""

    @abstractmethod
    def commit(self) -> None:
        """Commit, and have the queries planned by what is there now."""


# Whether what is played is saved: all is in its place, can be written, and is not damaged.

log = logging.getLogger(__name__)


class Condition:
    """The condition of an open database, as far as it has shown.

    Args:
        name: which database it is.
        require: raises DatabaseGone where what is written would be lost.

    Attributes:
        damage: what a check of all of it has found; None before one, and where nothing was found.
    """

    def __init__(self, name: str, require: Callable[[], None] = lambda: None) -> None:
        self._name = name
        self._failed = False
        self._require = require
        self.damage: DatabaseError | None = None

    def is_good(self) -> bool:
        """Whether it is in its place, took the last change, and has no known damage."""
        return self._is_in_place() and not self._failed and self.damage is None

    def note_failure(self, error: DatabaseError) -> None:
        """Note that a change could not be saved; the first of several in a row is logged."""
        if not self._failed and not isinstance(error, DatabaseGone):  # which is logged already
            log.error("%s Nothing is saved until that is over.", error)
        self._failed = error.logged = True

    def note_saved(self) -> None:
        """Note that a change was saved."""
        if self._failed:
            log.info("The database %s can be written again.", self._name)
        self._failed = False

    def _is_in_place(self) -> bool:
        try:
            self._require()
        except DatabaseGone:
            return False
        return True


# What the URL of a database names: a file of SQLite, or a server of PostgreSQL.

_FILE: Final = "sqlite:///"
_SERVER: Final = ("postgresql://", "postgres://")


def is_postgresql(url: str) -> bool:
    """Return whether a URL names a database of PostgreSQL."""
    return url.startswith(_SERVER)


def path_of(url: str) -> str:
    """Return the whole path of `sqlite:///relative` or `sqlite:////absolute`.

    Raises BadDatabaseUrl.
    """
    path = url.removeprefix(_FILE)
    if path == url or not path or path == ":memory:" or "?" in path or "\0" in path:
        # The message does not quote the setting: a URL of another database may hold a password.
        raise BadDatabaseUrl(
            "DATABASE_URL has to be sqlite:///file, sqlite:////absolute/path/to/file or "
            "postgresql://user:password@host/name."
        )
    return str(Path(path).absolute())


# Closing what is open, however often its task is cancelled meanwhile.

T = TypeVar("T")


async def to_the_end(work: Awaitable[T]) -> T:
    """Return what the work returns; a cancellation meanwhile is raised when the work has ended."""
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


# Brings a database to the schema of this program; db/migrations/README.md tells how.
#
# All migrations that a database lacks, and the record of each, are one transaction, which excludes
# all others who migrate. The database rolls it back if the process dies. First is looked at whether
# this machine's clock can be right, by when a database was last used.

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


def find_naming(column: str) -> dict[str, tuple[str, ...]]:
    """Return the tables of all migrations that have this column, each with its columns."""
    texts = [file.read_text("utf-8") for file in sorted(MIGRATIONS.glob("*.sql"))]
    made = re.findall(r"CREATE TABLE (\w+) \((.+?)\n\)", "".join(texts), re.DOTALL)
    found = {name: tuple(re.findall(r"\n    ([a-z_]+) ", body)) for name, body in made}
    return {name: columns for name, columns in found.items() if column in columns}


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
