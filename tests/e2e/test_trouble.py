"""Games go on after late or doubled clicks, bans, deleted servers and failures of the gateway."""

from __future__ import annotations

import sqlite3
from contextlib import asynccontextmanager, closing

import pytest

from sandbox.changes.interaction_json import interaction_json
from tests.e2e.buckets import begun, board_of, click_hand, hand_of
from tests.e2e.table import (
    actor,
    ask_to_forget,
    drawn,
    moves,
    play_out,
    ready_board,
    seated,
)
from tests.e2e.threads import PUBLIC_THREAD, a_thread, rest
from tests.people import Person, Refused, has_button, has_text, labels, text_of

EPHEMERAL = 64
DEFERRED = 6
"""The type of a first response that only announces an edit of the clicked message."""


async def held(box, person, message, what, values=None):
    """Make a click that does not reach the bot. Return it and a function that delivers it."""
    await person.fault(interactions="lost")
    click = await person.click(what, message, values=values, wait=False)
    payload = interaction_json(box.core, box.core.interactions[int(click.interaction_id)])
    return click, lambda: box.core.gateway.dispatch("INTERACTION_CREATE", payload)


@asynccontextmanager
async def deferred(box, bot, click):
    """Lock the database within the block, so that the bot defers this click."""
    with closing(sqlite3.connect(bot.database, isolation_level=None)) as file:
        file.execute("BEGIN IMMEDIATE")
        made = box.core.interactions[int((await click).interaction_id)]
        await bot.wait_until(lambda: made.callback == DEFERRED)
        yield made
        file.execute("ROLLBACK")


def other_of(people, player):
    return next(person for person in people if person is not player)


def status_of(bot, table=1):
    with closing(sqlite3.connect(bot.database)) as file:
        select = "SELECT status FROM tables WHERE id = ?"
        return file.execute(select, (table,)).fetchone()[0]


async def test_a_click_that_arrives_after_its_time_is_applied_and_shown(box, people, bot):
    pair = people[:2]
    board = await seated(pair, "ducks")
    player, before = actor(board, pair), len(bot.moves())
    click, arrive = await held(box, player, board, moves(board)[0]["custom_id"])
    box.core.clock.advance(61)
    assert (await player.done(click.interaction_id)).state == "failed"
    arrive()
    now = await player.until(lambda: _newer(player, pair, board))
    assert len(bot.moves()) == before + 2
    assert moves(now)[0]["custom_id"].split(":")[2] == str(before + 2)


async def test_a_press_in_the_same_instant_as_table_show_gets_an_answer(box, people, bot):
    pair = people[:2]
    board = await seated(pair, "ducks")
    player = actor(board, pair)
    _, arrive = await held(box, player, board, moves(board)[0]["custom_id"])
    shown = (await player.command("table show", table=1)).message
    await player.until(lambda: player.message(board["id"]) is None)
    arrive()
    told = await player.wait_for(has_text("What you did counts: "))
    assert shown["id"] in text_of(told)


REFUSED = {"status": 400, "code": 50035, "message": "Invalid Form Body", "times": 1000}


async def test_a_board_that_discord_refuses_is_told_as_broken_and_logged_once(people, bot):
    pair = people[:2]
    board = await seated(pair, "ducks")
    for on in ("PATCH **", "POST /channels/**"):
        await pair[0].fault(on=on, **REFUSED)
    await pair[0].fault(on="POST /interactions/**", **REFUSED | {"times": 1})
    player = actor(board, pair)
    await player.click(moves(board)[0]["custom_id"], board)
    await player.wait_for(has_text("This game's board is broken: please tell the host"))
    await player.click_id(board["id"], moves(board)[0]["custom_id"])
    await bot.wait_until(lambda: "ERROR" in bot.said())
    assert bot.said().count("its game is broken") == 1
    assert [each for each in bot.said().splitlines() if "WARNING" in each] == []


