"""A test that must pass with any games and features: a whole game, then a person is forgotten."""

from __future__ import annotations

import json

from players.games import GAMES
from tests.e2e.table import ask_to_forget, play_out, seated
from tests.people import has_text, text_of


async def test_a_game_is_played_to_its_end_and_a_person_is_exported_and_forgotten(people, bot):
    smew, scoter, _ = people
    games = [each.info for each in GAMES if each.info.min_seats <= 2 <= each.info.max_seats]
    await seated((smew, scoter), min(games, key=lambda info: info.hidden).key)
    await play_out((smew, scoter), seed=1)
    page = (await smew.command("privacy")).message
    (file,) = (await smew.click("All of it as a file", page)).message["attachments"]
    async with smew._http.get(file["url"]) as response:
        everything = json.loads(await response.text())
    assert everything["person"] == int(smew.id)
    assert everything["tables"]
    await smew.click("Forget me for good", await ask_to_forget(smew))
    await smew.wait_for(has_text("You are forgotten"))
    assert "Nothing is kept" in text_of((await smew.command("privacy")).message)
    assert not bot.rows(f"SELECT seat FROM seats WHERE person_id = {smew.id}")
    assert "Traceback" not in bot.said()
