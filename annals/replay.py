"""A finished game, to be stepped through move by move."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tables.model import Status
from tables.play import Move, Play, Unfolding, begin

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.store import MoveRow
    from tables.model import Seat, Table
    from tables.record import Record


class Replay:
    """A finished table, and all that it was before.

    Attributes:
        table: as it was in the end.
        length: how many steps its log has.
    """

    def __init__(self, record: Record, moves: Iterable[MoveRow]) -> None:
        """Fold the log of a record without its game; raises as `Unfolding.read` does."""
        self._plays = _plays(record, moves)
        self.table: Table = replace(record, play=self._plays[-1]).table()
        self.length: int = len(self._plays) - 1

    def at(self, seq: int) -> Table:
        """The table as it was after `seq` steps, within 0 to `length`.

        It is PLAYING, nobody is absent and nobody has a score; at `length` it is `table`.
        """
        seq = min(max(seq, 0), self.length)
        if seq == self.length:
            return self.table
        play = self._plays[seq]
        return replace(
            self.table,
            status=Status.PLAYING,
            seats=tuple(_playing(seat) for seat in self.table.seats),
            seq=seq,
            state=play.state,
            recent=play.recent,
            secret=None,
        )


def _plays(record: Record, moves: Iterable[MoveRow]) -> tuple[Play, ...]:
    """The game before each move and at the end."""
    game = record.game
    play = begin(game, len(record.seats), record.options, record.row.first)
    unfolding, plays = Unfolding(game, play), [play]
    for row in moves:
        unfolding.read(Move(row.seq, row.seat, row.text, row.at, row.by_caretaker))
        plays.append(unfolding.play())
    return tuple(plays)


def _playing(seat: Seat) -> Seat:
    return replace(seat, caretaker=False, departed=False, score=None, place=None)
