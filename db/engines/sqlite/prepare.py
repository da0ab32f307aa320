"""What is done with a database file once, before it is used: look at it, then change it.

The look only reads. So a file that is refused keeps its bytes: it may be another program's, or a
newer version's to which somebody wants to go back.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from db.engines import migrate
from db.engines.migrate import apply_missing, find_known, find_missing, require_current, require_own
from db.engines.sqlite.session import damaged, open_existing
from db.errors import DatabaseUnwritable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


# Files that nobody but their owner may read: a database holds the secrets of running games.

log = logging.getLogger(__name__)

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO

FILES: Final = ("", "-wal", "-shm")
"""What the names of a database's files end in; SQLite gives the others the mode of the first."""


def create(path: Path) -> None:
    """Create an empty file for its owner alone, whatever the umask; raises OSError."""
    file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        os.fchmod(file, 0o600)
    finally:
        os.close(file)


def narrow(path: Path) -> None:
    """Have the files of a database readable for their owner alone, and log where they were not."""
    wide = [file for end in FILES if _is_wide(file := Path(f"{path}{end}"))]
    try:
        for file in wide:
            file.chmod(stat.S_IMODE(file.stat().st_mode) & ~OTHERS)
    except OSError as error:
        log.warning("%s may be read by others: %s", path, error.strerror)
    else:
        if wide:
            log.warning("%s could be read by others; now only its owner may", path)


def _is_wide(file: Path) -> bool:
    return file.exists() and bool(file.stat().st_mode & OTHERS)


CHECKED_BYTES: Final = 64 * 2**20
"""A larger file is not read before it is used, for a quick start: see `Database.find_damage`."""

CHECK: Final = "PRAGMA quick_check"
"""Reads every page; `is_sound` says what its answer means."""

_SCHEMA: Final = """
SELECT type, name, coalesce(sql, '') FROM sqlite_schema
WHERE type <> 'table' OR name NOT LIKE 'sqlite_stat_'
"""
"""All that a file holds beside rows, but for what a host's ANALYZE has found out."""

_OF_A_ROW: Final = (
    "NULL value in",
    "CHECK constraint failed in",
    "NUMERIC value in",
    "TEXT value in",
)
"""What SQLite says of a row that holds what its table does not allow."""


def prepare(path: str, busy_timeout: float, *, existing: bool, now: float | None = None) -> None:
    """Make the file if there is none, refuse one that cannot be used, and migrate it.

    With `existing` the file has to be there, and to lack no migration. With `now`, in Unix seconds,
    it must not have been used a day after that moment.

    Raises:
        DatabaseError: named as in `db.errors`; the file is as it was.
        sqlite3.Error: whatever SQLite refuses.
    """
    file = Path(path)
    if not file.parent.is_dir():
        raise DatabaseUnwritable(f"The directory of the database {path} does not exist.")
    if file.is_dir():
        raise DatabaseUnwritable(f"The database {path} is a directory, not a file.")
    made = file.exists() and file.stat().st_size > 0
    if file.exists():
        _require_writable(file)
    missing = inspect(file, busy_timeout, now) if made else set[str]()
    if existing:
        require_current(path, missing, made=made)
    _keep_private(file)
    # The end closes the connection, which rolls back whatever is not committed.
    with closing(open_existing(path, busy_timeout)) as connection:
        connection.execute("PRAGMA journal_mode = WAL").fetchall()  # only its end tells of an error
        connection.execute("BEGIN EXCLUSIVE")  # so that of several who migrate one is first
        apply_missing(connection.execute, _require_known(connection, path), "sqlite")
        connection.execute("COMMIT")


def _require_writable(file: Path) -> None:
    """Raise DatabaseUnwritable for a file that may only be read: SQLite finds out at a write."""
    as_who_writes = os.access in os.supports_effective_ids
    if not os.access(file, os.W_OK, effective_ids=as_who_writes):
        raise DatabaseUnwritable(f"The database {file} cannot be opened or written: read only.")


def _keep_private(file: Path) -> None:
    """Make the file if there is none, and have it readable for its owner alone."""
    try:
        create(file)
    except FileExistsError:
        narrow(file)
    except OSError as error:
        raise DatabaseUnwritable(
            f"The database {file} cannot be opened or written: {error.strerror}."
        ) from error


def inspect(file: Path, busy_timeout: float, now: float | None = None) -> set[str]:
    """Raise unless this program can use the file; returns the migrations that it lacks.

    Raises:
        DatabaseError: it is damaged, or as `db.engines.migrate.find_missing` says.
        sqlite3.Error: whatever SQLite refuses.
    """
    # A change that a killed process has left half done can only be undone by who may write.
    mode = "rw" if Path(f"{file}-journal").exists() else "ro"
    uri = f"{file.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, timeout=busy_timeout, isolation_level=None, uri=True)
    with closing(connection):
        _check(connection, file)
        return _require_known(connection, str(file), now)


def _require_known(connection: sqlite3.Connection, path: str, now: float | None = None) -> set[str]:
    """Return the migrations that the file at `path` lacks, as `find_missing` does."""
    found = set(connection.execute(_SCHEMA))
    missing = find_missing(path, connection.execute, {name for _, name, _ in found}, now)
    require_own(path, found, _schema_made_by(migrate.MIGRATIONS, frozenset(find_known() - missing)))
    return missing


@cache
def _schema_made_by(_folder: Path, migrations: frozenset[str]) -> frozenset[tuple[str, ...]]:
    """Return the schema that some migrations make."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        apply_missing(fresh.execute, migrations, "sqlite")
        return frozenset(fresh.execute(_SCHEMA))


def _check(connection: sqlite3.Connection, file: Path) -> None:
    """Raise DatabaseCorrupt or sqlite3.Error for a file that is damaged."""
    connection.execute("PRAGMA schema_version")  # reads the header
    if file.stat().st_size <= CHECKED_BYTES and not is_sound(connection.execute(CHECK).fetchall()):
        raise damaged(str(file))


def is_sound(answer: Iterable[Sequence[str]]) -> bool:
    """Return whether a check has found nothing wrong with the file itself.

    A row that holds what the schema does not allow is another matter: it hurts what it is about.
    """
    return all(said == "ok" or said.startswith(_OF_A_ROW) for (said,) in answer)
