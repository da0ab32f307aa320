"""The daily in the real bot: played to its end, although the bot is killed and midnight passes."""

from __future__ import annotations

import random

import pytest

from tests.e2e.clocked import Day
from tests.e2e.process import Bot
from tests.e2e.table import drawn, moves, picked, play_out, seated
from tests.e2e.test_records import again
from tests.people import (
    EPHEMERAL,
    PATIENCE,
    Person,
    controls,
    find_unseen_digits,
    has_text,
    labels,
    text_of,
)
from tests.rows import Rows

TUESDAY, WEDNESDAY = "2026-11-24", "2026-11-25"


@pytest.fixture
def day(tmp_path):
    return Day(tmp_path)


@pytest.fixture
async def clocked(box, day, tmp_path, database_url):
    """A bot that starts at noon on Tuesday."""
    day.set(f"{TUESDAY} 12:00")
    async with Bot(box, tmp_path, clock=day.file, DATABASE_URL=database_url) as bot:
        await bot.ready()
        yield bot


@pytest.fixture
async def smew(box, clocked):
    async with Person(box, "Smew") as person:
        yield person


async def opened(person, channel=None):
    """Return the page that `/daily` shows."""
    return (await person.command("daily", channel=channel)).message


async def pressed(person, what, page, values=None):
    """Press a control; return the page once it has changed."""
    before = drawn(person.message(page["id"]))
    done = await person.click(what, page, values=values)
    assert done.state == "answered", done

    def changed():
        now = person.message(page["id"])
        return now if drawn(now) != before else None

    return await person.until(changed)


async def begun(person, channel=None):
    return await pressed(person, "Begin", await opened(person, channel))


async def played(person, page, seed=1, most=400):
    """Press random moves, or random dice while no move is offered; return the page.

    Stop after `most` presses.
    """
    chance = random.Random(seed)
    for _ in range(most):
        if not (offered := moves(page)):
            return await person.until(
                lambda number=page["id"]: finished(person.message(number)), timeout=3 * PATIENCE
            )
        steps = [each for each in offered if each["custom_id"].startswith("d1:t1:")]
        control = chance.choice(steps or offered)
        page = await pressed(person, control["custom_id"], page, picked(control, chance))
    return page


def finished(page):
    return page if "of 100" in text_of(page) else None


async def anew(bot):
    await bot.kill()
    await bot.start()
    await bot.ready(listed=False)


def rows(database_url, sql):
    found = Rows(database_url)
    try:
        return found.select(sql)
    finally:
        found.close()


async def test_a_daily_is_played_to_its_end_over_a_kill(clocked, smew, database_url):
    offer = await opened(smew)
    assert "a warm-up" in text_of(offer)
    assert labels(offer) == ["Begin", "⋯"]
    assert offer["flags"] & EPHEMERAL
    assert find_unseen_digits(offer)
    page = await pressed(smew, "Begin", offer)
    assert rows(database_url, "SELECT 1 FROM tables") == []
    page = await played(smew, page, most=5)
    assert find_unseen_digits(page) is None
    await anew(clocked)
    card = await played(smew, await opened(smew))
    assert "Place 1 of 1 so far" in text_of(card)
    assert "· 🔥 1 day" in text_of(card)
    assert labels(card) == ["Share", "Review", "Places", "⋯"]
    others = [m for m in smew.messages() if not m["flags"] & EPHEMERAL]
    assert others == []
    assert "Begin" not in labels(await opened(smew))


async def test_the_fair_dice_of_a_daily_stand_behind_more_before_and_after_it_is_begun(smew):
    offer = await opened(smew)
    unseen = find_unseen_digits(offer)
    more = await pressed(smew, "⋯", offer)
    page = await pressed(smew, "Fair dice", more)
    assert labels(page) == ["Digits", "‹ Back"]
    digits = await pressed(smew, "Digits", page)
    assert f"`{unseen}" in text_of(digits)
    page = await pressed(smew, "‹ Back", digits)
    assert "Streak" in labels(await pressed(smew, "‹ Back", page))
    end = await played(smew, await begun(smew))
    page = await pressed(smew, "Fair dice", await pressed(smew, "⋯", end))
    assert labels(page) == ["Check", "Log", "Digits", "‹ Back"]
    digits = await pressed(smew, "Digits", page)
    assert f"`{find_unseen_digits(end)}" in text_of(digits)
    assert f"`{unseen}" in text_of(digits)
    verdict = await pressed(smew, "Check", await pressed(smew, "‹ Back", digits))
    assert "The dice are fair" in text_of(verdict)
    page = await pressed(smew, "‹ Back", verdict)
    assert "Streak" in labels(await pressed(smew, "‹ Back", page))


