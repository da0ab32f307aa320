"""A large file is checked after the start. Nothing waits for the check, and damage is reported."""

from __future__ import annotations

import asyncio

import pytest

from db.backends import sqlite
from db.connection import Database
from db.errors import DatabaseCorrupt
from tests.db.backends.sqlite.test_open_files import wrote
from tests.db.test_transactions import table


@pytest.fixture
def every_file_is_large(monkeypatch):
    monkeypatch.setattr(sqlite, "CHECKED_BYTES", 0)
    monkeypatch.setattr("db.backends.sqlite.CHECKED_BYTES", 0)


def damage(path):
    """Overwrite the last pages, which no running game needs."""
    content = bytearray(path.read_bytes())
    content[-8192:] = b"\xab" * 8192
    path.write_bytes(content)


@pytest.mark.usefixtures("every_file_is_large")
async def test_a_good_file_has_no_damage(url):
    async with await Database.open(url) as database:
        assert not database.was_checked()
        assert await database.find_damage() is None
        assert database.can_save()


async def test_a_damaged_page_is_found_before_it_is_used(url, path, every_file_is_large):
    async with await Database.open(url) as database, database.write() as store:
        for _ in range(500):
            await store.insert_table(table())
    damage(path)
    async with await Database.open(url) as database:
        found = await database.find_damage()
        assert isinstance(found, DatabaseCorrupt)
        assert str(path) in str(found)
        assert not database.can_save()


async def test_a_cancelled_check_ends_at_once(url):
    async with await Database.open(url) as database:
        checking = asyncio.create_task(database.find_damage())
        await asyncio.sleep(0)
        checking.cancel()
        await asyncio.gather(checking, return_exceptions=True)
        assert await wrote(database) == 1
