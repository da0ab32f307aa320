"""Opens the bot's database, begins transactions, and reads the setting that names the database.

The backends in `db.backends` run the transactions, on an SQLite file or on a PostgreSQL server.
With both backends, committed changes survive a kill and a power cut.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import re
import stat
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self, TypeVar
from urllib.parse import parse_qs, urlsplit

from dotenv import dotenv_values

from db.backends.backend import is_postgresql, to_the_end
from db.backends.sqlite import SqliteBackend
from db.errors import BadDatabaseUrl
from db.query import Query
from db.store import Store

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping

    from db.backends.backend import Backend
    from db.errors import DatabaseCorrupt


T = TypeVar("T")

BUSY_TIMEOUT: Final = 5.0
"""Seconds to wait for another writer, or for a server that restarts."""


COUNT_ALL: Final = Query(int, "SELECT COUNT(*) FROM tables")


class Database:
    """An open database. Open it with `await Database.open(url)`."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._reading_parallel = asyncio.Lock()

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        busy_timeout: float = BUSY_TIMEOUT,
        existing: bool = False,
        now: float | None = None,
        alone: bool = False,
    ) -> Self:
        """Check the database, update its schema, and connect.

        Args:
            url: `sqlite:///relative/path` or `sqlite:////absolute/path`, where a missing file is
                created; or `postgresql://user:password@host/name`, where the database has to exist.
            busy_timeout: Seconds to wait for another writer, or for the server.
            existing: Whether to refuse a database that does not exist or lacks migrations.
            now: Unix seconds. A database that was used more than a day after `now` is refused.
            alone: Whether to refuse an SQLite file that is open in this way already. Other uses of
                the file, such as backups, are possible.

        Raises:
            DatabaseError: One of the named errors of `db.errors`.
        """
        if is_postgresql(url):
            # Imported here, so that a bot on SQLite does not load the driver of PostgreSQL.
            from db.backends.postgresql import PostgresqlBackend  # noqa: PLC0415

            return cls(await PostgresqlBackend.open(url, busy_timeout, existing=existing, now=now))
        return cls(
            await SqliteBackend.open(url, busy_timeout, existing=existing, now=now, alone=alone)
        )

    @property
    def name(self) -> str:
        """The name for messages to the host: a path, or a PostgreSQL database and its server."""
        return self._backend.name

    async def describe(self) -> str:
        """Return the name and the number of tables, so that the host notices a wrong database."""
        async with self.read_one() as store:
            count = await store.value(COUNT_ALL)
        return f"{self.name}, {f'tables: {count:,}' if count else 'new'}"

    def can_save(self) -> bool:
        """Return whether the file is in place, the last change was saved, and no damage is known.

        The first call that finds the file missing logs an error.
        """
        return self._backend.can_save()

    def was_checked(self) -> bool:
        """Return whether opening the database checked all of it. Large files are not checked."""
        return self._backend.was_checked()

    async def find_damage(self) -> DatabaseCorrupt | None:
        """Read the whole database while others use it; return the damage, or None.

        A large database takes long. If there is damage, `can_save` returns False until a later
        check finds none.

        Raises:
            DatabaseError: The database could not be read just now, but may be sound.
        """
        return await self._backend.find_damage()

    async def close(self) -> None:
        """Wait for running transactions and close the database, even if cancelled."""
        await to_the_end(self._backend.close())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Store]:
        """Begin a transaction that may write.

        The end of the block commits the transaction; an exception rolls it back. A transaction
        that reads begins with its first query, and excludes all other writers from that moment on.
        A transaction that only writes begins at the end of the block. On PostgreSQL, several
        transactions that only write may run at the same time.

        Raises:
            OutcomeUnknown: Either everything was written or nothing.
            DatabaseError: Another named error of `db.errors`; nothing was written.
        """
        async with self._backend.write() as raw:
            yield Store(raw)

    @asynccontextmanager
    async def rewrite(self) -> AsyncGenerator[Store]:
        """Begin a transaction as `write` does, for changes in many places.

        On SQLite, a commit also copies the log into the file if the log is long. That takes longer
        than the rest of the transaction. The commit of `rewrite` leaves the copying to a
        later `checkpoint`.

        Raises:
            DatabaseError: As in `write`.
        """
        async with self._backend.rewrite() as raw:
            yield Store(raw)

    async def size(self) -> int:
        """Return the size in bytes; may raise DatabaseError."""
        return await self._backend.size()

    async def compact(self) -> None:
        """Rewrite the file without the remains of old data between its rows.

        A rewrite takes about a second per 50 MB, and nobody else can write meanwhile. Call
        `checkpoint` afterwards.

        Raises:
            DatabaseError: One of the named errors of `db.errors`; nothing has changed.
        """
        await self._backend.compact()

    async def checkpoint(self) -> bool:
        """Remove deleted rows from the write-ahead log. A PostgreSQL server does this by itself.

        Returns:
            False if a reader of an earlier state, such as a backup, prevents it.

        Raises:
            DatabaseError: One of the named errors of `db.errors`.
        """
        return await self._backend.checkpoint()

    @asynccontextmanager
    async def read_one(self) -> AsyncGenerator[Store]:
        """Allow single queries. Others may change the data between two queries.

        Raises:
            DatabaseError: One of the named errors of `db.errors`.
        """
        async with self._backend.read_one() as raw:
            yield Store(raw)

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Store]:
        """Begin a transaction whose queries only read. All of them see the same state.

        Raises:
            DatabaseError: One of the named errors of `db.errors`.
        """
        async with self._backend.read() as raw:
            yield Store(raw)

    @asynccontextmanager
    async def read_slow(self) -> AsyncGenerator[Store]:
        """Begin a transaction as `read` does, for long queries that must not delay clicks.

        Raises:
            DatabaseError: One of the named errors of `db.errors`.
        """
        async with self._backend.read_slow() as raw:
            yield Store(raw)

    async def read_parallel(self, questions: Iterable[Callable[[Store], Awaitable[T]]]) -> list[T]:
        """Return the answers to several questions, each asked on its own connection.

        This is faster for data in many places of a large database, because the waits for the disk
        overlap. Each question sees a single state, but two questions may see different states.

        Raises:
            DatabaseError: One of the named errors of `db.errors`.
        """

        async def answer(question: Callable[[Store], Awaitable[T]]) -> T:
            async with self._backend.read_beside() as raw:
                return await question(Store(raw))

        async with self._reading_parallel:  # one call of this method at a time
            return await asyncio.gather(*map(answer, questions))


