"""The end of a season in the real bot, whose clock the tests set: it is announced once."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from cogs.features.seasons.firsts import Seasons
from db.connection import Database
from players.games import GAMES
from records.service import Records
from sandbox import Sandbox
from sandbox.settings import Sharding
from tests.e2e.clocked import Day
from tests.e2e.past import people_of, place_in, remember
from tests.e2e.process import Bot
from tests.e2e.workers import SHARDS, Workers
from tests.people import UNHURRIED, Person, has_text, text_of
from tests.records.rows import put_standings

FOR_A_SEASON = 5


def at(*when):
    return datetime(*when, tzinfo=UTC).timestamp()


def three_of(box):
    return tuple(people_of(box)[name] for name in ("Smew", "Scoter", "Merganser"))


@pytest.fixture
def day(tmp_path):
    return Day(tmp_path)


@pytest.fixture
async def play(box, tmp_path):
    """Five games of three people in May, and Smew, who looks at #games."""
    games = [("trophy", three_of(box))] * FOR_A_SEASON
    until = at(2026, 5, 31, 12)
    await remember(tmp_path / "ducks.db", place_in(box), games, until=until)
    async with Person(box, "Smew") as smew:
        yield smew


def told(person, channel="lounge"):
    return [m for m in person.messages(channel) if "The season is over: May 2026" in text_of(m)]


async def test_a_season_is_announced_once_despite_a_kill_and_a_lost_answer(
    box, tmp_path, day, play
):
    smew = play
    day.set("2026-06-02 01:50")
    async with Bot(box, tmp_path, clock=day.file) as bot:
        await bot.ready()
        done = await smew.command("settings")
        await smew.click("n1:settings:ask:seasons", done.message)
        page = smew.message(done.message["id"])
        await smew.click("o1:settings:set:seasons", page, values=[smew.channel("lounge")])
        await smew.until(lambda: "Saved." in text_of(smew.message(done.message["id"])))
        await bot.look_around()
        assert told(smew) == []
        await bot.kill()
    lounge = f"POST /channels/{smew.channel('lounge')}/messages"
    await smew.fault(on=lounge, drop="after")
    day.set("2026-06-02 02:30")
    async with Bot(box, tmp_path, clock=day.file) as bot:
        await bot.ready()
        message = await smew.until(lambda: next(iter(told(smew)), None))
        line = text_of(message).split("\n")[1]
        assert line.startswith("Trophy Buck:")
        assert sum(line.count(each) for each in "🥇🥈🥉") == 3
        await bot.wait_until(
            lambda: bot.rows("SELECT season, tried_at FROM season_channels") == [("2026-05", 0)]
        )
        assert smew.pings == []
        await bot.kill()
    day.set("2026-06-03 12:00")
    async with Bot(box, tmp_path, clock=day.file) as bot:
        await bot.ready()
        await bot.look_around()
        assert len(told(smew)) == 1
        page = text_of((await smew.command("leaderboard", game="trophy", period="season")).message)
        assert "Nobody is here yet" in page


async def test_a_season_is_announced_although_discord_was_away_at_its_hour(box, tmp_path, day):
    games = [("trophy", three_of(box))] * FOR_A_SEASON
    await remember(tmp_path / "ducks.db", place_in(box), games, until=at(2026, 5, 31, 12))
    async with Person(box, "Smew") as smew:
        lounge = smew.channel("lounge")
        day.set("2026-06-02 02:00")
        async with Bot(box, tmp_path, clock=day.file) as bot:
            await bot.ready()
            done = await smew.command("settings")
            await smew.fault(on=f"POST /channels/{lounge}/messages", times=9999, status=503)
            await smew.click("n1:settings:ask:seasons", done.message)
            page = smew.message(done.message["id"])
            await smew.click("o1:settings:set:seasons", page, values=[lounge])
            await bot.wait_until(lambda: bot.said().count("were not announced") > 1)
            await bot.kill()
        day.set("2026-06-02 02:10")
        async with Bot(box, tmp_path, clock=day.file) as bot:
            await bot.ready()
            await bot.wait_until(lambda: bot.said().count("were not announced") > 3)
            assert told(smew) == []
            await smew.ask("DELETE", "/sandbox/faults")
            await smew.until(lambda: told(smew))
            await bot.look_around()
            assert len(told(smew)) == 1


