"""The named errors for those of SQLite."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from db.engines.sqlite.place import blame_network
from db.errors import (
    Conflict,
    DatabaseCorrupt,
    DatabaseError,
    DatabaseFull,
    DatabaseLocked,
    DatabaseUnwritable,
)

if TYPE_CHECKING:
    from collections.abc import Generator

_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_CORRUPT = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)
_UNWRITABLE = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PROTOCOL,
)


def damaged(path: str) -> DatabaseCorrupt:
    """Return the error for a file of this program in which something is not as SQLite left it."""
    return DatabaseCorrupt(
        f"The database {path} is damaged; if a second look says so too, restore a backup of it."
    )


def is_undecodable(error: Exception) -> bool:
    """Return whether the driver has met bytes that are no UTF-8, in a row or in SQLite's words.

    The driver's error about a row quotes it, so it must reach no log.
    """
    if isinstance(error, sqlite3.OperationalError):
        return not hasattr(error, "sqlite_errorcode")  # which the errors of SQLite itself have
    return isinstance(error, UnicodeDecodeError)


@contextmanager
def translated(path: str) -> Generator[None]:
    """Raise the named errors of `db.errors` for those of SQLite about the file at `path`."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        cause = None if is_undecodable(error) else error
        raise translate_error(error, path) from cause


def translate_error(error: sqlite3.Error | UnicodeDecodeError, path: str) -> DatabaseError:
    """Return the named error for an error of SQLite about the file at `path`."""
    detail = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    code = detail & 0xFF
    blame = blame_network(path) if code in (*_LOCKED, *_UNWRITABLE) else ""
    if code in _LOCKED:
        what = "cannot be locked" if blame else "is locked by another program"
        return DatabaseLocked(f"The database {path} {what}.{blame}")
    if code in _CORRUPT or is_undecodable(error):
        return DatabaseCorrupt(
            f"The file {path} is damaged, or it is not a database of this program."
        )
    if detail in _FULL:
        return DatabaseFull(f"The database {path} cannot be written: the disk is full.")
    if code in _UNWRITABLE:
        return DatabaseUnwritable(
            f"The database {path} cannot be opened or written: {error}.{blame}"
        )
    if code == sqlite3.SQLITE_CONSTRAINT:
        return Conflict("Another click was faster; nothing has been changed.")
    return DatabaseError(f"The database {path} cannot be used: {error}.")
