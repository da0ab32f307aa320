"""Reads and writes tables, and caches some of them.

The log in the database is authoritative, and the cache only saves time. Every load asks the
database for the table's revision, and reads the table again if the cached table has another
revision. A change may start from the cached table without asking, because the change is written
only if the database still has the same revision. Therefore an outdated cache does no harm. The
cache can be outdated after a change by another process, or after a transaction with an unknown
outcome.
"""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from functools import reduce
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from cachetools import LRUCache

from db.query import Query, columns_named, write_row
from db.store import (
    DELETE_MOVES,
    DELETE_SEATS,
    INSERT_MOVES,
    MOMENT,
    PHASE,
    UPDATE_MOMENT,
    UPDATE_TABLE,
    ContributionRow,
    MoveRow,
    Store,
    TableRow,
)
from engine.core import N_, BadSetup
from engine.fairness import commitment
from players.core import Level
from tables.model.errors import GameMissing, NoSuchTable
from tables.model.progress import Progress, begin, read
from tables.model.table import MOST_UNDONE, Gone, SeatedPlayer, Status, Table
from tables.model.time_control import TIME_CONTROLS, TimeControl

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from engine.core import AnyGame, Options


# Repair of rows with impossible values
#
# `db` checks only the types of values. The code below also checks words, seat numbers, and the hash
# of the secret. It replaces impossible values with neutral values, so that every finished table can
# be shown. A live table with an impossible value is closed.

_STATUSES: Final = frozenset(map(str, Status))
_LEVELS: Final = frozenset(("", *map(str, Level)))
_REASONS: Final = frozenset(("", *map(str, Gone)))
_KINDS: Final = frozenset(("seat", "start"))
_NAME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [a-z]{1,20} [0-9]{1,9}", re.ASCII)
"""Pattern of the name of a private table."""

_LOST: Final = "1970-01-01 none 0"
"""Name in place of a malformed one, so that the table stays private."""


def mend(
    row: TableRow,
    players: tuple[SeatedPlayer, ...],
    contributions: tuple[ContributionRow, ...],
    game: AnyGame,
) -> tuple[TableRow, tuple[SeatedPlayer, ...], tuple[ContributionRow, ...], bool]:
    """Return the rows with impossible values replaced, and whether the original rows were sound."""
    mended = (
        _mend_row(row, game, len(players)),
        tuple(map(_mend_seat, players)),
        tuple(each for each in contributions if each.kind in _KINDS),
    )
    same = mended == (row, players, contributions)
    return *mended, same and _counts(players) and _is_committed_to(row)


def _mend_row(row: TableRow, game: AnyGame, seats: int) -> TableRow:
    there = range(seats)
    return replace(
        row,
        status=row.status if row.status in _STATUSES else Status.PLAYING,
        time_control=row.time_control if row.time_control in TIME_CONTROLS else TimeControl.NONE,
        settled=row.settled if _are_options(game, row.settled) else {},
        called=row.called if row.called.keys() <= {*there} else {},
        waiting=row.waiting if row.waiting.keys() <= {*there} else {},
        undone=row.undone if row.undone in range(MOST_UNDONE + 1) else 0,
        undone_by=row.undone_by if row.undone_by in there else None,
        rematch_of=row.rematch_of if 0 < (row.rematch_of or 0) < row.id else None,
        private=None if row.private is None else _mend_name(row.private),
    )


def _mend_name(name: str) -> str:
    return name if _NAME.fullmatch(name) else _LOST


def _mend_seat(seat: SeatedPlayer) -> SeatedPlayer:
    if seat.level in _LEVELS and seat.gone in _REASONS:
        return seat
    return replace(seat, level="", gone="")


def _are_options(game: AnyGame, settled: Options) -> bool:
    try:
        game.options(settled)
    except BadSetup:
        return False
    return True


def _counts(seats: Sequence[SeatedPlayer]) -> bool:
    """Return whether there are seats and their numbers count up from 0."""
    return bool(seats) and all(number == seat.seat for number, seat in enumerate(seats))


def _is_committed_to(row: TableRow) -> bool:
    """Return whether the secret matches the hash that people have seen."""
    return commitment(bytes.fromhex(row.secret.hidden)) == row.commitment


# Conversion between rows and `Table`

_PHASE: Final = attrgetter(*PHASE)


def is_same_phase(before: Table, after: Table) -> bool:
    """Return whether two tables differ at most in columns that every click may change."""
    return _PHASE(before) == _PHASE(after)


def read_table(
    row: TableRow,
    seats: Iterable[SeatedPlayer],
    game: AnyGame,
    contributions: tuple[ContributionRow, ...] = (),
    *,
    sound: bool = True,
) -> Table:
    """Return the table of these rows; it is `damaged` if a row held an impossible value.

    `sound`: whether `db` found no fault in the rows.
    """
    players = tuple(seats)
    row, players, contributions, same = mend(row, players, contributions, game)
    columns: dict[str, Any] = {
        **vars(row),
        "game": game,
        "status": Status(row.status),
        "time_control": TimeControl(row.time_control),
    }
    damaged = not (sound and same)
    return Table(**columns, seats=players, contributions=contributions, damaged=damaged)


