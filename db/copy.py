"""A whole database copied into another one, from an engine to itself or to the other.

All rows are counted and compared afterwards. The sum of their digests tells whether two tables hold
the same rows, in whatever order they are read. A row that the other database cannot hold, as the
first one was damaged, is left out, and nothing else is.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from db.connection import BUSY_TIMEOUT, Database
from db.engines.bulk import RowsRefused
from db.engines.sqlite import bulk as sqlite
from db.engines.url import is_postgresql
from db.errors import DatabaseError, DatabaseUnwritable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from db.engines.bulk import Bulk, Row

_DIGEST: Final = 16
"""Bytes of a row's digest: two that differ have the same one by no chance that matters."""


_AT_ONCE: Final = 1_000
"""Of so many rows at once those are searched that the other database refuses."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What was copied.

    Attributes:
        counts: how many rows each table has.
        left_out: how many rows of a table the other database cannot hold, where there are any.
        unread: how many texts were none, and were copied with U+FFFD in place of their bytes.
    """

    counts: Mapping[str, int]
    left_out: Mapping[str, int]
    unread: int


class CopyDiffers(DatabaseError):
    """What was read back is not what was copied; the copy is left as it was before."""


async def copy(source: str, target: str) -> Copied:
    """Copy all rows from one database to another, which has to be new, and compare them.

    Args:
        source: the URL of a database of this version, which nobody uses.
        target: the URL of another one; it is made, or brought to this version, and holds no table.

    Raises:
        CopyDiffers, DatabaseError: nothing was copied.
    """
    await (await Database.open(source, existing=True)).close()
    await (await Database.open(target)).close()
    with _open(source) as old, _open(target) as new:
        if any(True for _ in new.rows("tables", ("id",))):
            raise DatabaseUnwritable(f"The database {new.name} holds tables already.")
        counts, left_out = _copy_rows(old, new)
        new.set_last_numbers(old.last_numbers())
        new.commit()
    return Copied(counts, {table: count for table, count in left_out.items() if count}, old.unread)


def _open(url: str) -> AbstractContextManager[Bulk]:
    if is_postgresql(url):
        # Imported here: who has SQLite alone needs no driver of PostgreSQL in memory.
        from db.engines.postgresql import bulk as postgresql  # noqa: PLC0415

        return postgresql.open_bulk(url)
    return sqlite.open_bulk(url, BUSY_TIMEOUT)


def _copy_rows(old: Bulk, new: Bulk) -> tuple[dict[str, int], dict[str, int]]:
    """Copy all rows, and return how many of each table were copied, and how many were left out."""
    tables = new.columns()
    for table in reversed(tables):  # what a migration has put there
        new.empty(table)
    counts: dict[str, int] = {}
    left_out: dict[str, int] = {}
    for table, columns in tables.items():
        written, found, unread = _Sum(), _Sum(), old.unread
        try:
            new.fill(table, columns, written.of(old.rows(table, columns)))
        except RowsRefused:
            old.unread = unread
            written, left_out[table] = _copy_slowly(old, new, table, columns)
        for _ in found.of(new.rows(table, columns)):
            pass
        if found != written:
            raise CopyDiffers(f"The rows of {table} in {new.name} are not those of {old.name}.")
        counts[table] = found.count
    return counts, left_out


def _copy_slowly(old: Bulk, new: Bulk, table: str, columns: Sequence[str]) -> tuple[_Sum, int]:
    """Copy all rows that the other database can hold, and return how many it cannot."""
    written, left_out, rows = _Sum(), 0, old.rows(table, columns)
    while some := tuple(islice(rows, _AT_ONCE)):
        taken = _fill(new, table, columns, some)
        left_out += len(some) - sum(1 for _ in written.of(taken))
    return written, left_out


def _fill(new: Bulk, table: str, columns: Sequence[str], rows: Sequence[Row]) -> Sequence[Row]:
    """Add those of the rows that the database can hold, and return them."""
    try:
        new.fill(table, columns, rows)
    except RowsRefused:
        half = len(rows) // 2
        halves = (rows[:half], rows[half:]) if half else ()
        return [row for part in halves for row in _fill(new, table, columns, part)]
    return rows


class _Sum:
    """How many rows have gone by, and the sum of their digests."""

    def __init__(self) -> None:
        self.count = 0
        self._digests = 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Sum):
            return NotImplemented
        return (self.count, self._digests) == (other.count, other._digests)

    __hash__ = None  # type: ignore[assignment] - it changes

    def of(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
        """Yield the rows, and add them up."""
        for row in rows:
            # SQLite has 0 and 1 for what is false and true.
            text = repr([int(value) if isinstance(value, bool) else value for value in row])
            digest = blake2b(text.encode(), digest_size=_DIGEST).digest()
            self._digests += int.from_bytes(digest)
            self.count += 1
            yield row
