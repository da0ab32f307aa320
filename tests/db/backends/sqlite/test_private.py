"""Only the owner may read a database file, whatever the umask: it holds secrets of games."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

import pytest

from db.connection import Database
from tests.db.test_refused import change
from tests.db.test_transactions import table

ENDS = ("", "-wal", "-shm")


@pytest.fixture(params=[0o000, 0o022, 0o277])
def umask(request):
    """A umask that hides nothing, the usual one, and one that even takes rights from the owner."""
    usual = os.umask(request.param)
    yield
    os.umask(usual)


def modes(path):
    return [stat.S_IMODE(Path(f"{path}{end}").stat().st_mode) for end in ENDS]


def widen(path):
    for end in ENDS:
        Path(f"{path}{end}").chmod(0o664)


@pytest.mark.usefixtures("umask")
async def test_only_its_owner_may_read_a_new_database(url, path, caplog):
    async with await Database.open(url) as database:
        async with database.write() as store:
            await store.insert_table(table())
        assert modes(path) == [0o600] * 3
    assert caplog.records == []


async def test_a_readable_database_is_made_private_and_that_is_logged(url, path, caplog):
    await (await Database.open(url)).close()
    path.chmod(0o644)
    async with await Database.open(url):
        assert modes(path) == [0o600] * 3
    (record,) = caplog.records
    assert (record.levelno, record.getMessage()) == (
        logging.WARNING,
        f"{path} could be read by others; now only its owner can read it",
    )


async def test_files_left_by_a_killed_process_are_made_private_too(url, path):
    async with await Database.open(url):
        widen(path)
        async with await Database.open(url):
            assert modes(path) == [0o600] * 3


async def test_a_refused_file_keeps_its_mode(url, path):
    change(path, "CREATE TABLE people (name TEXT)")
    path.chmod(0o644)
    with pytest.raises(Exception, match="another program"):
        await Database.open(url)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
