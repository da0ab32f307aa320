"""What can be wrong with the database.

    DatabaseError
        BadDatabaseUrl       the setting does not name a database that can be used
        DatabaseMissing      there is no file of that name, and none is to be made
        DatabaseLocked       another program holds the file
        DatabaseUnwritable   the file cannot be opened or written
            DatabaseFull     the disk is full
        DatabaseCorrupt      the file is not a database, or a damaged one
        DatabaseForeign      it is the database of another program, or holds what that may have made
        DatabaseAhead        the file was last used in what is the future by this machine's clock
        DatabaseGone         the file was removed or replaced while it was in use
        DatabaseUnreachable  the server does not answer
            ConnectionLost   the connection was lost before the end; nothing has been written
            OutcomeUnknown   it was lost at the end; nobody knows whether all was written or nothing
        SchemaTooOld         an older version has written the file, and it is not to be migrated
        SchemaTooNew         a newer version of this program has used the file
        Conflict             another writer was faster; nothing has been written

Every message is a sentence for the person who runs the bot. `translate_error` of each engine makes
the errors from those of its driver. The messages contain neither SQL nor parameters, because
parameters may be secret.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine


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
    """It is the database of another program, or holds what that may have made."""


class DatabaseAhead(DatabaseError):
    """The file was last used in what is the future by this machine's clock."""


class DatabaseGone(DatabaseError):
    """The file was removed or replaced while it was in use; what is written would be lost."""


class DatabaseUnreachable(DatabaseError):
    """The server does not answer."""


class ConnectionLost(DatabaseUnreachable):
    """The connection was lost before the end; nothing has been written."""


class OutcomeUnknown(DatabaseUnreachable):
    """The connection was lost at the end; nobody knows whether all was written or nothing."""


class SchemaTooOld(DatabaseError):
    """An older version has written the file, and it is not to be migrated."""


class SchemaTooNew(DatabaseError):
    """A newer version of this program has used the file."""


class Conflict(DatabaseError):
    """Another writer was faster; nothing has been written."""


UNSAVED = (
    DatabaseLocked,
    DatabaseUnwritable,
    DatabaseCorrupt,
    DatabaseGone,
    DatabaseUnreachable,
)
"""What every change fails by, whoever makes it, until somebody or time mends it."""


# Asking once more: a read whose connection is lost has changed nothing.

P = ParamSpec("P")
T = TypeVar("T")


def asked_again(read: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[None, None, T]]:
    """Have a function that reads begin anew, once, where its connection is lost meanwhile.

    A server that is away stays away: then the second try raises DatabaseUnreachable.
    """

    @wraps(read)
    async def ask(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await read(*args, **kwargs)
        except ConnectionLost:
            return await read(*args, **kwargs)

    return ask
