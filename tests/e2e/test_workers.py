"""Several processes of the bot on one database: they share shards, take over, and come and go."""

from __future__ import annotations

import asyncio
import random
import signal
from collections import Counter
from contextlib import AsyncExitStack, suppress

import pytest

from sandbox import Sandbox
from sandbox.settings import Limits, Sharding
from sandbox.state.model import FAILED
from tests.cogs.pictures import DRAWINGS
from tests.e2e.table import actor, board_of, click_once, moves, play_out, seated, table_of
from tests.e2e.workers import SHARDS, Workers
from tests.people import PATIENCE, UNHURRIED, Person, Refused, controls
from tests.proxy import SandboxLine

NOT_EDITED = "its message could not be edited"
FEW = 12
"""Limit on failed edits in three seconds: one in each round of retries, and a few more."""

pytestmark = pytest.mark.postgresql

POND, LAKE = "The Pond/games", "Far Lake/games"


@pytest.fixture
async def box():
    """A sandbox in which each shard has its own bucket, so that no session waits for another."""
    limits = Sharding(max_concurrency=SHARDS)
    async with Sandbox(answer_within=UNHURRIED, sharding=limits) as sandbox:
        yield sandbox


@pytest.fixture
async def workers(box, tmp_path, database_url):
    async with Workers(box, tmp_path, database_url) as workers:
        yield workers


@pytest.fixture
async def people(box):
    """Makes two people who look at a channel: `pair = await people(POND)`."""
    async with AsyncExitStack() as stack:

        async def enter(channel):
            names = ("Smew", "Scoter")
            found = [Person(box, name, channel) for name in names]
            return tuple([await stack.enter_async_context(person) for person in found])

        yield enter


def guild(person, number):
    return person.world["guilds"][number]["id"]


def boards(person, table):
    """Return the public messages with controls of a table."""
    found = [m for m in person.messages() if m["flags"] & 64 == 0]
    return [
        m for m in found if any(c["custom_id"].split(":")[1] == str(table) for c in controls(m))
    ]


async def taken_over(workers, guild_id, before):
    """Wait until another process holds the shard of this server."""

    def other():
        holder = workers.holders()[(int(guild_id) >> 22) % SHARDS]
        return holder not in ("", before)

    await workers.running[0].wait_until(other, 3 * PATIENCE)  # six shards wait for their slots


@pytest.mark.heavy
async def test_three_share_the_shards_and_go_on_where_one_is_killed_or_paused(workers, people):
    for _ in range(3):
        await workers.start()
    await workers.share(4, 4, 4)
    pond, lake = await people(POND), await people(LAKE)
    for pair in (pond, lake):
        await seated(pair, "ducks")
    assert (await pond[0].command("pond start", channel="dm")).state == "answered"
    chance = random.Random(3)

    killed = workers.holder_of(guild(pond[0], 0))
    name = workers.name_of(killed)
    await click_once(pond, chance)
    await workers.kill(killed)
    await taken_over(workers, guild(pond[0], 0), name)
    await click_once(pond, chance)
    await workers.share(6, 6)

    paused = workers.holder_of(guild(lake[0], 1))
    name = workers.name_of(paused)
    await workers.pause(paused)
    board = board_of(lake[0], 2)
    await actor(board, lake).click(moves(board)[0]["custom_id"], board, wait=False)
    await taken_over(workers, guild(lake[0], 1), name)
    await click_once(lake, chance, 2)
    before = workers.moves(2)
    paused.send(signal.SIGCONT)
    await workers.share(6, 6)
    assert workers.moves(2)[: len(before)] == before

    for table, pair in ((1, pond), (2, lake)):
        await play_out(pair, seed=table, table=table)
        assert len(boards(pair[0], table)) == 1