def _newer(person, people, board):
    now = ready_board(person, people)
    return now if now is not None and drawn(now) != drawn(board) else None


async def test_a_click_that_arrives_when_the_game_is_over_is_refused(box, people, bot):
    smew, scoter, _ = people
    board = await seated((smew, scoter), "ducks")
    player = actor(board, people)
    click, arrive = await held(box, player, board, moves(board)[0]["custom_id"])
    asked = await smew.command("table cancel")  # Smew manages the server
    await smew.click("Cancel the game", asked.message)
    before = bot.moves()
    arrive()
    await player.done(click.interaction_id)
    await player.wait_for(lambda m: m["flags"] & EPHEMERAL and "cancelled" in text_of(m))
    assert (bot.moves(), status_of(bot)) == (before, "cancelled")


def live_message_of(bot):
    with closing(sqlite3.connect(bot.database)) as file:
        return str(file.execute("SELECT message_id FROM tables").fetchone()[0])


@pytest.mark.parametrize(
    ("game", "prefix", "said"), [("ducks", "t1:", "cancelled"), ("pond", "l1:", "is over")]
)
async def test_a_click_updates_a_board_that_missed_the_end(people, bot, game, prefix, said):
    board = await seated(people[:2], game)
    player = actor(board, people)
    button = next(c["custom_id"] for c in moves(board) if c["custom_id"].startswith(prefix))
    await bot.wait_until(lambda: live_message_of(bot) == board["id"])
    await bot.kill()
    with closing(sqlite3.connect(bot.database)) as file, file:
        file.execute("UPDATE tables SET status = 'cancelled', ended_at = 1, waiting = ''")
    await bot.start()
    await bot.ready()
    await player.click_id(board["id"], button)
    await player.until(lambda: labels(player.message(board["id"])) == [])
    assert "cancelled" in text_of(player.message(board["id"]))
    await player.wait_for(lambda m: m["flags"] & EPHEMERAL and said in text_of(m))


async def test_the_caretaker_plays_for_a_person_forgotten_by_a_late_click(box, people, bot):
    pair = people[:2]
    board = await seated(pair, "ducks")
    player = actor(board, pair)
    other = other_of(pair, player)
    asked = await ask_to_forget(player)
    click, arrive = await held(box, player, asked, "Forget me for good")
    box.core.clock.advance(61)
    assert (await player.done(click.interaction_id)).state == "failed"
    arrive()
    await other.wait_for(lambda m: f"▶ {other.mention}" in text_of(m))


@pytest.mark.parametrize(
    ("by", "what"), [(2, "Join"), (1, "Leave"), (0, "Start"), (0, "✖ Cancel this table")]
)
async def test_a_click_on_the_lobby_that_arrives_in_the_game_changes_no_game(
    box, people, bot, by, what
):
    smew, scoter, _ = people
    lobby = (await smew.command("ducks start")).message
    await scoter.click("Join", lobby)
    lobby = await smew.wait_for(lambda m: m["id"] == lobby["id"] and "Scoter" in text_of(m))
    clicker = people[by]
    page = await clicker.until(lambda: clicker.message(lobby["id"]))
    if what not in labels(page):
        page = (await clicker.press_more(message=page)).message
    click, arrive = await held(box, clicker, page, what)
    await smew.click("Start", lobby)
    await smew.until(lambda: ready_board(smew, (smew, scoter)))
    before = bot.moves()
    arrive()
    await clicker.done(click.interaction_id)
    await clicker.wait_for(lambda m: m["flags"] & EPHEMERAL)
    assert (bot.moves(), status_of(bot)) == (before, "playing")


@pytest.mark.parametrize("fault", [{"status": 429, "retry_after": 0.2}, {"status": 502}])
async def test_an_answer_that_discord_refuses_at_first_is_given_again(people, bot, fault):
    pair = people[:2]
    board = await seated(pair, "ducks")
    player, before = actor(board, pair), len(bot.moves())
    await player.fault(on="POST /interactions/*/*/callback", **fault)
    done = await player.click_id(board["id"], moves(board)[0]["custom_id"])
    assert done.state == "answered"
    await player.until(lambda: _newer(player, pair, board))
    assert len(bot.moves()) == before + 2


