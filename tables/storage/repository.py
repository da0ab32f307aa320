"""Reads and writes tables, and keeps the games of some in memory.

The log is the truth, and the cache saves time. Every load asks the database for the revision of the
table, and reads a table of another revision again. A change may begin with the cached table without
asking first, because it is written only if the database still has that revision. So the cache can
be wrong without harm: another process may have changed the table, or nobody may know how a
transaction ended.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Any, Final

from cachetools import LRUCache

from db.query import Query, read_object
from db.store import (
    DELETE_MOVES,
    DELETE_SEATS,
    INSERT_MOVES,
    UPDATE_MOMENT,
    UPDATE_TABLE,
    ContributionRow,
    MoveRow,
    NewTable,
    Store,
    TableRow,
)
from tables.model.errors import NoSuchTable
from tables.model.progress import Progress, begin, read
from tables.model.table import Table
from tables.storage.rows import is_same_phase, read_table, write_seats, write_table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from engine.core import AnyGame, Options
    from tables.model.table import SeatedPlayer

log = logging.getLogger(__name__)

CAPACITY: Final = 4096
"""How many moves stay in memory, a kilobyte each: of more tables than are played on at once."""

LARGEST: Final = 2**63 - 1
"""The largest number that SQLite holds."""


class Unplayable(Exception):
    """What is kept of a live table cannot be read; the message is a sentence for the players."""


REVISION_OF: Final = Query(int, "SELECT revision FROM tables WHERE id = :id")


class TableRepository:
    """Reads and writes `Table`s.

    Args:
        games: the games that can be played.
        capacity: how many moves stay in memory, over all tables.
    """

    def __init__(self, games: Iterable[AnyGame], capacity: int = CAPACITY) -> None:
        self._games = {game.info.key: game for game in games}
        self._capacity = capacity
        self._cache: LRUCache[int, Table] = LRUCache(capacity, self._count_kept)

    @property
    def games(self) -> Collection[AnyGame]:
        """The games that can be played."""
        return self._games.values()

    def game(self, key: str) -> AnyGame | None:
        """Return the game of a key; None if there is no such game."""
        return self._games.get(key)

    def keep(self, stored: Table) -> None:
        """Keep a table in memory that has been committed."""
        self._cache[stored.id] = stored

    def forget(self, table_id: int) -> None:
        """Drop a table from memory."""
        self._cache.pop(table_id, None)

    def cached(self, table_id: int) -> Table | None:
        """Return a table from memory, maybe older than the database; None if it is not there."""
        return self._cache.get(table_id)

    def _count_kept(self, stored: Table) -> int:
        """Return how many moves of a table are kept; the table itself counts as one, too."""
        kept = len(stored.progress.recent) if stored.progress else 0
        return min(1 + kept, self._capacity)

    async def read_one(self, store: Store, table_id: int) -> Table | None:
        """Return a table from memory if the database has nothing newer, by one query; else None.

        Raises:
            NoSuchTable: the number is none that a table can have.
        """
        if not 0 < table_id <= LARGEST:
            raise NoSuchTable(table_id)
        revision = await store.one(REVISION_OF, id=table_id)
        stored = self._cache.get(table_id)
        if stored is None or stored.revision != revision:
            return None
        return stored

    async def load(self, store: Store, table_id: int, *, even_broken: bool = False) -> Table:
        """Return the table as the transaction of `store` sees it.

        Raises:
            NoSuchTable: no table has that number, or the bot has no longer its game.
            Unplayable: the table is live but its rows or its log cannot be read. With `even_broken`
                the table is returned without `progress` instead.
        """
        stored = await self.read_one(store, table_id)
        if stored is not None:
            return stored
        stored = await self.read(store, table_id)
        if not stored.broken:
            self.keep(stored)
        elif not even_broken:
            raise Unplayable(_why_broken(stored))
        return stored

    async def read(self, store: Store, table_id: int) -> Table:
        """Return the table from the database, without `progress` if it cannot go on.

        Raises:
            NoSuchTable: as in `load`.
        """
        row, seats, contributions, moves = await store.everything(table_id)
        game = self._games.get(row.game) if row else None
        if row is None or game is None:
            raise NoSuchTable(table_id)
        sound = table_id not in store.damaged
        table = read_table(row, seats, game, contributions, sound=sound)
        if row.started_at is None or (table.damaged and not table.status.over):
            return table
        return replace(table, progress=_fold(table, moves, read_object(row.options)))

    async def create(self, store: Store, table: NewTable, seat: SeatedPlayer) -> Table:
        """Add a table with its first seat and contribution, and return it, not yet committed.

        It is not kept in memory yet: after a rollback the next table would get the same number.
        """
        table_id = await store.insert_table(table)
        seats = write_seats([seat])
        store.insert_seats(table_id, seats)
        contributions = (ContributionRow(0, seat.person_id, "seat", seat.snowflake),)
        store.insert_contributions(table_id, contributions)
        row, game = await store.table(table_id), self._games[table.game]
        if row is None:
            raise NoSuchTable(table_id)
        return read_table(row, seats, game, contributions)

    def preview(self, number: int, table: NewTable, seat: SeatedPlayer) -> Table:
        """Return a table with its first seat that is not stored, under a number of none that is."""
        empty = TableRow._fields[: TableRow._fields.index("start_hash")]
        columns: dict[str, Any] = dict.fromkeys(empty)
        columns |= {"id": number, "revision": 0, "called": "", "waiting": "", **table._asdict()}
        row = TableRow(**columns)._replace(changed_at=table.opened_at)
        return read_table(row, write_seats([seat]), self._games[row.game])

    async def save(self, store: Store, before: Table, after: Table) -> Table:
        """Write what differs, and return the table with its new revision, not yet committed.

        Raises:
            Unplayable: the log, of which moves are taken back, cannot be read.
        """
        if after is before:
            return before
        after = replace(after, revision=before.revision + 1)
        update = UPDATE_MOMENT if is_same_phase(before, after) else UPDATE_TABLE
        store.run(update, **write_table(after)._asdict())
        if after.seats != before.seats:
            await _save_seats(store, after.id, before.seats, after.seats)
        if new := after.contributions[len(before.contributions) :]:
            store.insert_contributions(after.id, new)
        if before.progress and after.progress and after.progress.seq < before.progress.seq:
            store.run(DELETE_MOVES, table_id=after.id, since=after.progress.seq)
            moves = await store.moves(after.id)
            after = replace(after, progress=_fold(after, moves, after.settled))
            if after.broken:
                raise Unplayable(_why_broken(after))
        store.run_each(INSERT_MOVES, _new_moves(before, after))
        return after


def _fold(table: Table, moves: tuple[MoveRow, ...], options: Options) -> Progress | None:
    """Return the game to which a log leads; None if the rules as they are now refuse the log."""
    try:
        start = begin(table.game, len(table.seats), options, table.first)
        return reduce(read, moves, start)
    except Exception as error:  # noqa: BLE001 - whatever old moves do to new rules, the table ends
        # The message must not hold a move or a state: players must not know all of them.
        log.error(  # noqa: TRY400 - the traceback would show them
            "table %d: the log does not fold: %s (rules %d, now %d)",
            table.id,
            type(error).__name__,
            table.rules_version,
            table.game.info.rules_version,
        )
        return None


def _why_broken(stored: Table) -> str:
    """Return why a running game cannot go on, as a sentence."""
    title = stored.game.info.title
    if stored.rules_version != stored.game.info.rules_version:
        return (
            f"The rules of {title} have changed with an update of the bot, and this game, begun "
            "under the old ones, cannot go on under the new. Its log is kept."
        )
    what = "What the bot keeps of this table" if stored.damaged else "The log of this game"
    return f"{what} could not be read back, so it cannot go on. The log is kept."


async def _save_seats(
    store: Store,
    table_id: int,
    before: tuple[SeatedPlayer, ...],
    after: tuple[SeatedPlayer, ...],
) -> None:
    known = {seat.seat: seat for seat in before}
    if [seat.person_id for seat in after[: len(before)]] != [seat.person_id for seat in before]:
        store.run(DELETE_SEATS, table_id=table_id)
        known = {}
    if new := [seat for seat in after if seat.seat not in known]:
        store.insert_seats(table_id, write_seats(new))
    if changed := [seat for seat in after if known.get(seat.seat, seat) != seat]:
        store.update_seats(table_id, write_seats(changed))


def _new_moves(before: Table, after: Table) -> list[dict[str, Any]]:
    """Return the columns of the moves that `after` has and `before` lacks.

    All of them are in `after.recent`, because a change makes at most one click.
    """
    since = before.seq
    return [
        {
            "table_id": after.id,
            "seq": move.seq,
            "seat": move.seat,
            "text": str(move.move),
            "at": move.at,
            "by_caretaker": move.by_caretaker,
            "draws": move.draws,
            "player": move.player,
        }
        for move in after.recent
        if move.seq >= since
    ]
