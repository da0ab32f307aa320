"""Finds tables by number, channel or person; `TableServices` are what all parts use."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.errors import DatabaseCorrupt, DatabaseError, asked_again
from db.query import Query
from db.store import LIVE
from tables.model.errors import GameMissing, NoSuchTable, TableError
from tables.storage.repository import Unplayable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from db.connection import Database
    from engine.core import Seat
    from tables.model.table import Table
    from tables.storage.repository import TableRepository
    from tables.storage.writer import TableWriter


@dataclass(frozen=True, slots=True)
class TableServices:
    """The services that each part of `Tables` uses.

    Attributes:
        database: open; the caller closes it.
        repository: reads and writes tables, and has the games.
        lookup: finds tables.
        writer: changes tables.
        clock: returns the time in Unix seconds.
        aging: returns the time for comparing ages; see `Heartbeat.now`.
        looks_after: as in `Tables`.
    """

    database: Database
    repository: TableRepository
    lookup: TableLookup
    writer: TableWriter
    clock: Callable[[], float]
    aging: Callable[[], float]
    looks_after: Callable[[int | None], bool]


class TableService:
    """Base class of the services that read or change tables."""

    def __init__(self, shared: TableServices) -> None:
        self._database = shared.database
        self._repository = shared.repository
        self._lookup = shared.lookup
        self._writer = shared.writer
        self._now = shared.clock
        self._aging = shared.aging
        self._looks_after = shared.looks_after


log = logging.getLogger(__name__)


LIVE_IN_CHANNEL: Final = Query(
    int,
    """
    SELECT id FROM tables WHERE channel_id = :channel_id AND status IN ('lobby', 'playing')
    UNION
    SELECT id FROM tables WHERE thread_id = :channel_id AND status IN ('lobby', 'playing')
    ORDER BY id
    """,
)

# The live tables at which a person has a seat, even a seat that the person has left.
LIVE_WITH_PERSON: Final = Query(
    int,
    """
    SELECT tables.id
    FROM seats JOIN tables ON tables.id = seats.table_id
    WHERE seats.person_id = :person_id AND tables.status IN ('lobby', 'playing')
    ORDER BY tables.id
    """,
)

COUNT_LIVE: Final = Query(int, "SELECT COUNT(*) FROM tables WHERE status IN ('lobby', 'playing')")

# In this query and in the next query, a channel's tables include the tables of its threads. Each
# half of the query uses its own index.
NEWEST_IN_CHANNEL: Final = Query(
    int,
    """
    SELECT id FROM (SELECT id FROM tables
                    WHERE channel_id = :channel_id AND status <> 'cancelled'
                    ORDER BY id DESC LIMIT 1) AS here
    UNION
    SELECT id FROM (SELECT id FROM tables
                    WHERE thread_id = :channel_id AND status <> 'cancelled'
                    ORDER BY id DESC LIMIT 1) AS there
    ORDER BY id DESC LIMIT 1
    """,
)

# Everybody who sits down contributes, and leaving deletes no contribution. Therefore a person
# without a contribution at an earlier table of the game is a newcomer. A computer is no newcomer.
HAS_NEWCOMER: Final = Query(
    int,
    """
    SELECT 1
    FROM seats JOIN tables AS here ON here.id = seats.table_id
    WHERE seats.table_id = :table_id AND seats.level = '' AND NOT EXISTS (
        SELECT 1
        FROM contributions JOIN tables ON tables.id = contributions.table_id
        WHERE contributions.person_id = seats.person_id AND tables.game = here.game
              AND tables.id < here.id)
    LIMIT 1
    """,
)

# The seats of people who have never finished this table's game.
LEARNERS: Final = Query(
    int,
    """
    SELECT seats.seat
    FROM seats JOIN tables AS here ON here.id = seats.table_id
    WHERE seats.table_id = :table_id AND seats.level = '' AND NOT EXISTS (
        SELECT 1
        FROM seats AS earlier JOIN tables ON tables.id = earlier.table_id
        WHERE earlier.person_id = seats.person_id AND tables.game = here.game
              AND tables.status = 'finished' AND NOT earlier.departed)
    ORDER BY seats.seat
    """,
)

# The newest table whose game has begun; lobbies do not count.
NEWEST_IN_THREAD: Final = Query(
    int,
    """
    SELECT id FROM tables
    WHERE thread_id = :thread_id AND started_at IS NOT NULL
    ORDER BY id DESC LIMIT 1
    """,
)


LIVE_BY_GAME: Final = Query(
    tuple[str, int],
    "SELECT game, COUNT(*) FROM tables WHERE status IN ('lobby', 'playing') GROUP BY game",
)

HAS_GAME: Final = Query(int, "SELECT 1 FROM tables WHERE game = :game LIMIT 1")


class TableLookup:
    """Reads tables.

    Args:
        database: open; the caller closes it.
        repository: reads the tables.
        writer: closes live tables that cannot be read.
    """

    def __init__(
        self, database: Database, repository: TableRepository, writer: TableWriter
    ) -> None:
        self._database = database
        self._repository = repository
        self._writer = writer

    @asked_again
    async def get(self, table_id: int) -> Table:
        """Return the current table; raises NoSuchTable and GameMissing."""
        async with self._database.read_one() as store:
            stored = await self._repository.read_one(store, table_id)
        return stored or await self._read(table_id)

    @asked_again
    async def peek(self, table_id: int) -> Table:
        """Return a table without caching it, and without closing it if it is broken.

        Raises:
            NoSuchTable: no table has that number.
            GameMissing: its game is not installed.
        """
        async with self._database.read() as store:
            stored = await self._repository.read_one(store, table_id)
            return stored or await self._repository.read(store, table_id)

    def is_live(self, table_id: int, channel_id: int | None, message_id: int | None) -> bool:
        """Return whether a message is a table's live message; False if the table is not cached."""
        stored = self._repository.cached(table_id)
        if stored is None or stored.message_id is None:
            return False
        place = stored.thread_id or stored.channel_id, stored.message_id
        return place == (channel_id, message_id)

    def key_of(self, table_id: int) -> str | None:
        """Return the key of a table's game; None if the table is not cached."""
        stored = self._repository.cached(table_id)
        return stored.game.info.key if stored else None

    @asked_again
    async def count_live(self) -> int:
        async with self._database.read_one() as store:
            return await store.value(COUNT_LIVE)

    @asked_again
    async def live_in(self, channel_id: int) -> list[Table]:
        """Return the live tables of a channel and its threads, or of a thread, oldest first."""
        async with self._database.read_one() as store:
            numbers = await store.all(LIVE_IN_CHANNEL, channel_id=channel_id)
        return await self.get_all(numbers)

    @asked_again
    async def newest_in(self, channel_id: int) -> Table | None:
        """Return the newest table of a channel or thread, live or over, but not cancelled."""
        async with self._database.read_one() as store:
            number = await store.one(NEWEST_IN_CHANNEL, channel_id=channel_id)
        return next(iter(await self.get_all(() if number is None else (number,))), None)

    @asked_again
    async def is_newest_in_thread(self, table: Table) -> bool:
        """Return whether the table is the newest table in its thread whose game has begun."""
        async with self._database.read_one() as store:
            return await store.one(NEWEST_IN_THREAD, thread_id=table.board_channel) == table.id

    @asked_again
    async def has_newcomer(self, table: Table) -> bool:
        """Return whether somebody at a table has never sat at an earlier table of its game."""
        async with self._database.read_one() as store:
            return await store.one(HAS_NEWCOMER, table_id=table.id) is not None

    @asked_again
    async def learners(self, table: Table) -> tuple[Seat, ...]:
        """Return the seats of people who have never finished this table's game."""
        async with self._database.read_one() as store:
            return await store.all(LEARNERS, table_id=table.id)

    @asked_again
    async def count_missing(self) -> dict[str, int]:
        """Return the number of live tables of each game that is not installed."""
        async with self._database.read_one() as store:
            return {
                game: number
                for game, number in await store.all(LIVE_BY_GAME)
                if self._repository.game(game) is None
            }

    @asked_again
    async def has_game(self, key: str) -> bool:
        """Return whether a table of this game was ever opened; the game need not be installed."""
        async with self._database.read_one() as store:
            return await store.one(HAS_GAME, game=key) is not None

    @asked_again
    async def list_missing(
        self, *, channel_id: int | None = None, person_id: int | None = None
    ) -> list[GameMissing]:
        """Return the live tables of a channel, a person, or both, whose game is not installed."""
        async with self._database.read() as store:
            here = await store.all(LIVE_IN_CHANNEL, channel_id=channel_id)
            own = await store.all(LIVE_WITH_PERSON, person_id=person_id)
            both = own if channel_id is None else here if person_id is None else {*here} & {*own}
            rows = [await store.table(number) for number in sorted(both)]
        return [GameMissing(row) for row in rows if row and not self._repository.game(row.game)]

    async def waiting_for(self, person_id: int) -> list[Table]:
        """Return all tables, on any server, whose game waits for a person."""
        tables = await self.live_of(person_id)
        return [table for table in tables if table.seat_of(person_id) in table.waiting_on]

    @asked_again
    async def live_of(self, person_id: int) -> list[Table]:
        """Return all live tables, on any server, at which a person has a seat."""
        async with self._database.read_one() as store:
            numbers = await store.all(LIVE_WITH_PERSON, person_id=person_id)
        return await self.get_all(numbers)

    @asked_again
    async def all_live(self) -> list[Table]:
        """Return all live tables, and close those whose log or rows cannot be read."""
        async with self._database.read_one() as store:
            numbers = await store.all(LIVE)
        return await self.get_all(numbers)

    async def get_all(self, numbers: Iterable[int]) -> list[Table]:
        """Return the tables with these numbers.

        Tables whose game is not installed are left out; `list_missing` has them. Damaged tables are
        left out and logged, so that they do not block the other tables.
        """
        return [table for number in numbers if (table := await self._try(number)) is not None]

    async def get_anew(self, numbers: Iterable[int]) -> list[Table]:
        """Return the tables as `get_all` does, but read from the database instead of the cache."""
        numbers = sorted(numbers)
        for number in numbers:
            self._repository.forget(number)
        return await self.get_all(numbers)

    async def find_broken(self) -> tuple[int, dict[int, str]]:
        """Replay all live tables from the database, without changing any table.

        Returns the number of live tables, and a description of each fault by table number.
        """
        async with self._database.read_one() as store:
            numbers = await store.all(LIVE)
        found = {number: await self._find_fault(number) for number in numbers}
        return len(numbers), {number: fault for number, fault in found.items() if fault}

    async def _find_fault(self, number: int) -> str | None:
        try:
            async with self._database.read() as store:
                stored = await self._repository.read(store, number)
        except GameMissing as missing:
            return f"its game, {missing.row.game}, is not installed"
        except Exception as error:
            if not is_damage(error):
                raise
            return f"it cannot be read ({type(error).__name__})"
        if stored.damaged:
            return "its rows cannot be read"
        return "its log cannot be replayed" if stored.broken else None

    async def _try(self, number: int) -> Table | None:
        """Return a table; None if only this table cannot be read."""
        try:
            return await self.get(number)
        except (NoSuchTable, GameMissing):
            return None
        except Exception as error:
            if not is_damage(error):
                raise
            log.error("table %d cannot be read: %s", number, type(error).__name__)  # noqa: TRY400 - moves may be in the traceback
            return None

    async def _read(self, table_id: int) -> Table:
        """Return the table from the database, and close a live table that cannot be read."""
        try:
            async with self._database.read() as store:
                return await self._repository.load(store, table_id)
        except Unplayable as error:
            return await self._writer.close_broken(table_id, error)


def is_damage(error: Exception) -> bool:
    """Return whether an error concerns a single table, and not the whole database."""
    return isinstance(error, DatabaseCorrupt) or not isinstance(error, DatabaseError | TableError)