async def test_a_game_cancelled_by_a_late_click_is_shown_as_cancelled(box, people):
    smew, *pair = people
    await seated(tuple(pair), "ducks")
    asked = (await smew.command("table cancel", table=1)).message
    click, arrive = await held(box, smew, asked, "Cancel the game")
    box.core.clock.advance(61)
    assert (await smew.done(click.interaction_id)).state == "failed"
    arrive()
    await pair[0].wait_for(has_text("cancelled this table"))


async def test_a_late_leave_is_shown(box, people):
    smew, scoter, _ = people
    lobby = (await smew.command("ducks start")).message
    await scoter.click("Join", await scoter.wait_for(has_button("Join")))
    await smew.until(lambda: "Scoter" in text_of(smew.message(lobby["id"])))
    await smew.fault(interactions="lost")
    begun = await scoter.command("table leave", wait=False)
    payload = interaction_json(box.core, box.core.interactions[int(begun.interaction_id)])
    box.core.clock.advance(61)
    assert (await scoter.done(begun.interaction_id)).state == "failed"
    box.core.gateway.dispatch("INTERACTION_CREATE", payload)
    await smew.until(lambda: "Scoter" not in text_of(smew.message(lobby["id"])))


async def test_a_game_in_a_locked_thread_is_cancelled_even_if_nobody_can_be_told(box, bot):
    async with Person(box, "Smew") as guide:
        thread = await a_thread(box, guide, "games", PUBLIC_THREAD)
    async with (
        Person(box, "Scoter", thread) as scoter,
        Person(box, "Merganser", thread) as merganser,
    ):
        await seated((scoter, merganser), "ducks")
        async with Person(box, "Smew", thread) as smew:
            asked = (await smew.command("table cancel", table=1)).message
            await smew.admin("archive_thread", channel_id=thread, locked=True)
            done = await smew.click("Cancel the game", asked)
            assert done.state == "answered"
            await bot.wait_until(lambda: "the channel was not told who cancelled it" in bot.said())
            assert text_of(smew.message(asked["id"])) == "Table #1 is cancelled."
    assert "Traceback" not in bot.said()


async def test_a_cancelled_game_in_an_archived_thread_loses_its_board(box, bot):
    async with Person(box, "Smew") as guide:
        thread = await a_thread(box, guide, "games", PUBLIC_THREAD)
    async with (
        Person(box, "Scoter", thread) as scoter,
        Person(box, "Merganser", thread) as merganser,
    ):
        board = await seated((scoter, merganser), "ducks")
        async with Person(box, "Smew", thread) as smew:
            asked = (await smew.command("table cancel", table=1)).message
            await smew.admin("archive_thread", channel_id=thread)
            await smew.click("Cancel the game", asked)
        await scoter.wait_for(has_text("Smew cancels this: table #1"))
        await scoter.until(lambda: labels(scoter.message(board["id"])) == ["⋯"])


async def test_after_a_restart_the_caretaker_plays_for_a_banned_person(people, bot):
    pair = people[:2]
    board = await seated(pair, "ducks")
    banned = actor(board, pair)
    other = other_of(pair, banned)
    guild = other.world["guilds"][0]["id"]
    await other.admin("remove_member", guild_id=guild, user_id=banned.id, ban=True)
    with pytest.raises(Refused):
        await banned.click_id(board["id"], moves(board)[0]["custom_id"])
    await bot.kill()
    bot.let_wait(121)
    await bot.start()
    await bot.ready()
    await other.until(lambda: (now := ready_board(other, pair)) and actor(now, pair) is other)


