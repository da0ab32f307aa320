"""The database of the bot: opening it, transactions on it, and the setting that names it.

What a transaction is made of is up to the engine in `db.engines`: one file of SQLite or a server of
PostgreSQL. What is committed survives a kill and a power cut on both.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import stat
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self, TypeVar
from urllib.parse import parse_qs, urlsplit

from dotenv import dotenv_values

from db.engines.engine import is_postgresql, to_the_end
from db.engines.sqlite import SqliteEngine
from db.errors import BadDatabaseUrl
from db.query import Query
from db.store import Store

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping

    from db.engines.engine import Engine
    from db.errors import DatabaseCorrupt


T = TypeVar("T")

BUSY_TIMEOUT: Final = 5.0
"""Seconds to wait for others: who writes, like a backup; a server that is starting anew."""


COUNT_ALL: Final = Query(int, "SELECT COUNT(*) FROM tables")


class Database:
    """An open database. Open it with `await Database.open(url)`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._reading_parallel = asyncio.Lock()

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        busy_timeout: float = BUSY_TIMEOUT,
        existing: bool = False,
        now: float | None = None,
    ) -> Self:
        """Look at the database, update its schema, and connect.

        Args:
            url: `sqlite:///relative/path` or `sqlite:////absolute/path`, where a missing file is
                created; or `postgresql://user:password@host/name`, where the database has to exist.
            busy_timeout: seconds to wait for others.
            existing: whether to refuse one that would have to be made or migrated first.
            now: the time in Unix seconds, to refuse one that was used more than a day after it.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
        """
        if is_postgresql(url):
            # Imported here: who has SQLite alone needs no driver of PostgreSQL in memory.
            from db.engines.postgresql import PostgresqlEngine  # noqa: PLC0415

            return cls(await PostgresqlEngine.open(url, busy_timeout, existing=existing, now=now))
        return cls(await SqliteEngine.open(url, busy_timeout, existing=existing, now=now))

    @property
    def name(self) -> str:
        """Which database it is, as sentences for the host say it: a path, or name and host."""
        return self._engine.name

    async def describe(self) -> str:
        """Say which it is, and what it holds: a host who has named another one sees it at once."""
        async with self.read_one() as store:
            count = await store.value(COUNT_ALL)
        return f"{self.name}, {f'tables: {count:,}' if count else 'new'}"

    def can_save(self) -> bool:
        """Whether it is in its place, took the last change, and has no known damage.

        The first time that it is not in its place is logged.
        """
        return self._engine.can_save()

    def was_checked(self) -> bool:
        """Whether all of it was read when it was opened; a large file was not."""
        return self._engine.was_checked()

    async def find_damage(self) -> DatabaseCorrupt | None:
        """Read all of it while others use it, and return what is wrong with it, or None.

        It takes as long as the disk takes. What is wrong counts for `can_save` from then on.

        Raises:
            DatabaseError: it could not be read just now, which tells nothing about it.
        """
        return await self._engine.find_damage()

    async def close(self) -> None:
        """Wait for running transactions and close the database, also where this is cancelled."""
        await to_the_end(self._engine.close())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Store]:
        """Begin a transaction that may write: its end commits, and an exception rolls back.

        The transaction begins with the first query, or at the end if there were only writes. Who
        reads in it excludes all other writers from then on; who only writes may be one of several.

        Raises:
            OutcomeUnknown: nobody knows whether all has been written or nothing.
            DatabaseError: one of the other named errors of `db.errors`; then nothing has been
                written.
        """
        async with self._engine.write() as session:
            yield Store(session)

    @asynccontextmanager
    async def rewrite(self) -> AsyncGenerator[Store]:
        """Begin a transaction as `write` does, for changes in many places.

        SQLite's commit usually copies a long log into the file, which takes longer than all the
        rest. This one leaves that to `checkpoint`. The caller calls it later, when nobody waits.

        Raises:
            DatabaseError: as `write` does.
        """
        async with self._engine.rewrite() as session:
            yield Store(session)

    async def size(self) -> int:
        """Return how many bytes the database has; raises DatabaseError."""
        return await self._engine.size()

    async def compact(self) -> None:
        """Write everything anew, without what was left in the gaps between rows.

        Nobody else writes meanwhile: about a second for 50 MB. `checkpoint` has to follow.

        Raises:
            DatabaseError: one of the named errors of `db.errors`; then all is as it was.
        """
        await self._engine.compact()

    async def checkpoint(self) -> bool:
        """Remove what was deleted from the write-ahead log, too, as far as that is for the bot.

        Returns:
            Whether it was possible. It is not while somebody reads an earlier state, like a backup.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
        """
        return await self._engine.checkpoint()

    @asynccontextmanager
    async def read_one(self) -> AsyncGenerator[Store]:
        """Allow single queries; each of them may see another state.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
        """
        async with self._engine.read_one() as session:
            yield Store(session)

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Store]:
        """Begin a transaction that reads; all its queries see the same state.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
        """
        async with self._engine.read() as session:
            yield Store(session)

    @asynccontextmanager
    async def read_slow(self) -> AsyncGenerator[Store]:
        """Begin a transaction as `read` does, for long queries: clicks do not wait for it.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
        """
        async with self._engine.read_slow() as session:
            yield Store(session)

    async def read_parallel(self, questions: Iterable[Callable[[Store], Awaitable[T]]]) -> list[T]:
        """Return the answers to several questions, which run at once on connections of their own.

        It is for data in many places of a large database, where the disk takes the time: the waits
        for the disk overlap. Each question sees one state, but two may see different ones.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
        """

        async def answer(question: Callable[[Store], Awaitable[T]]) -> T:
            async with self._engine.read_beside() as session:
                return await question(Store(session))

        async with self._reading_parallel:  # so that only one such call has connections at a time
            return await asyncio.gather(*map(answer, questions))


