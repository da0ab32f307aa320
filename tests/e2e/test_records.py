"""Records of a server, through the real process: boards, replays, privacy, settings."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import time
from contextlib import closing

import pytest

from sandbox import Sandbox
from tests.e2e.past import drawn_games, people_of, place_in, remember
from tests.e2e.process import PATIENCE, Bot
from tests.e2e.table import ask_to_forget, board_of, play_out, seated
from tests.people import Person, Refused, controls, has_text, text_of

TABLES = 12


@pytest.fixture(scope="session")
def past(tmp_path_factory):
    """A database with a past; to be copied, not changed."""
    file = tmp_path_factory.mktemp("past") / "past.db"
    box = Sandbox(0)
    known = list(people_of(box).values())
    games = drawn_games(known, {"ducks": 2, "buckdice": 8}, TABLES - 2)
    games += [("pond", (known[0],)), ("buckets", tuple(known[:3]))]
    asyncio.run(remember(file, place_in(box), games, until=time.time() - 60))
    return file


@pytest.fixture
async def memory(box, tmp_path, past):
    """The bot on a server that has played, and two of its people."""
    shutil.copy(past, tmp_path / "ducks.db")
    async with Bot(box, tmp_path) as process:
        await process.ready()
        async with Person(box, "Smew") as a, Person(box, "Scoter") as b:
            yield process, a, b


def again(person, done):
    """A message as the person sees it now."""
    return person.message(done.message["id"])


def chosen(message):
    """The choices that the selects of a message show."""
    menus = [each for each in controls(message) if "options" in each]
    return [o["label"] for menu in menus for o in menu["options"] if o.get("default")]


async def test_a_new_name_is_noted_from_the_first_command_or_click_on(box, memory):
    bot, smew, scoter = memory
    page = (await scoter.command("leaderboard", game="ducks")).message
    people = {each.global_name: each for each in box.core.world.list_people()}
    people["Smew"].global_name, people["Scoter"].global_name = "Mallard", "Gadwall"
    await smew.command("leaderboard", game="ducks")
    able = [c["custom_id"] for c in controls(page) if not c.get("disabled")]
    await scoter.click(next(each for each in able if each.startswith("n1:board")), page)
    names = {name for (name,) in bot.rows("SELECT name FROM players")}
    assert {"Mallard", "Gadwall"} <= names
    assert not {"Smew", "Scoter"} & names


async def replay_of(person, game):
    """Open the newest replay of a game, and go to its beginning; returns its message's id."""
    listed = await person.command("history", game=game)
    opened = (await person.click("n1:replay:turning", listed.message)).message
    assert "🎯 Here " in text_of(opened)  # at its key moment
    await go_to(person, opened["id"], 0)
    return opened["id"]


async def go_to(person, number, step):
    """Choose a step of a replay in its menu; -1: the last."""
    (menu,) = [c for c in controls(person.message(number)) if "replay:step" in c["custom_id"]]
    values = sorted((each["value"] for each in menu["options"]), key=int)
    await person.click("o1:replay:step", person.message(number), values=[values[step]])


async def test_two_games_by_clicks_end_in_achievements_and_on_the_leaderboard(people):
    smew, scoter, _ = people
    await seated((smew, scoter), "buckdice")
    final = await play_out((smew, scoter), seed=1)
    assert "🏅" in text_of(final)
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


async def test_a_leaderboard_turns_by_period_order_and_game(memory):
    _, smew, _ = memory
    done = await smew.command("leaderboard", sort="games")
    assert "All games\n-# by games · all time" in text_of(done.message)
    assert done.message["flags"] & 64
    for menu, value, told in (
        ("span", "day", "All games\n-# by games · today"),
        ("game", "ducks", "Ducks in a Bucket\n-# by games · today"),
        ("sort", "rating", "Ducks in a Bucket\n-# by rating · today"),
    ):
        await smew.click("Other boards", again(smew, done))
        await smew.click(f"o1:board:{menu}", again(smew, done), values=[value])
        assert told in text_of(again(smew, done))
    await smew.click("Other boards", again(smew, done))
    assert chosen(again(smew, done)) == ["Ducks in a Bucket", "By rating", "Today"]
    await smew.click("‹ Back", again(smew, done))
    assert told in text_of(again(smew, done))


