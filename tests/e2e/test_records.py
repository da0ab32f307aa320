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
from tests.e2e.table import board_of, play_out, seated
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
        async with Person(box, "Mallard") as a, Person(box, "Pintail") as b:
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
    mallard, pintail, _ = people
    await seated((mallard, pintail), "buckdice")
    final = await play_out((mallard, pintail), seed=1)
    assert "🏅" in text_of(final)
    await mallard.click("Rematch", final)
    await mallard.command("table cancel", table=2)
    lobby = (await mallard.command("ducks start")).message
    await pintail.click("Join", lobby)
    await mallard.click("Start", lobby)
    await play_out((mallard, pintail), seed=1, table=3)
    board = text_of((await mallard.command("leaderboard")).message)
    assert "2 games" in board
    assert "**Mallard**" in board
    assert "**Pintail**" in board


async def test_a_leaderboard_turns_by_period_order_and_game(memory):
    _, mallard, _ = memory
    done = await mallard.command("leaderboard", sort="games")
    assert "by games" in text_of(done.message)
    assert done.message["flags"] & 64
    await mallard.click("Today", again(mallard, done))
    assert "Today · by games" in text_of(again(mallard, done))
    await mallard.click("o1:board:game", again(mallard, done), values=["ducks"])
    assert "Ducks in a Bucket" in text_of(again(mallard, done))
    await mallard.click("o1:board:sort", again(mallard, done), values=["rating"])
    assert "by rating" in text_of(again(mallard, done))


async def test_a_leaderboard_has_pages_and_shows_the_own_row_on_each(box, tmp_path):
    known = people_of(box)
    extra = [type(known["Teal"])(9000 + i, f"Guest {i:02}") for i in range(12)]
    games = [("buckdice", (known["Teal"], guest)) for guest in extra]
    await remember(tmp_path / "ducks.db", place_in(box), games, until=time.time())
    async with Bot(box, tmp_path) as process:
        await process.ready()
        async with Person(box, "Teal") as teal:
            done = await teal.command("leaderboard", sort="games")
            assert "page 1 of 2" in text_of(done.message)
            await teal.click("Next ▶", done.message)
            page = text_of(again(teal, done))
            assert "page 2 of 2" in page
            assert "⋯" in page
            assert "**Teal**" in page


async def test_a_leaderboard_is_shared_without_controls(memory):
    _, mallard, pintail = memory
    done = await mallard.command("leaderboard", game="pond-alone")
    await mallard.click("Share", done.message)
    shared = await pintail.wait_for(has_text("Ducks in the Pond, alone"))
    assert controls(shared) == []


async def test_statistics_tell_record_luck_and_achievements_of_anybody(memory):
    _, mallard, pintail = memory
    done = await mallard.command("stats", player=pintail, game="buckdice")
    said = text_of(done.message)
    assert "Pintail" in said
    assert "rating" in said
    assert "Luck of the dice" in said
    assert "Achievements" in said
    assert done.message["attachments"][0]["filename"].startswith("statistics-")


async def test_who_has_not_played_this_game_has_no_statistics_of_it(memory):
    _, mallard, _ = memory
    done = await mallard.command("stats", game="trophy")
    assert "**Mallard** has not finished Trophy Buck here yet." in text_of(done.message)
    assert "Achievements" not in text_of(done.message)


async def test_who_has_not_played_has_no_statistics(people):
    done = await people[0].command("stats")
    assert "has finished no game" in text_of(done.message)


async def test_a_replay_steps_first_back_on_and_last(memory):
    _, mallard, _ = memory
    number = await replay_of(mallard, "ducks")
    steps = []
    for button in ("Next ▶", "Next ▶", "◀ Back", "Last", "First"):
        await mallard.click(button, mallard.message(number))
        said = text_of(mallard.message(number))
        steps.append(said.split("step ")[1].split("\n")[0].split(" of "))
    last = steps[0][1]
    assert steps == [["1", last], ["2", last], ["1", last], [last, last], ["0", last]]