async def test_a_season_that_cannot_be_announced_is_given_up_quietly(box, tmp_path, day, play):
    smew = play
    lounge = f"POST /channels/{smew.channel('lounge')}/messages"
    await smew.fault(on=lounge, status=403, code=50013, message="Missing Permissions")
    day.set("2026-06-02 02:30")
    async with Bot(box, tmp_path, clock=day.file) as bot:
        await bot.ready()
        done = await smew.command("settings")
        await smew.click("n1:settings:ask:seasons", done.message)
        page = smew.message(done.message["id"])
        await smew.click("o1:settings:set:seasons", page, values=[smew.channel("lounge")])
        await bot.wait_until(
            lambda: bot.rows("SELECT season, tried_at FROM season_channels") == [("2026-05", 0)]
        )
        await bot.look_around()
        assert told(smew) == []
        assert "WARNING" not in bot.said()


async def test_a_season_is_announced_in_the_language_of_a_community(box, tmp_path, day, play):
    smew = play
    await smew.speak("de", guild_id=smew.world["guilds"][0]["id"])
    day.set("2026-06-02 02:30")
    async with Bot(box, tmp_path, clock=day.file) as bot:
        await bot.ready()
        page = (await smew.command("settings")).message
        await smew.click("n1:settings:ask:seasons", page)
        lounge = smew.channel("lounge")
        await smew.click("o1:settings:set:seasons", smew.message(page["id"]), values=[lounge])
        await smew.wait_for(has_text("Mai 2026"), channel="lounge")


# several workers


@pytest.fixture
async def sharded():
    limits = Sharding(max_concurrency=SHARDS)
    async with Sandbox(answer_within=UNHURRIED, sharding=limits) as sandbox:
        yield sandbox


async def remember_may(url, guilds):
    """Enter five games in May for three people on each server."""
    async with await Database.open(url) as database, database.write() as store:
        when = datetime(2026, 5, 20, tzinfo=UTC).timestamp()
        rows = [(each, 5, each, 10, 9, 0, 25.0) for each in range(1, 4)]
        for guild in guilds:
            await put_standings(store, int(guild["id"]), "ducks", rows, when)


async def name_channels(url, guilds):
    """Have seasons announced in the first channel of each server."""
    async with await Database.open(url) as database:
        seasons = Seasons(Records(database, GAMES, time.time).shared)
        for guild in guilds:
            channel = int(guild["channels"][0]["id"])
            await seasons.choose(int(guild["id"]), channel)


@pytest.mark.postgresql
async def test_one_worker_announces_seasons_and_the_other_goes_on_after_a_kill(
    sharded, tmp_path, day, database_url
):
    day.set("2026-06-02 02:30")
    async with (
        Person(sharded, "Smew") as smew,
        Workers(sharded, tmp_path, database_url, clock=day.file) as workers,
    ):
        guilds = smew.world["guilds"]
        *channels, last = [guild["channels"][0]["id"] for guild in guilds]
        await remember_may(database_url, guilds)
        await name_channels(database_url, guilds[:-1])
        for _ in range(2):
            await workers.start()
        await workers.share(SHARDS // 2, SHARDS // 2)
        await smew.until(lambda: all(told(smew, channel) for channel in channels))
        done = lambda: workers.database.select("SELECT tried_at FROM season_channels")  # noqa: E731
        await workers.running[0].wait_until(lambda: {row[0] for row in done()} == {0})
        holder = workers.holders()[0]  # the holder of the first shard is the housekeeper
        await workers.kill(next(b for b in workers.running if workers.name_of(b) == holder))
        await workers.share(SHARDS)
        await name_channels(database_url, guilds[-1:])
        await smew.until(lambda: told(smew, last))
        assert [len(told(smew, channel)) for channel in channels] == [1] * len(channels)
        assert "🥇 **P3** · 🥈 **P2** · 🥉 **P1**" in text_of(told(smew, last)[0])
