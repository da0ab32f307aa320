"""Copies databases: backs them up while the bot runs, restores them, moves them between backends.

A backup uses SQLite's own backup function, which copies a single state even while others write. The
whole copy is checked before it counts as a backup.

A restore loses all that happened after the backup. Buttons on Discord may hold the numbers of lost
tables, so new numbers begin a million higher. Tables that were open in the backup are closed,
because people may have seen dice that would be rolled again in the same way. The secrets drawn for
future games and the keys of features are deleted, so no new table repeats the dice of another
table.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sqlite3
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from db.backends import sqlite
from db.backends.backend import RowsRefused, find_naming, is_postgresql
from db.backends.sqlite import inspect, is_sound
from db.backends.sqlite_transaction import damaged, open_existing, translated, unused
from db.connection import BUSY_TIMEOUT, Database
from db.errors import DatabaseError, DatabaseMissing, DatabaseUnwritable
from db.query import Write
from db.store import CLOSE_TABLE, LIVE

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    from db.backends.backend import Bulk, Row


log = logging.getLogger(__name__)

PATIENCE: Final = 30.0
"""Seconds to wait for another writer: many, because nobody waits for a backup."""

AHEAD: Final = 1_000_000
"""Table numbers that a restore skips: more than a bot can use up after a backup."""

CLOSED: Final = (
    "The bot was restored from a backup. This table cannot go on, because people may already have "
    "seen its next dice or cards."
)
"""Reason shown at tables that were open in the backup; `tests.words` adds it to the catalogs."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of a restore.

    Attributes:
        closed: The number of tables that were open in the backup.
        aside: The path of the replaced database; None if there was none.
    """

    closed: int
    aside: Path | None


def back_up(path: Path, folder: Path, keep: int, now: datetime) -> Path:
    """Copy a database to a folder, even while it is in use; keep only the `keep` newest copies.

    Returns the path of the copy, whose name ends in the time `now`.

    Raises:
        DatabaseError: One of the named errors of `db.errors`; there is no new copy.
    """
    _require_database(path)
    name = path.name.removesuffix(".db")
    copy = folder / f"{name}-{now:%Y-%m-%dT%H-%M-%SZ}.db"
    with _told(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _copy(path, part := folder / f"{name}.part")
        part.replace(copy)
        dated = re.compile(rf"{re.escape(name)}-\d{{4}}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db")
        _prune(copy, [file for file in folder.iterdir() if dated.fullmatch(file.name)], keep)
    return copy


def _prune(newest: Path, copies: Iterable[Path], keep: int) -> None:
    """Keep the `keep` newest copies. Copies dated after `newest` are also kept, but not counted."""
    for ahead in sorted(copy for copy in copies if copy.name > newest.name):
        log.warning("a backup dated in the future is kept beside the others: %s", ahead.name)
    for old in sorted(copy for copy in copies if copy.name <= newest.name)[:-keep]:
        old.unlink()


def restore(backup: Path, path: Path, now: datetime) -> Restored:
    """Replace a database that nobody uses with a copy of a backup; keep the backup.

    The replaced database is kept in the same folder.

    Raises:
        DatabaseError: One of the named errors of `db.errors`; nothing has changed.
    """
    _require_database(backup)
    if path.exists() and backup.samefile(path):
        raise DatabaseUnwritable(f"{backup} is the database itself, not a backup of it.")
    new = Path(f"{path}.part")
    with _told(path):
        with unused(path):
            pass
        _copy(backup, new)
    closed = asyncio.run(begin_anew(f"sqlite:///{new}", _last_number(path), now.timestamp()))
    aside = path.with_name(f"{path.stem}-replaced-{now:%Y-%m-%dT%H-%M-%SZ}.db")
    with _told(path), unused(path):
        kept = _set_aside(path, aside)
        new.replace(path)
    return Restored(closed, aside if kept else None)


def _require_database(path: Path) -> None:
    """Raise DatabaseError unless this program can use the database."""
    if not path.is_file():
        raise DatabaseMissing(f"There is no database {path}.")
    with _told(path):
        inspect(path, PATIENCE)


def _copy(source: Path, target: Path) -> None:
    """Copy a database into a new file that only its owner can read, and check the whole copy.

    Raises:
        DatabaseCorrupt, sqlite3.Error, OSError: There is no new file.
    """
    for end in sqlite.FILES:  # remains of an interrupted copy
        Path(f"{target}{end}").unlink(missing_ok=True)
    sqlite.create(target)
    try:
        with closing(open_existing(str(source), PATIENCE)) as original:
            _fill(original, target)
    except BaseException:
        target.unlink()
        raise


def _fill(original: sqlite3.Connection, target: Path) -> None:
    with closing(sqlite3.connect(target, isolation_level=None)) as copy:
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file without a log beside it
        if not is_sound(copy.execute("PRAGMA integrity_check")):
            raise damaged(str(target))


FORGET_NEXT_SECRETS: Final = Write(
    "UPDATE tables SET next_secret = NULL WHERE next_secret IS NOT NULL"
)

# Creates the counter of table numbers if there was never a table. Until then SQLite has no row for
# the counter, and PostgreSQL's sequence has no last number.
BEGIN_NUMBERS: Final = Write(
    """
    INSERT INTO sqlite_sequence (name, seq)
    SELECT 'tables', 0
    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'tables')
    """,
    postgresql="SELECT nextval(pg_get_serial_sequence('tables', 'id'))",
)

# Skips numbers after the newest table of this database or of the replaced database, whichever has
# the higher number.
LEAVE_OUT_NUMBERS: Final = Write(
    "UPDATE sqlite_sequence SET seq = max(seq, :last) + :count WHERE name = 'tables'",
    postgresql="""
    SELECT setval(pg_get_serial_sequence('tables', 'id'), GREATEST(last_value, :last) + :count)
    FROM tables_id_seq
    """,
)

# The keys of features determine the secrets of future tables.
DELETE_KEYS: Final = [
    Write(f"DELETE FROM {name}")  # noqa: S608
    for name in find_naming("secret")
    if name != "tables"
]


async def begin_anew(url: str, last: int, now: float) -> int:
    """Migrate a restored database, close its live tables and skip table numbers.

    The keys of features are deleted and later drawn again, because anybody who has the backup knows
    the old keys.

    Args:
        url: The database.
        last: The number of the newest table in the replaced database; 0 if unknown.
        now: Unix seconds.

    Returns:
        The number of tables that were closed.

    Raises:
        DatabaseError: One of the named errors of `db.errors`.
    """
    async with await Database.open(url) as database, database.write() as store:
        live = await store.all(LIVE)
        ends = [{"id": number, "reason": CLOSED, "ended_at": now} for number in live]
        store.run_each(CLOSE_TABLE, ends)
        store.run(FORGET_NEXT_SECRETS)
        store.run(BEGIN_NUMBERS)
        store.run(LEAVE_OUT_NUMBERS, last=last, count=AHEAD)
        for write in DELETE_KEYS:
            store.run(write)
    return len(live)


def _last_number(path: Path) -> int:
    """Return the number of the newest table, and move the write-ahead log into the file.

    Returns 0 if there is no database, or if it cannot be read.
    """
    if not path.exists():
        return 0
    with suppress(sqlite3.Error, DatabaseError):
        inspect(path, PATIENCE)  # raises for a damaged file, so that it stays unchanged
        with closing(open_existing(str(path), PATIENCE)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            select = "SELECT seq FROM sqlite_sequence WHERE name = 'tables'"
            return next((number for (number,) in connection.execute(select)), 0)
    return 0


def _set_aside(path: Path, aside: Path) -> bool:
    """Give the database a second name; return False if there is no database.

    The database also keeps its first name until the new database takes that name. A log beside a
    damaged database is renamed, because SQLite would use it as the log of the new database.
    """
    if not path.exists():
        return False
    os.link(path, aside)
    for end in sqlite.FILES[1:]:
        with suppress(FileNotFoundError):
            Path(f"{path}{end}").replace(f"{aside}{end}")
    return True


@contextmanager
def _told(path: Path) -> Generator[None]:
    """Turn errors of SQLite and of files into the named errors of `db.errors`."""
    try:
        with translated(str(path)):
            yield
    except OSError as error:
        raise DatabaseUnwritable(f"{path} cannot be written: {error.strerror}.") from error


# Copies of a whole database, on the same backend or from one backend to the other.
#
# All rows are counted and compared afterwards. Equal sums of digests mean equal rows in any order.
# Only damaged rows that the new database cannot hold are left out.

_DIGEST: Final = 16
"""Size of a row's digest, in bytes: so large that collisions are negligible."""


