"""A closed database holds no file or connection open, whatever happened before."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from pathlib import Path

import pytest

from db.backends.backend import is_postgresql, path_of
from db.connection import Database
from db.query import write_row
from db.store import LIVE, UPDATE_MOMENT, TableRow
from tests.db.test_transactions import table
from tests.rows import Rows
from tests.tables.house import run

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="Linux lists open files")


def descriptors(url):
    """Return the open files of a database, or all open sockets for PostgreSQL."""
    kind = "socket:" if is_postgresql(url) else path_of(url)
    found = set()
    for descriptor in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # the listing's own, now closed
            found.add((descriptor.name, str(descriptor.readlink())))
    return {(number, target) for number, target in found if target.startswith(kind)}


async def same_number_twice(database):
    async with database.write() as store:
        await run(store, "INSERT INTO processed_interactions (interaction_id) VALUES (1)")
        await run(store, "INSERT INTO processed_interactions (interaction_id) VALUES (1)")


async def outdated(database):
    async with database.write() as store:
        row = await store.table(await store.insert_table(table()))
        store.run(UPDATE_MOMENT, **write_row(TableRow, replace(row, revision=7)))


async def no_such_query(database):
    async with database.read() as store:
        await run(store, "SELECT quack FROM tables")


async def interrupted(database):
    begun = asyncio.Event()

    async def wait():
        async with database.write() as store:
            await store.insert_table(table())
            begun.set()
            while True:
                await store.all(LIVE)

    task = asyncio.create_task(wait())
    await begun.wait()
    task.cancel()
    await task


async def checked_in_vain(database):
    task = asyncio.create_task(database.find_damage())
    await asyncio.sleep(0)
    task.cancel()
    await task
    raise RuntimeError


BEFORE = (same_number_twice, outdated, no_such_query, interrupted, checked_in_vain)


@pytest.mark.parametrize("before", BEFORE)
async def test_a_closed_database_holds_nothing_open(database_url, before):
    held = descriptors(database_url)
    database = await Database.open(database_url)
    for _ in range(2):
        async with database.write() as store:
            await store.insert_table(table())
    with pytest.raises(BaseException) as kept:  # noqa: PT011 - any error: its frames stay alive
        await before(database)
    await database.close()
    assert kept.value
    assert descriptors(database_url) <= held


async def cancel_often(task, steps):
    """Cancel a task after this many steps of the loop, and again at the next eight."""
    for _ in range(steps):
        await asyncio.sleep(0)
    for _ in range(9):
        task.cancel()
        await asyncio.sleep(0)


@pytest.mark.parametrize("busy", [False, True])
@pytest.mark.parametrize("steps", range(1, 6))
async def test_a_close_that_is_cancelled_again_and_again_is_complete(database_url, steps, busy):
    held, idle = descriptors(database_url), asyncio.Event()
    database = await Database.open(database_url)

    async def write():
        async with database.write() as store:
            await store.insert_table(table())
            await store.all(LIVE)
            await idle.wait()

    writing = asyncio.create_task(write())
    if not busy:
        idle.set()
        await writing
    closing = asyncio.create_task(database.close())
    await cancel_often(closing, steps)
    idle.set()
    await asyncio.wait({closing})
    assert closing.cancelled() or not closing.exception()
    await writing
    assert descriptors(database_url) <= held


@pytest.mark.parametrize("steps", range(12))
async def test_an_opening_that_is_cancelled_again_and_again_leaves_nothing_open(
    database_url, steps
):
    held = descriptors(database_url)
    opening = asyncio.create_task(Database.open(database_url))
    await asyncio.sleep(steps / 100)
    await cancel_often(opening, 0)
    await asyncio.wait({opening})
    if not opening.cancelled():
        await opening.result().close()
    await asyncio.get_running_loop().shutdown_default_executor()  # waits for the check of the file
    assert descriptors(database_url) <= held


def remove_log(path):
    Path(f"{path}-wal").unlink()


@pytest.mark.sqlite
@pytest.mark.parametrize("before", BEFORE[:3])
async def test_a_confirmed_change_is_kept_if_its_log_is_removed(database_url, before):
    database = await Database.open(database_url)
    for _ in range(12):
        async with database.write() as store:
            await store.insert_table(table())
    with pytest.raises(Exception) as kept:  # noqa: PT011
        await before(database)
    remove_log(database.name)
    await database.close()
    assert kept.value
    with contextlib.closing(Rows(database_url)) as rows:
        assert rows.select("SELECT COUNT(*) FROM tables") == [(12,)]
