"""What can be wrong with the database.

    DatabaseError
        BadDatabaseUrl       the setting does not name a database that can be used
        DatabaseMissing      there is no file of that name, and none is to be made
        DatabaseLocked       another program holds the file
        DatabaseUnwritable   the file cannot be opened or written
            DatabaseFull     the disk is full
        DatabaseCorrupt      the file is not a database, or a damaged one
        DatabaseForeign      the file is the database of another program
        DatabaseAhead        the file was last used in what is the future by this machine's clock
        DatabaseGone         the file was removed or replaced while it was in use
        SchemaTooOld         an older version has written the file, and it is not to be migrated
        SchemaTooNew         a newer version of this program has used the file
        Conflict             another writer was faster; nothing has been written

Every message is a sentence for the person who runs the bot. `translate_error` makes the errors from
those of SQLite. The messages contain neither SQL nor parameters, because parameters may be secret.
"""

from __future__ import annotations

import sqlite3


class DatabaseError(Exception):
    """Anything that is wrong with the database.

    Attributes:
        logged: whether the log tells of it already, once for all that fails by it.
    """

    logged = False


class BadDatabaseUrl(DatabaseError):
    """The setting does not name a database that can be used."""


class DatabaseMissing(DatabaseError):
    """There is no file of that name, and none is to be made."""


class DatabaseLocked(DatabaseError):
    """Another program holds the file."""


class DatabaseUnwritable(DatabaseError):
    """The file cannot be opened or written."""


class DatabaseFull(DatabaseUnwritable):
    """The disk is full."""


class DatabaseCorrupt(DatabaseError):
    """The file is not a database, or a damaged one."""


class DatabaseForeign(DatabaseError):
    """The file is the database of another program."""


class DatabaseAhead(DatabaseError):
    """The file was last used in what is the future by this machine's clock."""


class DatabaseGone(DatabaseError):
    """The file was removed or replaced while it was in use; what is written would be lost."""


class SchemaTooOld(DatabaseError):
    """An older version has written the file, and it is not to be migrated."""


class SchemaTooNew(DatabaseError):
    """A newer version of this program has used the file."""


class Conflict(DatabaseError):
    """Another writer was faster; nothing has been written."""


UNSAVED = (DatabaseLocked, DatabaseUnwritable, DatabaseCorrupt, DatabaseGone)
"""What every change fails by, whoever makes it, until somebody or time mends it."""

_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_CORRUPT = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)
_UNWRITABLE = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_IOERR,
)


def damaged(path: str) -> DatabaseCorrupt:
    """Return the error for a file of this program in which something is not as SQLite left it."""
    return DatabaseCorrupt(f"The database {path} is damaged; restore a backup of it.")


def translate_error(error: sqlite3.Error, path: str) -> DatabaseError:
    """Return the named error for an error of SQLite about the file at `path`."""
    detail = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    code = detail & 0xFF
    if code in _LOCKED:
        return DatabaseLocked(f"The database {path} is locked by another program.")
    if code in _CORRUPT:
        return DatabaseCorrupt(
            f"The file {path} is damaged, or it is not a database of this program."
        )
    if detail in _FULL:
        return DatabaseFull(f"The database {path} cannot be written: the disk is full.")
    if code in _UNWRITABLE:
        return DatabaseUnwritable(f"The database {path} cannot be opened or written: {error}.")
    if code == sqlite3.SQLITE_CONSTRAINT:
        return Conflict("Another click was faster; nothing has been changed.")
    return DatabaseError(f"The database {path} cannot be used: {error}.")