_AT_ONCE: Final = 1_000
"""Rows written in one batch. A refused batch is halved until its bad rows are found."""


@dataclass(frozen=True, slots=True)
class Copied:
    """The result of a copy.

    Attributes:
        counts: Number of copied rows, by table.
        left_out: Number of rows that the new database cannot hold, by table. Only tables with such
            rows are listed.
        unread: Number of texts with invalid bytes, which were replaced by U+FFFD.
    """

    counts: Mapping[str, int]
    left_out: Mapping[str, int]
    unread: int


class CopyDiffers(DatabaseError):
    """The copy does not match its source, and was undone."""


async def copy(source: str, target: str) -> Copied:
    """Copy all rows to a new database, and compare them.

    Args:
        source: The URL of a database that nobody uses and that has the schema of this version.
        target: The URL of the new database. It is created or migrated; it must not hold games.

    Raises:
        CopyDiffers, DatabaseError: Nothing was copied.
    """
    await (await Database.open(source, existing=True)).close()
    await (await Database.open(target)).close()
    with _open_bulk(source) as old, _open_bulk(target) as new:
        if any(True for _ in new.rows("tables", ("id",))):
            raise DatabaseUnwritable(f"The database {new.name} already holds tables.")
        counts, left_out = _copy_rows(old, new)
        new.set_last_numbers(old.last_numbers())
        new.commit()
    return Copied(counts, {table: count for table, count in left_out.items() if count}, old.unread)


