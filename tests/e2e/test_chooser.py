"""`/play`: a person chooses a game, and sets the options in the lobby of the new table."""

from __future__ import annotations

from players.games import GAMES
from tests.e2e.table import board_of
from tests.people import has_text, text_of


async def test_a_chosen_game_is_joined_and_set_up_in_its_lobby(people):
    smew, scoter, _ = people
    page = (await smew.command("play")).message
    assert all(game.info.title in text_of(page) for game in GAMES)
    assert scoter.message(page["id"]) is None
    await smew.click("n1:play:open:buckets", page)
    lobby = await scoter.until(lambda: board_of(scoter))
    assert "**Smew**" in text_of(lobby)
    assert (await scoter.click("Join", lobby)).state == "answered"
    page = await smew.press_more("⚙ Options", lobby)
    await smew.submit(page, **{"rule.rounds": "3"})
    await scoter.wait_for(has_text("Changed since somebody joined: Rounds: 3"))