# The host's settings. The bot and all commands read them with these functions.

log = logging.getLogger(__name__)

UNREADABLE: Final = "The file .env cannot be read: it must be plain text in UTF-8."

DATABASE: Final = "sqlite:///ducks.db"
"""Default of DATABASE_URL."""


def read_given() -> tuple[dict[str, str], dict[str, str]]:
    """Return the settings of `.env` and of the environment, with names in lower case.

    Empty settings count as absent. If both have a setting, callers use that of the environment.

    Raises:
        OSError, UnicodeDecodeError: The file exists, but is not readable text.
    """
    return _tidy(dotenv_values(".env")), _tidy(os.environ)


def read_database_url() -> str:
    """Return DATABASE_URL as the bot reads it; raise BadDatabaseUrl if `.env` is unreadable."""
    try:
        in_file, environment = read_given()
    except (OSError, UnicodeDecodeError):
        raise BadDatabaseUrl(UNREADABLE) from None
    return (in_file | environment).get("database_url", DATABASE)


def tell_if_open() -> None:
    """Warn in the log if others on this machine can read `.env`, with the token and passwords."""
    file = Path(".env")
    if file.exists() and file.stat().st_mode & stat.S_IROTH:
        log.warning("everybody on this machine can read .env and the token in it: chmod 640 .env")


def typed_url(text: str) -> str:
    """Return the URL of a database from a command line.

    Raises:
        ArgumentTypeError: The URL has a password, which all users of the machine could read.
    """
    login = re.match(r"\w+://[^/@]*:[^@]*@", text)
    if login or any("password" in name for name in parse_qs(urlsplit(text).query)):
        raise argparse.ArgumentTypeError(
            "others can read a password on the command line: leave it out, and set PGPASSWORD or "
            "write it into the file ~/.pgpass"
        )
    return text


def _tidy(given: Mapping[str, str | None]) -> dict[str, str]:
    stripped = {name.lower(): _unquote((value or "").strip()) for name, value in given.items()}
    return {name: value for name, value in stripped.items() if value}


def _unquote(value: str) -> str:
    """Remove quotes around a value, because `docker run --env-file` keeps them."""
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
    return value[1:-1].strip() if quoted else value
