"""Replays of finished games, move by move."""

from __future__ import annotations

import logging
from bisect import bisect_right
from typing import TYPE_CHECKING

from db.errors import asked_again
from engine.core import CHANCE
from records.values import RecordsService
from tables.model.errors import GameMissing, WrongPhase
from tables.storage.finished import read_finished

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tables.model.progress import PlayedMove
    from tables.model.table import Table

log = logging.getLogger(__name__)


class Replay:
    """A finished table, step by step.

    Each step of a replay is one move of a seat, by its player or the caretaker, together with all
    moves of nature that follow. So one such step can contain several steps of the log. Step 0 has
    the moves of nature before the first move of a seat.

    Args:
        snapshots: the table before each of its moves, and after the last move.

    Attributes:
        table: the table after the last move.
        length: the number of the last step.
    """

    def __init__(self, snapshots: Sequence[Table]) -> None:
        self._snapshots = snapshots
        self._stops = [
            number
            for number, table in enumerate(snapshots)
            if table.progress and CHANCE not in table.progress.match.to_act
        ]
        self.table: Table = snapshots[-1]
        self.length: int = len(self._stops) - 1

    def at(self, step: int) -> Table:
        """Return the table after a step, 0 to `length`."""
        return self._snapshots[self._stops[step]]

    def step_before(self, seq: int) -> int:
        """Return the last step before a move of the log."""
        return bisect_right(self._stops, seq) - 1

    def made(self, step: int) -> tuple[PlayedMove, ...]:
        before = self._stops[step - 1] if step else 0
        tables = self._snapshots[before + 1 : self._stops[step] + 1]
        return tuple(table.recent[-1] for table in tables)


class Replays(RecordsService):
    """Reads finished games."""

    @asked_again
    async def read(self, table_id: int, guild_id: int | None) -> Replay:
        """Return the replay of a finished table, with all hidden moves.

        Raises:
            NoSuchTable: no table of this server has that number.
            GameMissing: its game is not installed.
            WrongPhase: the game is not finished, or its log cannot be replayed.
        """
        async with self._database.read_slow() as store:
            table = await read_finished(store, table_id, guild_id)
        game = self._games.get(table.row.game)
        if game is None:
            raise GameMissing(table.row)
        try:
            return Replay(table.replay(game))
        except Exception as error:  # noqa: BLE001 - old moves may break new rules in any way
            # Neither log nor chain the error itself, because it may quote a move.
            log.warning("table %d: the log does not fold: %s", table_id, type(error).__name__)
            raise WrongPhase(
                "This game was played by older rules and cannot be shown again."
            ) from None
