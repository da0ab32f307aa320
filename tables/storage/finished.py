"""Finished tables with their logs, for records and replays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from db.query import read_object
from tables.model.errors import NoSuchTable, WrongPhase
from tables.model.progress import begin, read
from tables.model.table import SeatedPlayer, Status, Table
from tables.storage.repository import read_table

if TYPE_CHECKING:
    from db.store import MoveRow, SeatRow, Store, TableRow
    from engine.core import AnyGame


@dataclass(frozen=True, slots=True)
class FinishedTable:
    """A table whose game was played to its end or forfeited.

    Attributes:
        row: the row of the table.
        seats: the rows of its seats, in the order of play.
        log: all its moves.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    log: tuple[MoveRow, ...]

    @property
    def options(self) -> dict[str, str]:
        return read_object(self.row.options)

    def replay(self, game: AnyGame) -> tuple[Table, ...]:
        """Return the table before each of its moves, and after the last one.

        All but the last are in the phase of play, with nobody absent and no scores.

        Raises:
            BadSetup, BrokenLog: the log breaks the current rules. Other errors of the engine pass
                through.
        """
        start = begin(game, len(self.seats), self.options, self.row.first)
        *earlier, last = accumulate(self.log, read, initial=start)
        table = replace(read_table(self.row, self.seats, game), progress=last)
        seats = tuple(map(_at_play, table.seats))
        playing = replace(table, status=Status.PLAYING, seats=seats)
        return (*(replace(playing, progress=each) for each in earlier), table)


def _at_play(player: SeatedPlayer) -> SeatedPlayer:
    return replace(player, caretaker=False, departed=False, score=None, place=None)


async def read_finished(store: Store, table_id: int, guild_id: int | None) -> FinishedTable:
    """Return a finished table of a server where the bot is a member or a guest.

    Args:
        store: of a transaction.
        table_id: its number.
        guild_id: the server; None for messages.

    Raises:
        NoSuchTable: no table has that number, or it belongs to another place.
        WrongPhase: its game was not played to its end.
    """
    row = await store.table(table_id)
    if row is None or row.server_id != guild_id:
        raise NoSuchTable(table_id)
    if row.status != Status.FINISHED:
        raise WrongPhase("Only a game that was played to its end can be shown again.")
    return await read_log(store, row)


async def read_log(store: Store, row: TableRow) -> FinishedTable:
    """Return the finished table of a row."""
    return FinishedTable(row, await store.seats(row.id), await store.moves(row.id))
