"""Applies acts to tables, within the limits on open tables.

Every change is one transaction. An `Act` computes the next `Table`. The transaction saves the
differences, and commits if nobody else has changed the table meanwhile. Callers show the new
table only after the commit.

Clicks on one table wait for each other here, so a second click sees the result of the first click.
If another process was faster, the act is applied once more, to the newest table. The second attempt
usually reads the table in its transaction, and then no other process can write before the commit.

Two processes may receive the same click. The transaction stores the click as processed, so the
click takes effect only once. If the connection is lost during a commit, the bot asks the database
whether the change is there.

The host of the bot sets the limits, so that nobody can fill a channel or the machine. The
transaction that opens or joins a table counts the open tables itself, so two simultaneous clicks
cannot exceed a limit.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol
from weakref import WeakValueDictionary

from cachetools import LRUCache
from prometheus_client import Counter, Histogram

from db.errors import Conflict, ConnectionLost, DatabaseError, OutcomeUnknown, asked_again
from db.query import Ask, Query, Write
from db.store import CLOSE_TABLE, MOVES
from tables.model.errors import (
    UNSURE,
    AlreadyHandled,
    StaleClick,
    TableClosed,
    TooManyTables,
    Unsure,
)
from tables.model.table import Status, Table
from tables.storage.act import Moment, Refused, end
from tables.storage.finished import FinishedTable, make_transcript
from tables.storage.repository import Unplayable, row_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence

    from db.connection import Database
    from db.store import SeatedPlayer, Store, TableRow
    from tables.model.errors import TableError
    from tables.storage.act import Act
    from tables.storage.repository import TableRepository

    DrawSecret = Callable[[], bytes]

# The plus makes SQLite use the index of live tables.
COUNT_OPEN: Final = Query(
    tuple[int, int, int],
    """
    SELECT (SELECT COUNT(*) FROM tables
            WHERE status = 'lobby' AND status IN ('lobby', 'playing') AND +opener_id = :person_id
                  AND private IS NULL),
           (SELECT COUNT(*) FROM tables
            WHERE channel_id = :channel_id AND status = 'lobby' AND opener_id = :person_id),
           (SELECT COUNT(*) FROM tables
            WHERE channel_id = :channel_id AND status IN ('lobby', 'playing'))
    """,
)

# The query starts from the live tables, because they are few. A person may have sat at many tables.
COUNT_SEATS: Final = Query(
    int,
    """
    SELECT COUNT(*)
    FROM tables CROSS JOIN seats
    WHERE seats.table_id = tables.id AND tables.status IN ('lobby', 'playing')
      AND tables.private IS NULL AND seats.person_id = :person_id AND NOT seats.departed
    """,
)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits on open tables. A table is open in the lobby and in play.

    Attributes:
        tables_per_person: limit on seats of one person, without games that the person has left.
        lobbies_per_person: limit on lobbies with the same opener.
        lobbies_in_channel: limit on lobbies with the same opener in one channel.
        tables_per_channel: limit on open tables in one channel.
    """

    tables_per_person: int = 100
    lobbies_per_person: int = 25
    tables_per_channel: int = 100
    lobbies_in_channel: int = 3

    async def require_seat(self, store: Store, person_id: int) -> None:
        """Raise TooManyTables if the person may not sit down at one more table."""
        if (await store.one(COUNT_SEATS, person_id=person_id) or 0) >= self.tables_per_person:
            raise TooManyTables(
                "You have reached the limit of tables for one person ({limit}). Finish or leave "
                "one first.",
                limit=self.tables_per_person,
            )

    async def require_lobby(
        self, store: Store, person_id: int, channel_id: int, *, begins: bool = False
    ) -> None:
        """Raise TooManyTables if the person may not open one more table in the channel.

        `begins`: whether the game begins at once, so that the limits of lobbies do not hold.
        """
        await self.require_seat(store, person_id)
        lobbies, lobbies_here, in_channel = await store.value(
            COUNT_OPEN, person_id=person_id, channel_id=channel_id
        )
        own = (lobbies, self.lobbies_per_person), (lobbies_here, self.lobbies_in_channel)
        if reached := [limit for count, limit in own if count >= limit and not begins]:
            raise TooManyTables(
                "You have reached the limit of tables that have not begun ({limit}). Start or "
                "cancel one first.",
                limit=reached[0],
            )
        if in_channel >= self.tables_per_channel:
            raise TooManyTables(
                "This channel has reached its limit of open tables ({limit}). Finish one first, or "
                "open yours in another channel.",
                limit=self.tables_per_channel,
            )


