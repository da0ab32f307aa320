"""States the absence of a person at all tables where that person sits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.errors import asked_again
from tables.model.errors import NotSeated
from tables.play.playing import SetAbsence
from tables.storage.lookup import LIVE_WITH_PERSON, Part

if TYPE_CHECKING:
    from tables.model.table import Person, Table
    from tables.service import Tables


class Absences(Part):
    """States the absences of people, at all tables where they sit."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables.shared)

    async def state(self, person: Person, until: float) -> list[Table]:
        """Have a person be away until then, in Unix seconds, at all tables, and return these.

        The time of now ends the absence. Each table is changed by itself: whoever is interrupted
        can say the same again.
        """
        return [
            await self._change(table, person, until)
            for table in await self._find(person.id)
            if any(each.person_id == person.id and not each.departed for each in table.seats)
        ]

    @asked_again
    async def _find(self, person_id: int) -> list[Table]:
        """Return the live tables at which a person sits, or has sat."""
        async with self._database.read_one() as store:
            numbers = await store.all(LIVE_WITH_PERSON, person_id=person_id)
        return await self._lookup.get_all(numbers)

    async def _change(self, table: Table, person: Person, until: float) -> Table:
        try:
            return await self._writer.do(table.id, SetAbsence(person, until))
        except NotSeated:  # the person has left the lobby meanwhile
            return await self._lookup.get(table.id)
