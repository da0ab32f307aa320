"""How to play: three lines for who is new, and a page behind a button of every lobby and board."""

from __future__ import annotations

from tests.e2e.table import seated
from tests.people import has_button, has_text, labels, text_of

FIRST_LINE = "1. Roll five white dice"


def told(person):
    return [m for m in person.messages() if FIRST_LINE in text_of(m)]


async def test_who_is_new_is_told_once_how_to_play_and_nobody_else_sees_it(people):
    smew, scoter, merganser = people
    await smew.command("ducks start")
    await smew.wait_for(has_text(FIRST_LINE))
    await scoter.click("Join")
    await scoter.wait_for(has_text(FIRST_LINE))
    assert told(merganser) == []
    await scoter.command("ducks start")
    await smew.click("Join", await smew.wait_for(has_text("#2")))
    await smew.wait_for(lambda m: "#2" in text_of(m) and "2. **Smew" in text_of(m))
    assert [len(told(person)) for person in people] == [1, 1, 0]


async def test_the_page_is_behind_a_button_of_the_board_and_turns_to_the_rules(people):
    smew, scoter, merganser = people
    board = await seated((smew, scoter), "ducks")
    done = await merganser.click("How to play", board)
    assert FIRST_LINE in text_of(done.message)
    await merganser.click("Hands", done.message)
    page = await merganser.wait_for(has_text("A straight beats a full house here"))
    assert page["id"] == done.message["id"]
    assert "In short" in labels(page)


async def test_a_player_hides_the_odds_for_the_table(people):
    board = await seated(people, "trophy")
    assert "The next roll" in text_of(board)
    await people[1].click("Odds: shown", board)
    board = await people[0].wait_for(has_button("Odds: hidden"))
    assert "The next roll" not in text_of(board)
