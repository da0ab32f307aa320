"""Absences, which a person states for all of their tables at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.errors import asked_again
from tables.model.errors import NotSeated
from tables.play.playing import SetAbsence
from tables.storage.lookup import LIVE_WITH_PERSON, TableService

if TYPE_CHECKING:
    from tables.model.table import Person, Table
    from tables.service import Tables


class Absences(TableService):
    """Stores a person's absence at all of their tables."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables.shared)

    async def state(self, person: Person, until: float) -> list[Table]:
        """Begin an absence at all of a person's tables, and return these tables.

        `until` is in Unix seconds; a time that is not in the future ends the absence. Each table
        is changed in its own transaction. After an interruption, the person can repeat the command.
        """
        return [
            await self._change(table, person, until)
            for table in await self._find(person.id)
            if any(each.person_id == person.id and not each.departed for each in table.seats)
        ]

    @asked_again
    async def _find(self, person_id: int) -> list[Table]:
        """Return the live tables at which a person sits or has sat."""
        async with self._database.read_one() as store:
            numbers = await store.all(LIVE_WITH_PERSON, person_id=person_id)
        return await self._lookup.get_all(numbers)

    async def _change(self, table: Table, person: Person, until: float) -> Table:
        try:
            return await self._writer.do(table.id, SetAbsence(person, until))
        except NotSeated:  # the person left the lobby meanwhile
            return await self._lookup.get(table.id)
