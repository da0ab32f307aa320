"""Lists of finished tables, and the replay of each."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from db.again import asked_again
from db.stores.dailies import DailyQueries
from db.stores.records.reader import RecordReader
from db.stores.records.rows import ResultRow
from records.boards.leaderboards import PAGE, page_within
from records.boards.replay import Replay
from records.facts.standings import rank_finishers, to_finisher
from records.model.boards import Entry, History
from records.model.part import Part, visible_guild
from records.model.scopes import DIRECT
from tables.model.errors import NoSuchTable, WrongPhase
from tables.storage.finished import read_finished

if TYPE_CHECKING:
    from db.stores.tables import Store

log = logging.getLogger(__name__)

OLD_RULES = "This game was played by older rules and cannot be shown again."


class HistoryReader(Part):
    """Reads finished tables."""

    @asked_again
    async def page(
        self, guild_id: int | None, person_id: int | None, game_key: str | None, page: int
    ) -> History:
        """Return a page of finished tables of a server, newest first.

        Not everybody may see each of them: `cogs.interactions.permissions.find_visible` says who.

        Args:
            guild_id: the server; None for direct messages. Direct messages without a person give
                an empty page, because only the person may see them.
            person_id: who played; None for everybody.
            game_key: which game; None for all games.
            page: 1 is the first; a page beyond the last gives the last.
        """
        if guild_id is None and person_id is None:
            return History((), 1, 1, 0)
        async with self._database.read_slow() as store:
            guild = await visible_guild(store, guild_id)
            reader = RecordReader(store)
            tables = await reader.history_count(guild, person_id, game_key)
            page, pages = page_within(page, tables)
            results = await reader.history(guild, person_id, game_key, PAGE, (page - 1) * PAGE)
            entries = [await _read_entry(store, result) for result in results]
        return History(tuple(entries), page, pages, tables)

    @asked_again
    async def dailies(self, person_id: int, page: int) -> History:
        """Return a page of the dailies that a person has finished, newest first, as `page` does."""
        async with self._database.read_slow() as store:
            queries = DailyQueries(store)
            found = await queries.finished(person_id)
            page, pages = page_within(page, len(found))
            shown = found[(page - 1) * PAGE : page * PAGE]
            rows = [row for _, number in shown if (row := await store.table(number)) is not None]
            results = [ResultRow(0, row.id, DIRECT, row.game, row.ended_at or 0.0) for row in rows]
            entries = [await _read_entry(store, result) for result in results]
        return History(tuple(entries), page, pages, len(found))

    @asked_again
    async def replay(self, table_id: int, guild_id: int | None) -> Replay:
        """Return the replay of a finished table; it hides nothing.

        Raises:
            NoSuchTable: no table of this server has that number.
            WrongPhase: the game is not finished, or its log cannot be replayed.
        """
        async with self._database.read_slow() as store:
            table = await read_finished(store, table_id, guild_id)
        game = self._games.get(table.row.game)
        if game is None:
            raise NoSuchTable(f"There is no table #{table_id} here.")
        try:
            return Replay(table.replay(game))
        except Exception as error:  # noqa: BLE001 - whatever old moves do to new rules
            log.warning("table %d: the log does not fold: %s", table_id, type(error).__name__)
            raise WrongPhase(OLD_RULES) from None  # the error may quote a move


async def _read_entry(store: Store, result: ResultRow) -> Entry:
    row = await store.table(result.table_id)
    finishers = [to_finisher(seat) for seat in await store.seats(result.table_id)]
    return Entry(
        table_id=result.table_id,
        channel_id=row.channel_id if row else 0,  # a result goes with its table
        game=result.game,
        ended_at=result.ended_at,
        people=tuple(finisher.person_id for finisher in finishers),
        names=tuple(finisher.name for finisher in finishers),
        places=rank_finishers(finishers),
        scores=tuple(finisher.score for finisher in finishers),
        left=tuple(finisher.left for finisher in finishers),
    )
