"""Transactions on a real database, with many tasks, connections and cancellations."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3

import pytest

from db.backends.sqlite_transaction import Statement
from db.connection import Database
from db.errors import Conflict, DatabaseLocked, DatabaseUnwritable
from db.query import Secret
from db.store import LIVE, MoveRow, SeatedPlayer, TableRow
from tests.rows import insert_moves
from tests.tables.house import run

SECRET = "ab" * 32


def table(**changes):
    fields = {
        "id": 0,
        "game": "pig",
        "rules_version": 1,
        "settled": {},
        "guild_id": None,
        "channel_id": 1,
        "opener_id": 2,
        "opener_name": "Anna",
        "status": "lobby",
        "secret": Secret(SECRET),
        "commitment": "cd" * 32,
        "rematch_of": None,
        "opened_at": 1.5,
        "changed_at": 1.5,
    }
    return TableRow(**(fields | changes))


@pytest.fixture
async def database(database_url):
    async with await Database.open(database_url) as database:
        yield database


async def live(database):
    async with database.read() as store:
        return await store.all(LIVE)


async def test_written_rows_are_read_back(database):
    async with database.write() as store:
        number = await store.insert_table(table())
        store.insert_seats(number, [SeatedPlayer(0, 2**63 - 1, "Anna", 3, caretaker=1)])
        insert_moves(store, number, [MoveRow(0, -1, "die 6", 1.25, by_caretaker=False)])
    async with database.read() as store:
        row = await store.table(number)
        assert (row.id, row.secret.hidden, row.changed_at, row.revision) == (number, SECRET, 1.5, 0)
        assert await store.seats(number) == (SeatedPlayer(0, 2**63 - 1, "Anna", 3, caretaker=1),)
        assert await store.moves(number) == (MoveRow(0, -1, "die 6", 1.25, by_caretaker=False),)


async def test_an_exception_undoes_the_transaction(database):
    with contextlib.suppress(RuntimeError):
        async with database.write() as store:
            await store.insert_table(table())
            raise RuntimeError
    assert await live(database) == ()


async def test_transactions_of_concurrent_tasks_do_not_interleave(database):
    async def one(fail):
        async with database.write() as store:
            await store.insert_table(table())
            await asyncio.sleep(0)
            await store.insert_table(table())
            if fail:
                raise RuntimeError

    results = await asyncio.gather(*(one(n % 2) for n in range(40)), return_exceptions=True)
    assert sum(isinstance(result, RuntimeError) for result in results) == 20
    assert len(await live(database)) == 40


@pytest.mark.parametrize("turns", range(14))
async def test_a_cancelled_task_leaves_no_half_transaction(database, turns):
    async def one():
        async with database.write() as store:
            await store.insert_table(table())
            await store.insert_table(table())

    task = asyncio.create_task(one())
    for _ in range(turns):
        await asyncio.sleep(0.0002)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert len(await live(database)) in (0, 2)
    async with database.write() as store:
        await store.insert_table(table())
    assert len(await live(database)) in (1, 3)


async def test_a_task_cancelled_twice_does_not_harm_the_next(database):
    async def one():
        async with database.write() as store:
            await store.insert_table(table())
            await asyncio.sleep(10)

    task = asyncio.create_task(one())
    await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    async with database.write() as store:
        await store.insert_table(table())
    assert len(await live(database)) == 1


async def test_a_reader_sees_one_moment(database):
    async with database.read() as store:
        before = await store.all(LIVE)
        async with database.write() as writer:
            await writer.insert_table(table())
        assert await store.all(LIVE) == before
    assert len(await live(database)) == 1


@pytest.mark.parametrize("reading", [Database.read, Database.read_slow])
async def test_a_reader_cannot_write(database, reading):
    with pytest.raises(DatabaseUnwritable):
        async with reading(database) as store:
            await store.insert_table(table())


async def test_a_reader_keeps_nobody_waiting(database):
    """A click must not wait for a lock held by a person who browses at the same time."""
    async with asyncio.timeout(10), database.read_slow() as store:
        before = await store.all(LIVE)
        async with database.write() as writer:
            await writer.insert_table(table())
        assert len(await live(database)) == 1
        assert await store.all(LIVE) == before


async def test_waiting_for_another_writer_ends_with_a_named_error(url, path):
    async with await Database.open(url, busy_timeout=0.05) as database:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseLocked):
            async with database.write() as store:
                await store.insert_table(table())
        other.close()
        async with database.write() as store:
            await store.insert_table(table())


@pytest.mark.sqlite
async def test_a_full_disk_is_named_and_nothing_is_half_written(database):
    async with database.write() as store:
        await store.raw.fetch("PRAGMA max_page_count = 1", {})

    async def fill():
        async with database.write() as store:
            for _ in range(200):
                await store.insert_table(table(settled={"x": "x" * 1000}))

    with pytest.raises(DatabaseUnwritable, match="full"):
        await fill()
    assert await live(database) == ()


async def test_a_seq_that_is_taken_is_a_conflict(database):
    move = MoveRow(0, 0, "hold", 1.0, by_caretaker=False)
    async with database.write() as store:
        number = await store.insert_table(table())
        insert_moves(store, number, [move])
    with pytest.raises(Conflict):
        async with database.write() as store:
            insert_moves(store, number, [move])


@pytest.mark.parametrize("status", ["cancelled", "abandoned", "closed"])
async def test_a_second_rematch_is_a_conflict_unless_the_first_had_no_result(database, status):
    async with database.write() as store:
        old = await store.insert_table(table(status="finished"))
        await store.insert_table(table(rematch_of=old, status=status))
        await store.insert_table(table(rematch_of=old))
    with pytest.raises(Conflict):
        async with database.write() as store:
            await store.insert_table(table(rematch_of=old))


async def test_a_table_number_is_never_given_twice(database):
    async with database.write() as store:
        first = await store.insert_table(table())
        await store.raw.fetch("DELETE FROM tables", {})
        assert await store.insert_table(table()) > first


async def test_seats_and_moves_are_deleted_with_their_table(database):
    async with database.write() as store:
        number = await store.insert_table(table())
        store.insert_seats(number, [SeatedPlayer(0, 5, "Anna", 3)])
        insert_moves(store, number, [MoveRow(0, 0, "hold", 1.0, by_caretaker=False)])
        await store.raw.fetch("DELETE FROM tables", {})
        assert (await store.seats(number), await store.moves(number)) == ((), ())


async def test_secrets_reach_neither_log_nor_repr(database, caplog):
    caplog.set_level(logging.DEBUG)
    async with database.write() as store:
        number = await store.insert_table(table())
        row = await store.table(number)
        insert_moves(store, number, [MoveRow(0, -1, "deal R8", 1.0, by_caretaker=False)])
    assert SECRET not in caplog.text
    assert "R8" not in caplog.text
    assert SECRET not in repr(row) + repr(table())


async def test_a_failed_transaction_cannot_be_used(url, path):
    async with await Database.open(url, busy_timeout=0.05) as database:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")

        async def write_on():
            async with database.write() as store:
                with contextlib.suppress(sqlite3.Error):
                    await store.insert_table(table())
                other.close()
                await store.insert_table(table())

        with pytest.raises(RuntimeError):
            await write_on()
        assert await live(database) == ()


@pytest.mark.sqlite
async def test_a_rewrite_that_is_cancelled_leaves_the_log_to_be_emptied_again(database):
    for turns in range(6):
        task = asyncio.create_task(rewrite(database))
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        async with database.write() as store:
            assert [*await store.raw.fetch("PRAGMA wal_autocheckpoint", {})] == [(1000,)]


async def rewrite(database):
    async with database.rewrite() as store:
        await store.insert_table(table())


def test_the_repr_of_a_statement_holds_no_secret():
    assert SECRET not in repr(Statement("INSERT", ({"secret": Secret(SECRET)},)))


@pytest.mark.sqlite
async def test_an_invalid_text_hides_no_other_row_and_is_not_quoted(database, caplog):
    caplog.set_level(logging.DEBUG)
    async with database.write() as store:
        for name in ("Anna", "Ben"):
            await store.insert_table(table(opener_name=name))
        await run(store, "UPDATE tables SET secret = CAST(X'717561636BFF' AS TEXT) WHERE id = 1")
    async with database.read() as store:
        rows = await run(store, "SELECT opener_name, secret FROM tables ORDER BY id")
        assert list(rows) == [("Anna", "quack\ufffd"), ("Ben", SECRET)]
        assert (await store.table(1)).secret.hidden == ""
        assert store.damaged == {1}
        assert (await store.table(2)).secret.hidden == SECRET
        assert store.damaged == {1}
    assert "quack" not in caplog.text
