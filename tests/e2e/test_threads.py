"""Tables in threads of their own, with the real bot: opened, played, archived, and lost."""

from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing

import pytest

from cogs.publishing.threads import AT_ONCE
from tests.e2e.table import actor, board_of, click_once, play_out, ready_board, seated, table_of
from tests.e2e.threads import a_private_thread
from tests.people import controls, has_text, labels, text_of

PLAYED = "🧵 It is played in <#{}>"


async def lobby_of(people, game="ducks", **options):
    """Open a table, by default in a thread, seat all these people, and return the lobby."""
    opener, *others = people
    lobby = (await opener.command(f"{game} start", **({"thread": True} | options))).message
    for person in others:
        await person.click("Join", lobby)
    return opener.message(lobby["id"])


async def enter(people, thread, table=1):
    """Move these people to a thread, and return the first board there."""
    for person in people:
        await person.until(lambda person=person: person.sees(thread))
        person.here = thread
    return await people[0].until(lambda: ready_board(people[0], people, table))


async def begun(people, game="ducks", **options):
    """Begin a game in a thread, and move its players there. Return the thread's id and board."""
    lobby = await lobby_of(people, game, **options)
    await people[0].click("Start", lobby)
    return lobby["id"], await enter(people, lobby["id"], table_of(lobby))


def state_of(person, thread):
    """Return a thread's entry in the person's list of channels."""
    guilds = person.world["guilds"]
    return next(c for guild in guilds for c in guild["channels"] if c["id"] == thread)


async def count(person, *patterns):
    """Count the requests for each of these methods and paths."""
    made = [f"{each['method']} {each['path']}" for each in await person.record()]
    return [made.count(pattern) for pattern in patterns]


async def test_a_game_is_played_in_a_thread_that_is_archived_with_its_end(bot, people):
    smew, scoter = pair = people[:2]
    games = smew.channel("games")
    lobby = await lobby_of(pair, length="1")
    assert "🧵 The game is played in a thread of its own." in text_of(lobby)
    await smew.click("Start", lobby)
    thread = lobby["id"]
    board = await enter(pair, thread)
    assert {board["id"]} == {*smew.pings, *scoter.pings}
    starter = await smew.until(lambda: PLAYED.format(thread) in text_of(smew.message(thread))
                               and smew.message(thread))  # fmt: skip
    assert controls(starter) == []
    end = await play_out(pair, seed=3)
    await smew.until(lambda: state_of(smew, thread)["archived"])
    starter = smew.message(thread)
    assert "The game is over" in text_of(starter)
    assert f"It was played in <#{thread}>" in text_of(starter)
    assert {"Rematch", "⋯"} <= {*labels(starter)} <= {*labels(end)}
    opened = f"POST /channels/{games}/messages/{thread}/threads"
    assert await count(smew, opened, f"PATCH /channels/{thread}") == [1, 1]
    await smew.click("Rematch", end)
    await smew.until(lambda: not state_of(smew, thread)["archived"])
    await scoter.click("Join", await scoter.until(lambda: board_of(scoter, 2)))
    await smew.until(lambda: ready_board(smew, pair, 2))
    await smew.until(lambda: "The game is over" not in text_of(smew.message(thread)))
    assert await count(smew, opened, f"PATCH /channels/{thread}") == [1, 1]
    assert "ERROR" not in bot.said()


async def test_a_lone_player_plays_again_in_a_thread_with_one_press(bot, people):
    """A press in the thread reuses it. A press on the result in the channel opens a new thread."""
    smew, games = people[0], people[0].here
    thread, _ = await begun((smew,), "pond")
    end = await play_out((smew,), seed=3)
    await smew.click("Play again", end)
    await smew.until(lambda: ready_board(smew, (smew,), 2))
    assert board_of(smew, 2)["channel_id"] == thread
    await play_out((smew,), seed=3, table=2)
    smew.here = games
    starter = await smew.until(
        lambda: "Play again" in labels(smew.message(thread)) and smew.message(thread)
    )
    another = (await smew.click("Play again", starter)).message
    await enter((smew,), another["id"], table=3)
    assert another["id"] != thread


async def test_a_thread_that_was_opened_but_not_saved_before_a_kill_is_used(bot, people):
    lobby = await lobby_of(people[:2])
    await people[0].fault(on="POST /channels/*/messages/*/threads", drop="after")
    await people[0].click("Start", lobby, wait=False)
    await people[0].until(lambda: people[0].sees(lobby["id"]))
    await bot.kill()
    await bot.start()
    await bot.ready()
    await enter(people[:2], lobby["id"])
    played = PLAYED.format(lobby["id"])
    await people[0].until(lambda: played in text_of(people[0].message(lobby["id"])))
    threads = [c for c in people[0].world["guilds"][0]["channels"] if c["parent_id"]]
    assert [thread["id"] for thread in threads] == [lobby["id"]]


