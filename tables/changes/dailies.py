"""Dailies: one short game for each person and day, on a table in no channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.again import asked_again
from db.stores.dailies import DailyQueries
from db.stores.tables import SeatRow
from engine.errors import BadSetup
from tables.model.daily import NO_CHANNEL, add_days, day_of, first_open
from tables.model.errors import StaleClick, WrongPhase
from tables.model.table import Status
from tables.part import Part
from tables.play import lobby

if TYPE_CHECKING:
    from db.stores.tables import Store
    from tables.changes.lobbies import Lobbies
    from tables.model.table import Person, Table
    from tables.part import Shared
    from tables.storage.stored import StoredTable


class Dailies(Part):
    """Opens and begins dailies, one for each person and day.

    Args:
        shared: what the parts of `Tables` share.
        lobbies: makes the table of a daily.
    """

    def __init__(self, shared: Shared, lobbies: Lobbies) -> None:
        super().__init__(shared)
        self._lobbies = lobbies

    async def offer(self, person: Person, snowflake: int, name: str) -> Table:
        """Return a person's daily: yesterday's as long as it can be played on, or else today's.

        Where there is none it is made, in the lobby. `name`: of today's, as in
        `tables.model.daily`; `snowflake`: of the click.
        """
        before = await self._find(person.id, first_open(self._now()))
        if before is not None and before.status is Status.PLAYING:
            return before
        return await self._find(person.id, name[:10]) or await self._make(person, snowflake, name)

    @asked_again
    async def _find(self, person_id: int, day: str) -> Table | None:
        async with self._database.read_one() as store:
            found = await DailyQueries(store).find(person_id, day)
        return None if found is None else await self._lookup.get(found.table_id)

    async def _make(self, person: Person, snowflake: int, name: str) -> Table:
        day, key, _ = name.split()
        game = self._repository.game(key)
        if game is None:
            raise BadSetup(f"There is no game called {key!r} here.")

        async def make(store: Store) -> StoredTable:
            dailies = DailyQueries(store)
            found = await dailies.find(person.id, day)
            if found is not None:  # made at the same moment
                return await self._repository.load(store, found.table_id)
            seat = SeatRow(0, person.id, person.name, snowflake)
            more = {"guild_id": None, "daily": name}
            opened = await self._lobbies.create(
                store, game, game.options({}), seat, NO_CHANNEL, **more
            )
            await dailies.insert(person.id, day, opened.row.id)
            return opened

        return await self._writer.make(None, make)

    async def begin(
        self, table_id: int, person: Person, snowflake: int, guild_id: int, *, click: int | None
    ) -> Table:
        """Begin a daily, which counts on the board of a server from now on; 0: on none.

        Raises:
            NoSuchTable, NotSeated, TableClosed
            WrongPhase: it has begun, or yesterday's is still open.
            StaleClick: it was offered for an earlier day.
        """
        today = day_of(self._now())

        def begin(stored: StoredTable) -> StoredTable:
            lobby.require_open(stored)
            lobby.require_seat(stored, person)
            if stored.status is not Status.LOBBY or stored.row.daily is None:
                raise WrongPhase("This daily has begun already.")
            if stored.row.daily[:10] != today:
                raise StaleClick("A new day has begun, with another daily.")
            return self._lobbies.begin(stored, None, person, snowflake)

        async def note(store: Store) -> None:
            dailies = DailyQueries(store)
            before = await dailies.find(person.id, add_days(today, -1))
            row = before and await store.table(before.table_id)
            if row and row.status == Status.PLAYING and first_open(self._now()) < today:
                raise WrongPhase("Yesterday's daily is still open, until 01:00 UTC.")
            await dailies.put_on(person.id, today, guild_id)
            await dailies.note_begun(person.id)

        return await self._writer.change(table_id, begin, note, click=click)
