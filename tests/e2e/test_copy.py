"""Messages that the bot sent with another database, or on a server that it has left since."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tests.e2e.process import Bot
from tests.e2e.table import moves, seated, table_of
from tests.people import has_text, text_of

UNKNOWN = "I do not know this game any more"
TOLD = "another copy of the bot"


@pytest.fixture(params=["games", "lounge"])
def place(request):
    """The channel with the other copy's tables. The bot's own tables are in #games."""
    return request.param


@pytest.fixture
def other(tmp_path):
    return tmp_path / "other"


@pytest.fixture
async def foreign(box, bot, people, other, place):
    """A lobby and a board of another copy, older than the bot's two tables of the same numbers."""
    await bot.stop()
    other.mkdir()
    async with Bot(box, other) as copy:
        await copy.ready()
        return await _open_two(people, place)


async def _open_two(people, place):
    """Open table 1, a lobby, and table 2, a game of one person. Return their messages."""
    lobby = (await people[0].command("ducks start", channel=place)).message
    game = (await people[0].command("pond start", channel=place)).message
    await people[0].click("Start", game)
    return lobby, await people[0].wait_for(lambda m: moves(m) and table_of(m) == 2, channel=place)


async def _restart(bot):
    await bot.start()
    await bot.ready()


async def _hold(bot, people, foreign, own):
    """Click on messages of the other copy, and check that the bot's tables do not change."""
    smew, scoter, _ = people
    before = [text_of(smew.message(message["id"])) for message in own]
    for message, what in zip(foreign, ("Join", moves(foreign[1])[0]["custom_id"]), strict=True):
        for button in (what, "⋯"):
            done = await scoter.click(button, message)
            assert UNKNOWN in text_of(done.message)
    assert [text_of(smew.message(message["id"])) for message in own] == before
    assert all(smew.message(message["id"]) for message in foreign)
    assert bot.said().count(TOLD) == 1
    assert "ERROR" not in bot.said()


async def test_an_older_message_of_another_copy_belongs_to_no_table(bot, people, foreign):
    await _restart(bot)
    own = await _open_two(people, "games")
    await _hold(bot, people, foreign, own)


async def test_a_newer_message_of_another_copy_belongs_to_no_table(box, bot, people, other, place):
    own = await _open_two(people, "games")
    await bot.stop()
    other.mkdir()
    async with Bot(box, other) as copy:
        await copy.ready()
        foreign = await _open_two(people, place)
    await _restart(bot)
    await _hold(bot, people, foreign, own)


async def test_a_click_on_a_table_that_is_not_in_the_database_says_so(bot, people, foreign):
    await _restart(bot)
    done = await people[1].click("Join", foreign[0])
    assert UNKNOWN in text_of(done.message)
    assert bot.said().count(TOLD) == 1


async def test_a_board_says_that_the_bot_had_left_its_server(bot, people):
    smew, scoter, _ = people
    guild = smew.world["guilds"][0]["id"]
    lobby = (await smew.command("ducks start")).message
    await scoter.click("Join", lobby)
    board = await seated((smew, scoter), "ducks")
    await smew.admin("remove_bot", guild_id=guild)
    await bot.wait_until(lambda: _status(bot) == {"cancelled", "abandoned"})
    await smew.admin("add_bot", guild_id=guild)
    for message, button in ((lobby, "Join"), (board, moves(board)[0]["custom_id"])):
        await scoter.click(button, message)
        said = has_text("I was removed from this server")
        await scoter.until(lambda message=message, said=said: said(scoter.message(message["id"])))


def _status(bot):
    with closing(sqlite3.connect(bot.database)) as file:
        return {status for (status,) in file.execute("SELECT status FROM tables")}
