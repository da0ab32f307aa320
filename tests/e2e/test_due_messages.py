"""Messages due by the clock while Discord is in trouble: none is lost, none comes twice."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing

import pytest

from tests.cogs.features.daily.e2e.test_daily import WEDNESDAY, clocked, day, opened, pressed
from tests.e2e.past import place_in, remember
from tests.e2e.process import Bot
from tests.e2e.table import actor, board_of, click_once, play_out, seated
from tests.e2e.test_seasons import FOR_A_SEASON, at, look_around, three_of, told
from tests.people import PATIENCE, Person, has_text, text_of

__all__ = ["clocked", "day"]

AWAY = {"status": 503}
"""Discord turns a message away."""

LOST = {"drop": "after"}
"""Discord takes a message, and the answer is lost."""


async def test_a_season_is_announced_although_discord_was_away_at_its_hour(box, tmp_path, day):
    games = [("trophy", three_of(box))] * FOR_A_SEASON
    await remember(tmp_path / "ducks.db", place_in(box), games, until=at(2026, 5, 31, 12))
    async with Person(box, "Smew") as smew:
        lounge = smew.channel("lounge")
        day.set("2026-06-02 02:00")
        async with Bot(box, tmp_path, clock=day.file) as bot:
            await bot.ready()
            done = await smew.command("settings")
            await smew.fault(on=f"POST /channels/{lounge}/messages", times=9999, **AWAY)
            await smew.click("n1:settings:ask:seasons", done.message)
            page = smew.message(done.message["id"])
            await smew.click("o1:settings:set:seasons", page, values=[lounge])
            await bot.wait_until(lambda: bot.said().count("was not told") > 1)
            await bot.kill()
        day.set("2026-06-02 02:10")
        async with Bot(box, tmp_path, clock=day.file) as bot:
            await bot.ready()
            await bot.wait_until(lambda: bot.said().count("was not told") > 3)
            assert told(smew) == []
            await smew.ask("DELETE", "/sandbox/faults")
            await smew.until(lambda: told(smew))
            await look_around(bot)
            assert len(told(smew)) == 1


def daily_reminders(person):
    return [m for m in person.messages("dm") if "Your daily waits" in text_of(m)]


@pytest.mark.parametrize("trouble", [AWAY, LOST])
async def test_a_reminder_of_the_daily_comes_once_though_discord_was_away(
    box, clocked, day, trouble
):
    async with Person(box, "Smew") as smew:
        await pressed(smew, "Remind me daily", await pressed(smew, "⋯", await opened(smew)))
        dm = smew.channel("dm")
        await smew.fault(on=f"POST /channels/{dm}/messages", times=1, **trouble)
        day.set(f"{WEDNESDAY} 12:11")
        await smew.until(lambda: daily_reminders(smew))
        day.set(f"{WEDNESDAY} 12:12")
        await smew.command("turns")
        assert len(daily_reminders(smew)) == 1


async def test_each_of_two_is_reminded_of_the_daily(box, clocked, day):
    async with Person(box, "Smew") as smew, Person(box, "Scoter") as scoter:
        for person in (smew, scoter):
            await pressed(
                person, "Remind me daily", await pressed(person, "⋯", await opened(person))
            )
        day.set(f"{WEDNESDAY} 12:11")
        for person in (smew, scoter):
            await person.until(lambda person=person: daily_reminders(person))


@pytest.mark.parametrize("trouble", [AWAY, LOST])
async def test_a_card_comes_once_though_discord_was_away(people, bot, trouble):
    *players, watcher = people
    await watcher.press_more("👀 Watch", await seated(tuple(players), "ducks"))
    dm = watcher.channel("dm")
    await watcher.fault(on=f"POST /channels/{dm}/messages", times=2, **trouble)
    await play_out(tuple(players), seed=1)
    await bot.wait_until(lambda: not bot.rows("SELECT * FROM watchers"))
    await watcher.wait_for(has_text("You watched"), channel="dm")
    assert len(watcher.messages("dm")) == 1


def calls(person):
    """The calls that were ever posted: one that is answered goes."""
    created = (each["d"] for each in person.events if each["t"] == "message_create")
    return {each["id"] for each in created if "your turn at" in text_of(each)}


@pytest.mark.parametrize("trouble", [AWAY, LOST])
@pytest.mark.parametrize("way", ["channels/*/messages", "webhooks/*/*"])
async def test_a_player_is_called_once_though_discord_was_away(people, bot, trouble, way):
    board = await seated(people, "trophy")
    if way.startswith("channels"):
        await bot.begin_anew()  # it has no token of a click any more
    await people[0].fault(on=f"POST /{way}", times=1, **trouble)
    bot.let_wait(60)
    await people[0].until(lambda: calls(people[0]), timeout=3 * PATIENCE)
    await bot.wait_until(lambda: bot.rows("SELECT called FROM tables") != [("",)])
    assert len(calls(people[0])) == 1
    await click_once(people, random.Random(1))
    assert board_of(people[0])["id"] == board["id"]


async def test_a_player_who_moves_during_the_request_is_not_called(people, bot, box):
    await seated(people, "trophy")
    await bot.begin_anew()
    await people[0].fault(on=f"GET /channels/{people[0].channel()}", delay=5)
    bot.let_wait(60)
    while box.core.faults._rules:  # noqa: ASYNC110 - until the bot asks, nothing tells
        await asyncio.sleep(0.05)
    await click_once(people, random.Random(1))
    await look_around(bot)
    assert calls(people[0]) == set()


@pytest.mark.parametrize("trouble", [AWAY, LOST])
async def test_a_reminder_by_direct_message_comes_once(people, bot, trouble):
    for person in people:
        done = await person.click(
            "o1:turns:remind", (await person.command("turns")).message, values=["direct"]
        )
        assert done.state == "answered"
    board = await seated(people, "trophy", clock="day")
    player = actor(board, people)
    dm = player.channel("dm")
    await player.fault(on=f"POST /channels/{dm}/messages", times=1, **trouble)
    bot.let_wait(43_205)
    if trouble is AWAY:
        await bot.wait_until(lambda: "could not be sent" in bot.said())
        with closing(sqlite3.connect(bot.database, timeout=60)) as file, file:
            file.execute("UPDATE reminders SET sent_at = sent_at - 60")
    await player.wait_for(has_text("Your turn"), channel="dm")
    await bot.wait_until(lambda: "!" in str(bot.rows("SELECT called FROM tables")))
    assert len(player.messages("dm")) == 1