async def test_the_page_behind_more_leads_back_to_the_game_in_one_press(smew):
    """This holds before the first choice and after it."""
    page = await begun(smew)
    for _ in range(2):
        more = await pressed(smew, "⋯", page)
        assert moves(more) == []
        page = await pressed(smew, "‹ Back", more)
        assert moves(page)
        page = await chosen(smew, page)


async def test_the_page_behind_more_leads_back_to_the_offer_as_long_as_nothing_has_begun(smew):
    offer = await opened(smew)
    assert "Begin" in labels(offer)
    more = await pressed(smew, "⋯", offer)
    back = await pressed(smew, "‹ Back", more)
    assert text_of(back) == text_of(offer)
    assert labels(back) == labels(offer)
    streak = await pressed(smew, "Streak", await pressed(smew, "⋯", back))
    more = await pressed(smew, "‹ Back", streak)
    assert "Begin" in labels(await pressed(smew, "‹ Back", more))


async def choosing(person, page):
    """Press until a control for a move is offered; return the page and the control's id."""
    while not (steps := [m for m in moves(page) if m["custom_id"].startswith("d1:t1:")]):
        page = await pressed(person, moves(page)[0]["custom_id"], page)
    return page, steps[0]["custom_id"]


async def chosen(person, page):
    """Make one more move; return the page."""
    page, choice = await choosing(person, page)
    return await pressed(person, choice, page)


async def test_two_first_choices_begin_one_daily(smew, database_url):
    """The choices are made at once, on one page."""
    page, choice = await choosing(smew, await begun(smew))
    assert rows(database_url, "SELECT 1 FROM tables") == []
    presses = [await smew.click_id(page["id"], choice, wait=False) for _ in range(2)]
    for press in presses:
        assert (await smew.done(press.interaction_id)).state == "answered"
    assert rows(database_url, "SELECT COUNT(*) FROM tables") == [(1,)]
    assert rows(database_url, "SELECT COUNT(*) FROM moves WHERE seat = 0") == [(1,)]
    assert moves(smew.message(page["id"]))


async def test_after_midnight_an_old_page_says_that_a_new_day_has_begun(day, smew, database_url):
    day.set(f"{TUESDAY} 23:59:00")
    page, choice = await choosing(smew, await begun(smew))
    day.set(f"{WEDNESDAY} 00:00:10")
    offer = await pressed(smew, choice, page)
    assert "A new day has begun" in text_of(offer)
    assert "25 November" in text_of(offer)
    assert labels(offer) == ["Begin", "⋯"]
    assert rows(database_url, "SELECT 1 FROM tables") == []
    assert find_unseen_digits(offer)
    assert moves(await pressed(smew, "Begin", offer))


async def test_a_daily_is_shared_once(smew):
    card = await played(smew, await begun(smew))
    after = await pressed(smew, "Share", card)
    line = await smew.wait_for(lambda m: not m["flags"] & EPHEMERAL)
    assert "Smew" in text_of(line)
    assert "🟩" in text_of(line) or "🔴" in text_of(line)
    assert labels(line) == ["Play today's"]
    assert "Share" not in labels(after)
    done = await smew.click("Play today's", line)
    assert done.message["flags"] & EPHEMERAL
    assert "of 100" in text_of(done.message)


async def test_the_mistakes_of_a_daily_are_practised_after_its_end(smew):
    more = await pressed(smew, "⋯", await played(smew, await begun(smew)))
    asked = await pressed(smew, "Practice", more)
    assert text_of(asked).startswith("### 🎯 Practice: Ducks in the Pond\n-# Puzzle 1 of ")


async def test_a_daily_begun_before_midnight_counts_until_one_o_clock(clocked, day, smew):
    day.set(f"{TUESDAY} 23:59:50")
    page = await played(smew, await begun(smew), most=3)
    await anew(clocked)
    day.set(f"{WEDNESDAY} 00:59")
    card = await played(smew, await opened(smew))
    assert "24 November" in text_of(card)
    assert "so far" in text_of(card)
    page = await opened(smew)
    assert "25 November" in text_of(page)
    assert "Begin" in labels(page)


