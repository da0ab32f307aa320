"""Finished tables with their logs, for those who keep records of them or show them again."""

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
    """A table whose game was played to its end, or is forfeited.

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
        """The options of the game, by key."""
        return read_object(self.row.options)

    def replay(self, game: AnyGame) -> tuple[Table, ...]:
        """Return the table before each of its moves, and as it ended.

        Before the end the game is being played, nobody is absent, and nobody has a score.

        Raises:
            BadSetup, BrokenLog: the log is no game by the rules as they are now. If the engine
                fails in another way, its error passes through.
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
    """Return a finished table of a server, also of a guest; `guild_id` None stands for messages.

    Raises:
        NoSuchTable: no table has that number, or it belongs to another place.
        WrongPhase: its game was not played to the end.
    """
    row = await store.table(table_id)
    if row is None or row.server_id != guild_id:
        raise NoSuchTable(table_id)
    if row.status != Status.FINISHED:
        raise WrongPhase("Only a game that was played to its end can be looked at again.")
    return await read_log(store, row)


async def read_log(store: Store, row: TableRow) -> FinishedTable:
    """Return a finished table whose row is already read."""
    return FinishedTable(row, await store.seats(row.id), await store.moves(row.id))
