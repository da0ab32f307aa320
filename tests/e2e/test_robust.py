"""Failures on real servers: kills, doubled clicks, broken connections, lost permissions."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
from contextlib import closing

import aiohttp
import pytest

from cogs.interactions import responder
from sandbox.settings import ANSWER_WITHIN
from tests.e2e.process import Bot
from tests.e2e.table import (
    actor,
    board_of,
    click_once,
    drawn,
    moves,
    play_out,
    ready_board,
    seated,
)
from tests.people import Person, has_button, has_text, labels, text_of

EPHEMERAL = 64


def acting(person, people):
    """Return who is on turn on a person's board, or None while the board is not ready."""
    board = ready_board(person, people)
    return board and actor(board, people)


def private(person):
    """Return the messages that only this person sees."""
    return [message for message in person.messages() if message["flags"] & EPHEMERAL]


def offered(person, message_id):
    """Return the first move that a message offers, or None."""
    found = [c for c in moves(person.message(message_id)) if c["custom_id"].startswith("t1:")]
    return next(iter(found), None)


def drawn_for(board):
    """Return the seqs for which a board's controls were drawn."""
    return {control["custom_id"].split(":")[2] for control in moves(board)}


def moved_on(person, people, board):
    """Return whether the person sees a newer board, or this board redrawn."""
    now = ready_board(person, people)
    return now is not None and drawn(now) != drawn(board)


async def test_an_old_button_works_after_kill_9_in_the_middle_of_a_game(people, bot):
    await seated(people, "ducks")
    chance = random.Random(7)
    for _ in range(6):
        await click_once(people, chance)
    board = ready_board(people[0], people)
    before = bot.moves()
    await bot.kill()
    await bot.start()
    await bot.ready()
    player = actor(board, people)
    done = await player.click_id(board["id"], moves(board)[0]["custom_id"])
    assert done.state == "answered"
    await people[0].until(lambda: moved_on(people[0], people, board))
    assert bot.moves()[: len(before)] == before
    assert len(bot.moves()) > len(before)


async def test_a_start_posts_the_board_that_a_kill_after_the_commit_prevented(people, bot):
    board = await seated(people[:2], "ducks")
    await bot.kill()
    await people[0].admin("delete_message", message_id=board["id"])
    with closing(sqlite3.connect(bot.database)) as file, file:
        file.execute("UPDATE tables SET called = '', message_id = NULL")
    await bot.start()
    await bot.ready()
    fresh = await people[0].wait_for(lambda m: m["id"] > board["id"] and moves(m))
    assert actor(fresh, people) is not None


async def test_a_late_click_changes_nothing_and_is_refused_privately(people, bot):
    board = await seated(people[:2], "ducks")
    player, button = actor(board, people), moves(board)[0]["custom_id"]
    await player.fault(interactions={"delay": 2})
    await player.click_id(board["id"], button, wait=False)
    await player.click_id(board["id"], button)
    before = bot.moves()
    told = await player.wait_for(has_text("gone on"))
    assert told["flags"] & EPHEMERAL
    assert bot.moves() == before


async def test_of_two_clicks_on_the_same_button_one_is_applied(people, bot):
    board = await seated(people[:2], "ducks")
    player = actor(board, people)
    button = moves(board)[0]["custom_id"]
    before = len(bot.moves())
    clicks = [player.click_id(board["id"], button, wait=False) for _ in range(5)]
    done = [await player.done(click.interaction_id) for click in await asyncio.gather(*clicks)]
    assert {each.state for each in done} == {"answered"}
    assert len(bot.moves()) == before + 2  # the roll, and the result of the dice
    await player.until(lambda: len(private(player)) == 1)  # a single page about the repeated clicks


async def test_an_interaction_delivered_twice_is_applied_once(people, bot):
    board = await seated(people[:2], "ducks")
    player = actor(board, people)
    before = len(bot.moves())
    await player.fault(interactions="twice", times=1)
    done = await player.click_id(board["id"], moves(board)[0]["custom_id"])
    assert done.state == "answered"
    await player.until(lambda: moved_on(player, people, board))
    assert len(bot.moves()) == before + 2


