"""Typed functions for positions that people practise on."""

from __future__ import annotations

from db.stores.base import QueryBase, ids_of


class PracticeQueries(QueryBase):
    """Queries about practice. To write, the session must be one of `Database.write`."""

    async def practised_by(self, person_id: int) -> frozenset[tuple[int, int]]:
        """Return the positions that a person has answered right: table or 0, and number."""
        query = self._queries.practised_by(person_id=person_id)
        return frozenset([(table_id, seq) async for table_id, seq in query])

    async def insert_practised(self, person_id: int, table_id: int, seq: int) -> None:
        """Note that a person has answered a position right."""
        await self._queries.insert_practised(person_id=person_id, table_id=table_id, seq=seq)

    async def finished_with_person(self, person_id: int, game: str, most: int) -> tuple[int, ...]:
        """Return the newest finished tables of a game with a seat of a person, newest first."""
        query = self._queries.finished_with_person(person_id=person_id, game=game, most=most)
        return await ids_of(query)
