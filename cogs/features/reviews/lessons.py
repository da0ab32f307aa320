"""Tips in first games: a hint on the board, shown before anybody asks.

A table has tips if nobody at it has finished a game of this kind. A tip is computed after the board
is shown, in a process that neither computers nor other hints wait for, and then added by an edit.
A tip belongs to one state of the game. Until it is there, and where no choice matters, its place
says that the game has tips. So no button moves when the tip comes. A board without a choice has
this place only before the first tip.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

from cachetools import LRUCache

from cogs.features.reviews.regrets import Hint, NoteHint
from engine.core import N_
from players.core import know
from players.games import can_hint, find_hint
from players.review import is_mistake
from tables.model.errors import TableError
from tables.play.computers import read_seen
from tables.storage.lookup import TableService

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core import Seat
    from tables.model.table import Table
    from tables.service import Tables

log = logging.getLogger(__name__)

PLACE: Final = N_("First game: just to learn\n-# Tips come here when a choice matters")
"""What stands in the place of a tip. It has two lines, as each tip has."""

EFFORT: Final = 0.2
"""Effort of a search for a tip, because each choice of a first game has one."""

REMEMBERED: Final = 1024
"""Size of each cache: tables with tips and without them, and tips."""


class Lessons(TableService):
    """The tips at the tables of this process.

    Args:
        tables: the use cases of live tables.
        show: edits the message of a table once more.
        write: returns a tip in two lines, in a reader's language, or in English for None; empty if
            it cannot be shown.
    """

    def __init__(
        self,
        tables: Tables,
        show: Callable[[Table], None],
        write: Callable[[Any, Hint], str],
    ) -> None:
        super().__init__(tables.shared)
        self._tables = tables
        self._show = show
        self._write = write
        self._taught: LRUCache[int, bool] = LRUCache(REMEMBERED)
        self._tips: LRUCache[int, Hint] = LRUCache(REMEMBERED)
        self._wanted: dict[int, Table] = {}
        self._working: dict[int, asyncio.Task[None]] = {}
        self._closed = False

    async def prepare(self, table: Table) -> None:
        """Find out whether a table has tips, before the board of its game is drawn."""
        if table.id not in self._taught:
            able = table.private is None and can_hint(table.game.info.key)
            self._taught[table.id] = able and await self._is_new(table)

    async def _is_new(self, table: Table) -> bool:
        """Return whether nobody at a table has finished a game of this kind."""
        return len(await self._tables.lookup.learners(table)) == len(table.people)

    def follow(self, table: Table) -> None:
        """Find a tip for a state that has just been shown, in the background."""
        if len(table.waiting_on) != 1 or not self._taught.get(table.id) or self._closed:
            return
        if table.thinking is None and self._find(table) is None:
            self._wanted[table.id] = table
            if table.id not in self._working:
                task = asyncio.create_task(self._work(table.id), name=f"tip {table.id}")
                self._working[table.id] = task

    def tell(self, table: Table, seat: Seat | None, language: Any) -> str:  # noqa: ANN401 - a `Language`
        """Return the tip for this state, or what stands in its place; empty at other tables.

        If `seat` is given, only the player to act has a tip.
        """
        if len(table.waiting_on) != 1 or not self._taught.get(table.id):
            return ""
        (actor,), tip = table.waiting_on, self._find(table) if table.id in self._tips else None
        known = table.seats[actor].hinted and len(table.moves(actor)) == 1
        if known or seat not in {None, actor}:
            return ""
        told = self._write(language, tip) if tip and tip.moves else ""
        return told or language(PLACE)

    def _find(self, table: Table) -> Hint | None:
        """Return the tip for exactly this state of a table; None if none was looked for so far.

        A tip without moves says that there is nothing to tell.
        """
        tip = self._tips.get(table.id)
        if tip is None or tip.seat not in table.waiting_on:
            return None
        return tip if tip.table.drawn_for(tip.seat) == table.drawn_for(tip.seat) else None

    async def close(self) -> None:
        """Stop the search for tips, also for states that are shown from now on."""
        self._closed = True
        tasks = list(self._working.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, table_id: int) -> None:
        """Find tips for the states of a table that were shown; skip those that are outdated."""
        try:
            while (table := self._wanted.pop(table_id, None)) is not None:
                try:
                    await self._teach(table)
                except TableError as error:  # such as StaleClick: the game has gone on
                    log.info("table %s: no tip: %s", table_id, error)
                except Exception:
                    log.exception("table %s: a tip could not be found", table_id)
        finally:
            del self._working[table_id]

    async def _teach(self, table: Table) -> None:
        if self._find(table) is not None:
            return  # the same state was shown twice
        (seat,) = table.waiting_on
        if not await self._is_new(table):  # for good: nobody becomes new to a game again
            self._taught[table.id] = False
            return
        async with self._database.read() as store:
            seen = read_seen(table, await store.moves(table.id), seat)
        known = know(table.game, table.options, table.state, seat, seen)
        advisers = self._tables.thinking.advisers
        found = await advisers.run(find_hint, table.game.info.key, known, EFFORT)
        matters = found and any(is_mistake(found[0], each) for each in found)
        tip = Hint(table, seat, found or ())
        if not (matters and self._write(None, tip)):
            self._tips[table.id] = Hint(table, seat, ())
            return
        if not table.seats[seat].hinted:
            await self._writer.do(table.id, NoteHint(table.seats[seat].person, table.seq))
        self._tips[table.id] = tip
        self._show(table)
