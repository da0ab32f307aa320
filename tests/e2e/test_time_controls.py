"""Time controls with the real bot: choosing one, calls, late seats and their return, restarts."""

from __future__ import annotations

import random

import pytest

from tests.e2e import buckets
from tests.e2e.forge import press
from tests.e2e.table import actor, board_of, click_once, over, play_out, ready_board
from tests.people import has_text, labels, text_of

DAY = 86_400
TIME, TIME_SLOWLY = DAY, 3 * DAY
"""Seconds of a turn at the two slowest time controls."""
SOAKED = ("ducks", "pond", "buckdice")
"""Games that the test of a whole week plays only in the soak."""


async def at_time_control(people, game, clock, **options):
    """Start a game at a time control, and return its board."""
    lobby = (await people[0].command(f"{game} start", **options)).message
    for person in people[1:]:
        await person.click("Join", lobby)
        lobby = board_of(people[0])
    await people[0].set_up(lobby, clock=clock)
    await people[0].click("Start", board_of(people[0]))
    return await people[0].until(lambda: ready_board(people[0], people))


async def test_only_the_opener_chooses_the_time_control(box, people, bot):
    lobby = (await people[0].command("ducks start")).message
    await people[1].click("Join", lobby)
    page = (await people[1].press_more(message=board_of(people[1]))).message
    assert "⚙ Options" not in labels(page)
    await press(box.core, people[1].id, page["id"], "a1:1:options:0")
    await people[1].wait_for(has_text("Only the opener of this table can do that: Smew"))


async def test_a_seat_that_is_late_three_times_is_given_away_until_its_owner_is_back(people, bot):
    board = await at_time_control(people, "trophy", "day")
    assert "A duck moves <t:" in text_of(board)
    away, chance = actor(board, people), random.Random(1)
    for missed in range(1, 4):
        while actor(board_of(people[0]), people) is not away:
            await click_once(people, chance)
        assert "play on for" not in text_of(board_of(away))
        if missed == 2:
            await bot.kill()
            await bot.start()
            await bot.ready()
        bot.let_wait(TIME + 5)
        late = f"a duck has moved for: {away.name}"
        board = await away.until(
            lambda late=late: late in text_of(board_of(away)) and board_of(away)
        )
        assert ("gives the seat back" in text_of(board)) == (missed == 3)
    await away.press_more("I'm back", board)
    await away.until(lambda: "gives the seat back" not in text_of(board_of(away)))
    assert "A duck moves <t:" in text_of(board_of(away))


@pytest.mark.heavy
async def test_a_slow_table_calls_a_player_at_once_and_again_at_half_of_the_time(people, bot):
    await at_time_control(people, "trophy", "day")
    chance, before = random.Random(2), actor(board_of(people[0]), people)
    while actor(board_of(people[0]), people) is before:
        await click_once(people, chance)
    called = actor(board_of(people[0]), people)
    first = await called.wait_for(has_text("your turn** · Trophy Buck"))
    assert "A duck moves <t:" in text_of(first)
    bot.let_wait(DAY / 2 + 5)
    again = lambda m: "your turn** · Trophy Buck" in text_of(m) and m["id"] != first["id"]  # noqa: E731
    await called.wait_for(again)
    await called.until(lambda: called.message(first["id"]) is None)


@pytest.mark.heavy
async def test_a_lone_active_player_reaches_the_end(people, bot):
    here, chance = people[0], random.Random(4)
    board = await at_time_control(people, "trophy", "days")
    while not over(board):
        if actor(board, people) is here:
            await click_once(people, chance)
        else:
            before = text_of(board)
            bot.let_wait(TIME_SLOWLY + 5)
            await here.until(lambda before=before: text_of(board_of(here)) != before)
        board = await here.until(lambda: ready_board(here, people))


@pytest.mark.parametrize(
    "game",
    ["trophy", *(pytest.param(each, marks=pytest.mark.soak) for each in SOAKED)],
)
async def test_ten_restarts_within_a_game_of_a_week_cost_nobody_a_move(people, bot, game):
    people, chance = people[:2] if game == "pond" else people, random.Random(5)
    await at_time_control(people, game, "day")
    for _ in range(10):
        bot.let_wait(0.7 * DAY)
        before = bot.moves()
        while bot.moves() == before and not over(board_of(people[0])):
            await click_once(people, chance)
        await bot.kill()
        await bot.start()
        await bot.ready()
    assert over(await play_out(people, seed=5))
    assert not bot.rows("SELECT seq FROM moves WHERE by_caretaker")
    assert bot.rows("SELECT status FROM tables") == [("finished",)]


async def test_ten_restarts_within_a_week_of_the_bucket_king_cost_nobody_a_move(people, bot):
    chance = random.Random(5)
    await buckets.begun(people, clock="day", cards_are_drawn="hand")
    for _ in range(10):
        assert await buckets.play_once(people, chance)
        await bot.kill()
        bot.let_wait(0.7 * DAY)
        await bot.start()
        await bot.ready()
    await buckets.play_out(people, seed=5)
    assert not bot.rows("SELECT seq FROM moves WHERE by_caretaker")
    assert bot.rows("SELECT status FROM tables") == [("finished",)]


async def test_a_server_has_a_time_control_for_new_tables(people, bot):
    page = (await people[0].command("settings")).message
    await people[0].click("n1:settings:ask:clock", page)
    await people[0].click("n1:settings:clock:relaxed", people[0].message(page["id"]))
    await people[0].wait_for(has_text("**Time for a turn**\nAn hour a turn"))
    usual = (await people[1].command("trophy start")).message
    assert "⏱ An hour a turn" in text_of(usual)
    form = (await people[1].press_more("⚙ Options", usual)).modal
    fields = {(each := row["component"])["custom_id"]: each for row in form["components"]}
    chosen = [each["value"] for each in fields["clock"]["options"] if each["default"]]
    assert chosen == ["relaxed"]
    named = await people[1].command("buckdice start", kind="pot", clock="live")
    assert "⏱ 3 minutes a turn" in text_of(named.message)