# What a host has set, and the one setting that all programs here share: the database.

log = logging.getLogger(__name__)

UNREADABLE: Final = "The file .env cannot be read: it has to be plain text in UTF-8."

DATABASE: Final = "sqlite:///ducks.db"
"""The database where none is named."""


def read_given() -> tuple[dict[str, str], dict[str, str]]:
    """Return what is set in `.env` and in the environment, which wins, by names in lower case.

    An empty setting is one that is not set.

    Raises:
        OSError, UnicodeDecodeError: the file is there and is no text.
    """
    return _tidy(dotenv_values(".env")), _tidy(os.environ)


def read_database_url() -> str:
    """Return DATABASE_URL as the bot reads it; raises BadDatabaseUrl where `.env` is no text."""
    try:
        in_file, environment = read_given()
    except (OSError, UnicodeDecodeError):
        raise BadDatabaseUrl(UNREADABLE) from None
    return (in_file | environment).get("database_url", DATABASE)


def tell_if_open() -> None:
    """Log where all on this machine can read `.env`, which has the token and a password."""
    file = Path(".env")
    if file.exists() and file.stat().st_mode & stat.S_IROTH:
        log.warning("everybody on this machine can read .env and the token in it: chmod 640 .env")


def typed_url(text: str) -> str:
    """Return the URL of a database from a command line, which every user of the machine can read.

    Raises ArgumentTypeError for one with a password.
    """
    url = urlsplit(text)
    if url.password or any("password" in name for name in parse_qs(url.query)):
        raise argparse.ArgumentTypeError(
            "others can read a password on the command line: leave it out, and set PGPASSWORD or "
            "write it into the file ~/.pgpass"
        )
    return text


def _tidy(given: Mapping[str, str | None]) -> dict[str, str]:
    stripped = {name.lower(): _unquote((value or "").strip()) for name, value in given.items()}
    return {name: value for name, value in stripped.items() if value}


def _unquote(value: str) -> str:
    """Take off quotes around a value: `docker run --env-file` hands them on."""
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
    return value[1:-1].strip() if quoted else value
