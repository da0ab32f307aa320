"""What a server remembers, through the real process: boards, replays, privacy, settings."""

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


def option_of(message, custom_id, label):
    """The value of a select's option whose label begins so."""
    menu = next(c for c in controls(message) if c["custom_id"].startswith(custom_id))
    return next(o["value"] for o in menu["options"] if o["label"].startswith(label))


async def replay_of(person, game):
    """Open the newest replay of a game; returns its message's id."""
    listed = await person.command("history", game=game)
    table = option_of(listed.message, "o1:replay", "#")
    return (await person.click("o1:replay", listed.message, values=[table])).message["id"]


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
    assert "2 games" in board
    assert "**Smew**" in board
    assert "**Scoter**" in board


async def test_a_leaderboard_turns_by_period_order_and_game(memory):
    _, smew, _ = memory
    done = await smew.command("leaderboard", sort="games")
    assert "by games" in text_of(done.message)
    assert done.message["flags"] & 64
    await smew.click("Today", again(smew, done))
    assert "Today · by games" in text_of(again(smew, done))
    await smew.click("o1:board:game", again(smew, done), values=["ducks"])
    assert "Ducks in a Bucket" in text_of(again(smew, done))
    await smew.click("o1:board:sort", again(smew, done), values=["rating"])
    assert "by rating" in text_of(again(smew, done))


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
            assert "**Merganser**" in page


async def test_a_leaderboard_is_shared_without_controls(memory):
    _, smew, scoter = memory
    done = await smew.command("leaderboard", game="pond-alone")
    await smew.click("Share", done.message)
    shared = await scoter.wait_for(has_text("Ducks in the Pond, alone"))
    assert controls(shared) == []


async def test_statistics_tell_record_luck_and_achievements_of_anybody(memory):
    _, smew, scoter = memory
    done = await smew.command("stats", player=scoter, game="buckdice")
    said = text_of(done.message)
    assert "Scoter" in said
    assert "rating" in said
    assert "Luck of the dice" in said
    assert "Achievements" in said
    assert done.message["attachments"][0]["filename"].startswith("statistics-")


async def test_who_has_not_played_this_game_has_no_statistics_of_it(memory):
    _, smew, _ = memory
    done = await smew.command("stats", game="trophy")
    assert "**Smew** has not finished Trophy Buck here yet." in text_of(done.message)
    assert "Achievements" not in text_of(done.message)


async def test_who_has_not_played_has_no_statistics(people):
    done = await people[0].command("stats")
    assert "has finished no game" in text_of(done.message)


async def test_a_replay_steps_first_back_on_and_last(memory):
    _, smew, _ = memory
    number = await replay_of(smew, "ducks")
    steps = []
    for button in ("Next ▶", "Next ▶", "◀ Back", "Last", "First"):
        await smew.click(button, smew.message(number))
        said = text_of(smew.message(number))
        steps.append(said.split("step ")[1].split("\n")[0].split(" of "))
    last = steps[0][1]
    assert steps == [["1", last], ["2", last], ["1", last], [last, last], ["0", last]]


async def test_the_last_step_shows_who_won(memory):
    _, smew, _ = memory
    number = await replay_of(smew, "ducks")
    await smew.click("Last", smew.message(number))
    assert "The game is over" in text_of(smew.message(number))


async def test_a_position_is_shared_without_controls(memory):
    _, smew, scoter = memory
    number = await replay_of(smew, "ducks")
    await smew.click("Next ▶", smew.message(number))
    await smew.click("Share", smew.message(number))
    shared = await scoter.wait_for(has_text("step 1 of"))
    assert controls(shared) == []


async def test_a_replay_is_private_and_its_transcript_a_file(memory):
    _, smew, _ = memory
    number = await replay_of(smew, "ducks")
    assert smew.message(number)["flags"] & 64
    done = await smew.click("Transcript", smew.message(number))
    assert done.message["attachments"][0]["filename"].startswith("table-")


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
    await scoter.click("Last", scoter.message(number))
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
    refused = await scoter.click("o1:settings:losses", done.message, values=["ducks"])
    assert "Only those who may manage the server" in text_of(refused.message)


