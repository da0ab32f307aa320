"""The server with records that every test here uses."""

from __future__ import annotations

import pytest

from db.connection import Database
from tests.records.server import Clock, Server


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
async def server(database_url, clock):
    async with await Database.open(database_url) as database:
        yield Server(database, clock, url=database_url)