async def test_a_leaderboard_has_pages_and_shows_the_own_row_on_each(box, tmp_path):
    known = people_of(box)
    extra = [type(known["Merganser"])(9000 + i, f"Guest {i:02}") for i in range(12)]
    games = [("buckdice", (known["Merganser"], guest)) for guest in extra]
    await remember(tmp_path / "ducks.db", place_in(box), games, until=time.time())
    async with Bot(box, tmp_path) as process:
        await process.ready()
        async with Person(box, "Merganser") as merganser:
            done = await merganser.command("leaderboard", sort="games")
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


async def test_statistics_begin_with_a_card_and_lead_to_the_album_and_the_rest(memory):
    _, smew, scoter = memory
    done = await smew.command("stats", player=scoter)
    assert "Scoter on this server" in text_of(done.message)
    assert done.message["attachments"][0]["filename"].startswith("person-")
    await smew.click("Album", done.message)
    assert "Album of Scoter" in text_of(again(smew, done))
    await smew.click("o1:album:game", again(smew, done), values=["buckdice"])
    assert again(smew, done)["attachments"][0]["filename"].startswith("album-")
    first = text_of(again(smew, done))
    await smew.click("Next ▶", again(smew, done))
    assert text_of(again(smew, done)) != first
    await smew.click("‹ Back", again(smew, done))
    await smew.click("⋯", again(smew, done))
    assert "a finished game is 1 point" in text_of(again(smew, done))
    await smew.click("o1:stats:game", again(smew, done), values=["buckdice"])
    said = text_of(again(smew, done))
    assert "rating" in said
    assert "Dice that showed the point number" in said
    assert again(smew, done)["attachments"][0]["filename"].startswith("statistics-")
    await smew.click("‹ Back", again(smew, done))
    assert again(smew, done)["attachments"][0]["filename"].startswith("person-")


async def test_the_own_card_is_shared_under_a_name(memory):
    _, smew, scoter = memory
    done = await smew.command("stats")
    assert "Your games on this server" in text_of(done.message)
    await smew.click("⋯", done.message)
    await smew.click("Share", again(smew, done))
    shared = await scoter.wait_for(has_text("Smew on this server"))
    assert controls(shared) == []
    assert shared["attachments"][0]["filename"].startswith("person-")


async def test_a_person_has_no_statistics_of_an_unplayed_game(memory):
    _, smew, _ = memory
    done = await smew.command("stats", game="trophy")
    assert "You have not finished Trophy Buck here yet." in text_of(done.message)


async def test_a_person_without_games_has_no_statistics(people):
    done = await people[0].command("stats")
    assert "You have finished no game here yet." in text_of(done.message)


async def test_a_replay_steps_first_back_on_and_last(memory):
    _, smew, _ = memory
    number = await replay_of(smew, "ducks")
    steps = []
    for button in ("Next ▶", "Next ▶", "◀ Previous", -1, 0):
        if isinstance(button, int):
            await go_to(smew, number, button)
        else:
            await smew.click(button, smew.message(number))
        said = text_of(smew.message(number))
        steps.append(said.split("step ")[1].split("\n")[0].split(" of "))
    last = steps[0][1]
    assert steps == [["1", last], ["2", last], ["1", last], [last, last], ["0", last]]


async def test_the_last_step_shows_who_won(memory):
    _, smew, _ = memory
    number = await replay_of(smew, "ducks")
    await go_to(smew, number, -1)
    assert "The game is over" in text_of(smew.message(number))


async def test_a_position_is_shared_without_controls(memory):
    _, smew, scoter = memory
    number = await replay_of(smew, "ducks")
    await smew.click("Next ▶", smew.message(number))
    await smew.click("Share", smew.message(number))
    shared = await scoter.wait_for(has_text("step 1 of"))
    assert controls(shared) == []