async def test_tables_are_opened_only_where_admins_allow_it(memory):
    _, smew, scoter = memory
    lounge = smew.channel("lounge")
    done = await smew.command("settings")
    await smew.click("o1:settings:channels", done.message, values=[lounge])
    assert f"<#{lounge}>" in text_of(again(smew, done))
    refused = await scoter.command("ducks start")
    assert f"<#{lounge}>" in text_of(refused.message)
    assert refused.message["flags"] & 64
    assert board_of(scoter, TABLES + 1) is None
    opened = await scoter.command("ducks start", channel="lounge")
    assert "needed to start" in text_of(opened.message)


async def test_no_channel_chosen_means_every_channel_again(memory):
    _, smew, _ = memory
    done = await smew.command("settings")
    await smew.click("o1:settings:channels", done.message, values=[smew.channel("lounge")])
    await smew.click("o1:settings:channels", again(smew, done), values=[])
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
        done = await smew.command("settings")
        await smew.look()
        trusted = next(r["id"] for r in smew.world["guilds"][0]["roles"] if r["name"] == "trusted")
        await smew.click("o1:settings:roles", done.message, values=[trusted])
        refused = await merganser.command("table cancel", table=table)
        assert "is cancelled" not in text_of(refused.message)
        allowed = await scoter.command("table cancel", table=table)
        assert "is cancelled" in text_of(allowed.message)


async def test_everybody_may_cancel_where_the_role_of_everybody_may(memory):
    _, smew, _ = memory
    async with Person(smew._url, "Merganser") as merganser:
        await smew.command("ducks start")
        done = await smew.command("settings")
        everybody = smew.world["guilds"][0]["id"]
        await smew.click("o1:settings:roles", done.message, values=[everybody])
        assert "may be cancelled by** everybody" in text_of(again(smew, done))
        allowed = await merganser.command("table cancel", table=TABLES + 1)
        assert "is cancelled" in text_of(allowed.message)
        board = await merganser.wait_for(has_text("cancelled this one"))
        assert f"Table #{TABLES + 1}" in text_of(board)


async def test_a_game_that_is_played_is_cancelled_when_the_question_is_answered(people):
    smew, scoter, merganser = people  # Smew manages the server
    await seated((scoter, merganser), "ducks")
    refused = await scoter.command("table cancel")
    assert "who plays it can leave" in text_of(refused.message)
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
    assert "not there any more" in text_of(late.message)


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
    done = await smew.command("settings")
    await smew.click("o1:settings:game", done.message, values=["ducks"])
    await smew.click("o1:settings:option:ducks:wild", again(smew, done), values=["off"])
    await smew.click("◀ All settings", again(smew, done))
    assert "Wild ducks:" in text_of(again(smew, done))
    changed = text_of((await smew.command("ducks start")).message)
    chosen = text_of((await smew.command("ducks start", wild="on")).message)
    assert ["Wild ducks: a 2 is just a 2" in lobby for lobby in (changed, chosen)] == [True, False]


async def test_a_reset_asks_says_what_is_lost_and_begins_the_board_anew(memory):
    _, smew, _ = memory
    done = await smew.command("settings")
    await smew.click("o1:settings:losses", done.message, values=["buckdice"])
    assert "What is lost, for good" in text_of(again(smew, done))
    before = text_of((await smew.command("leaderboard", game="buckdice")).message)
    await smew.click("Reset for good", again(smew, done))
    assert "begins anew; lost:" in text_of(again(smew, done))
    after = text_of((await smew.command("leaderboard", game="buckdice")).message)
    assert "Nobody is on this board" not in before
    assert "Nobody is on this board" in after
    history = text_of((await smew.command("history", game="buckdice")).message)
    assert "No such table" not in history


async def test_an_old_confirmation_tells_the_losses_again_and_resets_nothing(memory):
    process, smew, _ = memory
    done = await smew.command("settings")
    await smew.click("o1:settings:losses", done.message, values=["buckdice"])
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
