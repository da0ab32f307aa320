"""Reviews of finished games, computed in separate processes, so that no player waits for them.

A review by search takes half a minute. These reviews have their own process, so that the others do
not wait for them.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from cachetools import LRUCache

from db.errors import asked_again
from players.games import can_hint, is_searched
from players.review import Review, review_log
from tables.model.advice import Regret
from tables.model.errors import ReviewPending, WrongPhase
from tables.storage.finished import FinishedTable, read_finished
from tables.thinking.thinkers import Thinkers

if TYPE_CHECKING:
    from db.connection import Database
    from engine.core import Seat


LIMIT: Final = 60.0
"""Seconds of processor time for an exact review; it takes less than one on a good machine."""

SEARCH_LIMIT: Final = 900.0
"""Seconds of processor time for a review by search, enough for long games on slow machines."""

SEARCH_NICENESS: Final = 15
"""Niceness of a search: players, computers and other reviews go first."""

PATIENCE: Final = 1.0
"""Seconds before a person is told to come back for a review by search."""

LONG_PATIENCE: Final = 10.0
"""Seconds before that for other reviews, which usually take less than one."""

KEPT: Final = 64
"""Cache size in reviews: the players of a table often ask one after the other."""


def can_review(game_key: str) -> bool:
    """Return whether the values of moves are known for a game."""
    return can_hint(game_key)


class Reviews:
    """Reviews finished games.

    Args:
        database: open; the caller closes it.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._thinkers = Thinkers(LIMIT, most=1)
        self._searchers = Thinkers(SEARCH_LIMIT, most=1, niceness=SEARCH_NICENESS)
        self._asked: dict[int, asyncio.Task[tuple[Review | None] | None]] = {}
        self._kept: LRUCache[int, tuple[Review | None]] = LRUCache(KEPT)

    async def get(self, table_id: int, guild_id: int | None) -> Review | None:
        """Return the review of a game; None if the values of its moves are unknown.

        Args:
            table_id: its number.
            guild_id: the server; None stands for direct messages.

        Raises:
            NoSuchTable: no table of this server has that number.
            WrongPhase: the game is not finished, or its review takes too long.
            ReviewPending: the review is still being computed.
        """
        return (await self.find(table_id, guild_id))[1]

    @asked_again
    async def find(
        self, table_id: int, guild_id: int | None, *, waiting: bool = False
    ) -> tuple[FinishedTable, Review | None]:
        """Return a table with its review; arguments and errors are those of `get`.

        `waiting`: wait until the review is complete.
        """
        async with self._database.read_slow() as store:
            table = await read_finished(store, table_id, guild_id)
        if not can_review(table.row.game):
            return table, None
        try:
            patience = PATIENCE if is_searched(table.row.game) else LONG_PATIENCE
            async with asyncio.timeout(None if waiting else patience):
                answer = await self._ask(table)
        except TimeoutError:
            raise ReviewPending("This review is still being computed.") from None
        if answer is None or answer[0] is None:
            raise WrongPhase("This game cannot be reviewed just now.")
        return table, answer[0]

    def peek(self, table_id: int) -> Review | None:
        """Return the review of a game if it is still in the cache."""
        found = self._kept.get(table_id)
        return None if found is None else found[0]

    async def find_regrets(self, table: FinishedTable) -> tuple[Regret, ...] | None:
        """Return the costs of each seat's decisions; an empty tuple if they are unknown.

        None means that time ran out or the process ended: try again later.
        """
        if not can_review(table.row.game) or table.row.forfeited:
            return ()
        answer = await self._ask(table)
        return None if answer is None else sum_up(answer[0], table)

    async def _ask(self, table: FinishedTable) -> tuple[Review | None] | None:
        """Return the answer of `review_log`, or None without one.

        Callers that ask for the same review share one computation. It goes on even if they stop
        waiting.
        """
        number = table.row.id
        if number in self._kept:
            return self._kept[number]
        if number not in self._asked:
            self._asked[number] = asyncio.create_task(self._review(table))
        return await asyncio.shield(self._asked[number])

    async def _review(self, table: FinishedTable) -> tuple[Review | None] | None:
        thinkers = self._searchers if is_searched(table.row.game) else self._thinkers
        try:
            found = await thinkers.run(review_log, *_question(table))
            if found is not None:
                self._kept[table.row.id] = found
            return found
        finally:
            del self._asked[table.row.id]

    async def close(self) -> None:
        """End the processes."""
        asked = tuple(self._asked.values())
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        await self._thinkers.close()
        await self._searchers.close()


def find_regrets(table: FinishedTable) -> tuple[Regret, ...]:
    """Return the same as `Reviews.find_regrets`, computed in this process."""
    if table.row.forfeited:
        return ()
    (found,) = review_log(*_question(table))
    return sum_up(found, table)


def sum_up(found: Review | None, table: FinishedTable) -> tuple[Regret, ...]:
    """Return the costs of each seat's decisions, without the caretaker's."""
    regrets: list[Regret] = []
    for seat, review in enumerate(found.seats if found else ()):
        own = [each for each in review.decisions if not table.log[each.seq].by_caretaker]
        costs = (each.cost for each in own)
        regrets.append(Regret(seat, len(own), sum(costs), sum(each.at_random for each in own)))
    return tuple(regrets)


def _question(
    table: FinishedTable,
) -> tuple[str, int, dict[str, str], Seat | None, list[tuple[Seat, str]]]:
    """Return the arguments of `review_log`."""
    row = table.row
    return row.game, len(table.seats), table.options, row.first, _list_moves(table)


def _list_moves(table: FinishedTable) -> list[tuple[Seat, str]]:
    return [(move.seat, move.text) for move in table.log]
