"""A database that is removed under a running bot: no click counts as saved."""

from __future__ import annotations

import pytest

from tests.e2e.process import Bot
from tests.e2e.table import actor, moves, seated
from tests.people import text_of

EPHEMERAL = 64
GONE = "was removed or replaced while it was in use"


@pytest.fixture
async def bot(box, tmp_path):
    async with Bot(box, tmp_path, HEALTH_FILE=str(tmp_path / "alive")) as process:
        await process.ready()
        yield process


async def test_no_click_is_confirmed_after_the_database_is_gone(people, bot):
    pair = people[:2]
    board = await seated(pair, "ducks")
    player = actor(board, pair)
    bot.database.unlink()
    for _ in range(3):
        done = await player.click_id(board["id"], moves(board)[0]["custom_id"])
        assert done.message["flags"] & EPHEMERAL
        assert "Something went wrong" in text_of(done.message)
    assert bot.said().count(GONE) == 1
    assert "Traceback" not in bot.said()
    assert not bot.database.exists()


async def test_a_removed_database_is_noticed_even_if_nobody_clicks(bot):
    bot.database.unlink()
    await bot.wait_until(lambda: GONE in bot.said())