def row_of(table: Table) -> TableRow:
    columns: dict[str, Any] = {name: getattr(table, name) for name in columns_named(TableRow)}
    columns["game"] = table.game.info.key
    return TableRow(**columns)


log = logging.getLogger(__name__)

CAPACITY: Final = 4096
"""Cache size in moves of about a kilobyte; enough for all tables in play at the same time."""

LARGEST: Final = 2**63 - 1
"""Largest integer in SQLite."""


class Unplayable(Exception):
    """A live table's rows or log cannot be read; the message is a sentence for the players."""


REVISION_OF: Final = Query(int, "SELECT revision FROM tables WHERE id = :id")


class TableRepository:
    """Reads and writes `Table`s.

    Args:
        games: the games that can be played.
        capacity: cache size in moves, over all tables.
    """

    def __init__(self, games: Iterable[AnyGame], capacity: int = CAPACITY) -> None:
        self._games = {game.info.key: game for game in games}
        self._capacity = capacity
        self._cache: LRUCache[int, Table] = LRUCache(capacity, self._count_kept)

    @property
    def games(self) -> Collection[AnyGame]:
        return self._games.values()

    def game(self, key: str) -> AnyGame | None:
        return self._games.get(key)

    def keep(self, stored: Table) -> None:
        """Cache a table that has been committed."""
        self._cache[stored.id] = stored

    def forget(self, table_id: int) -> None:
        self._cache.pop(table_id, None)

    def cached(self, table_id: int) -> Table | None:
        """Return a table from the cache, possibly outdated; None if it is not there."""
        return self._cache.get(table_id)

    def _count_kept(self, stored: Table) -> int:
        """Return the size of a table in the cache; the table itself counts as one move."""
        kept = len(stored.progress.recent) if stored.progress else 0
        return min(1 + kept, self._capacity)

    async def read_one(self, store: Store, table_id: int) -> Table | None:
        """Return a table from the cache; None if it is not cached or is outdated.

        One query compares the revisions.

        Raises:
            NoSuchTable: no table can have that number.
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
            NoSuchTable: no table has that number.
            GameMissing: its game is not installed.
            Unplayable: the table is live, but its rows or its log cannot be read. With
                `even_broken`, the table is returned without `progress` instead.
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
            NoSuchTable, GameMissing: as in `load`.
        """
        row, seats, contributions, moves = await store.everything(table_id)
        if row is None:
            raise NoSuchTable(table_id)
        game = self._games.get(row.game)
        if game is None:
            raise GameMissing(row)
        sound = table_id not in store.damaged
        table = read_table(row, seats, game, contributions, sound=sound)
        if row.started_at is None or (table.damaged and not table.status.over):
            return table
        return replace(table, progress=_fold(table, moves, row.settled))

    async def create(self, store: Store, table: Table) -> Table:
        """Add a table with its first seat and contribution; return it before the commit.

        The table is not cached here, because after a rollback the next table gets the same number.
        """
        (seat,) = table.seats
        table_id = await store.insert_table(row_of(table))
        store.insert_seats(table_id, [seat])
        contributions = (ContributionRow(0, seat.person_id, "seat", seat.snowflake),)
        store.insert_contributions(table_id, contributions)
        return replace(table, id=table_id, contributions=contributions)

    async def save(self, store: Store, before: Table, after: Table) -> Table:
        """Write the changes, and return the table with its new revision before the commit.

        Raises:
            Unplayable: moves were taken back, but the rest of the log cannot be replayed.
        """
        if after is before:
            return before
        after = replace(after, revision=before.revision + 1)
        if is_same_phase(before, after):
            store.run(UPDATE_MOMENT, **write_row(TableRow, after, "id", "revision", *MOMENT))
        else:
            store.run(UPDATE_TABLE, **write_row(TableRow, row_of(after)))
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
    """Replay a log; return None if it breaks the current rules."""
    try:
        start = begin(table.game, len(table.seats), options, table.first)
        return reduce(read, moves, start)
    except Exception as error:  # noqa: BLE001 - old moves may break new rules in any way
        # The message contains no move and no state, because some of them are secret.
        log.error(  # noqa: TRY400 - the traceback would show moves and states
            "table %d: the log does not fold: %s (rules %d, now %d)",
            table.id,
            type(error).__name__,
            table.rules_version,
            table.game.info.rules_version,
        )
        return None


def _why_broken(stored: Table) -> str:
    """Return a sentence that tells the players why their game cannot go on."""
    if stored.rules_version != stored.game.info.rules_version:
        return N_(
            "This game cannot go on, because an update of the bot has changed the rules since it "
            "began. Its log is kept."
        )
    if stored.damaged:
        return N_(
            "The data of this table could not be read, so the game cannot go on. The log is kept."
        )
    return N_("The log of this game could not be read, so the game cannot go on. The log is kept.")


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
        store.insert_seats(table_id, new)
    if changed := [seat for seat in after if known.get(seat.seat, seat) != seat]:
        store.update_seats(table_id, changed)


def _new_moves(before: Table, after: Table) -> list[dict[str, Any]]:
    """Return the columns of the moves that `after` has and `before` lacks.

    `after.recent` has all of them, because a change contains at most one click.
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
