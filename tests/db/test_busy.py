"""While another program writes, each caller waits up to a limit, but not for earlier callers."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from contextlib import closing

import pytest

from db.connection import Database
from db.errors import DatabaseLocked
from tests.db.backends.sqlite.test_open_files import wrote
from tests.db.test_transactions import table

PATIENCE = 1.0


@pytest.fixture
async def database(url):
    async with await Database.open(url, busy_timeout=PATIENCE) as database:
        yield database


@pytest.fixture
def other(database, path):
    """The connection of another program, in a transaction that writes."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection


async def test_callers_do_not_wait_for_those_before_them(database, other):
    begun = time.monotonic()
    found = await asyncio.gather(*(wrote(database) for _ in range(20)), return_exceptions=True)
    assert {type(error) for error in found} == {DatabaseLocked}
    assert time.monotonic() - begun < 10 * PATIENCE


async def test_a_write_succeeds_once_the_other_program_is_done(database, other, caplog):
    caplog.set_level(logging.INFO)
    with pytest.raises(DatabaseLocked):
        await wrote(database)
    assert not database.can_save()
    other.execute("ROLLBACK")
    await wrote(database)
    assert database.can_save()
    assert [record.levelname for record in caplog.records] == ["ERROR", "INFO"]


async def test_a_write_waits_for_another_program(database, other):
    waiting = asyncio.create_task(wrote(database))
    await asyncio.sleep(PATIENCE / 10)
    other.execute("ROLLBACK")
    assert await waiting == 1


async def test_many_writes_at_once_all_succeed_even_if_the_last_waits_long(database):
    async def slow():
        async with database.write() as store:
            await asyncio.sleep(PATIENCE / 4)
            await store.insert_table(table())

    await asyncio.gather(*(slow() for _ in range(6)))
