"""The bot's data about a server, with the real process: names, privacy, settings, departures."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing

import pytest

from tests.e2e.conftest import TABLES
from tests.e2e.forge import ask_of_dice
from tests.e2e.process import PATIENCE
from tests.e2e.table import ask_to_forget, board_of, seated
from tests.people import Person, Refused, controls, has_text, labels, text_of


def again(person, done):
    """Return a message as the person sees it now."""
    return person.message(done.message["id"])


async def test_a_new_name_is_saved_at_the_next_command_or_click(box, memory):
    bot, smew, scoter = memory
    page = (await scoter.command("privacy")).message
    people = {each.global_name: each for each in box.core.world.list_people()}
    people["Smew"].global_name, people["Scoter"].global_name = "Mallard", "Gadwall"
    await smew.command("play")
    able = [c["custom_id"] for c in controls(page) if not c.get("disabled")]
    await scoter.click(next(each for each in able if each.startswith("n1:privacy")), page)
    names = {name for (name,) in bot.rows("SELECT name FROM players")}
    assert {"Mallard", "Gadwall"} <= names
    assert not {"Smew", "Scoter"} & names


async def test_the_export_holds_ones_seats_and_moves(memory):
    _, smew, _ = memory
    page = (await smew.command("privacy")).message
    done = await smew.click("All of it as a file", page)
    assert done.message["attachments"][0]["filename"] == "my-data.json"
    async with smew._http.get(done.message["attachments"][0]["url"]) as response:
        everything = json.loads(await response.text())
    assert everything["person"] == int(smew.id)
    assert everything["tables"]


async def test_forgetting_asks_and_then_leaves_no_name_and_no_id(memory):
    process, smew, _ = memory
    asked = await ask_to_forget(smew)
    assert "What stays" in text_of(asked)
    await smew.click("Forget me for good", asked)
    await smew.wait_for(has_text("You are forgotten"))
    with closing(sqlite3.connect(process.database)) as file, file:
        dump = "\n".join(file.iterdump())
    assert smew.id not in dump
    assert "'Smew'" not in dump


async def test_a_person_who_keeps_everything_loses_nothing(memory):
    _, smew, _ = memory
    await smew.click("Keep everything", await ask_to_forget(smew))
    await smew.wait_for(has_text("What is kept about you"))


async def test_a_forgotten_players_running_game_goes_on_with_the_caretaker(people):
    smew, scoter, _ = people
    await seated((smew, scoter), "ducks")
    await smew.click("Forget me for good", await ask_to_forget(smew))
    await scoter.wait_for(lambda m: f"▶ {scoter.mention}" in text_of(m))


async def ask(person, question):
    """Open a question on the settings page. Give the result to `again` to get the page."""
    done = await person.command("settings")
    await person.click(f"n1:settings:ask:{question}", done.message)
    return done


async def test_settings_are_for_those_who_manage_the_server(memory):
    _, smew, scoter = memory
    with pytest.raises(Refused):
        await scoter.command("settings")
    done = await smew.command("settings")
    assert "Settings of this server" in text_of(done.message)


async def test_the_permission_is_checked_again_at_every_click(memory):
    _, smew, scoter = memory
    guild = smew.world["guilds"][0]["id"]
    await smew.admin(
        "set_permissions", guild_id=guild, user_id=scoter.id, permissions=["MANAGE_GUILD"]
    )
    done = await scoter.command("settings")
    await smew.admin("set_permissions", guild_id=guild, user_id=scoter.id, permissions=[])
    refused = await scoter.click("n1:settings:ask:channels", done.message)
    assert "Only those who may manage the server" in text_of(refused.message)


async def test_tables_are_opened_only_where_admins_allow_it(memory):
    _, smew, scoter = memory
    lounge = smew.channel("lounge")
    done = await ask(smew, "channels")
    await smew.click("o1:settings:channels", again(smew, done), values=[lounge])
    assert f"<#{lounge}>" in text_of(again(smew, done))
    refused = await scoter.command("ducks start")
    assert f"<#{lounge}>" in text_of(refused.message)
    assert refused.message["flags"] & 64
    assert board_of(scoter, TABLES + 1) is None
    opened = await scoter.command("ducks start", channel="lounge")
    assert "can start" in text_of(opened.message)


async def test_no_channel_chosen_means_every_channel_again(memory):
    _, smew, _ = memory
    for channels in ([smew.channel("lounge")], []):
        done = await ask(smew, "channels")
        await smew.click("o1:settings:channels", again(smew, done), values=channels)
    assert "can start" in text_of((await smew.command("ducks start")).message)


async def test_a_role_may_cancel_the_tables_of_others(memory):
    _, smew, scoter = memory
    async with Person(smew._url, "Merganser") as merganser:
        guild = smew.world["guilds"][0]["id"]
        await smew.admin("set_permissions", guild_id=guild, user_id=scoter.id, permissions=[])
        await smew.command("ducks start")
        table = TABLES + 1
        for person in (scoter, merganser):
            refused = await person.command("table cancel", table=table)
            assert "is cancelled" not in text_of(refused.message)
        done = await ask(smew, "roles")
        await smew.look()
        trusted = next(r["id"] for r in smew.world["guilds"][0]["roles"] if r["name"] == "trusted")
        await smew.click("o1:settings:roles", again(smew, done), values=[trusted])
        refused = await merganser.command("table cancel", table=table)
        assert "is cancelled" not in text_of(refused.message)
        allowed = await scoter.command("table cancel", table=table)
        assert "is cancelled" in text_of(allowed.message)


async def test_everybody_may_cancel_if_the_role_of_everybody_may(memory):
    _, smew, _ = memory
    async with Person(smew._url, "Merganser") as merganser:
        lobby = (await smew.command("ducks start")).message
        done = await ask(smew, "roles")
        everybody = smew.world["guilds"][0]["id"]
        await smew.click("o1:settings:roles", again(smew, done), values=[everybody])
        assert "**Who can cancel any game**\nEverybody" in text_of(again(smew, done))
        allowed = await merganser.command("table cancel", table=TABLES + 1)
        assert "is cancelled" in text_of(allowed.message)
        await merganser.until(lambda: merganser.message(lobby["id"]) is None)  # nobody had joined


async def test_a_game_that_is_played_is_cancelled_when_the_question_is_answered(people):
    smew, scoter, merganser = people  # Smew manages the server
    await seated((scoter, merganser), "ducks")
    together = await scoter.command("table cancel")
    assert "End this game together?" in text_of(together.message)
    asked = (await smew.command("table cancel", table=1)).message
    assert "Cancel this game? table #1, Ducks in a Bucket" in text_of(asked)
    assert "Scoter" not in text_of(asked)  # the reader might not see the table's channel
    await smew.click("Let it go on", asked)
    assert "Nothing is cancelled" in text_of(smew.message(asked["id"]))
    asked = (await smew.command("table cancel", table=1)).message  # it replaces the first page
    await smew.click("Cancel the game", asked)
    await scoter.wait_for(has_text("Smew cancels this: table #1, Ducks in a Bucket"))
    await scoter.wait_for(has_text("cancelled this table"))
    await smew.until(lambda: "is cancelled" in text_of(smew.message(asked["id"])))


async def test_only_a_game_that_has_begun_is_verified(box, memory):
    _, smew, _ = memory
    lobby = (await smew.command("ducks start")).message
    for command in ("table cancel", "table leave"):  # both suggest no finished table
        live = await smew.autocomplete(command, "table", table="")
        assert [choice["value"] for choice in live] == [TABLES + 1]
    assert f"table #{TABLES}," in text_of(await ask_of_dice(box.core, smew, "check", TABLES))
    page = (await smew.press_more("Fair dice", lobby)).message
    assert labels(page) == ["Digits", "‹ Back"]
    for what in ("check", "log"):
        refused = text_of(await ask_of_dice(box.core, smew, what, TABLES + 1))
        assert f"No game has begun at table #{TABLES + 1}" in refused


async def test_defaults_hold_for_new_tables_unless_somebody_chooses(box, memory):
    _, smew, _ = memory
    done = await ask(smew, "rules")
    await smew.click("n1:settings:game:ducks", again(smew, done))
    await smew.click("o1:settings:option:ducks:wild", again(smew, done), values=["off"])
    await smew.click("‹ Back", again(smew, done))
    assert "**Ducks in a Bucket**\na 2 is just a 2" in text_of(again(smew, done))
    await smew.click("‹ Back", again(smew, done))
    assert "Changed for 1 game" in text_of(again(smew, done))
    async with Person(box, "Eider") as new:  # the options of others' last games come back
        changed = text_of((await new.command("ducks start")).message)
        chosen = text_of((await new.command("ducks start", wild_ducks="on")).message)
    assert ["2s are wild: No" in lobby for lobby in (changed, chosen)] == [True, False]


async def test_a_server_that_is_left_is_noted_and_kept_when_the_bot_comes_back(memory):
    process, smew, _ = memory
    guild = smew.world["guilds"][0]["id"]

    def noted():
        with closing(sqlite3.connect(process.database)) as file, file:
            return file.execute("SELECT count(*) FROM departures").fetchone()[0] > 0

    await smew.admin("remove_bot", guild_id=guild)
    await _becomes(noted, True)
    await smew.admin("add_bot", guild_id=guild)
    await _becomes(noted, False)


async def _becomes(condition, wanted):
    """Wait until a condition on the database file has this value."""
    async with asyncio.timeout(PATIENCE):
        while condition() is not wanted:  # noqa: ASYNC110 - a file gives no event
            await asyncio.sleep(0.05)
