"""`/away` in the real bot: an absence is shown on the board, and it ends on time or early."""

from __future__ import annotations

from tests.e2e.table import actor, board_of
from tests.e2e.test_time_controls import DAY, at_time_control
from tests.people import has_text, text_of


async def test_an_absent_player_misses_no_turn_until_the_absence_ends(people, bot):
    board = await at_time_control(people, "trophy", 3)
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


async def test_pauses_are_chosen_in_the_lobby_and_ended_on_the_board(people, bot):
    opener, guest, _ = people
    lobby = (await opener.command("ducks start")).message
    await guest.click("Join", lobby)
    for value in ("clock:3", "pauses"):
        await opener.click("c1:1:choices", board_of(opener), values=[value])
    page = (await guest.command("away")).message
    await guest.click("o1:away:for", page, values=["2"])
    await guest.wait_for(has_text("The clock would not stop"))
    await opener.click("c1:1:choices", board_of(opener), values=["pauses"])
    await opener.click("Start", board_of(opener))
    await guest.command("away", days="someday")
    await guest.wait_for(has_text("Tell me for how many days"))
    await guest.command("away", days="3 weeks")
    away = "is away until"
    board = await guest.until(lambda: away in text_of(board_of(guest)) and board_of(guest))
    await guest.press_more("I'm back", board)
    await guest.until(lambda: "is away until" not in text_of(board_of(guest)))


async def test_present_players_can_end_a_game_that_waits_for_an_absent_one(people, bot):
    board = await at_time_control(people, "trophy", 4)
    away = actor(board, people)
    one, two = (person for person in people if person is not away)
    await away.command("away", days="30")
    ask = "End it as it stands"
    can = "the game ends and the absent come last"
    board = await one.until(lambda: can in text_of(board_of(one)) and board_of(one))
    page = (await one.press_more(ask, board)).message
    assert "0 of 2 so far" in text_of(page)
    await one.click(ask, page)
    await one.wait_for(has_text("Table #1 ends when all agree."))
    await two.until(lambda: "(1 of 2), the game ends" in text_of(board_of(two)))
    page = (await two.command("table cancel")).message
    await two.click(ask, page)
    await away.wait_for(has_text("The players who were still there have ended this game"))
