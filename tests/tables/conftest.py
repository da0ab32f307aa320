"""The house that every test here plays in."""

from __future__ import annotations

import pytest

from db.connection import Database
from players.games import GAMES
from tables.thinking import Thinkers
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


@pytest.fixture
async def real(database_url, clock):
    """A house with the games that people play."""
    async with await Database.open(database_url) as database:
        house = House(database, clock, GAMES, url=database_url)
        house.tables.thinking.thinkers = Thinkers(limit=60)  # however busy the machine is
        yield house
        await house.tables.thinking.thinkers.close()
        await house.tables.reviews.close()
        for other in house.others:
            await other.close()
