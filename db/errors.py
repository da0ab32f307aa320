"""Named errors of the database.

    DatabaseError
        BadDatabaseUrl       the setting does not name a usable database
        DatabaseMissing      the database does not exist, and must not be created
        DatabaseLocked       another program has locked the database
        DatabaseInUse        another process of the bot uses the file
        DatabaseUnwritable   the database cannot be opened or written
            DatabaseFull     the disk is full
        DatabaseCorrupt      the database is damaged, or the file is not a database
        DatabaseForeign      another program made the database, or something in it
        DatabaseAhead        by this machine's clock, the database was last used in the future
        DatabaseGone         the file was removed or replaced while it was in use
        DatabaseUnreachable  the server does not answer
            ConnectionLost   the connection was lost before the commit; nothing was written
            OutcomeUnknown   the connection was lost during the commit; all or nothing was written
        SchemaTooOld         an older version wrote the database, and its schema is not updated
        SchemaTooNew         a newer version of this program has used the database
        Conflict             another writer was faster; nothing was written

Every message is a sentence for the person who runs the bot. `translate_error` of each backend turns
the driver's errors into these named errors. The messages contain neither SQL nor parameters,
because parameters may be secret.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine


class DatabaseError(Exception):
    """Any problem with the database.

    Attributes:
        logged: Whether the log already names the cause. Then the error is not logged again.
    """

    logged = False


class BadDatabaseUrl(DatabaseError):
    pass


class DatabaseMissing(DatabaseError):
    pass


class DatabaseLocked(DatabaseError):
    pass


class DatabaseInUse(DatabaseError):
    pass


class DatabaseUnwritable(DatabaseError):
    pass


class DatabaseFull(DatabaseUnwritable):
    pass


class DatabaseCorrupt(DatabaseError):
    pass


class DatabaseForeign(DatabaseError):
    pass


class DatabaseAhead(DatabaseError):
    pass


class DatabaseGone(DatabaseError):
    pass


class DatabaseUnreachable(DatabaseError):
    pass


class ConnectionLost(DatabaseUnreachable):
    pass


class OutcomeUnknown(DatabaseUnreachable):
    pass


class SchemaTooOld(DatabaseError):
    pass


class SchemaTooNew(DatabaseError):
    pass


class Conflict(DatabaseError):
    pass


UNSAVED = (
    DatabaseLocked,
    DatabaseUnwritable,
    DatabaseCorrupt,
    DatabaseGone,
    DatabaseUnreachable,
)
"""Errors that stop every change until their cause is gone."""


# After a lost connection a read is tried again, because it has changed nothing.

P = ParamSpec("P")
T = TypeVar("T")


def asked_again(read: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[None, None, T]]:
    """Return a function that reads once more if the connection is lost.

    If the server stays away, the second attempt raises DatabaseUnreachable.
    """

    @wraps(read)
    async def ask(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await read(*args, **kwargs)
        except ConnectionLost:
            return await read(*args, **kwargs)

    return ask
