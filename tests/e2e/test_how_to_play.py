"""How to play: a turn in pictures in a newcomer's lobby, and a page behind a button."""

from __future__ import annotations

from tests.e2e.table import seated
from tests.people import has_button, has_text, labels, text_of

FIRST_LINE = "1. Roll five white dice"

GOAL = "The best hand scores most"


async def test_a_lobby_tells_a_newcomer_how_to_play_until_the_game_begins(people):
    smew, scoter, _ = people
    await smew.command("ducks start")
    lobby = await smew.wait_for(has_text(GOAL))
    await scoter.click("Join")
    await scoter.wait_for(lambda m: "**Scoter**" in text_of(m) and GOAL in text_of(m))
    await smew.click("Start")
    board = await smew.wait_for(has_text("▶ <@"))
    assert board["id"] == lobby["id"]
    assert GOAL not in text_of(board)
    assert [len(person.messages()) for person in people] == [1, 1, 1]


async def test_a_lobby_explains_nothing_to_people_who_know_the_game(people):
    smew, scoter, merganser = people
    for person in (smew, scoter):
        await person.command("ducks start")
        await person.press_more("✖ Cancel this table", await person.wait_for(has_button("Join")))
    await smew.command("ducks start")
    lobby = await smew.wait_for(has_button("Join"))
    await scoter.click("Join", lobby)
    lobby = await smew.wait_for(has_text("**Scoter**"))
    assert GOAL not in text_of(lobby)
    await merganser.click("Join", lobby)
    assert GOAL in text_of(await smew.wait_for(has_text("**Merganser**")))
    await merganser.press_more("Leave", lobby)
    await smew.wait_for(lambda m: "3 more" not in text_of(m) and GOAL not in text_of(m))


async def test_the_page_is_behind_a_button_of_the_board_and_turns_to_the_rules(people):
    smew, scoter, merganser = people
    board = await seated((smew, scoter), "ducks")
    done = await merganser.press_more("How to play", board)
    assert FIRST_LINE in text_of(done.message)
    await merganser.click("Hands", done.message)
    page = await merganser.wait_for(has_text("A straight beats a full house here"))
    assert page["id"] == done.message["id"]
    assert "In short" in labels(page)
    await merganser.click("‹ Back", page)
    await merganser.until(lambda: "Fair dice" in labels(merganser.message(page["id"])))


async def test_a_page_opened_from_a_lobby_leads_nowhere_else(people):
    smew, scoter, _ = people
    lobby = (await smew.command("ducks start")).message
    await scoter.click("How to play", lobby)
    page = await scoter.wait_for(lambda m: "In short" in labels(m))
    assert "‹ Back" not in labels(page)
    await scoter.click("Hands", page)
    page = await scoter.wait_for(has_text("A straight beats a full house here"))
    assert "‹ Back" not in labels(page)