async def test_the_table_is_played_in_the_channel_if_no_thread_is_allowed(bot, people):
    smew, *_ = people
    games = smew.channel("games")
    await smew.admin("deny", channel_id=games, permissions=["CREATE_PUBLIC_THREADS"])
    await smew.command("pond start", thread=True)
    words = "I need Create Public Threads to open a thread here, so this table is played in the"
    await smew.wait_for(has_text(words))
    await smew.admin("deny", channel_id=games, permissions=[])
    lobby = await lobby_of(people[:1], "pond")
    await smew.admin("deny", channel_id=games, permissions=["CREATE_PUBLIC_THREADS"])
    await smew.click("Start", lobby)
    await smew.wait_for(has_text("No thread could be opened for this table, so it is played here."))
    assert ready_board(smew, people, 2)["id"] == lobby["id"]
    refused = await smew.command("pond start", channel="dm", thread=True)
    assert refused.state == "answered"
    await smew.wait_for(has_text("a thread of its own here"), channel="dm")


async def test_more_threads_than_a_person_may_open_at_a_time_are_not_opened(bot, people):
    smew, scoter, _ = people
    for number in range(1, AT_ONCE + 2):
        lobby = await lobby_of(people[:1], "pond")
        await smew.click("Start", lobby)
        if number <= AT_ONCE:
            await smew.until(lambda lobby=lobby: lobby["id"] in map(str, threads_of(smew)))
    await smew.wait_for(has_text("No thread could be opened for this table, so it is played here."))
    assert ready_board(smew, people, AT_ONCE + 1)["id"] == lobby["id"]
    assert len(threads_of(smew)) == AT_ONCE
    lobby = await lobby_of((scoter,), "pond")
    await scoter.click("Start", lobby)
    await scoter.until(lambda: len(threads_of(scoter)) == AT_ONCE + 1)


def threads_of(person):
    return [c["id"] for c in person.world["guilds"][0]["channels"] if c["parent_id"]]


async def test_a_server_can_have_its_tables_in_threads_and_their_list_in_the_channel(bot, people):
    smew, *_ = people
    page = (await smew.command("settings")).message
    await smew.click("n1:settings:threads:on", page)
    await smew.wait_for(has_text("**A thread for each game**\nYes"))
    lobby = (await smew.command("pond start")).message
    await smew.click("Start", lobby)
    board = await enter(people[:1], lobby["id"])
    listed = await smew.command("table show", channel="games")
    assert f"/{lobby['id']}/{board['id']}" in text_of(listed.message)
    elsewhere = await smew.command("table show", channel="games", table=1)
    assert "is elsewhere" in text_of(elsewhere.message)
    await smew.say("look", lobby["id"])
    shown = (await smew.command("table show", table=1)).message
    await smew.until(lambda: smew.message(board["id"]) is None)
    assert board_of(smew)["id"] == shown["id"]


async def test_a_game_survives_changes_of_its_thread_and_starter_message(bot, people):
    smew, *_ = people
    thread, _ = await begun(people[:1], "pond")
    await smew.admin("delete_message", message_id=thread)
    await click_once(people[:1], random.Random(1))
    smew.here = "games"
    other, _ = await begun(people[:1], "pond")
    await smew.admin("delete_channel", channel_id=other)
    await smew.until(lambda: "has been deleted" in text_of(smew.message(other)))
    assert f"<#{other}>" not in text_of(smew.message(other))
    smew.here = "games"
    listed = (await smew.command("table show")).message
    assert f"/{other}" not in text_of(listed)
    shown = (await smew.command("table show", table=2)).message
    assert "has been deleted" in text_of(shown)
    assert "Traceback" not in bot.said()


async def test_after_its_thread_is_deleted_a_result_stands_in_the_channel(bot, people):
    thread, _ = await begun(people[:2])
    await play_out(people[:2], 3)
    smew = people[0]
    smew.here = "games"
    await smew.until(lambda: f"It was played in <#{thread}>" in text_of(smew.message(thread)))
    await smew.admin("delete_channel", channel_id=thread)
    await smew.until(lambda: f"<#{thread}>" not in text_of(smew.message(thread)))
    assert "Rematch" in labels(smew.message(thread))
    await smew.command("table show", table=1)
    await smew.until(lambda: smew.message(thread) is None)


def stopped(bot):
    with closing(sqlite3.connect(bot.database)) as file:
        return file.execute("SELECT unwritable_since FROM tables").fetchone()[0] > 0


@pytest.mark.parametrize("how", ["lock_thread", "archive_thread"])
async def test_time_stands_still_while_a_thread_is_locked_but_not_while_archived(bot, people, how):
    thread, _ = await begun(people[:2])
    await people[0].admin(how, channel_id=thread, locked=True)
    await bot.wait_until(lambda: stopped(bot))
    await people[0].admin("archive_thread", channel_id=thread)  # and unlock it
    await bot.wait_until(lambda: not stopped(bot))


