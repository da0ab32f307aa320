"""A game of its own package, installed beside the bot on the sandbox."""

from __future__ import annotations

import shutil

import pytest

from cogs.interactions.language import read_language
from tests.e2e.forge import ask_of_dice
from tests.e2e.process import ROOT, Bot
from tests.e2e.table import board_of
from tests.installed import put_beside
from tests.people import Person, labels, text_of

GERMAN = read_language("de")


@pytest.fixture
def beside(tmp_path):
    """A folder with the game of docs/add-a-game.md, as if it were installed."""
    folder = tmp_path / "beside"
    put_beside(folder)
    return folder


def with_games(box, tmp_path, beside, **settings):
    """Return a bot process that finds the games in a folder."""
    return Bot(box, tmp_path, str(ROOT / "bot.py"), PYTHONPATH=str(beside), **settings)


async def seated_in_german(smew, scoter):
    """Open a German table of Highest for two, start the game, and return its first board."""
    await smew.speak("de")
    lobby = (await smew.command("highest start")).message
    await scoter.click(GERMAN("Join"), lobby)
    await smew.until(lambda: GERMAN("Start") in labels(board_of(smew)))
    await smew.click(GERMAN("Start"), board_of(smew))
    return await smew.until(lambda: "Start" not in labels(board := board_of(smew)) and board)


async def test_a_game_speaks_the_languages_of_its_own_catalogs(box, tmp_path, beside):
    async with (
        with_games(box, tmp_path, beside) as bot,
        Person(box, "Smew") as smew,
        Person(box, "Scoter") as scoter,
    ):
        await bot.ready()
        board = await seated_in_german(smew, scoter)
        assert labels(board)[0] == "Werfen"
        assert "Höchster Wurf" in text_of(board)
        assert "0 von 2 haben geworfen" in text_of(board)
        (command,) = [c for c in (await smew.look())["commands"] if c["name"] == "highest"]
        assert command["description_localized"] == "Höchster Wurf: wirf einen Würfel"


async def test_without_a_catalog_a_game_is_english_inside_the_german_frame(box, tmp_path, beside):
    """The bot's own catalog has "Throw", which another game shows."""
    shutil.rmtree(beside / "highest/locales")
    async with (
        with_games(box, tmp_path, beside) as bot,
        Person(box, "Smew") as smew,
        Person(box, "Scoter") as scoter,
    ):
        await bot.ready()
        board = await seated_in_german(smew, scoter)
        assert labels(board)[0] == "Throw"
        assert GERMAN("Throw") != "Throw"
        assert "0 of 2 have thrown" in text_of(board)
        for person in (smew, scoter):
            await person.click("Throw", board_of(person))
            await person.until(lambda: "throws" in text_of(board_of(smew)))
        end = await smew.until(
            lambda: labels(board := board_of(smew))[:1] == ["Revanche"] and board
        )
        assert GERMAN("The game is over") in text_of(end)


async def test_options_with_many_choices_are_selects_in_the_form(box, tmp_path, beside):
    options = [
        f'Option("o{i}", "Way {i}", tuple(Choice(f"c{{j}}", f"Kind {{j}}") for j in range(12)))'
        for i in range(3)
    ]
    rules = beside / "highest/rules.py"
    said = rules.read_text("utf-8").replace(
        "rules_version=1)", f"rules_version=1, options=({', '.join(options)},))"
    )
    rules.write_text(
        said.replace("    CHANCE,\n", "    CHANCE,\n    Choice,\n    Option,\n", 1), "utf-8"
    )
    async with with_games(box, tmp_path, beside) as bot, Person(box, "Smew") as smew:
        await bot.ready()
        lobby = (await smew.command("highest start")).message
        await smew.set_up(lobby, **{"rule.o1": ["c11"]})
        await smew.until(lambda: "Way 1: Kind 11" in text_of(board_of(smew)))


WAITS = "This game is not installed here at the moment. The table waits."


async def uninstall(bot):
    """Start the bot again without the game."""
    bot._environment["PYTHONPATH"] = ""
    await bot.begin_anew()