SECRET_BYTES: Final = 32

DONE: Final = 4096
"""Cache size: latest interactions that this process has carried out."""

log = logging.getLogger(__name__)

CHANGED: Final = Histogram(
    "ducks_change_seconds",
    "Time that an attempt to change a table takes, up to the end of its commit",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0),
)
RETRIED: Final = Counter(
    "ducks_change_retries", "Changes tried again because another process was faster"
)


# This write does not raise the revision: the update that ended the table, earlier in the same
# transaction, has raised it.
SEAL: Final = Write(
    "UPDATE tables SET last_hash = :last_hash, next_secret = :next_secret WHERE id = :id"
)


class OnEnd(Protocol):
    """Records finished and forfeited games in the transaction that ends them."""

    def asks(self, row: TableRow, seats: Sequence[SeatedPlayer]) -> Sequence[Ask[Any]]:
        """Return the queries that `record` needs; they are sent together with other queries."""
        ...

    def record(
        self, store: Store, table: FinishedTable, answers: Sequence[tuple[Any, ...]]
    ) -> None:
        """Write the records of a game, given the answers to `asks`."""
        ...


async def save(
    repository: TableRepository,
    on_end: OnEnd | None,
    store: Store,
    before: Table,
    after: Table,
    *,
    draw_secret: DrawSecret | None = None,
) -> Table:
    """Write the changes without a commit. If the game ends, hash its log and record the game.

    `draw_secret`: draws the secret of the next game, after a game that one person played alone.
    """
    saved = await repository.save(store, before, after)
    if before.status.over or not saved.status.over or saved.started_at is None:
        return saved
    counts = on_end is not None and (saved.status is Status.FINISHED or saved.forfeited)
    asks = on_end.asks(row_of(saved), saved.seats) if on_end and counts else ()
    moves, *answers = await store.each(MOVES.ask(table_id=saved.id), *asks)
    last_hash = make_transcript(saved, moves).last_hash
    next_secret = draw_secret().hex() if draw_secret and saved.goes_on_alone else None
    store.run(SEAL, id=saved.id, last_hash=last_hash, next_secret=next_secret)
    saved = saved.with_columns(last_hash=last_hash)
    if on_end and counts:
        on_end.record(store, FinishedTable(row_of(saved), saved.seats, moves), answers)
    return saved


IS_PROCESSED: Final = Query(
    int, "SELECT COUNT(*) FROM processed_interactions WHERE interaction_id = :click"
)

INSERT_PROCESSED: Final = Write(
    "INSERT INTO processed_interactions (interaction_id) VALUES (:click)"
)


