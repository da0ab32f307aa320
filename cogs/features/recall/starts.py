"""What a person last began a game with, read from the tables themselves.

A row of its own would be a second copy of the table's row. Who began a game stands in its
contributions, so deleting and forgetting need nothing here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from db.errors import asked_again
from db.query import Query
from records.values import RecordsService

if TYPE_CHECKING:
    from db.query import Json, Snowflake


class StartRow(NamedTuple):
    """The latest game that a person began, and the level of a duck there; None without ducks."""

    settled: Json
    time_control: str
    threaded: bool
    channel_id: Snowflake
    level: str | None


# The join that begins a rematch is a start, too, but its person has chosen nothing.
LATEST_START: Final = Query(
    StartRow,
    """
    SELECT latest.settled, latest.time_control, latest.threaded, latest.channel_id, seats.level
    FROM (SELECT tables.id, tables.settled, tables.time_control, tables.threaded, tables.channel_id
          FROM contributions JOIN tables ON tables.id = contributions.table_id
          WHERE contributions.person_id = :person_id AND contributions.kind = 'start'
                AND COALESCE(tables.guild_id, 0) = :guild_id AND tables.game = :game
                AND tables.private IS NULL
                AND (tables.rematch_of IS NULL OR tables.opener_id = :person_id)
          ORDER BY contributions.table_id DESC
          LIMIT 1) AS latest
    LEFT JOIN seats ON seats.table_id = latest.id AND seats.level <> ''
    ORDER BY seats.seat
    """,
)


class Starts(RecordsService):
    """Reads the games that people have begun."""

    @asked_again
    async def find(self, guild_id: int | None, person_id: int, game: str) -> tuple[StartRow, ...]:
        """Return a row for each duck of the latest game, or one row; none if there is no game."""
        of = {"guild_id": guild_id or 0, "person_id": person_id, "game": game}
        async with self._database.read_one() as store:
            return await store.all(LATEST_START, **of)
