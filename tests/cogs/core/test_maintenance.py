"""The housekeeping, where no Discord is needed to see it."""

from __future__ import annotations

from types import SimpleNamespace

from cogs.core.housekeeping import HousekeepingCog
from db.errors import DatabaseLocked


async def nothing():
    return None


async def locked():
    raise DatabaseLocked("The database is locked by another program.")


async def test_the_housekeeping_begins_though_the_boards_could_not_be_brought_up_to_date():
    desk = SimpleNamespace(tables=SimpleNamespace(all_live=locked))
    cog = HousekeepingCog(SimpleNamespace(wait_until_ready=nothing), desk)
    assert await cog.catch_up() is None
