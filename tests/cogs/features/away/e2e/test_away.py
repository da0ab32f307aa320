"""`/away` in the real bot: an absence is shown on the board, and it ends on time or early."""

from __future__ import annotations

from tests.e2e.table import actor, board_of
from tests.e2e.test_time_controls import DAY, at_time_control
from tests.people import has_text, text_of


async def test_an_absent_player_misses_no_turn_until_the_absence_ends(people, bot):
    board = await at_time_control(people, "trophy", "day")
    away = actor(board, people)
    (other, *_) = (person for person in people if person is not away)
    days = await away.autocomplete("away", "days", days="5")
    assert days[0]["name"].startswith("5 days: until ")
    page = (await away.command("away", days=days[0]["value"])).message
    assert "You are away until <t:" in text_of(page)
    assert other.message(page["id"]) is None
    assert text_of((await away.command("away")).message) == text_of(page)
    said = f"{away.name} is away until <t:"
    await other.until(lambda: said in text_of(board_of(other)))
    bot.let_wait(4 * DAY)
    await bot.kill()
    await bot.start()
    await bot.ready()
    assert "Out of time" not in text_of(board_of(other))
    bot.let_wait(DAY - 60)  # the absence has a minute left
    await away.click("I'm back", page)
    await away.wait_for(has_text("Welcome back!"))
    await other.until(lambda: said not in text_of(board_of(other)))
    bot.let_wait(4 * DAY + 5)
    await other.until(lambda: f"a duck has moved for: {away.name}" in text_of(board_of(other)))


async def test_an_absence_longer_than_a_fortnight_is_refused_and_one_ends_on_the_board(people, bot):
    board = await at_time_control(people, "trophy", "day")
    away = actor(board, people)
    for days in ("someday", "3 weeks"):
        await away.command("away", days=days)
        await away.wait_for(has_text("Tell me for how many days, 1 to 14"))
    await away.command("away", days="2 weeks")
    said = "is away until"
    board = await away.until(lambda: said in text_of(board_of(away)) and board_of(away))
    await away.press_more("I'm back", board)
    await away.until(lambda: said not in text_of(board_of(away)))
