"""A full disk: no change counts as saved, and the database works again once there is room."""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing

import pytest

from db.connection import Database
from db.errors import DatabaseFull
from tests.db.backends.sqlite.test_open_files import wrote


def fill(disk):
    """Fill the disk to the last byte, and return the file that fills it."""
    filler = disk / "filler"
    with filler.open("ab", buffering=0) as file:
        for size in (65536, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue
    assert os.statvfs(disk).f_bavail == 0
    return filler


async def write_on(database):
    for _ in range(500):
        await wrote(database)


async def test_a_change_that_failed_on_a_full_disk_succeeds_later(disk, caplog):
    caplog.set_level(logging.INFO)
    async with await Database.open(f"sqlite:///{disk}/ducks.db") as database:
        filler = fill(disk)
        for _ in range(3):
            with pytest.raises(DatabaseFull, match=r"disk is full\.$"):
                await wrote(database)
            assert not database.can_save()
        filler.unlink()
        await wrote(database)
        assert database.can_save()
    said = [record.getMessage() for record in caplog.records if "ducks.db" in record.getMessage()]
    assert len(said) == 2
    assert said[0].endswith("Nothing is saved until that is over.")
    assert said[1].endswith("can be written again.")


async def test_a_write_ahead_log_that_fills_the_disk_is_emptied(disk):
    async with await Database.open(f"sqlite:///{disk}/ducks.db") as database:
        with closing(sqlite3.connect(disk / "ducks.db", isolation_level=None)) as file:
            file.execute("CREATE TABLE gone AS SELECT zeroblob(50000)")
            file.execute("DROP TABLE gone")  # leaves free pages, so the file need not grow
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with pytest.raises(DatabaseFull):
            await write_on(database)
        await wrote(database)


@pytest.mark.heavy
async def test_a_start_that_failed_on_a_full_disk_succeeds_later(disk):
    url = f"sqlite:///{disk}/ducks.db"
    await (await Database.open(url)).close()
    filler = fill(disk)
    with pytest.raises(DatabaseFull):
        await Database.open(url)
    filler.unlink()
    await (await Database.open(url)).close()


async def test_a_new_database_that_failed_on_a_full_disk_can_be_made_later(disk):
    filler = fill(disk)
    with pytest.raises(DatabaseFull):
        await Database.open(f"sqlite:///{disk}/ducks.db")
    filler.unlink()
    await (await Database.open(f"sqlite:///{disk}/ducks.db")).close()
