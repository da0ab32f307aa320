"""What a database needs that was restored from a copy, before a bot may use it.

It must not go on as if nothing had happened since: numbers of tables that were opened since stand
on buttons, and people have seen what fell at tables that were open. So the numbers go on a million
further, and those tables are closed. The secret of a table is drawn when it is opened, so no table
opened later repeats the dice of another.
"""

from __future__ import annotations

from typing import Final

from db.connection import Database

AHEAD: Final = 1_000_000
"""How many numbers of tables are left out: more than were opened since the copy was made."""

CLOSED: Final = (
    "The bot was restored from a backup. This table cannot go on: what people have seen fall since "
    "would fall again."
)
"""What a table says that was open when the copy was made."""


async def begin_anew(url: str, last: int, now: float) -> int:
    """Migrate a restored database, close its live tables and go on with higher numbers.

    Args:
        url: the database.
        last: the newest table of what it replaces, or 0 where nobody knows.
        now: Unix seconds.

    Returns:
        How many tables were closed.

    Raises:
        DatabaseError: one of the named errors of `db.errors`.
    """
    async with await Database.open(url) as database, database.write() as store:
        closed = await store.close_live(CLOSED, now)
        await store.leave_out_numbers(last, AHEAD)
    return closed
