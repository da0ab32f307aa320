"""A full disk under a running bot or at its start: the bot goes on once there is room."""

from __future__ import annotations

import pytest

from db.connection import Database
from tests.db.conftest import disk  # noqa: F401 - a fixture
from tests.db.test_full import fill
from tests.e2e.process import Bot
from tests.e2e.table import actor, moves, seated
from tests.people import text_of

EPHEMERAL = 64
FULL = "cannot be written: the disk is full."


@pytest.fixture
async def bot(box, tmp_path, disk):  # noqa: F811 - the fixture
    """A bot whose database, but not its log, is on a disk with little room."""
    bot = Bot(box, tmp_path, DATABASE_URL=f"sqlite:///{disk}/ducks.db")
    bot.database = disk / "ducks.db"
    await bot.start()
    await bot.ready()
    yield bot
    await bot.stop()


async def test_an_unsaved_click_is_reported_and_works_once_there_is_room(people, bot):
    pair = people[:2]
    board = await seated(pair, "buckdice")
    filler = fill(bot.database.parent)
    while True:  # SQLite may find room in its own files first
        player, move, before = actor(board, pair), moves(board)[0]["custom_id"], bot.moves()
        done = await player.click_id(board["id"], move)
        if done.message["flags"] & EPHEMERAL:
            break
        board = done.message
    assert "Something went wrong" in text_of(done.message)
    assert bot.moves() == before
    filler.unlink()
    await bot.wait_until(lambda: "can be written again" in bot.said())  # needs no click
    await player.click_id(board["id"], move)
    assert len(bot.moves()) > len(before)
    assert bot.said().count(f"{FULL} Nothing is saved until that is over.") == 1
    assert "Traceback" not in bot.said()


async def test_a_start_on_a_full_disk_waits_for_room(box, tmp_path, disk):  # noqa: F811
    await (await Database.open(f"sqlite:///{disk}/ducks.db")).close()
    filler = fill(disk)
    bot = Bot(box, tmp_path, DATABASE_URL=f"sqlite:///{disk}/ducks.db")
    await bot.start()
    await bot.wait_until(lambda: f"{FULL} The next try is in" in bot.said())
    filler.unlink()
    await bot.ready()
    assert await bot.stop() == 0
