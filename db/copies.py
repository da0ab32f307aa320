"""Copies of a database: taken while it is used, put back in its place, moved to another engine.

A copy goes by SQLite's own backup, which sees one state however many others write. It is read from
end to end before it counts as a backup.

A restored database must not go on as if nothing had happened since: numbers of tables that were
opened since stand on buttons, and people have seen what fell at tables that were open. So the
numbers go on a million further, and those tables are closed. Secrets that were drawn for games to
come, and the key of those of dailies, are forgotten. So no table opened later repeats the dice of
another.
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

from db.connection import BUSY_TIMEOUT, Database
from db.engines import sqlite
from db.engines.engine import RowsRefused, is_postgresql
from db.engines.sqlite import inspect, is_sound
from db.engines.sqlite_session import damaged, open_existing, translated, unused
from db.errors import DatabaseError, DatabaseMissing, DatabaseUnwritable
from db.query import Write
from db.store import CLOSE_TABLE, LIVE

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    from db.engines.engine import Bulk, Row


log = logging.getLogger(__name__)

PATIENCE: Final = 30.0
"""Seconds to wait while another program writes; nobody waits for a backup."""

AHEAD: Final = 1_000_000
"""How many numbers of tables are left out: more than were opened since the copy was made."""

CLOSED: Final = (
    "The bot was restored from a backup. This table cannot go on: what people have seen fall since "
    "would fall again."
)
"""What a table says that was open when the copy was made."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore has done.

    Attributes:
        closed: how many tables were open in the backup.
        aside: where the replaced database is now; None where there was none.
    """

    closed: int
    aside: Path | None


def back_up(path: Path, folder: Path, keep: int, now: datetime) -> Path:
    """Copy a database, which may be in use, into a folder, and delete all but the newest copies.

    Returns the copy, whose name ends in the time.

    Raises:
        DatabaseError: one of the named errors of `db.errors`; then there is no new copy.
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
    """Delete all but the newest copies; those that a clock has dated ahead neither count nor go."""
    for ahead in sorted(copy for copy in copies if copy.name > newest.name):
        log.warning("a backup is kept beside the others, as it is dated after now: %s", ahead.name)
    for old in sorted(copy for copy in copies if copy.name <= newest.name)[:-keep]:
        old.unlink()


def restore(backup: Path, path: Path, now: datetime) -> Restored:
    """Put a copy of a backup in the place of a database that nobody uses; the backup stays.

    The replaced database is kept beside it.

    Raises:
        DatabaseError: one of the named errors of `db.errors`; then the database is as it was.
    """
    _require_database(backup)
    if path.exists() and backup.samefile(path):
        raise DatabaseUnwritable(f"{backup} is the database itself, and no backup of it.")
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
    """Raise unless there is a database that this program can use."""
    if not path.is_file():
        raise DatabaseMissing(f"There is no database {path}.")
    with _told(path):
        inspect(path, PATIENCE)


def _copy(source: Path, target: Path) -> None:
    """Copy a database into a new file for its owner alone, and read all of the copy.

    Raises:
        DatabaseCorrupt, sqlite3.Error, OSError: then there is no such file.
    """
    for end in sqlite.FILES:  # of one that was interrupted
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
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        if not is_sound(copy.execute("PRAGMA integrity_check")):
            raise damaged(str(target))


FORGET_NEXT_SECRETS: Final = Write(
    "UPDATE tables SET next_secret = NULL WHERE next_secret IS NOT NULL"
)

# SQLite has no row for a table into which nothing was ever written.
# PostgreSQL: A sequence of which nothing was ever taken has no newest number.
BEGIN_NUMBERS: Final = Write(
    """
    INSERT INTO sqlite_sequence (name, seq)
    SELECT 'tables', 0
    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'tables')
    """,
    postgresql="SELECT nextval(pg_get_serial_sequence('tables', 'id'))",
)

