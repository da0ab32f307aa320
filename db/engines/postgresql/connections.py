"""Connections to a server, kept open for the next who needs one.

A connection that the server has closed is found out before it is used, without a trip: something
can be read from it, though nothing was asked. A new one is tried for some seconds, so a server that
starts anew keeps clicks waiting, and fails none.
"""

from __future__ import annotations

import asyncio
import select
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final, LiteralString

from psycopg import AsyncConnection, OperationalError, conninfo
from psycopg.errors import ProgrammingError
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8Dumper

from db.errors import BadDatabaseUrl, DatabaseUnreachable

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

_PAUSE: Final = 0.1
"""Seconds between two tries to connect."""

OPTIONS: Final[dict[str, Any]] = {
    "autocommit": True,
    "prepare_threshold": 0,  # each statement is parsed once a connection
    "application_name": "ducks",
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,  # keepalives do not ask while something sent is unacknowledged
}
"""How to connect. A server or a network that has gone is found out within half a minute."""

_SETTINGS: Final[Sequence[LiteralString]] = (
    "SET synchronous_commit = on",  # what is committed survives a power cut
    "SET lock_timeout = '5s'",
    # A machine that has gone must not hold up the others' writes: so a server finds it out.
    "SET idle_in_transaction_session_timeout = '10s'",
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
    "SET tcp_user_timeout = 25000",
)


def name_of(url: str) -> str:
    """Return which database a URL names, without user and password; raises BadDatabaseUrl."""
    try:
        parts = conninfo.conninfo_to_dict(url)
    except ProgrammingError:
        # The message does not quote the setting, which may hold a password.
        raise BadDatabaseUrl(
            "DATABASE_URL has to be postgresql://user:password@host/name."
        ) from None
    return f"{parts.get('dbname', parts.get('user', ''))} on {parts.get('host', 'this machine')}"


class Connections:
    """At most so many connections at once, made when they are needed.

    Args:
        url: of the database.
        most: how many there are at most; who wants one more waits.
        patience: seconds for which a server that cannot be reached is tried.
    """

    def __init__(self, url: str, most: int, patience: float) -> None:
        self._url = url
        self._name = name_of(url)
        self._patience = patience
        self._most = most
        self._free = asyncio.Semaphore(most)
        self._idle: list[AsyncConnection] = []

    @asynccontextmanager
    async def take(self) -> AsyncGenerator[AsyncConnection]:
        """Yield a connection that nobody else has; raises DatabaseUnreachable."""
        async with self._free:
            connection = await self._find()
            try:
                yield connection
            finally:
                if connection.info.transaction_status is TransactionStatus.IDLE:
                    self._idle.append(connection)
                else:  # whatever was begun on it ends with it
                    await connection.close()

    async def close(self) -> None:
        """Wait until all are given back, and close them; once more does nothing."""
        for _ in range(self._most):
            await self._free.acquire()
        while self._idle:
            await self._idle.pop().close()
        for _ in range(self._most):
            self._free.release()

    async def _find(self) -> AsyncConnection:
        """Return a connection that is open, the one that was used last if there is one."""
        while self._idle:
            connection = self._idle.pop()
            if not _is_readable(connection):
                return connection
            await connection.close()
        return await self._connect()

    async def _connect(self) -> AsyncConnection:
        until = time.monotonic() + self._patience
        while True:
            try:
                return await connect(self._url)
            except OperationalError as error:
                if time.monotonic() >= until:
                    raise unreachable(self._name, error) from error
            await asyncio.sleep(_PAUSE)


def unreachable(name: str, error: OperationalError) -> DatabaseUnreachable:
    """Return the error for a server that cannot be reached, with the driver's reason."""
    why = " ".join(str(error).split())
    return DatabaseUnreachable(f"The database {name} cannot be reached: {why}.")


async def connect(url: str) -> AsyncConnection:
    """Return a new connection with the settings of every connection; raises psycopg.Error."""
    connection = await AsyncConnection.connect(url, **OPTIONS)
    try:
        connection.prepared_max = None
        connection.adapters.register_dumper(int, Int8Dumper)  # one plan, however large a number is
        async with connection.pipeline():
            for setting in _SETTINGS:
                await connection.execute(setting, prepare=False)
    except BaseException:
        await connection.close()
        raise
    return connection


def _is_readable(connection: AsyncConnection) -> bool:
    """Return whether the server has said something unasked: that it has closed the connection."""
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return bool(poll.poll(0))
