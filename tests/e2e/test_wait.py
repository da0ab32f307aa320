"""The bot waits if a fault may pass by itself. It ends at once if a person must fix the fault."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from contextlib import closing

import pytest

from bot import FIRST_PAUSE, LONGEST_PAUSE
from db.connection import Database
from sandbox import Sandbox
from tests.e2e.process import PATIENCE, Bot
from tests.test_play import free_port

AGAIN = "The next try is in"


@pytest.fixture
async def start(tmp_path):
    """Starts the bot's process on a sandbox, and ends it after the test."""
    started = []

    async def start(box):
        started.append(Bot(box, tmp_path))
        await started[0].start()
        return started[0]

    yield start
    for bot in started:
        await bot.stop()


def tries(bot):
    return bot.said().count(AGAIN)


def no_discord():
    """Return a sandbox that does not run, on a free port."""
    box = Sandbox(free_port())
    box.core.settings.url = f"http://127.0.0.1:{box._port}"
    return box


async def test_the_bot_waits_for_a_discord_that_is_not_there_yet(start):
    box = no_discord()
    bot = await start(box)
    await bot.wait_until(lambda: tries(bot) >= 2)
    assert f"Discord (at {box.api_base}) cannot be reached. {AGAIN} 2 seconds." in bot.said()
    assert f"{AGAIN} 4 seconds." in bot.said()
    async with box:
        await bot.ready()
        assert await bot.stop() == 0
    assert "Traceback" not in bot.said()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_bot_that_waits_ends_on_a_signal(start, number):
    bot = await start(no_discord())
    await bot.wait_until(lambda: tries(bot))
    assert await bot.stop(number) == 0
    assert "Traceback" not in bot.said()


@pytest.mark.parametrize("path", ["users/@me", "gateway/bot"])
async def test_the_bot_waits_while_discord_answers_with_errors(start, path):
    async with Sandbox() as box:
        box.core.faults.add({"on": f"GET /{path}", "status": 503})
        bot = await start(box)
        await bot.ready()
        assert tries(bot) == 1


async def test_the_bot_waits_for_a_database_that_another_program_has_locked(start, tmp_path):
    await (await Database.open(f"sqlite:///{tmp_path}/ducks.db")).close()
    async with Sandbox() as box:
        with closing(sqlite3.connect(tmp_path / "ducks.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            bot = await start(box)
            await bot.wait_until(lambda: tries(bot))
            assert "is locked by another program. The next try" in bot.said()
            other.execute("ROLLBACK")
        await bot.ready()


async def closed_by_the_gateway(box, bot, code):
    """Make the gateway close the connection with this code."""
    await bot.ready()
    (connection,) = box.core.gateway.connections
    await connection._socket.close(code=code)


async def test_the_bot_connects_again_after_the_gateway_closed_for_good(start):
    async with Sandbox() as box:
        bot = await start(box)
        await closed_by_the_gateway(box, bot, 4011)
        await bot.wait_until(lambda: bot.said().count("ready as") == 2)
        assert "has closed the connection: code 4011. The next try" in bot.said()
        assert await bot.stop() == 0


async def test_a_gateway_that_refuses_the_token_ends_the_bot(start):
    async with Sandbox() as box:
        bot = await start(box)
        await closed_by_the_gateway(box, bot, 4004)
        assert await asyncio.wait_for(bot._process.wait(), PATIENCE) == 2
        assert bot.said().endswith("has closed the connection: code 4004.\n")


def test_pauses_grow_up_to_a_minute():
    assert (FIRST_PAUSE, LONGEST_PAUSE) == (2, 60)
