"""With a database above 64 MiB, the bot starts at once, then checks it and reports the result."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from db.backends.sqlite import CHECKED_BYTES
from db.connection import Database
from tests.e2e.process import Bot

DAMAGED = "ducks.db is damaged"


@pytest.fixture
async def large(tmp_path):
    """A large database. Nearly all of it is the name of one person on an unknown server."""
    path = tmp_path / "ducks.db"
    await (await Database.open(f"sqlite:///{path}")).close()
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA journal_mode = DELETE")
        with file:
            sql = "INSERT INTO players (guild_id, person_id, name) VALUES (1, 1, hex(zeroblob(?)))"
            file.execute(sql, (CHECKED_BYTES // 2,))
    assert path.stat().st_size > CHECKED_BYTES
    return path


def damage(path):
    """Overwrite two pages in the middle of the long name, which nothing reads."""
    with path.open("rb+") as file:
        file.seek(CHECKED_BYTES // 2)
        file.write(b"\xab" * 8192)


async def test_a_sound_database_is_reported_as_sound(box, tmp_path, large):
    alive = tmp_path / "alive"
    async with Bot(box, tmp_path, HEALTH_FILE=str(alive)) as bot:
        await bot.wait_until(lambda: "nothing in it is damaged" in bot.said())
        await bot.wait_until(alive.exists)
        assert DAMAGED not in bot.said()


async def test_a_damaged_database_is_reported_and_the_bot_goes_on(box, tmp_path, large):
    damage(large)
    async with Bot(box, tmp_path) as bot:
        await bot.ready()
        await bot.wait_until(lambda: DAMAGED in bot.said())
        assert "restore a backup" in bot.said()
        assert await bot.stop() == 0