async def test_a_click_of_somebody_banned_meanwhile_is_answered(box, people, bot):
    pair = people[:2]
    board = await seated(pair, "ducks")
    player = actor(board, pair)
    click, arrive = await held(box, player, board, moves(board)[0]["custom_id"])
    guild = player.world["guilds"][0]["id"]
    await player.admin("remove_member", guild_id=guild, user_id=player.id, ban=True)
    arrive()
    assert (await player.done(click.interaction_id)).state == "answered"
    assert "Traceback" not in bot.said()


async def test_the_tables_of_a_deleted_server_end_and_others_go_on(people, bot):
    smew, scoter, _ = people
    lobby = (await smew.command("ducks start", channel="Far Lake/games")).message
    assert lobby is not None
    await smew.admin("delete_guild", guild_id=smew.world["guilds"][1]["id"])
    await bot.wait_until(lambda: status_of(bot) == "cancelled")
    assert await seated((smew, scoter), "ducks")


@pytest.mark.parametrize("what", ["drop", "reconnect", "invalid_session_resumable"])
async def test_clicks_during_a_broken_gateway_count_after_the_resume(box, people, bot, what):
    pair = people[:2]
    board = await seated(pair, "ducks")
    player, before = actor(board, pair), len(bot.moves())
    await player.fault(gateway=what)
    done = await player.click_id(board["id"], moves(board)[0]["custom_id"])
    assert done.state == "answered"
    await player.until(lambda: _newer(player, pair, board))
    assert len(bot.moves()) == before + 2
    await bot.wait_until(lambda: "RESUMED" in bot.said())


async def test_a_lost_session_is_replaced(box, people, bot):
    pair = people[:2]
    board = await seated(pair, "ducks")
    player, old = actor(board, pair), set(box.core.gateway.sessions)
    bot.skip_pace()
    await player.fault(gateway="invalid_session")
    await bot.wait_until(lambda: box.core.gateway.online and set(box.core.gateway.sessions) - old)
    done = await player.click_id(board["id"], moves(board)[0]["custom_id"])
    assert done.state == "answered"
    await player.until(lambda: _newer(player, pair, board))


async def test_a_board_in_an_archived_thread_is_posted_again_for_its_players(box, bot):
    async with Person(box, "Smew") as guide:
        thread = await a_thread(box, guide, "games", PUBLIC_THREAD)
    async with (
        Person(box, "Smew", thread) as smew,
        Person(box, "Scoter", thread) as scoter,
        Person(box, "Merganser", thread) as merganser,
    ):
        people = smew, scoter, merganser
        await begun(people)
        old, hand = board_of(scoter), await hand_of(scoter)
        await rest(box, "PATCH", f"/channels/{thread}", archived=True)
        hand = await click_hand(scoter, hand, "Build it for me")
        await click_hand(scoter, hand, "Confirm")
        await merganser.until(lambda: _newer_board(merganser, old))
        assert not (await rest(box, "GET", f"/channels/{thread}"))["thread_metadata"]["archived"]
        await merganser.until(lambda: merganser.message(old["id"]) is None)


def _newer_board(person, old):
    board = board_of(person)
    return board if board and board["id"] != old["id"] else None


async def test_a_click_on_an_unknown_control_is_answered(box, people, bot):
    smew, *_ = people
    button = {"type": 2, "style": 1, "label": "Old", "custom_id": "t0:1:roll"}
    row = {"type": 1, "components": [button]}
    path = f"/channels/{smew.channel()}/messages"
    await rest(box, "POST", path, content="An old board", components=[row])
    done = await smew.click("Old", await smew.wait_for(has_button("Old")))
    assert done.message["flags"] & EPHEMERAL
    assert text_of(done.message) == "This does nothing any more."


async def test_a_lobby_that_has_become_a_game_lets_nobody_leave_by_mistake(box, people, bot):
    smew, scoter, _ = people
    lobby = (await smew.command("ducks start")).message
    await scoter.click("Join", lobby)
    page = (await scoter.press_more(message=lobby)).message
    _, arrive = await held(box, scoter, page, "Leave")
    await smew.click("Start", lobby)
    arrive()
    await scoter.wait_for(has_text("has begun already"))
    assert bot.rows("SELECT departed FROM seats") == [(0,), (0,)]


