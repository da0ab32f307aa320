"""What an engine has to offer, what both share, and which of them a URL names.

`db.connection.Database` says what each of these is for, and gives typed functions over it.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from db.errors import BadDatabaseUrl, DatabaseError, DatabaseGone

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractAsyncContextManager as Block

    from db.errors import DatabaseCorrupt
    from db.query import Session

    Row = tuple[Any, ...]


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
