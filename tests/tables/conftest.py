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
def path(tmp_path):
    return tmp_path / "tables.db"


@pytest.fixture
async def house(path, clock):
    async with await Database.open(f"sqlite:///{path}") as database:
        house = House(database, clock, (Pig(), Heaps()))
        yield house
        for other in house.others:
            await other.close()