async def test_a_lobby_that_has_become_a_game_is_not_cancelled_by_mistake(box, people, bot):
    smew = people[0]
    lobby = (await smew.command("pond start")).message
    page = (await smew.press_more(message=lobby)).message
    _, arrive = await held(box, smew, page, "✖ Cancel this table")
    await smew.click("Start", lobby)
    arrive()
    await smew.wait_for(has_text("has begun already"))
    assert status_of(bot) == "playing"


async def test_a_rematch_that_was_joined_goes_on_even_if_its_opener_had_no_answer(people, bot):
    pair = people[:2]
    await seated(pair, "ducks")
    final = await play_out(pair, seed=1)
    callback = "POST /interactions/*/*/callback"
    await pair[0].fault(on=callback, delay=4, drop="before", times=1)
    await pair[0].click("Rematch", final, wait=False)
    await bot.wait_until(lambda: bot.rows("SELECT id FROM tables WHERE id = 2"))
    await pair[1].click("Rematch", final, wait=False)
    board = await pair[1].until(lambda: ready_board(pair[1], pair, 2))
    await bot.wait_until(lambda: "could not be answered" in bot.said())
    assert status_of(bot, 2) == "playing"
    assert actor(board, pair) is not None


@pytest.mark.parametrize("killed", [False, True])
async def test_the_game_after_play_again_is_shown_even_if_the_answer_was_lost(killed, people, bot):
    smew = people[0]
    await seated((smew,), "pond")
    final = await play_out((smew,), seed=1)
    callback = "POST /interactions/*/*/callback"
    await smew.fault(on=callback, delay=4, drop="before", times=1)
    await smew.click("Play again", final, wait=False)
    await bot.wait_until(lambda: bot.rows("SELECT id FROM tables WHERE id = 2"))
    if killed:
        await bot.kill()
        await bot.start()
        await bot.ready()
    await smew.until(lambda: ready_board(smew, (smew,), 2))
    assert status_of(bot, 2) == "playing"
    await smew.click("Play again", final)
    assert bot.rows("SELECT COUNT(*) FROM tables") == [(2,)]


@pytest.mark.parametrize("answer_within", [2.0])
@pytest.mark.parametrize("guest", [False, True])
async def test_a_deferred_move_whose_board_is_deleted_is_shown_on_a_new_one(
    answer_within, guest, box, people, bot
):
    pair = people[:2]
    if guest:
        await pair[0].install()
        await pair[0].open_private(pair[1])
    board = await seated(pair, "ducks")
    player, before = actor(board, pair), len(bot.moves())
    click = player.click_id(board["id"], moves(board)[0]["custom_id"], wait=False)
    async with deferred(box, bot, click) as made:
        await player.admin("delete_message", message_id=board["id"])
    await player.until(lambda: player.message(board["id"]) is None)
    await player.until(lambda: _newer(player, pair, board))
    assert len(bot.moves()) == before + 2
    assert made.follow_ups == 1


@pytest.mark.parametrize("answer_within", [2.0])
async def test_a_private_page_deleted_meanwhile_is_sent_again(answer_within, box, people, bot):
    player = people[0]
    page = (await player.command("settings")).message
    click = player.click("n1:settings:threads:on", page, wait=False)
    async with deferred(box, bot, click):
        await player.admin("delete_message", message_id=page["id"])
    new = await player.wait_for(lambda m: m["flags"] & EPHEMERAL and m["id"] > page["id"])
    assert text_of(new) != text_of(page)


async def test_a_withdrawn_table_is_not_confirmed(people, bot):
    await people[0].fault(on="POST /interactions/*/*/callback", status=403)
    said = await people[0].command("ducks start")
    assert status_of(bot) == "cancelled"
    assert "I am not allowed to post" in text_of(said.message)
