"""Records out of the database and back, with a bounded cache of folded games.

The log is the truth, the cache a shortcut: every load asks the table's row for its revision, and a
stored of another revision is folded anew. A change may be made of what is remembered without asking
first: it is written only where the file still has that revision. So a copy that another process has
outdated, or one of a transaction whose end nobody saw, never counts.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from db.store import MoveRow, NewTable, SeatRow, Store
from tables.errors import NoSuchTable
from tables.model import Status
from tables.runner import AnyGame, Move, Progress, begin, fold
from tables.stored import StoredTable, read_options

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

log = logging.getLogger(__name__)

CAPACITY: Final = 768
"""Tables kept in memory: more than are played on at once. A folded game is 7 to 75 kilobytes."""


class Unplayable(Exception):
    """The log of a running game does not fold; the text is a sentence for the players."""


class TableRepository:
    """Reads and writes records."""

    def __init__(self, games: Iterable[AnyGame], capacity: int = CAPACITY) -> None:
        self._games = {game.info.key: game for game in games}
        self._capacity = capacity
        self._cache: OrderedDict[int, StoredTable] = OrderedDict()

    @property
    def games(self) -> Collection[AnyGame]:
        """The rules of all games in this house."""
        return self._games.values()

    def game(self, key: str) -> AnyGame | None:
        """The rules of that key."""
        return self._games.get(key)

    def keep(self, stored: StoredTable) -> None:
        """Remember a stored that has been committed."""
        self._cache[stored.row.id] = stored
        self._cache.move_to_end(stored.row.id)
        while len(self._cache) > self._capacity:
            self._cache.popitem(last=False)

    def forget(self, table_id: int) -> None:
        """Drop what is remembered of a table."""
        self._cache.pop(table_id, None)

    def known(self, table_id: int) -> StoredTable | None:
        """What is remembered of a table, which may be older than what the file has."""
        return self._cache.get(table_id)

    async def read_one(self, store: Store, table_id: int) -> StoredTable | None:
        """What is remembered of a table, if the file has nothing newer; by one query."""
        revision = await store.revision(table_id)
        cached = self._cache.get(table_id)
        if cached is None or cached.row.revision != revision:
            return None
        self._cache.move_to_end(table_id)
        return cached

    async def load(self, store: Store, table_id: int, *, even_broken: bool = False) -> StoredTable:
        """The table as the transaction of `store` sees it.

        Raises:
            NoSuchTable: no table has that number, or its game is not in this house any more.
            Unplayable: the game is on but its log does not fold, unless `even_broken`.
        """
        known = await self.read_one(store, table_id)
        if known is not None:
            return known
        stored = await self.read(store, table_id)
        if stored.progress is not None or stored.status is not Status.PLAYING:
            self.keep(stored)
        elif not even_broken:
            raise Unplayable(_broken(stored))
        return stored

    async def read(self, store: Store, table_id: int) -> StoredTable:
        """The table as it stands in the file, whatever is remembered; `play` None where broken.

        Raises:
            NoSuchTable: as in `load`.
        """
        stored = await self.outline(store, table_id)
        if stored.row.started_at is None:
            return stored
        return replace(stored, progress=_refold(stored, await store.moves(table_id)))

    async def outline(self, store: Store, table_id: int) -> StoredTable:
        """The same without its game, whose log is not read; raises NoSuchTable."""
        row = await store.table(table_id)
        game = self._games.get(row.game) if row else None
        if row is None or game is None:
            raise NoSuchTable(f"There is no table #{table_id} here.")
        seats = await store.seats(table_id)
        return StoredTable(row, seats, game, read_options(row.options), None)

    async def create(self, store: Store, table: NewTable, seat: SeatRow) -> StoredTable:
        """Add a table with its first seat; not yet committed, and so not yet remembered.

        Were it undone, the next table would get the same number.
        """
        table_id = await store.insert_table(table)
        await store.insert_seats(table_id, [seat])
        return await self.read(store, table_id)

    async def save(self, store: Store, before: StoredTable, after: StoredTable) -> StoredTable:
        """Put down what differs, and return the stored with its new revision; not yet committed."""
        if after is before:
            return before
        row = replace(after.row, revision=before.row.revision + 1)
        await store.update_table(before.row, row)
        if after.seats != before.seats:
            await _save_seats(store, row.id, before.seats, after.seats)
        await store.insert_moves(row.id, _new_moves(before.progress, after.progress))
        return replace(after, row=row)


def _refold(stored: StoredTable, moves: tuple[MoveRow, ...]) -> Progress | None:
    """The game that a log tells; None when it does not fold by the rules as they are now."""
    row = stored.row
    try:
        start = begin(stored.game, len(stored.seats), stored.options, row.first)
        lines = [Move(m.seq, m.seat, m.text, m.at, m.by_caretaker) for m in moves]
        return fold(stored.game, start, lines)
    except Exception as error:  # noqa: BLE001 - whatever old moves do to new rules, the table ends
        # Neither the move nor the state may be told: they can hold what a player must not know.
        log.error(  # noqa: TRY400 - the traceback would tell them
            "table %d: the log does not fold: %s (rules %d, now %d)",
            row.id,
            type(error).__name__,
            row.rules_version,
            stored.game.info.rules_version,
        )
        return None


def _broken(stored: StoredTable) -> str:
    """Why a running game can not go on, as a sentence."""
    title = stored.game.info.title
    if stored.row.rules_version != stored.game.info.rules_version:
        return (
            f"The rules of {title} have changed with an update of the bot, and this game, begun "
            "under the old ones, cannot go on under the new. Its log is kept."
        )
    return "The log of this game could not be read back, so it cannot go on. The log is kept."


async def _save_seats(
    store: Store, table_id: int, before: tuple[SeatRow, ...], after: tuple[SeatRow, ...]
) -> None:
    known = {seat.seat: seat for seat in before}
    if [seat.person_id for seat in after[: len(before)]] != [seat.person_id for seat in before]:
        await store.delete_seats(table_id)
        known = {}
    if new := [seat for seat in after if seat.seat not in known]:
        await store.insert_seats(table_id, new)
    if changed := [seat for seat in after if known.get(seat.seat, seat) != seat]:
        await store.update_seats(table_id, changed)


def _new_moves(before: Progress | None, after: Progress | None) -> list[MoveRow]:
    """What was played in between: all of it is recent, as only one person's move can be."""
    if after is None:
        return []
    since = before.seq if before else 0
    return [
        MoveRow(t.step.seq, t.step.seat, t.step.text, t.step.at, t.by_caretaker)
        for t in after.recent
        if t.step.seq >= since
    ]
