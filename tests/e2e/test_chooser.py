"""`/play`: from the chooser of games to an open table with the chosen options."""

from __future__ import annotations

from engine import GAMES
from tests.people import controls, has_text, labels, text_of


async def test_a_game_is_chosen_with_its_options_and_opened(people):
    smew, scoter, _ = people
    page = (await smew.command("play")).message
    assert all(game.info.title in text_of(page) for game in GAMES)
    assert len(page["attachments"]) == len(GAMES)
    await smew.click("The Bucket King", page)
    page = await smew.wait_for(lambda m: "All games" in labels(m))
    assert "about 19 to 33 minutes" in text_of(page)
    selects = [c["custom_id"] for c in controls(page) if "options" in c]
    assert selects == [f"o1:play:set:buckets:0.0.0.0:{index}" for index in range(4)]
    await smew.click(selects[2], page, values=["2"])
    page = await smew.until(lambda: changed(smew, page))
    assert "about 56 to 100 minutes" in text_of(page)
    await smew.click("Open a table", page)
    lobby = await scoter.wait_for(has_text("Table #1"))
    assert "Rounds: 3" in text_of(lobby)
    assert "**Smew**" in text_of(lobby)
    assert (await scoter.click("Join", lobby)).state == "answered"
    await smew.click("c1:", lobby, values=["option:20"])
    await scoter.wait_for(has_text("Changed since somebody joined: Rounds: 1"))


def changed(person, page):
    """The page, once another choice is shown on it."""
    now = person.message(page["id"])
    return now if any("0.0.2" in c["custom_id"] for c in controls(now)) else None


async def test_the_chooser_is_private_and_leads_back_to_all_games(people):
    smew, scoter, _ = people
    page = (await smew.command("play")).message
    assert scoter.message(page["id"]) is None
    await smew.click("Buck Dice", page)
    page = await smew.wait_for(lambda m: "All games" in labels(m))
    assert "Trophy Buck" not in text_of(page)
    await smew.click("All games", page)
    assert await smew.wait_for(has_text("Trophy Buck"))


async def test_how_to_play_leads_back_and_on_to_a_table_with_ducks(people):
    smew, *_ = people
    page = (await smew.command("play")).message
    await smew.click("Ducks in a Bucket", page)
    await smew.click("o1:play:set:ducks:0.0.0.0:3", page, values=["2"])
    await smew.wait_for(has_text("Ducks in a Bucket"))
    await smew.click("n1:play:how:ducks:0.0.0.2", page)
    await smew.click("Hands", page)
    await smew.click("◀ Back", page)
    await smew.click("n1:play:how:ducks:0.0.0.2", page)
    await smew.click("Open a table", page)
    lobby = await smew.wait_for(has_text("Table #1"))
    assert "**Hazel** (normal)" in text_of(lobby)
    assert "**Otis** (normal)" in text_of(lobby)