async def test_a_replay_is_private_takes_the_place_of_the_history_and_leads_back(memory):
    _, smew, _ = memory
    number = await replay_of(smew, "ducks")
    assert smew.message(number)["flags"] & 64
    await smew.click("‹ Back", smew.message(number))
    assert "Finished tables" in text_of(smew.message(number))
    assert "ducks" in str(controls(smew.message(number)))


async def test_a_hidden_game_is_seen_through_the_eyes_of_a_seat_once_it_is_over(memory):
    _, smew, _ = memory
    number = await replay_of(smew, "buckets")
    for _ in range(5):  # first the cards are dealt
        await smew.click("Next ▶", smew.message(number))
    public = text_of(smew.message(number))
    await smew.click("o1:replay:eyes", smew.message(number), values=["1"])
    assert "alone could see" not in public
    assert "alone could see" in text_of(smew.message(number))


async def test_a_replay_goes_on_after_kill_9(memory):
    process, smew, _ = memory
    number = await replay_of(smew, "ducks")
    await process.kill()
    await process.start()
    await process.ready()
    await smew.click("Next ▶", smew.message(number))
    assert "step 1 of" in text_of(smew.message(number))


async def test_a_direct_message_tells_nobody_else_s_tables(memory):
    _, smew, scoter = memory
    done = await smew.command("history", channel="dm", player=scoter)
    assert "No such table is finished yet" in text_of(done.message)


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
    process, smew, scoter = memory
    asked = await ask_to_forget(smew)
    assert "What stays" in text_of(asked)
    await smew.click("Forget me for good", asked)
    await smew.wait_for(has_text("You are forgotten"))
    with closing(sqlite3.connect(process.database)) as file, file:
        dump = "\n".join(file.iterdump())
    assert smew.id not in dump
    assert "'Smew'" not in dump
    board = text_of((await scoter.command("leaderboard")).message)
    assert "**Smew**" not in board
    number = await replay_of(scoter, "ducks")
    await go_to(scoter, number, -1)
    assert "The game is over" in text_of(scoter.message(number))


async def test_who_keeps_everything_loses_nothing(memory):
    _, smew, _ = memory
    await smew.click("Keep everything", await ask_to_forget(smew))
    await smew.wait_for(has_text("What is kept about you"))


async def test_a_forgotten_players_running_game_goes_on_with_the_caretaker(people):
    smew, scoter, _ = people
    await seated((smew, scoter), "ducks")
    await smew.click("Forget me for good", await ask_to_forget(smew))
    await scoter.wait_for(lambda m: f"▶ {scoter.mention}" in text_of(m))


async def ask(person, question):
    """Open a question of the settings; `again` gives the page."""
    done = await person.command("settings")
    await person.click(f"n1:settings:ask:{question}", done.message)
    return done


async def test_settings_are_for_those_who_manage_the_server(memory):
    _, smew, scoter = memory
    with pytest.raises(Refused):
        await scoter.command("settings")
    done = await smew.command("settings")
    assert "Settings of this server" in text_of(done.message)


async def test_the_right_is_asked_for_again_at_every_click(memory):
    _, smew, scoter = memory
    guild = smew.world["guilds"][0]["id"]
    await smew.admin(
        "set_permissions", guild_id=guild, user_id=scoter.id, permissions=["MANAGE_GUILD"]
    )
    done = await scoter.command("settings")
    await smew.admin("set_permissions", guild_id=guild, user_id=scoter.id, permissions=[])
    refused = await scoter.click("n1:settings:ask:boards", done.message)
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
    assert "needed to start" in text_of(opened.message)


async def test_no_channel_chosen_means_every_channel_again(memory):
    _, smew, _ = memory
    for channels in ([smew.channel("lounge")], []):
        done = await ask(smew, "channels")
        await smew.click("o1:settings:channels", again(smew, done), values=channels)
    assert "needed to start" in text_of((await smew.command("ducks start")).message)


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


async def test_everybody_may_cancel_where_the_role_of_everybody_may(memory):
    _, smew, _ = memory
    async with Person(smew._url, "Merganser") as merganser:
        await smew.command("ducks start")
        done = await ask(smew, "roles")
        everybody = smew.world["guilds"][0]["id"]
        await smew.click("o1:settings:roles", again(smew, done), values=[everybody])
        assert "**Who can cancel any game**\nEverybody" in text_of(again(smew, done))
        allowed = await merganser.command("table cancel", table=TABLES + 1)
        assert "is cancelled" in text_of(allowed.message)
        await merganser.wait_for(has_text("cancelled this one"))