# The numbers that follow the newest one, here or elsewhere.
LEAVE_OUT_NUMBERS: Final = Write(
    "UPDATE sqlite_sequence SET seq = max(seq, :last) + :count WHERE name = 'tables'",
    postgresql="""
    SELECT setval(pg_get_serial_sequence('tables', 'id'), GREATEST(last_value, :last) + :count)
    FROM tables_id_seq
    """,
)

DELETE_DAILY_KEY: Final = Write("DELETE FROM daily_key WHERE id = 1")


async def begin_anew(url: str, last: int, now: float) -> int:
    """Migrate a restored database, close its live tables and go on with higher numbers.

    What dailies follow from is drawn anew: whoever has the backup knows it.

    Args:
        url: the database.
        last: the newest table of what it replaces, or 0 where nobody knows.
        now: Unix seconds.

    Returns:
        How many tables were closed.

    Raises:
        DatabaseError: one of the named errors of `db.errors`.
    """
    async with await Database.open(url) as database, database.write() as store:
        live = await store.all(LIVE)
        ends = [{"id": number, "reason": CLOSED, "ended_at": now} for number in live]
        store.run_each(CLOSE_TABLE, ends)
        store.run(FORGET_NEXT_SECRETS)
        store.run(BEGIN_NUMBERS)
        store.run(LEAVE_OUT_NUMBERS, last=last, count=AHEAD)
        store.run(DELETE_DAILY_KEY)
    return len(live)


def _last_number(path: Path) -> int:
    """Return the number of the newest table, and leave all of the database in one file.

    Returns 0 where there is no database, or none that can be read.
    """
    if not path.exists():
        return 0
    with suppress(sqlite3.Error, DatabaseError):
        inspect(path, PATIENCE)  # only reads: what is left of a damaged one stays as it is
        with closing(open_existing(str(path), PATIENCE)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            select = "SELECT seq FROM sqlite_sequence WHERE name = 'tables'"
            return next((number for (number,) in connection.execute(select)), 0)
    return 0


def _set_aside(path: Path, aside: Path) -> bool:
    """Give a database, where there is one, a second name; it keeps the first until it is replaced.

    What lies beside a damaged one goes along: SQLite would take it for the log of the new one.
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
    """Raise the named errors of `db.errors` for those of SQLite and of files."""
    try:
        with translated(str(path)):
            yield
    except OSError as error:
        raise DatabaseUnwritable(f"{path} cannot be written: {error.strerror}.") from error


# A whole database copied into another one, from an engine to itself or to the other.
#
# All rows are counted and compared afterwards. The sum of their digests tells whether two tables
# hold the same rows, in whatever order they are read. A row that the other database cannot hold, as
# the first one was damaged, is left out, and nothing else is.

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
    with _open_bulk(source) as old, _open_bulk(target) as new:
        if any(True for _ in new.rows("tables", ("id",))):
            raise DatabaseUnwritable(f"The database {new.name} holds tables already.")
        counts, left_out = _copy_rows(old, new)
        new.set_last_numbers(old.last_numbers())
        new.commit()
    return Copied(counts, {table: count for table, count in left_out.items() if count}, old.unread)


def _open_bulk(url: str) -> AbstractContextManager[Bulk]:
    if is_postgresql(url):
        # Imported here: who has SQLite alone needs no driver of PostgreSQL in memory.
        from db.engines import postgresql  # noqa: PLC0415

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
        taken = _fill_held(new, table, columns, some)
        left_out += len(some) - sum(1 for _ in written.of(taken))
    return written, left_out


def _fill_held(new: Bulk, table: str, columns: Sequence[str], rows: Sequence[Row]) -> Sequence[Row]:
    """Add those of the rows that the database can hold, and return them."""
    try:
        new.fill(table, columns, rows)
    except RowsRefused:
        half = len(rows) // 2
        halves = (rows[:half], rows[half:]) if half else ()
        return [row for part in halves for row in _fill_held(new, table, columns, part)]
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
