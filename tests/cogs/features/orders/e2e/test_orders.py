"""Standing orders in the real bot: given in private, carried out at once, shown on the board."""

from __future__ import annotations

import random

from tests.e2e.table import actor, board_of, click_once, over, ready_board
from tests.e2e.test_time_controls import at_time_control
from tests.people import controls, has_text, labels, text_of

ORDER = "📋 Standing order"
SELECT = "o1:orders:1"


async def test_an_order_is_given_in_private_and_plays_its_owners_turns_at_once(people, bot):
    board = await at_time_control(people, "trophy", 3)
    chance, away = random.Random(3), next(p for p in people if p is not actor(board, people))
    page = (await away.press_more(ORDER, board)).message
    assert "You have none" in text_of(page)
    await away.click(SELECT, page, values=["stop 4"])
    await away.wait_for(has_text("**Stop with 4 points or more"))
    assert "Stop with 4" not in text_of(board_of(people[0]))
    await bot.kill()
    await bot.start()
    await bot.ready()
    while f"By standing order: {away.name}" not in text_of(board_of(people[0])):
        assert actor(board_of(people[0]), people) is not away
        await click_once(people, chance)
    board = await people[0].until(lambda: ready_board(people[0], people))
    assert over(board) or actor(board, people) is not away


async def test_without_a_seat_or_a_slow_clock_no_order_can_be_given(people, bot, box):
    board = await at_time_control(people[:2], "trophy", 1, two_hunters="on")
    assert ORDER not in labels((await people[0].press_more(message=board)).message)
    lobby = (await people[0].command("buckdice start")).message
    await people[1].click("Join", lobby)
    await people[0].click("c1:2:choices", board_of(people[0], 2), values=["clock:3"])
    await people[0].click("Start", board_of(people[0], 2))
    board = await people[0].until(lambda: ready_board(people[0], people, 2))
    opened = await people[2].press_more(message=board)
    assert ORDER not in labels(opened.message)
    page = (await people[0].press_more(ORDER, board)).message
    assert [c["custom_id"] for c in controls(page)] == ["o1:orders:2", "a1:2:more"]
