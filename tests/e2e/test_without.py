"""A bot whose host has switched off features and games: WITHOUT."""

from __future__ import annotations

import pytest

from cogs.features import FEATURES
from players.games import GAMES
from tests.cogs.features.daily.e2e.test_daily import begun, played
from tests.e2e.process import Bot
from tests.e2e.table import play_out, seated
from tests.people import Person, has_text, labels, text_of

OFF = "That is switched off here."

ROWS = ("daily_reminders", "practice", "regrets", "reminders", "watchers")
"""Tables into which features alone write."""


async def begin_anew(bot, without):
    """Start the bot on the same file with other things switched off."""
    bot._environment["WITHOUT"] = without
    await bot.begin_anew()


async def listed(person):
    """The names of the commands that people see."""
    world = await person.look()
    return {command["name"] for command in world["commands"]}


async def test_nothing_is_there_of_what_is_off_and_all_else_works(box, tmp_path):
    off = [*(feature.name for feature in FEATURES), "ducks"]
    async with (
        Bot(box, tmp_path, WITHOUT=", ".join(off)) as bot,
        Person(box, "Smew") as smew,
        Person(box, "Scoter") as scoter,
    ):
        await bot.ready()
        games = {game.info.key for game in GAMES} - {"ducks"}
        assert await listed(smew) == games | {"play", "privacy", "settings", "table"}
        assert "Ducks in a Bucket" not in text_of((await smew.command("play")).message)
        board = await seated((smew, scoter), "buckdice", clock="day")
        assert labels((await smew.press_more(message=board)).message) == [
            *("How to play", "Fair dice", "Leave")
        ]
        end = await play_out((smew, scoter), seed=1)
        assert labels(end) == ["Rematch", "⋯"]
        assert labels((await scoter.press_more(message=end)).message) == [
            *("How to play", "Fair dice")
        ]
        assert "Monthly winners" not in text_of((await smew.command("settings")).message)
        assert not any(bot.rows(f"SELECT * FROM {table}") for table in ROWS)
        assert (await smew.command("privacy")).state == "answered"
        assert bot.said().count(" is off: WITHOUT names it") == len(off)


@pytest.mark.parametrize("game", [GAMES[-1]], ids=["newest_game"])
async def test_a_game_that_is_off_has_no_command(box, tmp_path, game):
    key = game.info.key
    async with Bot(box, tmp_path, WITHOUT=key) as bot, Person(box, "Smew") as smew:
        await bot.ready()
        assert key not in await listed(smew)
        assert f"{key} is off: WITHOUT names it" in bot.said()


async def test_what_needs_something_that_is_off_is_off_and_the_log_says_so(box, tmp_path):
    async with Bot(box, tmp_path, WITHOUT="reviews") as bot, Person(box, "Smew") as smew:
        await bot.ready()
        assert "practice is off: it needs reviews" in bot.said()
        assert "daily is off: it needs reviews" in bot.said()
        assert not {"practice", "daily"} & await listed(smew)


async def test_old_buttons_answer_with_a_sentence(people, bot):
    smew, _, watcher = people
    board = await seated((smew,), "pond")
    more = (await smew.press_more(message=board)).message
    watched = (await watcher.press_more("👀 Watch", board)).message
    chooser = (await smew.command("play")).message
    begun = (await smew.command("daily")).message
    await begin_anew(bot, "daily,ducks,reviews,watching")
    for person, page, what in (
        (smew, more, "💡 Hint"),
        (watcher, watched, "Look again"),
        (smew, begun, "Begin"),
        (smew, chooser, "n1:play:open:ducks"),
    ):
        done = await person.click(what, page)
        assert OFF in text_of(done.message), what
    assert "💡 Hint" not in labels((await smew.press_more(message=board)).message)
    assert len(bot.rows("SELECT id FROM tables")) == 1


async def test_a_game_that_is_off_is_played_to_its_end(people, bot):
    smew, scoter, _ = people
    await seated((smew, scoter), "buckdice")
    await begin_anew(bot, "buckdice")
    assert "buckdice" not in await listed(smew)
    assert labels(await play_out((smew, scoter), seed=1)) == ["Replay", "⋯"]
    assert len(bot.rows("SELECT id FROM tables")) == 1


async def test_a_daily_that_has_begun_is_played_to_its_end(people, bot):
    smew = people[0]
    page = await played(smew, await begun(smew), most=2)
    await begin_anew(bot, "daily")
    assert "daily" not in await listed(smew)
    page = await played(smew, smew.message(page["id"]))
    assert "Accuracy" in text_of(page)
    assert labels(page) == ["Review"]
    assert len(bot.rows("SELECT * FROM dailies")) == 1


async def test_what_was_stored_is_exported_and_forgotten(people, bot):
    smew, _, watcher = people
    board = await seated((smew,), "pond")
    await watcher.press_more("👀 Watch", board)
    await begin_anew(bot, "watching")
    page = (await watcher.command("privacy")).message
    assert "1 table that you watch" in text_of(page)
    await watcher.click("Forget me…", page)
    await watcher.click("n1:privacy:forget", await watcher.wait_for(has_text("Be forgotten?")))
    await bot.wait_until(lambda: not bot.rows("SELECT * FROM watchers"))
