"""The named errors for those of PostgreSQL and its driver."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import psycopg
from psycopg import DataError, Error, OperationalError, errors

from db.errors import (
    Conflict,
    ConnectionLost,
    DatabaseCorrupt,
    DatabaseError,
    DatabaseFull,
    DatabaseLocked,
    DatabaseUnwritable,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

AGAIN: Final = (errors.SerializationFailure, errors.DeadlockDetected)
"""What the same statements may not meet a second time; the server has undone all of them."""

_CONFLICT: Final = (
    errors.IntegrityError,
    errors.DivisionByZero,  # see `_exactly_one` in `db.engines.postgresql.session`
    *AGAIN,
)
_NAMED: Final[Sequence[tuple[tuple[type[Error], ...], type[DatabaseError], str]]] = (
    ((errors.LockNotAvailable,), DatabaseLocked, "is locked by another program"),
    ((errors.DiskFull,), DatabaseFull, "cannot be written: the disk is full"),
    (
        (errors.ReadOnlySqlTransaction, errors.InsufficientPrivilege),
        DatabaseUnwritable,
        "cannot be read or written: {}",
    ),
    (
        (errors.DataCorrupted, errors.IndexCorrupted),
        DatabaseCorrupt,
        "is damaged; restore a backup of it",
    ),
)
_GOING_DOWN: Final = (
    errors.AdminShutdown,
    errors.CrashShutdown,
    errors.CannotConnectNow,
    errors.IdleInTransactionSessionTimeout,  # this process has stood still in a transaction
)


def is_lost(error: Error) -> bool:
    """Return whether an error tells that the connection is of no more use."""
    # Of no named kind is what the driver finds out by itself while it reads an answer.
    passing = isinstance(error, OperationalError) or type(error) is psycopg.DatabaseError
    return (passing and error.sqlstate is None) or isinstance(error, _GOING_DOWN)


def translate_error(error: Error, name: str) -> DatabaseError:
    """Return the named error for an error of PostgreSQL about the database of that name.

    An error of the server has its sentence in `diag`. What is quoted of it is that sentence alone:
    its details may hold values. The sentence of an error about a value holds the value.
    """
    if isinstance(error, _CONFLICT):
        return Conflict("Another click was faster; nothing has been changed.")
    if is_lost(error):
        return ConnectionLost(f"The connection to the database {name} was lost.")
    said = None if isinstance(error, DataError) else error.diag.message_primary
    said = said or type(error).__name__
    for kinds, named, what in _NAMED:
        if isinstance(error, kinds):
            return named(f"The database {name} {what.format(said)}.")
    return DatabaseError(f"The database {name} cannot be used: {said}.")
