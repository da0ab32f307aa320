"""Reviews of finished games, computed in a process of their own: nobody who plays waits for one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from cachetools import LRUCache

from players import can_assess
from players.review import Review, review_log
from tables.errors import WrongPhase
from tables.finished import FinishedTable, read_finished
from tables.thinkers import Thinkers

if TYPE_CHECKING:
    from db.connection import Database

LIMIT: Final = 60.0
"""Seconds of processor time for a review; that of a long game takes some seconds."""

KEPT: Final = 64
"""How many reviews stay in memory: those who sat at a table look one after the other."""


class Reviews:
    """Reviews finished games.

    Args:
        database: open; the caller closes it.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._thinkers = Thinkers(LIMIT, most=1)
        self._lock = asyncio.Lock()
        self._kept: LRUCache[int, Review] = LRUCache(KEPT)

    async def get(self, table_id: int, guild_id: int | None) -> Review | None:
        """Return the review of a game; None where it is not known what its moves are worth.

        Args:
            table_id: its number.
            guild_id: the server; None stands for direct messages.

        Raises:
            NoSuchTable: no table of this server has that number.
            WrongPhase: the game is not finished, or its review takes too long.
        """
        async with self._database.read_slow() as store:
            table = await read_finished(store, table_id, guild_id)
        if not can_assess(table.row.game):
            return None
        async with self._lock:
            found = self._kept.get(table_id) or await self._review(table)
            if found is None:
                raise WrongPhase("This game cannot be reviewed just now.")
            self._kept[table_id] = found
            return found

    async def _review(self, table: FinishedTable) -> Review | None:
        row, moves = table.row, [(move.seat, move.text) for move in table.log]
        return await self._thinkers.run(
            review_log, row.game, len(table.seats), table.options, row.first, moves
        )

    async def close(self) -> None:
        """End the process."""
        await self._thinkers.close()