async def test_an_unfinished_daily_ends_at_one_o_clock(clocked, day, smew, database_url):
    day.set(f"{TUESDAY} 23:59:50")
    page = await played(smew, await begun(smew), most=3)
    day.set(f"{WEDNESDAY} 01:01")
    after = await pressed(smew, moves(page)[0]["custom_id"], page)
    assert "25 November" in text_of(after)
    assert "Begin" in labels(after)
    await anew(clocked)
    await clocked.wait_until(
        lambda: rows(database_url, "SELECT 1 FROM tables WHERE status = 'abandoned'")
    )
    await clocked.wait_until(
        lambda: not rows(database_url, f"SELECT 1 FROM dailies WHERE day = '{TUESDAY}'")
    )
    page = await begun(smew)
    assert moves(page)


async def test_an_unfinished_daily_ends_although_the_feature_is_off(
    clocked, day, smew, database_url
):
    day.set(f"{TUESDAY} 23:59:50")
    await played(smew, await begun(smew), most=3)
    clocked._environment["WITHOUT"] = "daily"
    day.set(f"{WEDNESDAY} 01:01")
    await anew(clocked)
    await clocked.wait_until(
        lambda: rows(database_url, "SELECT 1 FROM tables WHERE status = 'abandoned'")
    )
    await clocked.wait_until(lambda: not rows(database_url, "SELECT 1 FROM dailies"))


async def test_in_direct_messages_there_is_the_daily_and_no_board(smew):
    card = await played(smew, await begun(smew, "dm"))
    assert "On no leaderboard" in text_of(card)
    assert "Places" not in labels(card)


async def test_a_daily_is_among_ones_turns_and_in_ones_history(smew):
    """A daily is stored with its first choice, and so it is not among the turns before that."""
    page = await begun(smew)
    assert "`/daily`" not in text_of((await smew.command("turns")).message)
    page = await chosen(smew, page)
    turns = (await smew.command("turns")).message
    assert "Ducks in the Pond" in text_of(turns)
    assert "`/daily`" in text_of(turns)
    await played(smew, page)
    for options in ({}, {"game": "pond"}):
        history = (await smew.command("history", **options)).message
        assert "🌅 **Daily**" in text_of(history)
    assert "🌅" not in text_of((await smew.command("history", game="ducks")).message)
    (menu,) = [each for each in controls(history) if each.get("placeholder") == "Which game"]
    alone = (await smew.click(menu["custom_id"], history, values=["daily"])).message
    assert "-# Your dailies · 1 table" in text_of(alone)


async def test_nobody_else_sees_a_daily_in_the_history(people):
    await played(people[0], await begun(people[0]))
    for options in ({}, {"player": people[0]}):
        history = (await people[1].command("history", **options)).message
        assert "🌅" not in text_of(history)


async def test_a_shared_card_leaves_the_daily_out(people):
    smew, scoter, _ = people
    await seated(people[:2], "buckdice")
    await play_out(people[:2], seed=1)
    await played(smew, await begun(smew))
    card = await smew.command("stats")
    assert "🌅 **Daily**" in text_of(card.message)
    await smew.click("⋯", card.message)
    await smew.click("Share", again(smew, card))
    shared = await scoter.wait_for(has_text("Smew · on this server"))
    assert "🌅" not in text_of(shared)


async def test_a_reminder_comes_by_direct_message_once_a_day(day, smew):
    page = await pressed(smew, "⋯", await opened(smew))
    page = await pressed(smew, "Remind me daily", page)
    assert "Do not remind me" in labels(page)
    day.set(f"{WEDNESDAY} 12:11")
    await smew.wait_for(lambda m: "Your daily waits" in text_of(m), channel="dm")


async def test_after_midnight_the_fair_dice_of_an_old_offer_say_that_a_new_day_has_begun(day, smew):
    day.set(f"{TUESDAY} 23:59:00")
    more = await pressed(smew, "⋯", await opened(smew))
    page = (await smew.click("Fair dice", more)).message
    day.set(f"{WEDNESDAY} 00:00:10")
    done = await smew.click("Digits", page)
    assert "A new day has begun" in text_of(done.message)
    assert "There is no table" not in text_of(done.message)
