"""A server whose records are kept, for every test here."""

from __future__ import annotations

import pytest

from db.connection import Database
from tests.records.server import Clock, Server


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
async def server(tmp_path, clock):
    async with await Database.open(f"sqlite:///{tmp_path / 'records.db'}") as database:
        yield Server(database, clock)