async def test_time_stands_still_while_the_bot_is_timed_out(box, bot, people):
    await begun(people[:2])
    guild = people[0].world["guilds"][0]["id"]
    lost = {"guild_id": guild, "user_id": str(box.core.world.bot.id)}
    await people[0].admin("time_out", seconds=3600, **lost)
    await bot.wait_until(lambda: stopped(bot))
    await people[0].admin("time_out", seconds=0, **lost)
    await bot.wait_until(lambda: not stopped(bot))


async def test_time_stands_still_while_the_bot_is_not_in_its_private_thread(box, bot, people):
    pair = people[:2]
    thread = await a_private_thread(pair[0], "games", pair[1].id, box.core.world.bot.id)
    for person in pair:
        person.here = thread
    await seated(pair, "ducks")
    await pair[0].admin("leave_thread", channel_id=thread)
    await bot.wait_until(lambda: stopped(bot))
    await pair[0].say(f"<@{box.core.world.bot.id}>", thread)
    await bot.wait_until(lambda: not stopped(bot))


async def a_post(person):
    """Make a post in a new forum as a person, and return its id."""
    guild = person.world["guilds"][0]["id"]
    forum = (await person.admin("create_channel", guild_id=guild, name="forum", kind=15))["id"]
    made = await person.admin("open_thread", channel_id=forum, user_id=person.id, kind=11)
    await person.until(lambda: person.sees(made["id"]))
    return made["id"]


async def test_in_a_forum_a_table_has_a_post_of_its_own(bot, people):
    smew, scoter, _ = people
    beside = await a_post(smew)
    told = (await smew.command("ducks start", channel=beside, thread=True, length="1")).message
    (post,) = re.findall(r"has a post of its own: <#(\d+)>", text_of(told))
    pair = people[:2]
    for person in pair:
        await person.until(lambda person=person: person.sees(post))
        person.here = post
    await scoter.click("Join", await scoter.until(lambda: scoter.message(post)))
    await smew.click("Start", await smew.until(lambda: smew.message(post)))
    board = await smew.until(lambda: ready_board(smew, pair))
    assert board["id"] != post
    await smew.until(lambda: "**'s turn" in text_of(smew.message(post)))
    await play_out(pair, seed=5)
    await smew.until(lambda: "The game is over" in text_of(smew.message(post)))
    await smew.until(lambda: state_of(smew, post)["archived"])
    assert "ERROR" not in bot.said()


async def test_more_posts_than_a_person_may_open_at_a_time_are_not_opened(bot, people):
    smew, *_ = people
    beside = await a_post(smew)
    for _ in range(AT_ONCE):
        told = (await smew.command("pond start", channel=beside, thread=True)).message
        assert "has a post of its own" in text_of(told)
    told = (await smew.command("pond start", channel=beside, thread=True)).message
    assert "Start" in labels(told)
    await smew.wait_for(has_text("No thread could be opened for this table"), channel=beside)


@pytest.mark.parametrize(
    ("denied", "told"),
    [
        ("SEND_MESSAGES", "You are not allowed to open a thread here"),
        ("CREATE_PUBLIC_THREADS", "has a post of its own"),
    ],
)
async def test_a_forum_post_is_opened_for_people_who_may_write_one(bot, people, denied, told):
    smew, scoter, _ = people
    beside = await a_post(smew)
    forum = state_of(smew, beside)["parent_id"]
    await smew.admin("deny", channel_id=forum, user_id=scoter.id, permissions=[denied])
    await scoter.command("pond start", channel=beside, thread=True)
    await scoter.wait_for(has_text(told), channel=beside)


async def test_a_post_that_was_created_and_lost_is_used_after_the_first_click_on_it(bot, people):
    smew, *_ = people
    beside = await a_post(smew)
    await smew.fault(on="POST /channels/*/threads", drop="after")
    await smew.command("pond start", channel=beside, thread=True)
    await smew.wait_for(has_text("No thread could be opened for this table"), channel=beside)
    post = next(c["id"] for c in smew.world["guilds"][0]["channels"] if c["name"].endswith("#1"))
    smew.here = post
    await smew.click("Start", await smew.until(lambda: smew.message(post)))
    board = await smew.until(lambda: ready_board(smew, people))
    assert board["channel_id"] == post != board["id"]
    await smew.until(lambda: not has_start(smew, beside))


async def test_in_a_locked_thread_a_click_counts_and_is_confirmed(bot, people):
    thread, board = await begun(people[:2])
    await people[0].admin("lock_thread", channel_id=thread)
    player = actor(board, people)
    await player.click("Roll 5 dice", board)
    await player.wait_for(has_text("What you did counts, but I cannot show it here"))
    assert any("roll" in move for move in bot.moves())


def has_start(person, channel):
    """Return whether a channel has a lobby that can be started."""
    return any("Start" in labels(message) for message in person.messages(channel))
