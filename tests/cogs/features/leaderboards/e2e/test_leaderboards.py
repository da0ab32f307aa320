"""Leaderboards in the real bot: by period and game, in pages, shared, and reset."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing

from tests.e2e.past import people_of, place_in, remember
from tests.e2e.process import Bot
from tests.e2e.table import ask_to_forget, play_out, seated
from tests.e2e.test_records import again, ask
from tests.people import Person, controls, has_text, text_of


def chosen(message):
    """Return the chosen options of a message's selects."""
    menus = [each for each in controls(message) if "options" in each]
    return [o["label"] for menu in menus for o in menu["options"] if o.get("default")]


async def test_two_games_played_by_clicks_are_on_the_leaderboard(people):
    smew, scoter, _ = people
    await seated((smew, scoter), "buckdice")
    final = await play_out((smew, scoter), seed=1)
    await smew.click("Rematch", final)
    await smew.command("table cancel", table=2)
    lobby = (await smew.command("ducks start")).message
    await scoter.click("Join", lobby)
    await smew.click("Start", lobby)
    await play_out((smew, scoter), seed=1, table=3)
    board = text_of((await smew.command("leaderboard")).message)
    assert "of 2 won" in board
    assert "**You**" in board
    assert "**Scoter**" in board


async def test_a_leaderboard_can_be_switched_by_period_and_game(memory):
    _, smew, _ = memory
    done = await smew.command("leaderboard", period="week")
    assert "All games\n-# By wins · This week" in text_of(done.message)
    assert done.message["flags"] & 64
    for menu, value, told in (
        ("span", "day", "All games\n-# By wins · Today"),
        ("game", "pond-alone", "Ducks in the Pond, alone\n-# By best score · Today"),
        ("game", "ducks", "Ducks in a Bucket\n-# By wins · Today"),
    ):
        await smew.click("Other boards", again(smew, done))
        await smew.click(f"o1:board:{menu}", again(smew, done), values=[value])
        assert told in text_of(again(smew, done))
    await smew.click("Other boards", again(smew, done))
    assert chosen(again(smew, done)) == ["Ducks in a Bucket", "Today"]
    await smew.click("‹ Back", again(smew, done))
    assert told in text_of(again(smew, done))


async def test_a_leaderboard_has_pages_and_shows_the_readers_row_on_later_pages(box, tmp_path):
    known = people_of(box)
    extra = [type(known["Merganser"])(9000 + i, f"Guest {i:02}") for i in range(12)]
    games = [("buckdice", (known["Merganser"], guest)) for guest in extra]
    await remember(tmp_path / "ducks.db", place_in(box), games, until=time.time())
    async with Bot(box, tmp_path) as process:
        await process.ready()
        async with Person(box, "Merganser") as merganser:
            done = await merganser.command("leaderboard", game="buckdice")
            assert "page 1 of 2" in text_of(done.message)
            await merganser.click("Next ▶", done.message)
            page = text_of(again(merganser, done))
            assert "page 2 of 2" in page
            assert "⋯" in page
            assert "**You**" in page


async def test_a_leaderboard_is_shared_without_controls(memory):
    _, smew, scoter = memory
    done = await smew.command("leaderboard", game="pond-alone")
    await smew.click("Share", done.message)
    shared = await scoter.wait_for(has_text("Ducks in the Pond, alone"))
    assert controls(shared) == []


async def test_a_reset_begins_the_board_anew(memory):
    _, smew, _ = memory
    done = await ask(smew, "boards")
    await smew.click("o1:settings:set:boards", again(smew, done), values=["buckdice"])
    before = text_of((await smew.command("leaderboard", game="buckdice")).message)
    await smew.click("Reset for good", again(smew, done))
    after = text_of((await smew.command("leaderboard", game="buckdice")).message)
    assert "Nobody is here yet" not in before
    assert "Nobody is here yet" in after


async def test_a_reset_asks_and_says_what_is_lost(memory):
    _, smew, _ = memory
    done = await ask(smew, "boards")
    await smew.click("o1:settings:set:boards", again(smew, done), values=["buckdice"])
    assert "What is lost, for good" in text_of(again(smew, done))
    await smew.click("Reset for good", again(smew, done))
    assert "This begins anew: " in text_of(again(smew, done))


async def test_an_old_confirmation_shows_the_losses_again_and_resets_nothing(memory):
    process, smew, _ = memory
    done = await ask(smew, "boards")
    await smew.click("o1:settings:set:boards", again(smew, done), values=["buckdice"])
    # As if one more game had ended meanwhile.
    with closing(sqlite3.connect(process.database)) as file, file:
        file.execute(
            "UPDATE results SET id = id + 1000"
            " WHERE id = (SELECT MAX(id) FROM results WHERE game = 'buckdice')"
        )
    file.close()
    await smew.click("Reset for good", again(smew, done))
    assert "Nothing was reset" in text_of(again(smew, done))
    await smew.click("Reset for good", again(smew, done))
    assert "This begins anew: " in text_of(again(smew, done))


async def test_somebody_who_no_longer_manages_the_server_resets_nothing(memory):
    _, smew, scoter = memory
    which = {"guild_id": smew.world["guilds"][0]["id"], "user_id": scoter.id}
    await smew.admin("set_permissions", **which, permissions=["MANAGE_GUILD"])
    done = await ask(scoter, "boards")
    await scoter.click("o1:settings:set:boards", again(scoter, done), values=["buckdice"])
    await smew.admin("set_permissions", **which, permissions=[])
    refused = await scoter.click("Reset for good", again(scoter, done))
    assert "Only those who may manage the server" in text_of(refused.message)
    board = text_of((await smew.command("leaderboard", game="buckdice")).message)
    assert "Nobody is here yet" not in board


async def test_a_board_names_nobody_who_is_forgotten(memory):
    _, smew, scoter = memory
    await smew.click("Forget me for good", await ask_to_forget(smew))
    await smew.wait_for(has_text("You are forgotten"))
    assert "**Smew**" not in text_of((await scoter.command("leaderboard")).message)