async def finished(smew, scoter):
    """Play a game of Highest for two to its end, as table 1, and return its last board."""
    lobby = (await smew.command("highest start")).message
    await scoter.click("Join", lobby)
    await smew.until(lambda: "Start" in labels(board_of(smew)))
    await smew.click("Start", board_of(smew))
    for person in (smew, scoter):
        await person.until(lambda: "Throw" in labels(board_of(smew)))
        await person.click("Throw", board_of(smew))
        await person.until(lambda: "throws" in text_of(board_of(smew)))
    return await smew.until(lambda: "Rematch" in labels(board := board_of(smew)) and board)


async def test_tables_wait_while_their_game_is_not_installed(box, tmp_path, beside):
    async with (
        with_games(box, tmp_path, beside) as bot,
        Person(box, "Smew") as smew,
        Person(box, "Scoter") as scoter,
    ):
        await bot.ready()
        end = await finished(smew, scoter)
        lobby = (await smew.command("highest start")).message
        await scoter.click("Join", lobby)
        board = await smew.until(lambda: "Start" in labels(b := board_of(smew, 2)) and b)
        await smew.click("Start", board)
        board = await smew.until(lambda: "Throw" in labels(b := board_of(smew, 2)) and b)
        history = (await smew.command("history")).message
        await uninstall(bot)
        assert bot.said().count("1 tables wait for games that are not installed: highest") == 1
        assert "Traceback" not in bot.said()

        async def answer(done):
            return text_of((await done).message)

        assert await answer(smew.click("Throw", board)) == WAITS
        assert await answer(smew.click("⋯", board)) == WAITS
        assert await answer(smew.click("Rematch", end)) == WAITS
        assert await answer(smew.click("Open", history)) == WAITS
        assert await answer(smew.command("table leave")) == WAITS
        assert await answer(smew.command("table leave", table=2)) == WAITS
        assert await answer(smew.command("table cancel")) == WAITS
        assert await answer(smew.command("table show", table=2)) == WAITS
        for what in ("page", "digits", "check", "log"):
            assert text_of(await ask_of_dice(box.core, smew, what)) == WAITS
        assert f"#2: {WAITS}" in await answer(smew.command("table show"))
        turns = await answer(smew.command("turns"))
        assert f"#2: {WAITS}" in turns
        assert "No table waits" not in turns
        assert "**Highest**" in await answer(smew.command("history"))
        bot._environment["PYTHONPATH"] = str(beside)
        await bot.begin_anew()
        await smew.click("Throw", board)
        await smew.until(lambda: "throws" in text_of(board_of(smew, 2)))


async def test_a_table_of_another_server_is_not_told_of(box, tmp_path, beside):
    async with with_games(box, tmp_path, beside) as bot, Person(box, "Smew") as smew:
        await bot.ready()
        await smew.command("highest start")
        await uninstall(bot)
        here = smew.channel()
        elsewhere = next(
            channel["id"]
            for guild in smew.world["guilds"]
            for channel in guild["channels"]
            if here not in [each["id"] for each in guild["channels"]]
        )
        done = await smew.command("table show", elsewhere, table=1)
        assert text_of(done.message) == "There is no table #1 here."


async def test_without_may_name_a_game_that_is_gone_and_no_other_unknown_word(
    box, tmp_path, beside
):
    async with with_games(box, tmp_path, beside, WITHOUT="highest") as bot:
        await bot.ready()
        bot._environment["WITHOUT"] = ""
        await bot.begin_anew()
        async with Person(box, "Smew") as smew:
            await smew.command("highest start")
        bot._environment["WITHOUT"] = "highest"
        await uninstall(bot)
        assert "WITHOUT has highest, a game that is not installed" in bot.said()
        await bot.stop()
        bot._environment["WITHOUT"] = "highest, daly"
        await bot.start()
        await bot.wait_until(lambda: not bot.alive)
        assert "WITHOUT has the word daly, which is no feature and no game." in bot.said()
