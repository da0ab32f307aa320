"""Makes computer players move, one after the other at each table, at the pace of people.

It also makes the throws of a person's turn that need no click, so that the others can hope. The
state of a table shows whether the bot must move, so a restart loses nothing. `catch_up`
finds such tables after a start. The publisher passes each table that it publishes to `follow`.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
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
"""Smallest number of choices in a big decision. Computers take longer for a big decision."""

BREAK: Final = 3.5
"""Factor on the pause before a new round, so that people can read how the last round ended."""

TOGETHER: Final = 5.0
"""Longest pauses of all ducks of a table together, in seconds, if whole turns are shown at once."""

AGAIN: Final = 5.0
"""Seconds before the next try after an error."""


@dataclass(slots=True)
class _Playing:
    """The task that plays at a table, and whether it should look at the table once more."""

    task: asyncio.Task[None]
    again: bool = True


class Computers:
    """The computers at the tables of this process.

    Args:
        tables: The use cases of live tables.
        refresh: Updates the messages of tables.
        pause: Seconds that a computer takes for a decision. A big decision takes 1.5 times as long.
    """

    def __init__(
        self, tables: Tables, refresh: Callable[[Iterable[Table]], None], pause: float
    ) -> None:
        self._tables = tables
        self._refresh = refresh
        self._pause = pause
        self._playing: dict[int, _Playing] = {}
        self._closed = False

    def follow(self, table: Table) -> None:
        """Start the computer whose move it is at a table, if any."""
        if table.thinking is None or self._closed:
            return
        playing = self._playing.get(table.id)
        if playing is not None:
            playing.again = True
            return
        task = asyncio.create_task(self._play(table.id))
        self._playing[table.id] = _Playing(task)

    async def catch_up(self) -> None:
        """Start all computers whose move it is.

        Call this after a start, and after tables were taken over from another process.
        """
        for table in await self._tables.thinking.find():
            self.follow(table)

    async def close(self) -> None:
        """Stop the computers. They continue after the next start."""
        self._closed = True
        tasks = [each.task for each in self._playing.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._tables.thinking.close()

    async def _play(self, table_id: int) -> None:
        """Make moves while it is a computer's turn at a table."""
        playing = self._playing[table_id]
        try:
            while playing.again:
                playing.again = False
                try:
                    await self._play_on(table_id)
                except TableError as error:
                    log.info("table %s: its computers stop: %s", table_id, error)
                except Exception:
                    log.exception("table %s: its computer could not move", table_id)
                    await asyncio.sleep(AGAIN)
                    playing.again = True
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
                except StaleClick:  # a person or another process was faster
                    continue
                last, unseen = question.known.seat, question.is_unseen(move)
        finally:  # people see the moves even if the next one fails
            if moved:
                self._refresh([moved])

    def _pause_before(self, question: Question, last: Seat | None) -> float:
        """Return the pause before a computer's move, in seconds; `last`: the seat that moved last.

        There is no pause while the game also waits for others, or before a forced move within a
        turn, because people have nothing new to look at. In a game with hidden hands the pause is
        constant, so that it reveals nothing.
        """
        if not question.awaited:
            return 0.0
        if question.after_break:
            return BREAK * self._pause
        if question.stored.game.info.hidden:
            return 1.5 * self._pause
        if question.forced:
            return self._pause
        choices, info = len(question.known.moves), question.stored.game.info
        if choices == 1 or info.whole_turns:  # a whole turn takes longer to read
            share = TOGETHER / len(question.stored.absent)
            return 0.0 if question.known.seat == last else min(1.25 * self._pause, share)
        return self._pause * (1.5 if choices >= MANY else 1.0)