def _open_bulk(url: str) -> AbstractContextManager[Bulk]:
    if is_postgresql(url):
        # Imported here, so that a copy between SQLite files does not load the driver of PostgreSQL.
        from db.backends import postgresql  # noqa: PLC0415

        return postgresql.open_bulk(url)
    return sqlite.open_bulk(url, BUSY_TIMEOUT)


def _copy_rows(old: Bulk, new: Bulk) -> tuple[dict[str, int], dict[str, int]]:
    """Copy all rows; return the numbers of copied rows and of left-out rows, by table."""
    there = old.columns()  # without the tables that only one of the backends has
    tables = {table: columns for table, columns in new.columns().items() if table in there}
    for table in reversed(tables):  # a migration may have inserted rows
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
            raise CopyDiffers(f"The rows of {table} differ between {old.name} and {new.name}.")
        counts[table] = found.count
    return counts, left_out


def _copy_slowly(old: Bulk, new: Bulk, table: str, columns: Sequence[str]) -> tuple[_Sum, int]:
    """Copy the rows that the new database can hold; return their `_Sum` and the number left out."""
    written, left_out, rows = _Sum(), 0, old.rows(table, columns)
    while some := tuple(islice(rows, _AT_ONCE)):
        taken = _fill_held(new, table, columns, some)
        left_out += len(some) - sum(1 for _ in written.of(taken))
    return written, left_out


def _fill_held(new: Bulk, table: str, columns: Sequence[str], rows: Sequence[Row]) -> Sequence[Row]:
    """Add the rows that the database can hold, and return them."""
    try:
        new.fill(table, columns, rows)
    except RowsRefused:
        half = len(rows) // 2
        halves = (rows[:half], rows[half:]) if half else ()
        return [row for part in halves for row in _fill_held(new, table, columns, part)]
    return rows


class _Sum:
    """The number of some rows, and the sum of their digests."""

    def __init__(self) -> None:
        self.count = 0
        self._digests = 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Sum):
            return NotImplemented
        return (self.count, self._digests) == (other.count, other._digests)

    __hash__ = None  # type: ignore[assignment] - a sum changes

    def of(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
        """Yield the rows; count each row and add its digest to the sum."""
        for row in rows:
            # SQLite returns 0 and 1 for booleans. A row must have the same digest on both backends.
            text = repr([int(value) if isinstance(value, bool) else value for value in row])
            digest = blake2b(text.encode(), digest_size=_DIGEST).digest()
            self._digests += int.from_bytes(digest)
            self.count += 1
            yield row