async def test_a_dropped_gateway_is_resumed_and_the_game_goes_on(people, bot):
    board = await seated(people[:2], "ducks")
    await people[0].fault(gateway="drop")
    player = actor(board, people)
    done = await player.click_id(board["id"], moves(board)[0]["custom_id"])
    assert done.state == "answered"
    await bot.wait_until(lambda: "successfully RESUMED session" in bot.said())


async def test_a_rate_limited_new_board_is_posted_when_discord_allows(people, bot):
    board = await seated(people[:2], "ducks")
    await people[0].admin("delete_message", message_id=board["id"])
    await people[0].fault(on="POST /channels/*/messages", status=429, retry_after=0.3, times=1)
    await actor(board, people).leave()
    again = await people[0].wait_for(lambda m: m["id"] > board["id"] and moves(m))
    assert actor(again, people) is not None


async def test_server_errors_do_not_stop_a_game(people, bot):
    await bot.wait_until(lambda: "emojis are in place" in bot.said())
    await seated(people[:2], "ducks")
    await people[0].fault(on="POST /interactions/*/*/callback", status=500)
    await click_once(people[:2], random.Random(1))
    await people[0].fault(on="PATCH /webhooks/*/*/messages/*", status=502)
    await people[1].leave()
    final = await play_out(people[:1], seed=1)
    assert labels(final)[:2] == ["Rematch", "Another game"]
    assert {500, 502} <= {request["status"] for request in await people[0].record()}


async def test_a_failed_edit_is_repeated_without_a_click(people, bot):
    board = await seated(people[:2], "ducks")
    leaver = actor(board, people)
    other = next(person for person in people[:2] if person is not leaver)
    await other.fault(on="PATCH /webhooks/*/*/messages/*", status=404, times=1)
    await other.fault(on="PATCH /channels/*/messages/*", status=429, retry_after=60, times=1)
    await leaver.leave()
    await other.until(lambda: acting(other, people) is other)
    assert board_of(other)["id"] == board["id"]
    await click_once((other,), random.Random(1))


async def test_a_lost_first_answer_leaves_the_board_up_to_date(people, bot):
    board = await seated(people[:2], "ducks")
    await people[0].fault(on="POST /interactions/*/*/callback", drop=True)
    player = actor(board, people)
    await player.click_id(board["id"], moves(board)[0]["custom_id"], wait=False)
    await player.until(lambda: moved_on(player, people, board))


async def test_a_slow_look_does_not_replace_a_newer_board(people, bot):
    eider = people[0]
    board = await seated((eider,), "pond")
    offer = await eider.until(lambda: offered(eider, board["id"]))
    before = len(bot.moves())
    await eider.fault(on="POST /interactions/*/*/callback", delay=1)
    looks = [control for control in moves(board) if control["custom_id"].startswith("l1:")]
    slow = await eider.click_id(board["id"], looks[-1]["custom_id"], wait=False)
    await eider.click_id(board["id"], offer["custom_id"])
    await eider.done(slow.interaction_id)
    assert len(bot.moves()) > before
    await eider.until(lambda: drawn_for(board_of(eider)) == {str(len(bot.moves()))})


@pytest.mark.parametrize("answer_within", [6.0])
async def test_a_slow_database_delays_answers_but_loses_none(answer_within, people, bot):
    with closing(sqlite3.connect(bot.database, isolation_level=None)) as file:
        file.execute("BEGIN IMMEDIATE")
        await people[0].command("ducks start", wait=False)
        await people[0].until(lambda: any(m["sandbox"]["thinking"] for m in people[0].messages()))
        file.execute("ROLLBACK")
    await people[0].wait_for(has_button("Join"))
    assert not any(message["sandbox"]["thinking"] for message in people[0].messages())


def test_a_slow_answer_is_deferred_after_half_of_discords_time():
    assert responder.DEFER_AFTER == ANSWER_WITHIN / 2


