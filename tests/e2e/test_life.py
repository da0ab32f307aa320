"""The bot's start and end: failures at the start do no harm, and the end loses no click."""

from __future__ import annotations

import asyncio
import random
import signal

import pytest

from tests.e2e.process import PATIENCE, Bot
from tests.e2e.table import actor, board_of, click_once, moves, ready_board, seated
from tests.people import Person, labels, text_of


@pytest.fixture
async def smew(box):
    async with Person(box, "Smew") as person:
        yield person


@pytest.fixture
async def scoter(box):
    async with Person(box, "Scoter") as person:
        yield person


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_bot_ends_cleanly_on_a_signal(bot, number):
    assert await bot.stop(number) == 0
    assert "Traceback" not in bot.said()
    assert not bot.database.with_name("ducks.db-wal").exists()


@pytest.mark.parametrize("again", [0, 20])
async def test_a_click_under_way_is_answered_before_the_end(bot, smew, scoter, again):
    board = await seated((smew, scoter), "ducks")
    player = actor(board, (smew, scoter))
    before = len(bot.moves())
    await player.fault(on="POST /interactions/*/*/callback", delay=1.0)
    click = await player.click_id(board["id"], moves(board)[0]["custom_id"], wait=False)
    await bot.wait_until(lambda: len(bot.moves()) > before)  # committed, but not yet answered
    for _ in range(again):
        bot.send(signal.SIGTERM)
        await asyncio.sleep(0.02)
    assert await bot.stop() == 0
    assert (await player.done(click.interaction_id)).state == "answered"
    assert "Traceback" not in bot.said()
    assert not bot.database.with_name("ducks.db-wal").exists()


async def test_the_end_does_not_wait_for_ever_for_an_answer(bot, smew, scoter):
    board = await seated((smew, scoter), "ducks")
    player = actor(board, (smew, scoter))
    before = len(bot.moves())
    await player.fault(on="POST /interactions/*/*/callback", delay=10 * PATIENCE)
    await player.click_id(board["id"], moves(board)[0]["custom_id"], wait=False)
    await bot.wait_until(lambda: len(bot.moves()) > before)
    assert await bot.stop() == 0


async def test_a_game_goes_on_after_a_restart(bot, smew, scoter):
    people = (smew, scoter)
    await seated(people, "ducks")
    chance = random.Random(4)
    await click_once(people, chance)
    assert await bot.stop() == 0
    await bot.start()
    await bot.ready()
    before = len(bot.moves())
    await click_once(people, chance)
    assert len(bot.moves()) > before


async def test_the_health_file_exists_while_the_bot_runs(box, tmp_path):
    sign = tmp_path / "alive"
    sign.write_text("left by a process that was killed")
    async with Bot(box, tmp_path, HEALTH_FILE=str(sign)) as bot:
        await bot.ready()
        await bot.wait_until(lambda: sign.exists() and not sign.read_text())
        assert await bot.stop() == 0
        assert not sign.exists()


async def test_a_health_file_that_cannot_be_written_stops_no_game(box, tmp_path, smew):
    async with Bot(box, tmp_path, HEALTH_FILE=str(tmp_path)) as bot:
        await bot.ready()
        assert (await smew.command("ducks start")).state == "answered"
        assert "HEALTH_FILE cannot be written" in bot.said()


async def test_SYNC_GUILD_puts_the_commands_into_one_server(box, tmp_path, smew):
    pond, lake = smew.world["guilds"]
    async with Bot(box, tmp_path, SYNC_GUILD=lake["id"]) as bot:
        await bot.wait_until(lambda: "commands are in place" in bot.said())
        commands = (await smew.look())["commands"]
    assert {command["guild_id"] for command in commands} == {lake["id"]}
    assert pond["id"] != lake["id"]
    assert {"ducks", "table"} <= {command["name"] for command in commands}


def scopes(world):
    """Return the servers in which commands are listed. None means all servers."""
    return {command.get("guild_id") for command in world["commands"]}


async def test_commands_are_in_one_list_while_SYNC_GUILD_is_set_and_removed(box, tmp_path, smew):
    lake = smew.world["guilds"][1]["id"]
    for settings, wanted in (
        ({"SYNC_GUILD": lake}, lake),
        ({}, None),
        ({"SYNC_GUILD": lake}, lake),
    ):
        async with Bot(box, tmp_path, **settings) as bot:
            await bot.ready()
            async with asyncio.timeout(PATIENCE):
                while scopes(await smew.look()) != {wanted}:  # noqa: ASYNC110 - there is no event
                    await asyncio.sleep(0.1)


@pytest.mark.parametrize("status", [429, 500, 403])
async def test_commands_that_cannot_be_renewed_stay_and_work(bot, smew, scoter, status):
    await bot.stop()
    fault = {"status": status, "retry_after": 300} if status == 429 else {"status": status}
    await smew.fault(on="GET /applications/*/commands", times=99, **fault)
    await bot.start()
    await bot.ready(listed=False)
    assert await seated((smew, scoter), "ducks")


async def test_commands_refused_at_the_start_are_there_once_discord_takes_them(box, tmp_path, smew):
    await smew.fault(on="PUT /applications/*/commands", status=502, times=1)
    async with Bot(box, tmp_path) as bot:
        await bot.ready()
        assert (await smew.command("ducks start")).state == "answered"


@pytest.fixture
def bare(box):
    """A sandbox in which the application has no emojis yet."""
    box.core.world.emojis.clear()
    return box


@pytest.mark.parametrize("what", ["GET", "POST"])
async def test_without_application_emojis_the_board_has_plain_characters(
    bare, tmp_path, smew, scoter, what
):
    await smew.fault(
        on=f"{what} /applications/*/emojis", status=403, code=50001, message="No", times=999
    )
    async with Bot(bare, tmp_path) as bot:
        await bot.wait_until(lambda: "plain characters stay" in bot.said())
        await bot.ready()
        await smew.look()
        board = await seated((smew, scoter), "ducks")
        await click_once((smew, scoter), random.Random(1))
        board = board_of(smew)
    assert "🪣" in text_of(board)
    assert "<:" not in text_of(board)
    assert labels(board)


async def test_emojis_are_made_once_and_used_again(bare, bot, smew, scoter):
    await bot.wait_until(lambda: "emojis are in place" in bot.said())
    made = [entry for entry in await smew.record() if _makes_an_emoji(entry)]
    await bot.begin_anew()
    await bot.wait_until(lambda: bot.said().count("emojis are in place") == 2)
    board = await seated((smew, scoter), "ducks")
    again = [entry for entry in await smew.record() if _makes_an_emoji(entry)]
    assert made == again != []
    assert "<:bucket_" in text_of(ready_board(smew, (smew, scoter)) or board)


def _makes_an_emoji(entry):
    return entry["method"] == "POST" and entry["path"].endswith("/emojis")
