"""Reminders in the real bot: the player chooses how, they are sent, and a refusal is shown."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

import pytest

from tests.e2e.table import actor, board_of, click_once, seated
from tests.e2e.test_due_messages import AWAY, LOST
from tests.people import controls, has_text, parts, text_of

DAY = 86_400


async def choose(person, way):
    """Choose on `/turns` how to be reminded."""
    page = (await person.command("turns")).message
    done = await person.click("o1:turns:remind", page, values=[way])
    assert done.state == "answered"


def way_of(page):
    """Return the chosen options for reminders on a page of `/turns`."""
    (select,) = (c for c in controls(page) if c["custom_id"] == "o1:turns:remind")
    return [option["value"] for option in select["options"] if option.get("default")]


def noted(bot, what):
    """Return a value from the database file."""
    with closing(sqlite3.connect(bot.database)) as file:
        return file.execute(f"SELECT {what}").fetchone()[0]


def calls(person):
    """Return the calls in the channel that the person looks at."""
    return [m for m in person.messages() if "your turn** · Trophy Buck" in text_of(m)]


async def pass_on(people):
    """Play until another person's turn, wait for the call, and return that person."""
    chance, before = random.Random(2), actor(board_of(people[0]), people)
    while actor(board_of(people[0]), people) is before:
        await click_once(people, chance)
    called = actor(board_of(people[0]), people)
    await called.until(
        lambda: len(calls(called)) == 1 and called.mention in text_of(calls(called)[0])
    )
    return called


async def test_a_reminder_comes_by_direct_message_or_in_the_channel_if_that_is_refused(people, bot):
    for person in people:
        await choose(person, "direct")
    await seated(people, "trophy", clock="day")
    called = await pass_on(people)
    (call,) = calls(called)
    bot.let_wait(DAY / 2 + 5)
    sent = await called.wait_for(has_text("Your turn"), channel="dm")
    board = board_of(called)
    link = next(part["url"] for part in parts(sent) if part.get("url"))
    assert link.endswith(f"/{board['channel_id']}/{board['id']}")
    await bot.wait_until(lambda: "!" in noted(bot, "called FROM tables"))
    assert calls(called) == [call]

    other = await pass_on(people)
    await other.admin("close_dms", user_id=other.id)
    (call,) = calls(other)
    bot.let_wait(DAY / 2 + 5)
    await other.until(lambda: calls(other) and calls(other)[0]["id"] != call["id"])
    assert other.messages("dm") == []
    page = (await other.command("turns")).message
    assert "did not let me" in text_of(page)
    assert way_of(page) == ["channel"]
    refused = "SUM(refused) FROM reminders"
    await bot.wait_until(lambda: noted(bot, refused) == 0)
    assert "did not let me" not in text_of((await other.command("turns")).message)


async def test_a_reminder_is_in_the_language_in_which_it_was_asked_for(people, bot):
    player = actor(await seated(people, "trophy", clock="day"), people)
    await player.speak("de")
    await choose(player, "direct")
    await player.speak("en-US")
    bot.let_wait(DAY / 2 + 5)
    await player.until(lambda: player.messages("dm"))
    assert " und " in text_of(player.messages("dm")[0])


async def test_without_the_feature_nobody_is_reminded_after_half_a_turn(people, bot):
    for person in people:
        await choose(person, "direct")
    await seated(people, "trophy", clock="day")
    called = await pass_on(people)
    call = calls(called)
    bot._environment["WITHOUT"] = "turns"
    await bot.begin_anew()
    bot.let_wait(DAY / 2 + 5)
    await bot.look_around()
    assert (calls(called), called.messages("dm")) == (call, [])
    assert noted(bot, "SUM(sent_at) FROM reminders") == 0


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
