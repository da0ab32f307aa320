"""Typed functions to compute all ratings anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.stores.records.rows import FinishRow, RecordQueries, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable


class RatingQueries(RecordQueries):
    """Queries for ratings that are computed anew; the session must be one of `Database.write`."""

    async def rated(self) -> int | None:
        """Return up to which result it is done; None if there is nothing to compute anew."""
        return await self._queries.rated_results()

    async def last(self, after: int, most: int) -> int | None:
        """Return the last of the next results, at most so many; None if there are no more."""
        return await self._queries.last_to_rate(after=after, number=most)

    async def finishes(self, after: int, last: int) -> tuple[FinishRow, ...]:
        """Return the finishes of these results in their order, with the ratings before them."""
        query = self._queries.finishes_to_rate(after=after, last=last)
        return await rows_of(FinishRow, query)

    async def update(self, rows: Iterable[FinishRow], last: int) -> None:
        """Write the ratings after each of these finishes, and that it is done up to a result."""
        ratings = [
            {
                "result_id": row.result_id,
                "person_id": row.person_id,
                "mu": row.mu,
                "sigma": row.sigma,
            }
            for row in rows
        ]
        await self._queries.update_finishes(ratings)
        await self._queries.set_rated_results(last=last)

    async def end(self) -> None:
        """Note that all is done."""
        await self._queries.end_rerating()
