"""One person against computer players, with the real bot process, and a kill during their turn."""

from __future__ import annotations

import asyncio
import re

import pytest

from tests.e2e.forge import press
from tests.e2e.process import Bot
from tests.e2e.table import (
    actor,
    board_of,
    moves,
    over,
    play_out,
    ready_board,
    seated,
    thinks,
)
from tests.people import Person, has_text, labels, text_of


@pytest.fixture
async def hasty(box, tmp_path):
    """A bot whose computer players take no time."""
    async with Bot(box, tmp_path, DUCK_PAUSE="0") as bot:
        await bot.ready()
        yield bot


@pytest.fixture
async def smew(box):
    async with Person(box, "Smew") as person:
        yield person


async def proved(person, final):
    """Return whether Check proves the dice and each move of a computer player."""
    said = text_of((await person.press_fair_dice("Check", final)).message)
    return "The dice are fair" in said and bool(
        re.search(r"Each move that a duck chose \(\d+\)", said)
    )


@pytest.mark.parametrize(
    ("game", "ducks", "level"), [("ducks", 3, "normal"), ("pond", 1, "hard"), ("trophy", 3, "easy")]
)
async def test_a_person_plays_alone_against_computers(hasty, smew, game, ducks, level):
    await seated((smew,), game, ducks=ducks, level=level)
    final = await play_out((smew,), seed=4)
    assert labels(final)[:2] == ["Play again", "⋯"]
    assert await proved(smew, final)
    assert smew.pings == []


async def test_a_person_plays_buck_dice_against_computers_and_again_by_one_press(hasty, smew):
    await seated((smew,), "buckdice", ducks=3)
    final = await play_out((smew,), seed=4)
    opened = await smew.command("leaderboard")
    assert "Buck Dice, with ducks" in text_of(opened.message)  # the board without ducks is empty
    for board, told in (
        ("buckdice", "Nobody is here yet. Finish such a game"),
        ("buckdice-ducks", text_of(opened.message)),
    ):
        await smew.click("Other boards", smew.message(opened.message["id"]))
        page = smew.message(opened.message["id"])
        await smew.click("o1:board:game", page, values=[board])
        assert told in text_of(smew.message(opened.message["id"]))
    fair = (await smew.press_fair_dice("Digits", final)).message
    pressed = await smew.click("Play again", final)
    board = await smew.until(lambda: ready_board(smew, (smew,), 2))
    assert "Hazel" in text_of(board)
    assert pressed.message["id"] == board["id"]  # the answer to the press is the next game
    commitment = hasty.rows("SELECT commitment FROM tables WHERE id = 2")[0][0]
    assert commitment in text_of(fair)  # shown before the press, which contributes to the dice
    mixed = hasty.rows("SELECT kind, snowflake FROM contributions WHERE table_id = 2")
    assert [kind for kind, _ in mixed] == ["seat", "start"]
    assert {number for _, number in mixed} == {mixed[0][1]}
    assert mixed[0][1] > int(fair["id"])
    await smew.until(lambda: "Play again" not in labels(smew.message(final["id"])))
    assert hasty.rows("SELECT COUNT(*) FROM tables") == [(2,)]


async def test_a_person_plays_the_bucket_king_alone_against_computers(hasty, smew):
    await seated((smew,), "buckets", rounds="1", ducks=3, level="normal")
    final = await play_out((smew,), seed=4)
    assert "Play again" in labels(final)
    assert await proved(smew, final)


async def test_the_level_of_the_ducks_is_chosen_in_the_lobby(hasty, smew):
    lobby = (await smew.command("ducks start")).message
    await smew.set_up(lobby, level="hard")
    lobby = await smew.until(lambda: "🦆 hard" in text_of(board_of(smew)) and board_of(smew))
    await hasty.wait_until(lambda: hasty.rows("SELECT level FROM tables") == [("hard",)])
    await smew.click("Play with a duck", lobby)
    await hasty.wait_until(lambda: hasty.rows("SELECT level FROM seats") == [("",), ("hard",)])


async def test_a_duck_is_sent_home_from_the_lobby(hasty, smew):
    lobby = (await smew.command("ducks start", ducks=1)).message
    page = (await smew.press_more("Players", lobby)).message
    await smew.click("Send home", smew.message(page["id"]))
    await smew.until(lambda: "Start" not in labels(board_of(smew)))
    assert hasty.rows("SELECT level FROM seats") == [("",)]
    assert "Players" not in labels(smew.message(page["id"]))


