"""How much may be open at once: a host decides it, so that nobody fills a channel or the machine.

The counts are read in the transaction that opens or joins a table. So two clicks at the same moment
cannot exceed a limit together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.query import Query
from tables.model.errors import TooManyTables

if TYPE_CHECKING:
    from db.store import Store


# The plus makes SQLite search the live tables.
COUNT_OPEN: Final = Query(
    tuple[int, int],
    """
    SELECT (SELECT COUNT(*) FROM tables
            WHERE status = 'lobby' AND status IN ('lobby', 'playing') AND +opener_id = :person_id
                  AND challenge IS NULL),
           (SELECT COUNT(*) FROM tables
            WHERE channel_id = :channel_id AND status IN ('lobby', 'playing'))
    """,
)

# Live tables are few; those at which a person has ever sat may be many.
COUNT_SEATS: Final = Query(
    int,
    """
    SELECT COUNT(*)
    FROM tables CROSS JOIN seats
    WHERE seats.table_id = tables.id AND tables.status IN ('lobby', 'playing')
      AND tables.challenge IS NULL AND seats.person_id = :person_id AND NOT seats.departed
    """,
)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits; a table counts while it is in the lobby or being played.

    Attributes:
        tables_per_person: at how many tables a person may sit; those that the person left in the
            middle of a game do not count.
        lobbies_per_person: how many lobbies a person may hold.
        tables_per_channel: how many tables may be open in one channel.
    """

    tables_per_person: int = 100
    lobbies_per_person: int = 25
    tables_per_channel: int = 100

    async def require_seat(self, store: Store, person_id: int) -> None:
        """Raise TooManyTables for a person who may not sit down at one more table."""
        if (await store.one(COUNT_SEATS, person_id=person_id) or 0) >= self.tables_per_person:
            raise TooManyTables(
                f"You sit at as many tables as one person may, {self.tables_per_person}: "
                "finish or leave one first."
            )

    async def require_lobby(self, store: Store, person_id: int, channel_id: int) -> None:
        """Raise TooManyTables for a person who may not open one more table in the channel."""
        await self.require_seat(store, person_id)
        lobbies, in_channel = await store.value(
            COUNT_OPEN, person_id=person_id, channel_id=channel_id
        )
        if lobbies >= self.lobbies_per_person:
            raise TooManyTables(
                "You hold as many tables that have not begun as one person may, "
                f"{self.lobbies_per_person}: start or cancel one first."
            )
        if in_channel >= self.tables_per_channel:
            raise TooManyTables(
                f"As many tables are open in this channel as may be, {self.tables_per_channel}: "
                "finish one first, or open yours in another channel."
            )
