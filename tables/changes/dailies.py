"""What people ask of their dailies: to see the one of the day, and to begin it."""

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
    from collections.abc import Sequence

    from db.stores.tables import Store
    from engine.core import Options
    from players.core import Level
    from tables.changes.lobbies import Lobbies
    from tables.model.table import Person, Table
    from tables.part import Shared
    from tables.storage.stored import StoredTable

UNFINISHED = "Yesterday's daily is still open: `/daily` goes on with it, until 01:00 UTC."


class Dailies(Part):
    """Opens and begins dailies, one for each person and day.

    Args:
        shared: what the parts of `Tables` share.
        lobbies: makes the table of a daily.
    """

    def __init__(self, shared: Shared, lobbies: Lobbies) -> None:
        super().__init__(shared)
        self._lobbies = lobbies

    @asked_again
    async def find(self, person_id: int) -> Table | None:
        """Return a person's daily of today, or yesterday's as long as it can be played on.

        None where none was offered yet.
        """
        now = self._now()
        for day in sorted({first_open(now), day_of(now)}):
            async with self._database.read_one() as store:
                found = await DailyQueries(store).find(person_id, day)
            table = None if found is None else await self._lookup.get(found.table_id)
            if day == day_of(now) or (table and table.status is Status.PLAYING):
                return table
        return None

    async def offer(  # noqa: PLR0917 - all that a daily is made of
        self,
        person: Person,
        snowflake: int,
        name: str,
        game_key: str,
        options: Options,
        computers: Sequence[Level],
    ) -> Table:
        """Return the daily of a person and day; where there is none, a new one in the lobby.

        `name` as in `tables.model.daily`; all else as in `Lobbies.open`.
        """
        game = self._repository.game(game_key)
        if game is None:
            raise BadSetup(f"There is no game called {game_key!r} here.")
        chosen = game.options(options)

        async def make(store: Store) -> StoredTable:
            found = await DailyQueries(store).find(person.id, name[:10])
            if found is not None:  # made at the same moment
                return await self._repository.load(store, found.table_id)
            seat = SeatRow(0, person.id, person.name, snowflake)
            more = {"guild_id": None, "daily": name}
            opened = await self._lobbies.create(store, game, chosen, seat, NO_CHANNEL, **more)
            await DailyQueries(store).insert(person.id, name[:10], opened.row.id)
            filled = opened
            for level in computers:
                filled = lobby.seat_computer(filled, level, self._now())
            return await self._repository.save(store, opened, filled)

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

        def begin(stored: StoredTable) -> StoredTable:
            lobby.require_open(stored)
            lobby.require_seat(stored, person)
            if stored.status is not Status.LOBBY or stored.row.daily is None:
                raise WrongPhase("This daily has begun already.")
            if stored.row.daily[:10] != day_of(self._now()):
                raise StaleClick("A new day has begun, with another daily.")
            return self._lobbies.begin(stored, None, person, snowflake)

        async def note(store: Store) -> None:
            dailies, today = DailyQueries(store), day_of(self._now())
            before = await dailies.find(person.id, add_days(today, -1))
            row = None if before is None else await store.table(before.table_id)
            if row and row.status == Status.PLAYING and first_open(self._now()) < today:
                raise WrongPhase(UNFINISHED)
            await dailies.put_on(person.id, today, guild_id)
            await dailies.note_begun(person.id)

        return await self._writer.change(table_id, begin, note, click=click)