async def test_whoever_was_sent_home_reads_that_they_cannot_join(box, hasty, smew):
    async with Person(box, "Scoter") as scoter:
        lobby = (await smew.command("ducks start")).message
        lobby = await scoter.until(lambda: scoter.message(lobby["id"]))
        await scoter.click("Join", lobby)
        await smew.until(lambda: "Start" in labels(board_of(smew)))
        page = (await smew.press_more("Players", board_of(smew))).message
        await smew.click("Send home", smew.message(page["id"]))
        await scoter.until(lambda: "Scoter" not in text_of(board_of(scoter)))
        assert "You can't join this table." in text_of(
            (await scoter.click("Join", board_of(scoter))).message
        )
        assert hasty.rows("SELECT sent_home FROM tables") == [(str(scoter.id),)]


async def test_the_options_of_two_forms_and_of_two_people_count_one_after_the_other(hasty, smew):
    lobby = (await smew.command("trophy start")).message
    first, second = [await smew.press_more("⚙ Options", lobby) for _ in range(2)]
    await smew.submit(first, clock="day", level="easy")
    await smew.submit(second, clock="live", on=["two_hunters", "threaded"])
    said = text_of(
        await smew.until(lambda: "3 minutes" in text_of(board_of(smew)) and board_of(smew))
    )
    assert "Two hunters are enough: Yes" in said
    assert "in a thread of its own" in said
    row = "SELECT time_control, level, threaded FROM tables"
    assert hasty.rows(row) == [("live", "normal", 1)]


async def test_two_presses_lead_from_the_command_to_a_game_with_ducks(hasty, smew):
    lobby = (await smew.command("trophy start")).message
    await smew.click("Play with 2 ducks", lobby)
    board = await smew.until(lambda: ready_board(smew, (smew,)) or thinks(board_of(smew)))
    assert board
    levels = hasty.rows("SELECT level FROM seats ORDER BY seat")
    assert levels == [("",), ("normal",), ("normal",)]
    kinds = hasty.rows("SELECT kind FROM contributions")
    assert kinds == [("seat",), ("start",)]


async def test_a_second_press_on_play_with_ducks_begins_nothing_more(hasty, smew):
    lobby = (await smew.command("trophy start")).message
    await asyncio.gather(*(smew.click("a1:1:play", lobby) for _ in range(3)))
    await smew.until(lambda: ready_board(smew, (smew,)) or thinks(board_of(smew)))
    assert hasty.rows("SELECT COUNT(*) FROM seats") == [(3,)]
    assert "Traceback" not in hasty.said()


async def test_a_person_who_joins_at_the_last_moment_is_not_played_over(box, hasty, smew):
    async with Person(box, "Scoter") as scoter:
        lobby = (await smew.command("ducks start")).message
        lobby = await scoter.until(lambda: scoter.message(lobby["id"]))
        assert (await scoter.click("Join", lobby)).state == "answered"
        await press(box.core, smew.id, lobby["id"], "a1:1:play")  # the lobby has lost this button
        lobby = await smew.wait_for(has_text("Somebody else was faster"))
        assert "Start" in labels(board_of(smew))
        assert hasty.rows("SELECT level FROM seats") == [("",), ("",)]


async def test_whoever_joins_a_table_full_of_ducks_takes_a_seat(box, hasty, smew):
    async with Person(box, "Scoter") as scoter:
        lobby = (await smew.command("pond start", ducks=1)).message
        assert "whoever joins takes a duck's seat" in text_of(lobby)
        await scoter.click("Join", await scoter.until(lambda: scoter.message(lobby["id"])))
        lobby = await smew.wait_for(has_text("**Scoter**"))
        assert labels(lobby) == ["Start", "How to play", "⋯"]
        assert hasty.rows("SELECT level FROM seats") == [("",), ("",)]


async def test_a_full_table_takes_no_more_ducks(hasty, smew):
    lobby = (await smew.command("pond start", ducks=1)).message
    assert "Add a duck" not in labels(lobby)


async def test_a_kill_while_a_computer_thinks_loses_nothing(box, smew, tmp_path):
    async with Bot(box, tmp_path, DUCK_PAUSE="2") as bot:
        await bot.ready()
        lobby = (await smew.command("ducks start", ducks=2, level="easy")).message
        await smew.click("Start", lobby)
        while not thinks(board := board_of(smew)):
            await smew.click(
                next(c["custom_id"] for c in moves(board) if c["custom_id"].startswith("t1:")),
                board,
            )
            await smew.until(lambda: thinks(board_of(smew)) or actor(board_of(smew), (smew,)))
        await bot.kill()
        before = bot.moves()
    async with Bot(box, tmp_path, DUCK_PAUSE="0") as bot:
        await bot.ready()
        await bot.wait_until(lambda: len(bot.moves()) > len(before))
        assert bot.moves()[: len(before)] == before
        board = await smew.until(lambda: ready_board(smew, (smew,)))
        assert not over(board)