@pytest.mark.heavy
async def test_the_shards_of_one_that_is_cut_off_from_discord_go_to_another(workers, people, box):
    async with SandboxLine(box) as line:
        await workers.start(DISCORD_API_BASE=line.api_base)
        await workers.start()
        await workers.share(6, 6)
        pond, lake = await people(POND), await people(LAKE)
        for pair in (pond, lake):
            await seated(pair, "ducks")
        chance = random.Random(5)
        await line.cut(silent=True)
        await workers.share(0, 12)
        for table, pair in ((1, pond), (2, lake)):
            await click_once(pair, chance, table)
        await line.mend()
        await workers.share(6, 6)
        for table, pair in ((1, pond), (2, lake)):
            await click_once(pair, chance, table)


@pytest.mark.heavy
async def test_a_board_is_tried_again_without_haste_where_discord_is_cut_off(workers, people, box):
    async with SandboxLine(box) as line:
        await workers.start(DISCORD_API_BASE=line.api_base)
        bot = workers.running[0]
        await workers.start()
        await workers.share(6, 6)
        for place in (POND, LAKE):
            pair = await people(place)
            if workers.holder_of(guild(pair[0], 0 if place == POND else 1)) is bot:
                break
        board = await seated(pair, "ducks")
        table = table_of(board)
        mover, before = actor(board, pair), len(workers.moves(table))
        await mover.fault(on="POST /interactions/*/*/callback", delay=5)
        await mover.click(moves(board)[0]["custom_id"], board, wait=False)
        await bot.wait_until(lambda: len(workers.moves(table)) > before)
        await line.cut(silent=False)
        await bot.wait_until(lambda: NOT_EDITED in bot.said())
        await asyncio.sleep(3)
        assert bot.said().count(NOT_EDITED) <= FEW


@pytest.mark.heavy
async def test_three_that_start_at_once_ask_for_no_more_than_discord_allows(tmp_path, database_url):
    async with (
        Sandbox(limits=Limits(), sharding=Sharding()) as box,
        Workers(box, tmp_path, database_url, SHARDS="3") as workers,
    ):
        await asyncio.gather(*(workers.start() for _ in range(3)))
        await workers.share(1, 1, 1)
        for bot in workers.running:
            await bot.wait_until(lambda bot=bot: "emojis are in place" in bot.said())
            assert "keep up" not in bot.said()
        asked = box.core.record.entries()
    assert box.core.gateway.starts.early == 0
    assert [entry for entry in asked if entry["status"] not in {200, 201}] == []
    counts = Counter((entry["method"], entry["path"].rpartition("/")[2]) for entry in asked)
    assert (counts["PUT", "commands"], counts["POST", "emojis"]) == (1, len(DRAWINGS))
    # Two workers keep looking for the emojis that the third uploads.
    assert counts.total() - counts["POST", "emojis"] - counts["GET", "emojis"] < 3 * 12


async def play_on(pair):
    """Play game after game; each click must be answered and change the board."""
    for seed in range(1000):
        with suppress(Refused):  # the sandbox refuses a click on a button that has just gone
            board = await seated(pair, "ducks")
            await play_out(pair, seed, table_of(board))


@pytest.mark.heavy
async def test_workers_are_replaced_one_by_one_while_people_play(workers, people, box):
    for _ in range(2):
        await workers.start()
    await workers.share(6, 6)
    pairs = [await people(POND), await people(LAKE)]
    playing = [asyncio.create_task(play_on(pair)) for pair in pairs]
    for old in list(workers.running):
        new = await workers.start()
        await new.wait_until(lambda new=new: workers.name_of(new) in workers.holders().values())
        assert await workers.stop(old) == 0
    await workers.share(6, 6)
    for task in playing:
        task.cancel()
    ended = await asyncio.gather(*playing, return_exceptions=True)
    assert [type(end) for end in ended] == [asyncio.CancelledError] * 2
    assert FAILED not in {interaction.state for interaction in box.core.interactions.values()}
    for table, channel in workers.database.select("SELECT id, channel_id FROM tables"):
        pair = pairs[str(channel) == pairs[1][0].channel()]
        await pair[0].until(lambda pair=pair, table=table: len(boards(pair[0], table)) == 1)
