"""Computes all ratings anew, while the bot runs.

A migration that comes with another model empties the ratings and notes that this is due. Then the
results are rated in their order, some in each transaction, and how far that has come is noted with
them. So a kill loses nothing, and clicks wait for one short transaction at most. Games that end
meanwhile are entered without ratings, and get them in their turn.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Final

from db.stores.records.rerating import RatingQueries
from db.stores.records.resets import ResetQueries
from db.stores.records.rows import FinishRow, RatingRow
from db.stores.records.writer import RecordWriter
from records.ledger.sums import Ledger, boards_of
from records.model.part import Part
from records.model.scopes import EVERY_GAME, rated_boards

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from db.stores.tables import Store

_BATCH: Final = 50
"""How many results one transaction rates."""


class Rerating(Part):
    """Computes ratings anew where that is due."""

    async def run(self) -> bool:
        """Rate all results anew, and return whether that was due."""
        due = False
        while await self.rate_some():
            due = True
        return due

    async def rate_some(self) -> bool:
        """Rate the next results in one transaction, and return whether there was anything to do."""
        async with self._database.write() as store:
            queries = RatingQueries(store)
            rated = await queries.rated()
            if rated is None:
                return False
            last = await queries.last(rated, _BATCH)
            resets = [one for one in await RecordWriter(store).resets() if one[2] >= rated]
            if last is None:
                await _reset(store, resets)
                await queries.end()
                return True
            await _reset(store, [one for one in resets if one[2] == rated])
            last = min([last, *(after for _, _, after in resets if after > rated)])
            rows = await queries.finishes(rated, last)
            finishes, ratings = await asyncio.to_thread(_rate, rows)
            await queries.update(finishes, last)
            await RecordWriter(store).put_ratings(ratings)
        return True


async def _reset(store: Store, resets: Sequence[tuple[int, str, int]]) -> None:
    """Empty the ratings as these resets did: guild, game (`*` for all), the last result before."""
    for guild_id, game, _ in resets:
        boards = rated_boards(None if game == EVERY_GAME else game)
        await ResetQueries(store).delete_ratings(guild_id, boards)


def _rate(rows: Sequence[FinishRow]) -> tuple[list[FinishRow], Iterable[RatingRow]]:
    """Return the finishes with the ratings after them, and the ratings after all of them."""
    ledger, finishes = Ledger(), list[FinishRow]()
    for _, group in groupby(rows, lambda row: row.result_id):
        played = tuple(group)
        people = [row.person_id for row in played]
        board = boards_of(played[0].game, people)[0]
        for row in played:
            if row.mu is not None and row.sigma is not None:
                key = (row.guild_id, board, row.person_id)
                ledger.ratings.setdefault(key, RatingRow(*key, row.mu, row.sigma))
        skills = ledger.rate(
            played[0].guild_id, played[0].game, people, [row.place for row in played]
        )
        finishes += [
            replace(row, mu=skill[0], sigma=skill[1])
            for row, skill in zip(played, skills, strict=True)
            if skill
        ]
    return finishes, ledger.ratings.values()