async def test_the_last_step_shows_who_won(memory):
    _, mallard, _ = memory
    number = await replay_of(mallard, "ducks")
    await mallard.click("Last", mallard.message(number))
    assert "The game is over" in text_of(mallard.message(number))


async def test_a_position_is_shared_without_controls(memory):
    _, mallard, pintail = memory
    number = await replay_of(mallard, "ducks")
    await mallard.click("Next ▶", mallard.message(number))
    await mallard.click("Share", mallard.message(number))
    shared = await pintail.wait_for(has_text("step 1 of"))
    assert controls(shared) == []


async def test_a_replay_is_private_and_its_transcript_a_file(memory):
    _, mallard, _ = memory
    number = await replay_of(mallard, "ducks")
    assert mallard.message(number)["flags"] & 64
    done = await mallard.click("Transcript", mallard.message(number))
    assert done.message["attachments"][0]["filename"].startswith("table-")


async def test_a_hidden_game_is_seen_through_the_eyes_of_a_seat_once_it_is_over(memory):
    _, mallard, _ = memory
    number = await replay_of(mallard, "buckets")
    for _ in range(5):  # first the cards are dealt
        await mallard.click("Next ▶", mallard.message(number))
    public = text_of(mallard.message(number))
    await mallard.click("o1:replay:eyes", mallard.message(number), values=["1"])
    assert "alone could see" not in public
    assert "alone could see" in text_of(mallard.message(number))


async def test_a_replay_goes_on_after_kill_9(memory):
    process, mallard, _ = memory
    number = await replay_of(mallard, "ducks")
    await process.kill()
    await process.start()
    await process.ready()
    await mallard.click("Next ▶", mallard.message(number))
    assert "step 1 of" in text_of(mallard.message(number))


async def test_a_direct_message_tells_nobody_else_s_tables(memory):
    _, mallard, pintail = memory
    done = await mallard.command("history", channel="dm", player=pintail)
    assert "No such table is finished yet" in text_of(done.message)


async def test_the_export_holds_ones_seats_and_moves(memory):
    _, mallard, _ = memory
    done = await mallard.command("privacy export")
    assert done.message["attachments"][0]["filename"] == "my-data.json"
    async with mallard._http.get(done.message["attachments"][0]["url"]) as response:
        everything = json.loads(await response.text())
    assert everything["person"] == int(mallard.id)
    assert everything["tables"]


async def test_forgetting_asks_and_then_leaves_no_name_and_no_id(memory):
    process, mallard, pintail = memory
    done = await mallard.command("privacy delete")
    assert "What stays" in text_of(done.message)
    await mallard.click("Forget me for good", done.message)
    assert "You are forgotten" in text_of(again(mallard, done))
    with closing(sqlite3.connect(process.database)) as file, file:
        dump = "\n".join(file.iterdump())
    assert mallard.id not in dump
    assert "'Mallard'" not in dump
    board = text_of((await pintail.command("leaderboard")).message)
    assert "**Mallard**" not in board
    number = await replay_of(pintail, "ducks")
    await pintail.click("Last", pintail.message(number))
    assert "The game is over" in text_of(pintail.message(number))


async def test_who_keeps_everything_loses_nothing(memory):
    _, mallard, _ = memory
    done = await mallard.command("privacy delete")
    await mallard.click("Keep everything", done.message)
    assert "What is kept about you" in text_of(again(mallard, done))


async def test_a_forgotten_players_running_game_goes_on_with_the_caretaker(people):
    mallard, pintail, _ = people
    await seated((mallard, pintail), "ducks")
    done = await mallard.command("privacy delete")
    await mallard.click("Forget me for good", done.message)
    await pintail.wait_for(lambda m: f"▶ {pintail.mention}" in text_of(m))


async def test_settings_are_for_those_who_manage_the_server(memory):
    _, mallard, pintail = memory
    with pytest.raises(Refused):
        await pintail.command("settings")
    done = await mallard.command("settings")
    assert "Settings of this server" in text_of(done.message)


