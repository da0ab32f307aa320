"""Where tables are looked up, and the one way in which they are changed.

Every change is one transaction that excludes other writers: a pure function makes the next stored
of a table, what differs is saved if nobody else has changed the table meanwhile, and committed.
Only then does anybody hear of it. So of two clicks at the same time one sees what the other did.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from db.errors import Conflict
from engine.transcript import verify, write_transcript
from tables.errors import NoSuchTable, StaleClick, TableClosed
from tables.model import Status, Table
from tables.repository import TableRepository, Unplayable
from tables.stored import ended
from tables.transcripts import transcript_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from db.connection import Database
    from db.store import Store
    from engine.core import Seat as SeatNo
    from engine.transcript import Transcript, Verification
    from tables.runner import AnyGame
    from tables.stored import StoredTable

    OnEnd = Callable[[Store, StoredTable], Awaitable[None]]


class Anywhere(Enum):
    """Stands for any place, where None means a direct message."""

    ANYWHERE = "anywhere"


ANYWHERE: Final = Anywhere.ANYWHERE
Place = int | None | Anywhere


class Register:
    """The tables of a bot, to be looked at.

    Attributes:
        now: the clock, in Unix seconds.
    """

    def __init__(
        self,
        database: Database,
        games: Iterable[AnyGame],
        clock: Callable[[], float],
        on_end: OnEnd | None = None,
    ) -> None:
        self._database = database
        self._on_end = on_end
        self._repository = TableRepository(games)
        self.now = clock

    async def get(self, table_id: int, guild_id: Place = ANYWHERE) -> Table:
        """The table as it is now.

        Args:
            table_id: its number.
            guild_id: where it is asked for; None in a direct message. Left out: from anywhere.

        Raises:
            NoSuchTable: there is none of that number, or it belongs to another place.
        """
        async with self._database.read_one() as store:
            stored = await self._repository.read_one(store, table_id)
        if stored is None:
            table = await self._read(table_id)
            _require_at(table_id, table.guild_id, guild_id)
            return table
        _require_at(table_id, stored.row.guild_id, guild_id)
        return stored.table()

    async def require_in(self, table_id: int, guild_id: Place) -> None:
        """Raise NoSuchTable, as `get` does, for a table that is of no concern in a place."""
        known = self._repository.known(table_id)  # where a table belongs never changes
        if known is None:
            await self.get(table_id, guild_id)
        else:
            _require_at(table_id, known.row.guild_id, guild_id)

    async def live_in(self, channel_id: int) -> list[Table]:
        """The tables in the lobby or being played in a channel, oldest first."""
        async with self._database.read_one() as store:
            numbers = await store.live_in_channel(channel_id)
        return await self._all(numbers)

    async def newest_in(self, channel_id: int) -> Table | None:
        """The table last opened in a channel, live or over, cancelled ones apart."""
        async with self._database.read_one() as store:
            number = await store.newest_in_channel(channel_id)
        return next(iter(await self._all(() if number is None else (number,))), None)

    async def played_in(self, channel_id: int, most: int) -> list[Table]:
        """The tables of a channel whose games were played to the end, newest first."""
        async with self._database.read_one() as store:
            numbers = await store.played_in_channel(channel_id, most)
        return await self._all(numbers)

    async def all_live(self) -> list[Table]:
        """Every live table, and those that had to be closed when they were read for this."""
        async with self._database.read_one() as store:
            numbers = await store.live()
        return await self._all(numbers)

    async def set_message(
        self, table_id: int, message_id: int | None, called: tuple[SeatNo, ...] = ()
    ) -> Table:
        """Note the live message and the seats that it called to act; raises NoSuchTable."""
        words = " ".join(str(seat) for seat in called)

        def noted(stored: StoredTable) -> StoredTable:
            if (stored.row.message_id, stored.row.called) == (message_id, words):
                return stored
            return stored.changed(stored.row.changed_at, message_id=message_id, called=words)

        return await self._change(table_id, noted)

    async def transcript(self, table_id: int, guild_id: Place = ANYWHERE) -> str:
        """The log as a text that can be checked offline; with the secret once the table is over.

        Raises:
            NoSuchTable: as in `get`.
            WrongPhase: no game has begun, or one that hides something is not over.
        """
        return write_transcript(await self._transcript(table_id, guild_id))

    async def verify(self, table_id: int, guild_id: Place = ANYWHERE) -> Verification:
        """Progress the log by the rules, and once the secret is shown derive every chance move again.

        Raises:
            NoSuchTable, WrongPhase: as in `transcript`.
        """
        return verify(await self._transcript(table_id, guild_id), self._repository.games)

    async def _transcript(self, table_id: int, guild_id: Place) -> Transcript:
        await self.get(table_id, guild_id)
        async with self._database.read() as store:
            stored = await self._repository.read(store, table_id)  # what is checked is the file
            return transcript_of(stored, await store.moves(table_id))

    async def _change(self, table_id: int, case: Callable[[StoredTable], StoredTable]) -> Table:
        """One use case on one table, in one transaction.

        Raises:
            NoSuchTable: there is none of that number.
            StaleClick: another process changed the table at the same moment, twice.
            TableClosed: its log does not fold.
            Whatever `case` raises, of the newest stored.
        """
        try:
            try:
                return await self._attempt(table_id, case)
            except Conflict:  # what is remembered is outdated
                self._repository.forget(table_id)
                return await self._attempt(table_id, case)
        except Unplayable as error:
            closed = await self._close_broken(table_id, error)
            raise TableClosed(closed.reason or str(error)) from error
        except Conflict as error:
            self._repository.forget(table_id)
            raise StaleClick("Somebody else was faster; look again.") from error

    async def _attempt(self, table_id: int, case: Callable[[StoredTable], StoredTable]) -> Table:
        """The same on what is remembered, if anything is; Conflict where that is outdated."""
        async with self._database.write() as store:
            before = self._repository.known(table_id) or await self._repository.load(
                store, table_id
            )
            refused: Exception | None = None
            try:
                after = case(before)
            except Exception as error:  # noqa: BLE001 - raised below, if it holds for the newest
                refused, after = error, before
            if after is before:  # nothing is to be written that would find out what is outdated
                newest = await self._repository.load(store, table_id)
                if newest is not before:
                    before, after = newest, case(newest)
                elif refused is not None:
                    raise refused
            after = await self._repository.save(store, before, after)
            await self._tell_end(store, before, after)
        return self._kept(after)

    async def _tell_end(self, store: Store, before: StoredTable, after: StoredTable) -> None:
        """What must be written together with the end of a game is written now."""
        if self._on_end and after.status is Status.FINISHED is not before.status:
            await self._on_end(store, after)

    def _kept(self, stored: StoredTable) -> Table:
        """What has been committed, for people."""
        self._repository.keep(stored)
        return stored.table()

    async def _read(self, table_id: int) -> Table:
        """The table out of the file; a running game that does not fold is closed."""
        try:
            async with self._database.read() as store:
                return (await self._repository.load(store, table_id)).table()
        except Unplayable as error:
            return await self._close_broken(table_id, error)

    async def _close_broken(self, table_id: int, error: Unplayable) -> Table:
        """Close a running game whose log does not fold; the log stays."""
        async with self._database.write() as store:
            stored = await self._repository.load(store, table_id, even_broken=True)
            if stored.status is Status.PLAYING and stored.progress is None:
                closed = ended(stored, Status.CLOSED, self.now(), str(error))
                stored = await self._repository.save(store, stored, closed)
        return self._kept(stored)

    async def _all(self, numbers: Iterable[int]) -> list[Table]:
        """The tables of those numbers, but for games that are not in this house any more."""
        tables: list[Table] = []
        for number in numbers:
            try:
                tables.append(await self.get(number))
            except NoSuchTable:
                continue
        return tables


def _require_at(table_id: int, home: int | None, place: Place) -> None:
    """Raise NoSuchTable for a table whose home is another place."""
    if place not in (ANYWHERE, home):
        raise NoSuchTable(f"There is no table #{table_id} here.")
