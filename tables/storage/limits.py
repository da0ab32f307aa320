"""Limits on open tables. A host sets them, so that nobody fills a channel or the machine.

The transaction that opens or joins a table reads the counts. So two simultaneous clicks cannot
exceed a limit together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.query import Query
from tables.model.errors import TooManyTables

if TYPE_CHECKING:
    from db.store import Store


# The plus makes SQLite use the index of live tables.
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

# The live tables come first, because they are few; a person may have sat at many tables.
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
    """The limits. A table counts while it is in the lobby or being played.

    Attributes:
        tables_per_person: seats of one person, without games that the person has left.
        lobbies_per_person: lobbies that one person has opened.
        tables_per_channel: tables in one channel.
    """

    tables_per_person: int = 100
    lobbies_per_person: int = 25
    tables_per_channel: int = 100

    async def require_seat(self, store: Store, person_id: int) -> None:
        """Raise TooManyTables if the person may not sit down at one more table."""
        if (await store.one(COUNT_SEATS, person_id=person_id) or 0) >= self.tables_per_person:
            raise TooManyTables(
                f"You have reached the limit of tables for one person ({self.tables_per_person}). "
                "Finish or leave one first."
            )

    async def require_lobby(self, store: Store, person_id: int, channel_id: int) -> None:
        """Raise TooManyTables if the person may not open one more table in the channel."""
        await self.require_seat(store, person_id)
        lobbies, in_channel = await store.value(
            COUNT_OPEN, person_id=person_id, channel_id=channel_id
        )
        if lobbies >= self.lobbies_per_person:
            raise TooManyTables(
                "You have reached the limit of tables that have not begun "
                f"({self.lobbies_per_person}). Start or cancel one first."
            )
        if in_channel >= self.tables_per_channel:
            raise TooManyTables(
                f"This channel has reached its limit of open tables ({self.tables_per_channel}). "
                "Finish one first, or open yours in another channel."
            )