async def test_the_right_is_asked_for_again_at_every_click(memory):
    _, mallard, pintail = memory
    guild = mallard.world["guilds"][0]["id"]
    await mallard.admin(
        "set_permissions", guild_id=guild, user_id=pintail.id, permissions=["MANAGE_GUILD"]
    )
    done = await pintail.command("settings")
    await mallard.admin("set_permissions", guild_id=guild, user_id=pintail.id, permissions=[])
    refused = await pintail.click("o1:settings:losses", done.message, values=["ducks"])
    assert "Only those who may manage the server" in text_of(refused.message)


async def test_tables_are_opened_only_where_admins_allow_it(memory):
    _, mallard, pintail = memory
    lounge = mallard.channel("lounge")
    done = await mallard.command("settings")
    await mallard.click("o1:settings:channels", done.message, values=[lounge])
    assert f"<#{lounge}>" in text_of(again(mallard, done))
    refused = await pintail.command("ducks start")
    assert f"<#{lounge}>" in text_of(refused.message)
    assert refused.message["flags"] & 64
    assert board_of(pintail, TABLES + 1) is None
    opened = await pintail.command("ducks start", channel="lounge")
    assert "waiting for players" in text_of(opened.message)


async def test_no_channel_chosen_means_every_channel_again(memory):
    _, mallard, _ = memory
    done = await mallard.command("settings")
    await mallard.click("o1:settings:channels", done.message, values=[mallard.channel("lounge")])
    await mallard.click("o1:settings:channels", again(mallard, done), values=[])
    assert "waiting for players" in text_of((await mallard.command("ducks start")).message)


async def test_a_role_may_cancel_the_tables_of_others(memory):
    _, mallard, pintail = memory
    async with Person(mallard._url, "Teal") as teal:
        guild = mallard.world["guilds"][0]["id"]
        await mallard.admin("set_permissions", guild_id=guild, user_id=pintail.id, permissions=[])
        await mallard.command("ducks start")
        table = TABLES + 1
        for person in (pintail, teal):
            refused = await person.command("table cancel", table=table)
            assert "is cancelled" not in text_of(refused.message)
        done = await mallard.command("settings")
        await mallard.look()
        trusted = next(
            r["id"] for r in mallard.world["guilds"][0]["roles"] if r["name"] == "trusted"
        )
        await mallard.click("o1:settings:roles", done.message, values=[trusted])
        refused = await teal.command("table cancel", table=table)
        assert "is cancelled" not in text_of(refused.message)
        allowed = await pintail.command("table cancel", table=table)
        assert "is cancelled" in text_of(allowed.message)


async def test_everybody_may_cancel_where_the_role_of_everybody_may(memory):
    _, mallard, _ = memory
    async with Person(mallard._url, "Teal") as teal:
        await mallard.command("ducks start")
        done = await mallard.command("settings")
        everybody = mallard.world["guilds"][0]["id"]
        await mallard.click("o1:settings:roles", done.message, values=[everybody])
        assert "may be cancelled by** everybody" in text_of(again(mallard, done))
        allowed = await teal.command("table cancel", table=TABLES + 1)
        assert "is cancelled" in text_of(allowed.message)
        board = await teal.wait_for(has_text("cancelled this one"))
        assert f"Table #{TABLES + 1}" in text_of(board)


async def test_a_game_that_is_played_is_cancelled_when_the_question_is_answered(people):
    mallard, pintail, teal = people  # Mallard manages the server
    await seated((pintail, teal), "ducks")
    refused = await pintail.command("table cancel")
    assert "who plays it can leave" in text_of(refused.message)
    asked = (await mallard.command("table cancel", table=1)).message
    assert "Cancel table #1, Ducks in a Bucket?" in text_of(asked)
    assert "Pintail" not in text_of(asked)  # who may cancel a game need not see its channel
    await mallard.click("Let it go on", asked)
    assert "You cancelled nothing" in text_of(mallard.message(asked["id"]))
    asked, twice = [(await mallard.command("table cancel", table=1)).message for _ in range(2)]
    await mallard.click("Cancel the game", asked)
    await pintail.wait_for(has_text("Mallard has cancelled table #1, Ducks in a Bucket."))
    await pintail.wait_for(has_text("cancelled this one"))
    late = await mallard.click("Cancel the game", twice)
    assert "not there any more" in text_of(late.message)


