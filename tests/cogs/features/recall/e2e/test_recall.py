"""A lobby that opens as last time, in the real bot."""

from __future__ import annotations

from tests.e2e.table import board_of
from tests.e2e.test_without import begin_anew
from tests.people import has_text, labels, text_of

SAYS = "As last time"


async def began(bot, person, command, press, **options):
    """Open a lobby, begin its game, cancel the game, and return the lobby."""
    lobby = (await person.command(command, **options)).message
    number = bot.rows("SELECT MAX(id) FROM tables")[0][0]
    await person.click(press, lobby)
    await bot.wait_until(
        lambda: bot.rows(f"SELECT status FROM tables WHERE id = {number}") == [("playing",)]
    )
    page = (await person.command("table cancel", table=number)).message
    await person.click("Cancel the game", page)
    return lobby


def latest(bot, columns):
    return bot.rows(f"SELECT {columns} FROM tables ORDER BY id DESC LIMIT 1")[0]


def levels(bot):
    """Return the levels at the latest table, by seat."""
    sql = "SELECT level FROM seats WHERE table_id = (SELECT MAX(id) FROM tables) ORDER BY seat"
    return [level for (level,) in bot.rows(sql)]


async def test_a_game_opens_as_last_time_and_begins_by_one_press(people, bot):
    smew, scoter, _ = people
    first = await began(bot, smew, "trophy start", "Start", ducks=3, level="hard", clock="day")
    assert SAYS not in text_of(first)
    lobby = (await smew.command("trophy start")).message
    assert f"{SAYS} · 🦆 hard · ⏱ A day a turn" in text_of(lobby)
    assert labels(lobby)[:2] == ["Play with 3 ducks", "Join"]
    assert levels(bot) == [""]  # ducks would lock people out
    other = (await scoter.command("trophy start")).message
    assert SAYS not in text_of(other)
    assert "Play with 2 ducks" in labels(other)
    await smew.click("Play with 3 ducks", lobby)
    await bot.wait_until(
        lambda: bot.rows("SELECT status FROM tables WHERE id = 2")[0] == ("playing",)
    )
    sql = "SELECT level FROM seats WHERE table_id = 2 ORDER BY seat"
    assert bot.rows(sql) == [("",), ("hard",), ("hard",), ("hard",)]
    assert latest(bot, "time_control") == ("none",)


async def test_what_the_command_says_wins_and_a_changed_setting_takes_the_line_away(people, bot):
    smew = people[0]
    await began(bot, smew, "ducks start", "Start", ducks=2, clock="day", length="2")
    lobby = (await smew.command("ducks start", ducks=1, level="easy", clock="none")).message
    assert "Clock" not in text_of(lobby)
    assert levels(bot) == ["", "easy"]
    assert latest(bot, "ducks, time_control") == (0, "none")
    assert SAYS in text_of(lobby)  # the length
    lobby = (await smew.command("ducks start", ducks=2, clock="none", length="1")).message
    assert SAYS not in text_of(lobby)


async def test_where_one_person_is_enough_both_ways_to_begin_stand_side_by_side(people, bot):
    smew = people[0]
    await began(bot, smew, "pond start", "Start", ducks=1)
    lobby = await began(bot, smew, "pond start", "Start")
    assert labels(lobby)[:3] == ["Play with a duck", "Start", "Join"]
    assert labels((await smew.command("pond start")).message)[:2] == ["Start", "Add a duck"]


async def test_whoever_becomes_opener_does_not_get_the_ducks_of_another(people, bot):
    smew, scoter, _ = people
    await began(bot, smew, "trophy start", "Start", ducks=3)
    lobby = (await smew.command("trophy start")).message
    await scoter.click("Join", await scoter.until(lambda: scoter.message(lobby["id"])))
    await smew.until(lambda: "Add a duck" in labels(board_of(smew, 2)))
    await smew.command("table leave", table=2)
    board = await scoter.until(
        lambda: SAYS not in text_of(board_of(scoter, 2)) and board_of(scoter, 2)
    )
    assert "Play with 2 ducks" in labels(board)


async def test_a_thread_of_last_time_comes_again_where_there_are_threads(people, bot):
    smew = people[0]
    await began(bot, smew, "trophy start", "Play with 2 ducks", thread=True)
    lobby = (await smew.command("trophy start")).message
    assert SAYS in text_of(lobby)
    assert latest(bot, "threaded") == (1,)


async def test_an_admin_and_the_host_can_switch_it_off(people, bot):
    smew = people[0]
    await began(bot, smew, "trophy start", "Start", ducks=3)
    page = (await smew.command("settings")).message
    assert "**Games open as last time**\nYes" in text_of(page)
    await smew.click("n1:settings:switch:recall:off", page)
    await smew.wait_for(has_text("**Games open as last time**\nNo"))
    assert SAYS not in text_of((await smew.command("trophy start")).message)
    await smew.click("n1:settings:switch:recall:on", page)
    await smew.wait_for(has_text("**Games open as last time**\nYes"))
    assert SAYS in text_of((await smew.command("trophy start")).message)
    await begin_anew(bot, "recall")
    page = (await smew.command("settings")).message
    assert "as last time" not in text_of(page)
