"""Deleted rows leave no trace: they are overwritten in the file, and its log is emptied."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from db.connection import Database

MANY = 6000
"""Rows of a kilobyte each: enough for a usual commit to copy the log into the file."""


@pytest.fixture
async def database(tmp_path):
    async with await Database.open(f"sqlite:///{tmp_path / 'a.db'}", busy_timeout=0.01) as opened:
        async with opened.write() as store:
            await store.raw.fetch("CREATE TABLE words (word TEXT)", {})
        await opened.checkpoint()
        yield opened


def log_of(database):
    """Return the size of the write-ahead log, in bytes."""
    return Path(f"{database.name}-wal").stat().st_size


async def fill(store):
    rows = f"WITH RECURSIVE n (i) AS (SELECT 1 UNION SELECT i + 1 FROM n WHERE i < {MANY})"
    sql = f"INSERT INTO words {rows} SELECT HEX(RANDOMBLOB(500)) FROM n"
    await store.raw.fetch(sql, {})


def in_the_file(database):
    """Return the size of the file without the log, in bytes."""
    return Path(database.name).stat().st_size


async def test_every_connection_overwrites_what_it_deletes(database):
    for open_one in (database.write, database.read, database.read_slow):
        async with open_one() as store:
            assert [*await store.raw.fetch("PRAGMA secure_delete", {})] == [(1,)]


async def test_a_rewrite_leaves_the_file_as_it_is_until_the_next_checkpoint(database):
    before = in_the_file(database)
    async with database.rewrite() as store:
        await fill(store)
    assert in_the_file(database) == before
    assert await database.checkpoint()
    assert in_the_file(database) > before
    assert log_of(database) == 0


async def test_after_a_rewrite_the_log_is_emptied_as_usual(database):
    async with database.rewrite():
        pass
    before = in_the_file(database)
    async with database.write() as store:
        await fill(store)
    assert in_the_file(database) > before


async def test_after_a_failed_rewrite_the_log_is_emptied_as_usual(database):
    with pytest.raises(ZeroDivisionError):
        async with database.rewrite():
            raise ZeroDivisionError
    before = in_the_file(database)
    async with database.write() as store:
        await fill(store)
    assert in_the_file(database) > before


async def test_the_log_is_not_emptied_while_somebody_reads_it(database):
    async with database.write() as store:
        await store.raw.fetch("INSERT INTO words VALUES ('old')", {})
    with contextlib.closing(sqlite3.connect(database.name)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM words").fetchall()
        async with database.write() as store:
            await store.raw.fetch("DELETE FROM words", {})
        assert not await database.checkpoint()
        assert other.execute("SELECT * FROM words").fetchall() == [("old",)]
        other.execute("COMMIT")
    assert await database.checkpoint()
    assert log_of(database) == 0


async def test_writers_do_not_wait_while_a_reader_delays_a_checkpoint(tmp_path):
    async with await Database.open(f"sqlite:///{tmp_path / 'b.db'}", busy_timeout=30) as database:
        async with database.write() as store:
            await store.raw.fetch("CREATE TABLE words (word TEXT)", {})
        async with database.read_slow() as reader:
            await reader.raw.fetch("SELECT * FROM words", {})
            async with database.write() as store:
                await store.raw.fetch("INSERT INTO words VALUES ('later')", {})
            assert not await database.checkpoint()  # returns without waiting for the reader