async def test_what_is_checked_is_a_game_that_is_over(memory):
    _, mallard, _ = memory
    await mallard.command("ducks start")
    suggested = await mallard.autocomplete("table verify", "table", table="")
    assert [choice["value"] for choice in suggested] == list(range(TABLES, 0, -1))[:5]
    for command in ("table cancel", "table leave"):  # nothing that is over
        live = await mallard.autocomplete(command, "table", table="")
        assert [choice["value"] for choice in live] == [TABLES + 1]
    assert f"table #{TABLES}," in text_of((await mallard.command("table verify")).message)
    refused = await mallard.command("table verify", table=TABLES + 1)
    assert f"No game has begun at table #{TABLES + 1}" in text_of(refused.message)


async def test_defaults_hold_for_new_tables_unless_somebody_chooses(memory):
    _, mallard, _ = memory
    done = await mallard.command("settings")
    await mallard.click("o1:settings:game", done.message, values=["ducks"])
    await mallard.click("o1:settings:option:ducks:wild", again(mallard, done), values=["off"])
    await mallard.click("◀ All settings", again(mallard, done))
    assert "Wild ducks:" in text_of(again(mallard, done))
    changed = text_of((await mallard.command("ducks start")).message)
    chosen = text_of((await mallard.command("ducks start", wild="on")).message)
    assert wild_of(changed) != wild_of(chosen)


def wild_of(text):
    """What a lobby says of wild ducks."""
    return text.split("Wild ducks: ")[1].split(" · ")[0]


async def test_a_reset_asks_says_what_is_lost_and_begins_the_board_anew(memory):
    _, mallard, _ = memory
    done = await mallard.command("settings")
    await mallard.click("o1:settings:losses", done.message, values=["buckdice"])
    assert "What is lost, for good" in text_of(again(mallard, done))
    before = text_of((await mallard.command("leaderboard", game="buckdice")).message)
    await mallard.click("Reset for good", again(mallard, done))
    assert "begins anew; lost:" in text_of(again(mallard, done))
    after = text_of((await mallard.command("leaderboard", game="buckdice")).message)
    assert "Nobody is on this board" not in before
    assert "Nobody is on this board" in after
    history = text_of((await mallard.command("history", game="buckdice")).message)
    assert "No such table" not in history


async def test_an_old_confirmation_tells_the_losses_again_and_resets_nothing(memory):
    process, mallard, _ = memory
    done = await mallard.command("settings")
    await mallard.click("o1:settings:losses", done.message, values=["buckdice"])
    # As if one more game had ended meanwhile.
    with closing(sqlite3.connect(process.database)) as file, file:
        file.execute(
            "UPDATE results SET id = id + 1000"
            " WHERE id = (SELECT MAX(id) FROM results WHERE game = 'buckdice')"
        )
    file.close()
    await mallard.click("Reset for good", again(mallard, done))
    assert "Nothing was reset" in text_of(again(mallard, done))
    await mallard.click("Reset for good", again(mallard, done))
    assert "begins anew; lost:" in text_of(again(mallard, done))


async def test_a_server_that_is_left_is_noted_and_kept_when_the_bot_comes_back(memory):
    process, mallard, _ = memory
    guild = mallard.world["guilds"][0]["id"]

    def noted():
        with closing(sqlite3.connect(process.database)) as file, file:
            return file.execute("SELECT count(*) FROM departures").fetchone()[0] > 0

    await mallard.admin("remove_bot", guild_id=guild)
    await _becomes(noted, True)
    await mallard.admin("add_bot", guild_id=guild)
    await _becomes(noted, False)


async def _becomes(condition, wanted):
    """Wait until a condition in the file is so."""
    async with asyncio.timeout(PATIENCE):
        while condition() is not wanted:  # noqa: ASYNC110 - of a file there is no event
            await asyncio.sleep(0.05)
