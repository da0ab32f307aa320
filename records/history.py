"""Finished tables: lists of them, and each to be played again before one's eyes."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from db.records.reader import RecordReader
from records.leaderboards import PAGE, page_within
from records.model import Entry, History
from records.part import Part
from records.recorder import finisher_of
from records.replay import Replay
from records.standings import places_counted
from tables.errors import NoSuchTable, WrongPhase
from tables.model import Status
from tables.repository import TableRepository

if TYPE_CHECKING:
    from db.records.rows import ResultRow
    from db.store import SeatRow
log = logging.getLogger(__name__)

OLD_RULES = "This game was played by older rules and cannot be shown again."


class HistoryReader(Part):
    """Reads finished tables."""

    async def page(
        self, guild_id: int | None, person_id: int | None, game_key: str | None, page: int
    ) -> History:
        """Finished tables here, newest first; of one person where named.

        Direct messages are a person's own: without a person there is nothing to tell of them.
        """
        if guild_id is None and person_id is None:
            return History((), 1, 1, 0)
        async with self._database.read_slow() as store:
            place = await self._told(store, guild_id)
            shelf = RecordReader(store)
            tables = await shelf.history_count(place, person_id, game_key)
            page, pages = page_within(page, tables)
            results = await shelf.history(place, person_id, game_key, PAGE, (page - 1) * PAGE)
            entries = [_entry(result, await store.seats(result.table_id)) for result in results]
        return History(tuple(entries), page, pages, tables)

    async def replay(self, table_id: int, guild_id: int | None) -> Replay:
        """A finished table to step through; what was hidden is hidden no more.

        Raises:
            NoSuchTable: there is none of that number here.
            WrongPhase: it is not finished, or its log no longer folds.
        """
        async with self._database.read_slow() as store:
            stored = await TableRepository(self._games.values()).outline(store, table_id)
            if stored.row.guild_id != guild_id:
                raise NoSuchTable(f"There is no table #{table_id} here.")
            if stored.status is not Status.FINISHED:
                raise WrongPhase("Only a game that was played to its end can be looked at again.")
            moves = await store.moves(table_id)
        try:
            return Replay(stored, moves)
        except Exception as error:  # whatever old moves do to new rules
            log.warning("table %d: the log does not fold: %s", table_id, type(error).__name__)
            raise WrongPhase(OLD_RULES) from error


def _entry(result: ResultRow, seats: tuple[SeatRow, ...]) -> Entry:
    finishers = [finisher_of(seat) for seat in seats]
    return Entry(
        table_id=result.table_id,
        game=result.game,
        ended_at=result.ended_at,
        names=tuple(finisher.name for finisher in finishers),
        places=places_counted(finishers),
        scores=tuple(finisher.score for finisher in finishers),
        left=tuple(finisher.left for finisher in finishers),
    )