async def test_a_game_goes_on_by_its_clicks_even_if_the_bot_may_no_longer_post(people, bot):
    board = await seated(people[:2], "ducks")
    denied = ["SEND_MESSAGES", "VIEW_CHANNEL"]
    await people[0].admin("deny", channel_id=people[0].channel(), permissions=denied)
    final = await play_out(people[:2], seed=1)
    assert final["id"] == board["id"]
    assert labels(final)[:2] == ["Rematch", "Another game"]


async def test_a_lobby_that_is_shown_again_takes_the_place_of_the_old_one(people, bot):
    lobby = (await people[0].command("ducks start")).message
    again = (await people[1].command("table show", table=1)).message
    assert labels(again) == labels(lobby)
    await people[1].until(lambda: people[1].message(lobby["id"]) is None)


async def test_a_board_that_is_shown_again_takes_the_place_of_the_old_one(people, bot):
    board = await seated(people[:2], "ducks")
    await people[0].command("table show", table=1)
    await people[1].until(lambda: people[1].message(board["id"]) is None)
    assert len([m for m in people[1].messages() if not m["flags"] & EPHEMERAL]) == 1


async def test_a_deleted_board_is_shown_again_on_demand(people, bot):
    board = await seated(people[:2], "ducks")
    await people[0].admin("delete_message", message_id=board["id"])
    await people[0].command("table show", table=1)
    again = await people[0].wait_for(lambda m: m["id"] > board["id"] and moves(m))
    assert actor(again, people) is not None


async def test_a_silent_player_is_handed_to_the_caretaker_and_comes_back(people, bot):
    board = await seated(people[:2], "ducks")
    silent = actor(board, people)
    other = next(person for person in people[:2] if person is not silent)
    bot.let_wait(121)
    await bot.kill()
    await bot.start()
    await bot.ready()
    label = f"Play on for {silent.name}"
    await other.wait_for(has_text(f"can let a duck play on for: {silent.name}"))
    assert (await other.press_more(label)).state == "answered"
    await other.until(lambda: acting(other, people) is other)
    back = await silent.wait_for(has_text("gives the seat back"))
    assert (await silent.press_more("I'm back", back)).state == "answered"
    await other.wait_for(lambda m: moves(m) and "gives the seat back" not in text_of(m))


async def test_the_caretaker_plays_for_a_person_who_leaves(people, bot):
    board = await seated(people[:2], "ducks")
    leaver = actor(board, people)
    other = next(person for person in people[:2] if person is not leaver)
    asked = (await leaver.command("table leave")).message
    assert "If the others finish without you, you lose" in text_of(asked)
    assert acting(other, people) is leaver
    await leaver.click("Leave the game", asked)
    await other.until(lambda: acting(other, people) is other)


async def test_a_name_in_a_private_sentence_mentions_nobody(box, people, bot):
    await people[0].admin("add_person", name="*@everyone*")
    async with Person(box, "*@everyone*") as loud:
        await loud.command("ducks start")
        done = await people[1].click(
            "Play with a duck", await people[1].wait_for(has_button("Join"))
        )
    assert "Only the opener of this table can do that: \\*@\u200beveryone\\*" in text_of(
        done.message
    )
    sent = [each for each in await people[0].record() if each["path"].endswith("/callback")][-1]
    assert not any(sent["json"]["data"]["allowed_mentions"].values())


async def test_a_bot_without_permission_says_what_it_needs(people, bot):
    await people[0].admin("deny", channel_id=people[0].channel(), permissions=["SEND_MESSAGES"])
    done = await people[0].command("ducks start")
    assert "Send Messages" in text_of(done.message)
    assert done.message["flags"] & EPHEMERAL


async def test_the_tables_of_a_deleted_channel_end(people, bot):
    await people[0].command("ducks start", channel="lounge")
    await people[0].admin("delete_channel", channel_id=people[0].channel("lounge"))

    def ended():
        with closing(sqlite3.connect(bot.database)) as file, file:
            return file.execute("SELECT status FROM tables").fetchone()[0] == "cancelled"

    await bot.wait_until(ended)
    await people[0].command("table show")
    await people[0].wait_for(has_text("No table is open"))


