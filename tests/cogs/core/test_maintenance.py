"""The housekeeping, where no Discord is needed to see it."""

from __future__ import annotations

from types import SimpleNamespace

from cogs.core.maintenance import MaintenanceCog
from db.errors import DatabaseLocked


async def nothing():
    return None


async def locked():
    raise DatabaseLocked("The database is locked by another program.")


async def test_the_housekeeping_begins_though_the_boards_could_not_be_brought_up_to_date():
    services = SimpleNamespace(
        tables=SimpleNamespace(all_live=locked), records=None, publisher=None
    )
    cog = MaintenanceCog(SimpleNamespace(wait_until_ready=nothing), services)
    assert await cog.catch_up() is None
