"""`/table` and the housekeeping, where no Discord is needed to see it."""

from __future__ import annotations

from types import SimpleNamespace

from cogs.table import MESSAGE, TableCog, _first_of
from db.errors import DatabaseLocked


async def nothing():
    return None


async def locked():
    raise DatabaseLocked("The database is locked by another program.")


async def test_the_housekeeping_begins_though_the_boards_could_not_be_brought_up_to_date():
    desk = SimpleNamespace(tables=SimpleNamespace(all_live=locked), books={})
    cog = TableCog(SimpleNamespace(wait_until_ready=nothing), desk)
    assert await cog.catch_up() is None


def test_a_list_that_fits_exactly_is_whole():
    lines = ["x" * (MESSAGE - 2), "y"]
    assert _first_of(lines) == "\n".join(lines)


def test_a_list_that_is_too_long_ends_with_a_whole_line():
    assert _first_of(["x" * (MESSAGE - 2), "yy"]) == "x" * (MESSAGE - 2)