async def stale_click(people, **fault):
    """Click twice on one board. The bot answers the later click by an edit and a follow-up."""
    board = await seated(people[:2], "ducks")
    await people[0].fault(on="POST /webhooks/*/*", **fault)
    player, button = actor(board, people), moves(board)[0]["custom_id"]
    await player.fault(interactions={"delay": 1})
    late = await player.click_id(board["id"], button, wait=False)
    await player.click_id(board["id"], button)
    await player.done(late.interaction_id)
    return player


@pytest.mark.parametrize("status", [400, 403])
async def test_a_refused_follow_up_is_no_fault_of_the_bot(people, bot, status):
    player = await stale_click(people, status=status)
    await player.until(lambda: private(player))
    assert "not accepted by Discord" in bot.said()
    assert "ERROR" not in bot.said()
    assert "Traceback" not in bot.said()


async def test_a_limited_follow_up_comes_later(people, bot):
    player = await stale_click(people, status=429, retry_after=0.3)
    await player.wait_for(has_text("gone on"))
    assert "ERROR" not in bot.said()
    assert "Traceback" not in bot.said()


async def test_suggestions_that_come_too_late_are_no_fault(box, people, bot):
    await people[0].fault(on="POST /interactions/*/*/callback", status=404, code=10062)
    typing = asyncio.create_task(people[0].autocomplete("table show", "table", table="1"))
    await bot.wait_until(lambda: 404 in [each["status"] for each in box.core.record.entries()])
    await people[0].command("table show")
    typing.cancel()
    assert "ERROR" not in bot.said()


async def test_a_host_can_limit_what_is_open_and_how_fast_people_click(box, tmp_path):
    limits = {"TABLES_PER_CHANNEL": "1", "CLICKS_PER_SECOND": "1"}
    async with Bot(box, tmp_path, **limits) as bot, Person(box, "Smew") as smew:
        await bot.ready()
        lobby = (await smew.command("ducks start")).message
        done = await smew.command("ducks start")
        assert "This channel has reached its limit of open tables (1)" in text_of(done.message)
        for _ in range(50):
            await smew.click("a1:1:join", lobby, wait=False)
        await smew.wait_for(has_text("You click faster than I can follow"))


async def test_no_secret_of_a_table_reaches_the_log(people, bot):
    await seated(people[:2], "ducks")
    with closing(sqlite3.connect(bot.database)) as file, file:
        (secret,) = file.execute("SELECT secret FROM tables").fetchone()
    assert secret
    assert secret not in bot.said()
    assert "sandbox-token" not in bot.said()


async def test_a_lobby_is_posted_even_if_another_process_has_deferred_the_command(box, people, bot):
    bot.send(signal.SIGSTOP)
    done = await people[0].command("ducks start", wait=False)
    made = box.core.interactions[int(done.interaction_id)]
    callback = f"{box.api_base}/interactions/{made.id}/{made.token}/callback"
    deferral = {"type": 5, "data": {}}
    async with aiohttp.ClientSession() as http, http.post(callback, json=deferral) as response:
        assert response.status == 204
    bot.send(signal.SIGCONT)
    lobby = await people[0].wait_for(has_button("Join"))
    assert (await people[1].click("Join", lobby)).state == "answered"
    assert len([message for message in people[0].messages() if labels(message)]) == 1


async def test_a_board_reports_an_unreadable_table_and_the_log_quotes_nothing(people, bot):
    await seated(people[:2], "ducks")
    with closing(sqlite3.connect(bot.database)) as file, file:
        file.execute("UPDATE tables SET waiting = CAST(X'717561636BFF' AS TEXT)")
    await people[0].wait_for(has_text("The data of this table could not be read"))
    assert "its rows cannot be read" in bot.said()
    assert "quack" not in bot.said()