class TableWriter:
    """Changes tables.

    Args:
        database: open; the caller closes it.
        repository: reads and writes the tables.
        limits: the limits on open tables.
        clock: returns the time in Unix seconds.
        aging: returns the time for comparing ages; see `Heartbeat.now`.
        entropy: returns a given number of unpredictable bytes.
        on_end: as in `Tables`.

    Attributes:
        limits: the limits on open tables.
        closed: numbers of tables that were closed as unreadable; `Maintenance` empties the set.
    """

    def __init__(  # noqa: PLR0917 - its collaborators
        self,
        database: Database,
        repository: TableRepository,
        limits: Limits,
        clock: Callable[[], float],
        aging: Callable[[], float],
        entropy: Callable[[int], bytes],
        on_end: OnEnd | None,
    ) -> None:
        self._database = database
        self._repository = repository
        self.limits = limits
        self._now = clock
        self._aging = aging
        self._entropy = entropy
        self._on_end = on_end
        self.closed: set[int] = set()
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._done: LRUCache[int, None] = LRUCache(DONE)

    def has_done(self, click: int) -> bool:
        """Return whether this process has lately carried out an interaction."""
        return click in self._done

    def forget_done(self, click: int) -> None:
        """Forget an interaction whose change was withdrawn, so that it can run again."""
        self._done.pop(click, None)

    async def do(self, table_id: int, act: Act, *, click: int | None = None) -> Table:
        """Apply an act to a table in one transaction, and return the table.

        Args:
            table_id: the table.
            act: computes the next table.
            click: the id of the interaction that asks for the change, or None.

        Raises:
            AlreadyHandled: the interaction was carried out before.
            NoSuchTable: no table has that number.
            TooManyTables: the person who would sit down has reached the limit.
            StaleClick: another process changed the table at the same moment, in both attempts.
            TableClosed: the rows or the log of the live table cannot be read.
            Unsure: the database cannot be reached, and the result is unknown.
            Exception: any error that the act raises for the newest table.
        """
        try:
            async with self._turns.setdefault(table_id, asyncio.Lock()):
                try:
                    with CHANGED.time():
                        return await self.make(click, partial(self._change, table_id, act))
                except Conflict:  # the table in memory is outdated
                    return await self._retry(table_id, act, click)
                except ConnectionLost:
                    return await self._retry_lost(table_id, act, click)
        except Unplayable as error:
            self._repository.forget(table_id)
            closed = await self.close_broken(table_id, error)
            raise TableClosed(closed.reason or str(error)) from error
        except Conflict as error:
            self._repository.forget(table_id)
            raise StaleClick("Somebody else was faster; look again.") from error

    async def make(
        self, click: int | None, make_next: Callable[[Store], Awaitable[Table | Refused]]
    ) -> Table:
        """Write a table in one transaction, and return it.

        Args:
            click: as in `do`.
            make_next: returns the table before the commit. If it returns a `Refused`, the error in
                the `Refused` is raised after the commit.

        Raises:
            AlreadyHandled: the interaction was carried out before.
            ConnectionLost: nothing is written so far, but a slow network may still deliver the
                change.
            Unsure: the database cannot be reached, and the result is unknown.
            OutcomeUnknown: the same as Unsure, for a change without `click`.
            Exception: any error of `make_next`.
        """
        stored: Table | None = None
        refused: TableError | None = None
        try:
            async with self._processing(click) as store:
                made = await make_next(store)
                if isinstance(made, Refused):
                    made, refused = made.stored, made.error
                stored = made
        except OutcomeUnknown as error:
            if stored is None:
                raise
            await self._require_committed(click, error, stored)
        self._repository.keep(stored)
        if refused is not None:
            raise refused
        return stored

    @asynccontextmanager
    async def write(self, click: int | None) -> AsyncGenerator[Store]:
        """Begin a transaction like `Database.write` that also marks the interaction as processed.

        Raises:
            AlreadyHandled, ConnectionLost, Unsure, OutcomeUnknown: see `make`.
        """
        try:
            async with self._processing(click) as store:
                yield store
        except OutcomeUnknown as error:
            await self._require_committed(click, error)

    @asynccontextmanager
    async def _processing(self, click: int | None) -> AsyncGenerator[Store]:
        try:
            async with self._database.write() as store:
                if click is not None:
                    store.run(INSERT_PROCESSED, click=click)
                yield store
        except Conflict as error:
            if await self._is_processed(click):
                raise AlreadyHandled(f"interaction {click}") from error
            raise error from error.__cause__
        self._note_done(click)

    async def _require_committed(
        self, click: int | None, error: OutcomeUnknown, stored: Table | None = None
    ) -> None:
        """Check whether a commit whose answer was lost has succeeded; raise as `make` does if not.

        The whole table is compared, because another process may have carried out the same click.
        """
        try:
            committed = await (self._is_stored(stored) if stored else self._is_processed(click))
        except DatabaseError:
            raise error if click is None else Unsure(UNSURE) from error
        if not committed:
            raise ConnectionLost(str(error)) from error
        self._note_done(click)

    def _note_done(self, click: int | None) -> None:
        if click is not None:
            self._done[click] = None

    @asked_again
    async def _is_processed(self, click: int | None) -> bool:
        if click is None:
            return False
        async with self._database.read_one() as store:
            return bool(await store.value(IS_PROCESSED, click=click))

    async def close_broken(self, table_id: int, error: Unplayable) -> Table:
        """Close a live table whose rows or log cannot be read, and return it; keep its log."""
        async with self._database.write() as store:
            stored = await self._repository.load(store, table_id, even_broken=True)
            if stored.broken and stored.damaged:
                log.error("table %d is closed: its rows cannot be read", table_id)
                store.run(CLOSE_TABLE, id=table_id, reason=str(error), ended_at=self._now())
                stored = await self._repository.read(store, table_id)
            elif stored.broken:
                closed = end(stored, Status.CLOSED, self._now(), str(error))
                stored = await save(self._repository, None, store, stored, closed)
        self.closed.add(table_id)
        self._repository.keep(stored)
        return stored

    async def _retry(self, table_id: int, act: Act, click: int | None) -> Table:
        """Apply the act to the newest table; raises as `make` does."""
        RETRIED.inc()
        self._repository.forget(table_id)
        return await self.make(click, partial(self._change, table_id, act))

    async def _retry_lost(self, table_id: int, act: Act, click: int | None) -> Table:
        """Apply the act again, unless the first attempt succeeded after all.

        If the database has the interaction's row, the first attempt succeeded, even if the table
        has changed since then.
        """
        try:
            return await self._retry(table_id, act, click)
        except AlreadyHandled:
            self._note_done(click)
            return await self._read(table_id)

    @asked_again
    async def _read(self, table_id: int) -> Table:
        async with self._database.read() as store:
            return await self._repository.load(store, table_id, even_broken=True)

    @asked_again
    async def _is_stored(self, stored: Table) -> bool:
        """Return whether the database has exactly this table, with its revision and its times."""
        async with self._database.read() as store:
            row, seats = await store.table(stored.id), await store.seats(stored.id)
            return row == row_of(stored) and seats == stored.seats

    async def _change(self, table_id: int, act: Act, store: Store) -> Table | Refused:
        """Return the table after the act, or the refusal; the caller commits.

        The change starts from the cached table. If that table is outdated, the write raises
        Conflict.
        """
        repository = self._repository
        before = repository.cached(table_id) or await repository.load(store, table_id)
        earlier = await self._find_earlier(store, before) if act.may_begin else None
        refusal: Exception | None = None
        try:
            after = act.apply(before, self.moment(earlier))
        except Exception as error:  # noqa: BLE001 - raised below if `before` is the newest table
            refusal, after = error, before
        if after is before:  # nothing will be written, so no Conflict would show an outdated table
            newest = await repository.load(store, table_id)
            if newest is not before:
                before, after = newest, act.apply(newest, self.moment(earlier))
            elif refusal is not None:
                raise refusal
        if act.newcomer is not None:
            await self.limits.require_seat(store, act.newcomer.id)
        made = after.stored if isinstance(after, Refused) else after
        draw = self.draw_secret
        saved = await save(repository, self._on_end, store, before, made, draw_secret=draw)
        return replace(after, stored=saved) if isinstance(after, Refused) else saved

    async def _find_earlier(self, store: Store, stored: Table) -> Table | None:
        """Return the previous table of a rematch, which is over and does not change."""
        number = stored.rematch_of
        return None if number is None else await self._repository.load(store, number)

    def draw_secret(self) -> bytes:
        return self._entropy(SECRET_BYTES)

    def moment(self, earlier: Table | None = None) -> Moment:
        return Moment(self._now(), self._aging(), earlier)
