"""Makes computers move, one after the other at each table, at the pace of people.

A table says itself that its computer is to move, so nothing is kept here that a restart could lose:
`catch_up` finds such tables, and `follow` hears of each that is published.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from tables.model.errors import StaleClick, TableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.core import Seat
    from tables.model.table import Table
    from tables.play.computers import Question
    from tables.service import Tables

log = logging.getLogger(__name__)

MANY: Final = 8
"""From so many choices on a decision is a big one, and takes longer."""

BREAK: Final = 3.5
"""Pauses before a round begins: the end of the last one is read."""

AGAIN: Final = 5.0
"""Seconds after which it is tried again to move where the database could not be used."""


class Computers:
    """The computers at the tables of this process.

    Args:
        tables: the use cases of live tables.
        refresh: has the messages of tables brought up to date.
        pause: seconds that a computer takes for a decision; half as much again for a big one.
    """

    def __init__(
        self, tables: Tables, refresh: Callable[[Iterable[Table]], None], pause: float
    ) -> None:
        self._tables = tables
        self._refresh = refresh
        self._pause = pause
        self._playing: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._closed = False

    def follow(self, table: Table) -> None:
        """Have a computer move that is to move at a table."""
        if table.thinking is None or self._closed:
            return
        self._again.add(table.id)
        if table.id not in self._playing:
            self._playing[table.id] = asyncio.create_task(self._play(table.id))

    async def catch_up(self) -> None:
        """Have all computers move that are to move: at a start, where tables were taken over."""
        for table in await self._tables.thinking.find():
            self.follow(table)

    async def close(self) -> None:
        """Stop: what computers would do next is done after the next start."""
        self._closed = True
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._tables.thinking.thinkers.close()

    async def _play(self, table_id: int) -> None:
        """Make moves as long as a computer is to move at a table."""
        try:
            while table_id in self._again:
                self._again.discard(table_id)
                try:
                    await self._play_on(table_id)
                except TableError as error:
                    log.info("table %s: its computers stop: %s", table_id, error)
                except Exception:
                    log.exception("table %s: its computer could not move", table_id)
                    await asyncio.sleep(AGAIN)
                    self._again.add(table_id)
        finally:
            del self._playing[table_id]

    async def _play_on(self, table_id: int) -> None:
        moved: Table | None = None
        last: Seat | None = None
        unseen = False
        try:
            while question := await self._tables.thinking.ask(table_id):
                pause = 0.0 if unseen else self._pause_before(question, last)
                if moved and pause:
                    self._refresh([moved])
                thinking = self._tables.thinking.choose(question)
                move, _ = await asyncio.gather(thinking, asyncio.sleep(pause))
                try:
                    moved = await self._tables.thinking.make(question, move)
                except StaleClick:  # somebody else was faster, perhaps another process
                    continue
                last, unseen = question.known.seat, question.is_unseen(move)
        finally:  # what was moved is to be seen, also where the next move fails
            if moved:
                self._refresh([moved])

    def _pause_before(self, question: Question, last: Seat | None) -> float:
        """Return the seconds that a computer takes after the one that moved last.

        There is none where people look at nothing: after a move that nobody sees, where nobody
        waits for this seat alone, and where it goes on without a choice. In a game with a hand it
        is always the same: it must not tell of that.
        """
        if not question.awaited:
            return 0.0
        if question.after_break:
            return BREAK * self._pause
        if question.stored.game.info.hidden:
            return 1.5 * self._pause
        choices = len(question.known.moves)
        if choices == 1:  # a whole turn is told at once, so people look at it for longer
            return 0.0 if question.known.seat == last else 1.25 * self._pause
        return self._pause * (1.5 if choices >= MANY else 1.0)
