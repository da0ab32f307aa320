"""A finished game, to be stepped through move by move."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core import CHANCE
from tables.model import Status
from tables.runner import GameRunner, Move, Progress, begin

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.store import MoveRow
    from tables.model import Seat, Table, Transition
    from tables.stored import StoredTable


class Replay:
    """A finished table, and all that it was before, in steps.

    A step is the move of a player, or of the caretaker for one, with all that nature did after it.

    Attributes:
        table: as it was in the end.
        length: how many steps led there from the beginning, for which nature did its part.
    """

    def __init__(self, stored: StoredTable, moves: Iterable[MoveRow]) -> None:
        """Fold the log of a stored without its game; raises as `GameRunner.read` does."""
        self._plays = _plays(stored, moves)
        self.table: Table = replace(stored, progress=self._plays[-1]).table()
        self._stops = [
            seq
            for seq, play in enumerate(self._plays)
            if CHANCE not in stored.game.to_act(play.state)
        ]
        self.length: int = len(self._stops) - 1

    def at(self, step: int) -> Table:
        """The table as it was after so many steps, 0 to `length`.

        It is PLAYING, nobody is absent and nobody has a score; at `length` it is `table`.
        """
        if step == self.length:
            return self.table
        play = self._plays[self._stops[step]]
        return replace(
            self.table,
            status=Status.PLAYING,
            seats=tuple(_playing(seat) for seat in self.table.seats),
            seq=play.seq,
            state=play.state,
            recent=play.recent,
            secret=None,
        )

    def made(self, step: int) -> tuple[Transition, ...]:
        """What the step consisted of; what came before the first player's move, for step 0."""
        before = self._stops[step - 1] if step else 0
        return tuple(play.recent[-1] for play in self._plays[before + 1 : self._stops[step] + 1])


def _plays(stored: StoredTable, moves: Iterable[MoveRow]) -> tuple[Progress, ...]:
    """The game before each move and at the end."""
    game = stored.game
    play = begin(game, len(stored.seats), stored.options, stored.row.first)
    runner, plays = GameRunner(game, play), [play]
    for row in moves:
        runner.read(Move(row.seq, row.seat, row.text, row.at, row.by_caretaker))
        plays.append(runner.progress())
    return tuple(plays)


def _playing(seat: Seat) -> Seat:
    return replace(seat, caretaker=False, departed=False, score=None, place=None)