async def test_a_game_that_is_played_is_cancelled_when_the_question_is_answered(people):
    smew, scoter, merganser = people  # Smew manages the server
    await seated((scoter, merganser), "ducks")
    refused = await scoter.command("table cancel")
    assert "its players can leave" in text_of(refused.message)
    asked = (await smew.command("table cancel", table=1)).message
    assert "Cancel table #1, Ducks in a Bucket?" in text_of(asked)
    assert "Scoter" not in text_of(asked)  # who may cancel a game need not see its channel
    await smew.click("Let it go on", asked)
    assert "You cancelled nothing" in text_of(smew.message(asked["id"]))
    asked, twice = [(await smew.command("table cancel", table=1)).message for _ in range(2)]
    await smew.click("Cancel the game", asked)
    await scoter.wait_for(has_text("Smew has cancelled table #1, Ducks in a Bucket."))
    await scoter.wait_for(has_text("cancelled this one"))
    late = await smew.click("Cancel the game", twice)
    assert "This table is gone" in text_of(late.message)


async def test_what_is_checked_is_a_game_that_is_over(memory):
    _, smew, _ = memory
    await smew.command("ducks start")
    suggested = await smew.autocomplete("table verify", "table", table="")
    assert [choice["value"] for choice in suggested] == list(range(TABLES, 0, -1))[:5]
    for command in ("table cancel", "table leave"):  # nothing that is over
        live = await smew.autocomplete(command, "table", table="")
        assert [choice["value"] for choice in live] == [TABLES + 1]
    assert f"table #{TABLES}," in text_of((await smew.command("table verify")).message)
    refused = await smew.command("table verify", table=TABLES + 1)
    assert f"No game has begun at table #{TABLES + 1}" in text_of(refused.message)


async def test_defaults_hold_for_new_tables_unless_somebody_chooses(memory):
    _, smew, _ = memory
    done = await ask(smew, "rules")
    await smew.click("n1:settings:game:ducks", again(smew, done))
    await smew.click("o1:settings:option:ducks:wild", again(smew, done), values=["off"])
    await smew.click("‹ Back", again(smew, done))
    assert "**Ducks in a Bucket**\na 2 is just a 2" in text_of(again(smew, done))
    await smew.click("‹ Back", again(smew, done))
    assert "Changed for 1 game" in text_of(again(smew, done))
    changed = text_of((await smew.command("ducks start")).message)
    chosen = text_of((await smew.command("ducks start", wild_ducks="on")).message)
    assert ["Wild ducks: a 2 is just a 2" in lobby for lobby in (changed, chosen)] == [True, False]


async def test_a_reset_asks_says_what_is_lost_and_begins_the_board_anew(memory):
    _, smew, _ = memory
    done = await ask(smew, "boards")
    await smew.click("n1:settings:losses:buckdice", again(smew, done))
    assert "What is lost, for good" in text_of(again(smew, done))
    before = text_of((await smew.command("leaderboard", game="buckdice")).message)
    await smew.click("Reset for good", again(smew, done))
    assert "begins anew; lost:" in text_of(again(smew, done))
    after = text_of((await smew.command("leaderboard", game="buckdice")).message)
    assert "Nobody is here yet" not in before
    assert "Nobody is here yet" in after
    history = text_of((await smew.command("history", game="buckdice")).message)
    assert "No such table" not in history


async def test_an_old_confirmation_tells_the_losses_again_and_resets_nothing(memory):
    process, smew, _ = memory
    done = await ask(smew, "boards")
    await smew.click("n1:settings:losses:buckdice", again(smew, done))
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
    assert "begins anew; lost:" in text_of(again(smew, done))


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
    """Wait until a condition in the file is so."""
    async with asyncio.timeout(PATIENCE):
        while condition() is not wanted:  # noqa: ASYNC110 - of a file there is no event
            await asyncio.sleep(0.05)
