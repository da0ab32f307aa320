"""What `db.copy` needs of an engine: whole tables in and out, whatever they are for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from db.errors import DatabaseError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Row = tuple[Any, ...]


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
