"""The real bot process with a real PostgreSQL server, which waits for the disk at each commit."""

from __future__ import annotations

import asyncio
import random

import psycopg
import pytest

from engine.core import CHANCE, fold
from players.games import GAMES
from tables.model.errors import UNSURE
from tests.e2e.process import Bot
from tests.e2e.table import (
    actor,
    board_of,
    click_once,
    drawn,
    moves,
    over,
    play_out,
    ready_board,
    seated,
)
from tests.people import Person, Refused, has_button, has_text, text_of
from tests.postgresql import Server
from tests.proxy import Proxy

EPHEMERAL = 64


@pytest.fixture(scope="module")
def safe_server(server_of_postgresql):
    """A server that tests may stop. The shared server's fixture skips tests without PostgreSQL."""
    with Server(safe=True) as server:
        yield server


@pytest.fixture
def server(safe_server):
    """The server, with a new database."""
    safe_server.run("CREATE DATABASE ducks")
    yield safe_server
    safe_server.drop("ducks")


@pytest.fixture
async def bot(box, tmp_path, server):
    async with Bot(box, tmp_path, DATABASE_URL=server.url("ducks")) as process:
        await process.ready()
        yield process


@pytest.fixture
async def people(box, bot):
    async with Person(box, "Smew") as smew, Person(box, "Scoter") as scoter:
        yield smew, scoter


def log_of(server):
    """Return the moves made by clicks at table 1, a game of Ducks in a Bucket."""
    with psycopg.connect(server.url("ducks")) as connection:
        game = next(game for game in GAMES if game.info.key == "ducks")
        (first,) = connection.execute("SELECT first FROM tables WHERE id = 1").fetchone()
        (seats,) = connection.execute("SELECT COUNT(*) FROM seats WHERE table_id = 1").fetchone()
        log = connection.execute("SELECT seat, text FROM moves WHERE table_id = 1 ORDER BY seq")
        steps = list(fold(game, seats, {}, first, log))
    return [s.move for s in steps if s.seat != CHANCE and game.forced(s.before) is None]


async def test_a_whole_game_is_played_and_remembered(people, bot):
    await seated(people, "ducks")
    final = await play_out(people, seed=5)
    assert "The game is over" in text_of(final)
    verdict = (await people[0].press_fair_dice("Check", final)).message
    assert "The dice are fair" in text_of(verdict)
    assert "Scoter" in text_of((await people[0].command("leaderboard")).message)
    assert "Traceback" not in bot.said()
    assert not bot.database.exists()


async def test_a_game_goes_on_after_kill_9(people, bot, server):
    await seated(people, "ducks")
    chance = random.Random(7)
    for number in range(1, 5):
        await click_once(people, chance)
        await bot.kill()
        assert len(log_of(server)) == number
        await bot.start()
        await bot.ready()
    assert "The game is over" in text_of(await play_out(people, seed=5))


async def test_a_restart_of_the_server_loses_and_doubles_no_move(people, bot, server):
    await seated(people, "ducks")
    chance, made = random.Random(3), 0
    for mode in ("fast", "immediate", "fast", "immediate", "immediate"):
        clicking = asyncio.create_task(click_about(people, chance))
        await people[0].until(lambda now=made: text_of(board_of(people[0])) and now is not None)
        await asyncio.to_thread(server.stop, mode)
        await asyncio.to_thread(server.start)
        made += await clicking
        assert len(log_of(server)) == made
    board = ready_board(people[0], people)
    assert over(board) or actor(board, people)
    assert bot.alive


async def click_about(people, chance):
    """Make ten clicks, and return how many of them made a move."""
    made = 0
    for _ in range(10):
        board = await people[0].until(lambda: ready_board(people[0], people))
        if over(board):
            return made
        control = chance.choice([c for c in moves(board) if c["custom_id"].startswith("t1:")])
        try:
            done = await actor(board, people).click_id(board["id"], control["custom_id"])
        except Refused:  # the board was brought up to date before the click arrived
            continue
        assert done.state == "answered"
        if not done.message["flags"] & EPHEMERAL:
            made += 1
            await people[0].until(lambda: ready_board(people[0], people) != board)  # noqa: B023
    return made


async def test_a_start_waits_for_a_server_that_is_away(box, tmp_path, server):
    server.stop()
    async with Bot(box, tmp_path, DATABASE_URL=server.url("ducks")) as bot:
        await bot.wait_until(lambda: "cannot be reached" in bot.said())
        await asyncio.to_thread(server.start)
        await bot.ready()
        assert (await bot.stop()) == 0
    assert "The next try is in" in bot.said()


async def test_clicks_are_answered_while_the_server_is_away(people, bot, server):
    await people[0].command("ducks start")
    server.stop()
    await people[1].click("Join")
    await people[1].wait_for(has_text(UNSURE))
    await asyncio.to_thread(server.start)
    await people[1].click("Join")
    await people[1].wait_for(has_button("Start"))
    assert bot.said().count("Nothing is saved until that is over") == 1


async def test_a_committed_change_is_confirmed_even_if_it_cannot_be_shown(box, tmp_path, server):
    async with (
        Proxy(server.url("ducks")) as proxy,
        Bot(box, tmp_path, DATABASE_URL=proxy.url) as bot,
        Person(box, "Smew") as smew,
        Person(box, "Scoter") as scoter,
    ):
        await bot.ready()
        lobby = (await smew.command("ducks start")).message
        # The click reads the lobby twice, and the second attempt does so again.
        proxy.lose(b"SELECT 1\nFROM seats JOIN", arrives=True, times=4)
        done = await scoter.click("Join", lobby)
        assert "What you did counts" in text_of(done.message)
        assert "Scoter" not in text_of(smew.message(lobby["id"]))
        await smew.wait_for(lambda m: m["id"] == lobby["id"] and "Scoter" in text_of(m))
        assert not proxy.loses


async def test_an_unknown_outcome_is_reported_and_shown_later(box, tmp_path, server):
    async with (
        Proxy(server.url("ducks")) as proxy,
        Bot(box, tmp_path, DATABASE_URL=proxy.url) as bot,
        Person(box, "Smew") as smew,
        Person(box, "Scoter") as scoter,
    ):
        await bot.ready()
        pair = smew, scoter
        board = await seated(pair, "ducks")
        # A move and its COMMIT are one round trip.
        proxy.lose(b"INSERT INTO processed_interactions", arrives=True)
        proxy.then(lambda: proxy.cut(silent=False))
        done = await actor(board, pair).click_id(board["id"], moves(board)[0]["custom_id"])
        assert "I do not know yet whether what you did counts" in text_of(done.message)
        await proxy.mend()
        await smew.until(lambda: (now := ready_board(smew, pair)) and drawn(now) != drawn(board))
