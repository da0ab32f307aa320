"""A bot whose host has switched off features and games with the setting `WITHOUT`."""

from __future__ import annotations

import pytest

from cogs.features import FEATURES
from players.games import GAMES
from tests.e2e.process import Bot
from tests.e2e.table import play_out, seated
from tests.people import Person, labels, text_of

OFF = "That is switched off here."

ROWS = {kept.part for feature in FEATURES for kept in feature.kept}
"""Database tables into which only features write."""

NAMES = {feature.name for feature in FEATURES}
NEEDED = sorted({name for feature in FEATURES for name in feature.needs if name in NAMES})
"""Features that other features need."""


async def begin_anew(bot, without):
    """Restart the bot on the same file with another `WITHOUT`."""
    bot._environment["WITHOUT"] = without
    await bot.begin_anew()


async def refused(person, what, page):
    """Press an old button of a part that is off, and check the refusal."""
    assert OFF in text_of((await person.click(what, page)).message)


async def listed(person):
    """Return the names of the commands that people see."""
    world = await person.look()
    return {command["name"] for command in world["commands"]}


async def test_parts_that_are_off_leave_no_trace_and_all_else_works(box, tmp_path):
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
            *("How to play", "Fair dice", "Leave", "End it together")
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


@pytest.mark.parametrize("needed", NEEDED)
async def test_a_feature_that_needs_one_that_is_off_is_off_and_logged(box, tmp_path, needed):
    async with Bot(box, tmp_path, WITHOUT=needed) as bot:
        await bot.ready()
        for feature in FEATURES:
            said = f"{feature.name} is off: it needs {needed}" in bot.said()
            assert said == (needed in feature.needs), feature.name


async def test_a_running_game_is_played_to_its_end_after_it_was_switched_off(people, bot):
    smew, scoter, _ = people
    await seated((smew, scoter), "buckdice")
    await begin_anew(bot, "buckdice")
    assert "buckdice" not in await listed(smew)
    assert labels(await play_out((smew, scoter), seed=1)) == ["Another game", "⋯"]
    assert len(bot.rows("SELECT id FROM tables")) == 1


async def test_an_old_button_for_a_game_that_is_off_answers_with_a_sentence(people, bot):
    key = GAMES[0].info.key
    chooser = (await people[0].command("play")).message
    await begin_anew(bot, key)
    await refused(people[0], f"n1:play:open:{key}", chooser)
    assert not bot.rows("SELECT id FROM tables")
