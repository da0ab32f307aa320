"""A house to play in, for every test here."""

from __future__ import annotations

import pytest

from db.connection import Database
from tests.tables.games import Heaps, Pig
from tests.tables.house import Clock, House


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
async def house(database_url, clock):
    async with await Database.open(database_url) as database:
        house = House(database, clock, (Pig(), Heaps()), url=database_url)
        yield house
        for other in house.others:
            await other.close()
