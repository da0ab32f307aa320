"""The fixtures of tests of tables: a `House` with small games, and one with the real games."""

from __future__ import annotations

import itertools

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


@pytest.fixture(scope="session")
def processes():
    """Thinking processes that a test leaves to the next test, because a start takes long."""
    idle = {"thinking": [], "tips": [], "reviews": []}
    yield idle
    for process in itertools.chain(*idle.values()):
        process.end()


@pytest.fixture
async def real(database_url, clock, processes):
    """A `House` with the real games."""
    async with await Database.open(database_url) as database:
        house = House(database, clock, GAMES, url=database_url)
        tables = house.tables
        tables.thinking.thinkers = Thinkers(limit=60)  # however busy the machine is
        used = {
            "thinking": tables.thinking.thinkers,
            "tips": tables.thinking.advisers,
            "reviews": tables.reviews._thinkers,
        }
        for name, thinkers in used.items():
            thinkers._idle = processes[name]
        yield house
        for thinkers in used.values():
            thinkers._idle = []
        await tables.thinking.close()
        await tables.reviews.close()
        for other in house.others:
            await other.close()
