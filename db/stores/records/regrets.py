"""Typed functions for what decisions cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.stores.records.rows import RecordQueries, RegretRow, RegretSums, ResultRow, columns, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable


class RegretQueries(RecordQueries):
    """Reads and writes regrets. To write, the session must be one of `Database.write`."""

    async def next(self) -> ResultRow | None:
        """Return the latest result whose regrets are missing; None if there is none."""
        rows = await rows_of(ResultRow, self._queries.next_to_review())
        return rows[0] if rows else None

    async def insert(self, rows: Iterable[RegretRow], result_id: int) -> None:
        """Add the regrets of a result, and note that they are there."""
        await self._queries.insert_regrets(columns(rows))
        await self._queries.mark_reviewed(result_id=result_id)

    async def board(
        self, guild_id: int, game: str, since: float, least: int
    ) -> tuple[RegretSums, ...]:
        """Return the sums of all with so many decisions in results since then, the best first."""
        query = self._queries.regret_board(guild_id=guild_id, game=game, since=since, least=least)
        return await rows_of(RegretSums, query)

    async def history(
        self, guild_id: int, person_id: int, game: str, most: int
    ) -> tuple[RegretRow, ...]:
        """Return the latest regrets of a person, newest first, at most so many."""
        query = self._queries.regret_history(
            guild_id=guild_id, person_id=person_id, game=game, number=most
        )
        return await rows_of(RegretRow, query)
