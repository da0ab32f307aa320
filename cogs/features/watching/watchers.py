"""Watching: who does not sit at a table asks to be sent its result card.

A row says so until the card is sent. Before that is tried, the time is noted. So after a kill it is
known that the card may have been sent, and it is sent again only while Discord would notice that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.errors import asked_again
from db.query import Query, Write
from tables.model.errors import AlreadySeated, TableError, WrongPhase
from tables.model.table import Status
from tables.part import Part

if TYPE_CHECKING:
    from tables.model.table import Table
    from tables.service import Tables

WATCHERS: Final = 50
"""How many may watch a table."""

TRIED_FOR: Final = 120.0
"""Seconds for which sending is tried: as long as Discord knows a message that was sent already."""


IS_WATCHING: Final = Query(
    int, "SELECT 1 FROM watchers WHERE table_id = :table_id AND person_id = :person_id"
)

INSERT_WATCHER: Final = Write(
    "INSERT INTO watchers (table_id, person_id) VALUES (:table_id, :person_id)"
)


@dataclass(frozen=True, slots=True)
class WatcherRow:
    """A person who watches a table that is over, with the table's server and status.

    `sent_at` is when it was first tried to send the card, in Unix seconds; None: never.
    """

    table_id: int
    person_id: int
    sent_at: float | None
    guild_id: int | None
    status: str


# Whoever was sent the card is deleted, so there are few.
WATCHERS_OF_ENDED: Final = Query(
    WatcherRow,
    """
    SELECT table_id, person_id, sent_at,
           (SELECT guild_id FROM tables WHERE id = table_id),
           (SELECT status FROM tables WHERE id = table_id)
    FROM watchers
    WHERE (SELECT status FROM tables WHERE id = table_id) NOT IN ('lobby', 'playing')
    ORDER BY table_id, person_id
    """,
    table="table_id",
)

SET_SENT_AT: Final = Write("""
    UPDATE watchers SET sent_at = :sent_at
    WHERE table_id = :table_id AND person_id = :person_id AND sent_at IS NULL
    """)

DELETE_WATCHER: Final = Write(
    "DELETE FROM watchers WHERE table_id = :table_id AND person_id = :person_id"
)

COUNT_WATCHERS: Final = Query(int, "SELECT COUNT(*) FROM watchers WHERE table_id = :table_id")


class TooManyWatchers(TableError):
    """As many people watch the table as may."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """A person who is to be sent the result card of a finished table."""

    table_id: int
    person_id: int


class Watchers(Part):
    """Knows who watches which table."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables.shared)

    async def turn(
        self, table: Table, person_id: int, *, wanted: bool | None = None, click: int | None = None
    ) -> bool:
        """Have a person watch a table, or no longer; returns whether the person does now.

        `wanted`: whether the person wants to; None: what is not so now.

        Raises:
            AlreadySeated: the person sits there.
            WrongPhase: the game is not being played.
            TooManyWatchers: as many watch as may.
        """
        require_spectator(table, person_id)
        if table.status is not Status.PLAYING:
            raise WrongPhase("Only a game that is being played can be watched.")
        async with self._writer.write(click) as store:
            watches = (
                await store.one(IS_WATCHING, table_id=table.id, person_id=person_id) is not None
            )
            if watches == wanted:
                return watches
            if watches:
                store.run(DELETE_WATCHER, table_id=table.id, person_id=person_id)
                return False
            if await store.value(COUNT_WATCHERS, table_id=table.id) >= WATCHERS:
                raise TooManyWatchers(f"As many people watch this table as may, {WATCHERS}.")
            store.run(INSERT_WATCHER, table_id=table.id, person_id=person_id)
            return True

    @asked_again
    async def watches(self, table_id: int, person_id: int) -> bool:
        """Return whether a person watches a table."""
        async with self._database.read_one() as store:
            return await store.one(IS_WATCHING, table_id=table_id, person_id=person_id) is not None

    async def find_due(self, most: int) -> list[Watcher]:
        """Return some who are to be sent a card by this process, and forget who gets none.

        None is due where a table has come to no result, and where sending was tried for so long
        that a further try could send it twice.
        """
        async with self._database.read_one() as store:
            found = await store.all(WATCHERS_OF_ENDED)
        own = [row for row in found if self._looks_after(row.guild_id)]
        due = [row for row in own if row.status == Status.FINISHED and self._may_send(row)]
        for row in set(own) - set(due):
            await self.forget(Watcher(row.table_id, row.person_id))
        return [Watcher(row.table_id, row.person_id) for row in due[:most]]

    async def note_sending(self, watcher: Watcher) -> None:
        """Note that a card is about to be sent; the first time counts."""
        async with self._database.write() as store:
            store.run(
                SET_SENT_AT,
                table_id=watcher.table_id,
                person_id=watcher.person_id,
                sent_at=self._now(),
            )

    async def put_off(self, watcher: Watcher) -> None:
        """Take back that a card is about to be sent: Discord has not taken it."""
        async with self._database.write() as store:
            store.run(DELETE_WATCHER, table_id=watcher.table_id, person_id=watcher.person_id)
            store.run(INSERT_WATCHER, table_id=watcher.table_id, person_id=watcher.person_id)

    async def forget(self, watcher: Watcher) -> None:
        """Note that a card was sent, or cannot be."""
        async with self._database.write() as store:
            store.run(DELETE_WATCHER, table_id=watcher.table_id, person_id=watcher.person_id)

    def _may_send(self, row: WatcherRow) -> bool:
        return row.sent_at is None or 0 <= self._now() - row.sent_at <= TRIED_FOR


def require_spectator(table: Table, person_id: int) -> None:
    """Raise AlreadySeated for a person who sits at the table."""
    if table.seat_of(person_id) is not None:
        raise AlreadySeated("You sit at this table: to watch is for those who do not.")
