"""A quiet channel: each table has one message, which stays until people write below it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tests.e2e import buckets
from tests.e2e.table import actor, moves, play_out, seated, table_of
from tests.people import controls, has_text, labels, text_of

EPHEMERAL = 64


def public(person, channel=None):
    """Return the messages that everybody sees in a channel."""
    return [message for message in person.messages(channel) if not message["flags"] & EPHEMERAL]


async def requests_of_the_bot(person, since=0):
    """Return the requests with the bot's own token, which count against its limit.

    Left out are requests about commands (once at each start) and for the list of servers (hourly).
    """
    rare = "/commands", "/users/@me/guilds"
    asked = (await person.record())[since:]
    found = [each for each in asked if not any(path in each["path"] for path in rare)]
    own = [each for each in found if "/webhooks/" not in each["path"]]
    return [each for each in own if "/interactions/" not in each["path"]]


async def settled(bot):
    """Wait until the work after the start is done."""
    await bot.wait_until(lambda: "emojis are in place" in bot.said())


async def lose(people, bot, board, change="message_id = NULL, revision = revision + 1"):
    """Make the bot forget a board that is too old for a start to look for it.

    Return the board that it posts instead.
    """
    await bot.kill()
    with closing(sqlite3.connect(bot.database)) as file, file:
        file.execute(f"UPDATE tables SET {change}, changed_at = changed_at - 60")
    await bot.start()
    await bot.ready()
    return await people[0].until(
        lambda: next((m for m in public(people[0]) if int(m["id"]) > int(board["id"])), None)
    )


def stored(bot, column):
    """Return a column of the only table, read from the database file."""
    with closing(sqlite3.connect(bot.database)) as file:
        return file.execute(f"SELECT {column} FROM tables").fetchone()[0]


@pytest.mark.parametrize(
    ("game", "seats"), [("ducks", 3), ("trophy", 3), ("pond", 1), ("buckdice", 2)]
)
async def test_a_game_leaves_one_message_and_asks_nothing_with_the_bots_token(
    people, bot, game, seats
):
    await settled(bot)
    before = len(await people[0].record())
    players = people[:seats]
    board = await seated(players, game)
    final = await play_out(players, seed=4, table=table_of(board))
    assert [message["id"] for message in public(people[0])] == [final["id"]]
    assert final["id"] == board["id"]
    assert await requests_of_the_bot(people[0], before) == []


async def test_hidden_hands_leave_one_message_and_ask_nothing_with_the_bots_token(people, bot):
    await settled(bot)
    before = len(await people[0].record())
    await buckets.begun(people)
    await buckets.play_out(people, seed=1)
    assert len(public(people[0])) == 1
    assert await requests_of_the_bot(people[0], before) == []


@pytest.mark.heavy
async def test_a_call_to_a_player_who_does_not_react_is_deleted_when_the_player_acts(people, bot):
    board = await seated(people, "trophy")
    player = actor(board, people)
    bot.let_wait(100)
    call = await player.until(  # a person who has just clicked is called only after a while
        lambda: next((m for m in public(player) if "your turn** ·" in text_of(m)), None), 60
    )
    assert player.mention in text_of(call)
    assert player.pings[-1] == call["id"]
    custom_id = moves(board)[0]["custom_id"]
    await player.click(custom_id, player.message(board["id"]))
    await player.until(lambda: player.message(call["id"]) is None)
    assert [message["id"] for message in public(player)] == [board["id"]]


async def test_a_call_comes_in_time_while_another_channel_is_limited(people, bot):
    await seated(people, "trophy")
    for person in people:
        person.here = "lounge"
    player = actor(await seated(people, "trophy"), people)
    await bot.begin_anew()
    limited = f"POST /channels/{player.channel('games')}/messages"
    await player.fault(on=limited, status=429, retry_after=9, times=100)
    bot.let_wait(100)
    await bot.wait_until(lambda: "rate limited" in bot.said())
    await player.wait_for(has_text("your turn** ·"))
    assert "nobody could be called" not in bot.said()


async def test_a_start_edits_nothing_if_nothing_has_changed(people, bot):
    await settled(bot)
    await seated(people, "trophy")
    await seated(people, "ducks")
    assert await bot.stop() == 0
    before = len(await people[0].record())
    await bot.start()
    await bot.ready()
    done = await people[0].command("table show")
    assert "Trophy Buck" in text_of(done.message)
    asked = await requests_of_the_bot(people[0], before)
    changed = [each["path"] for each in asked if each["method"] != "GET"]  # GETs look for boards
    assert [path for path in changed if "/messages" in path] == []


async def test_a_lost_board_is_removed_by_the_first_click_on_it(people, bot):
    lost = await seated(people, "trophy")
    fresh = await lose(people, bot, lost)
    player = actor(lost, people)
    await player.click(moves(lost)[0]["custom_id"], player.message(lost["id"]))
    await player.until(lambda: player.message(lost["id"]) is None)
    assert [message["id"] for message in public(player)] == [fresh["id"]]


async def test_a_hand_follows_the_game_when_its_turn_comes(people, bot):
    await buckets.begun(people)
    early, *others = people
    hand = await buckets.hand_of(early)
    offer = next(
        c["custom_id"] for c in controls(hand) if c.get("label", "").startswith("Build it ")
    )
    await buckets.click_hand(early, hand, offer)
    await buckets.click_hand(early, hand, "Confirm")
    for person in others:
        await buckets.build(person)
    await early.until(lambda: "animals attack" in text_of(buckets.board_of(early)))
    player = buckets.actor(buckets.board_of(early), people)

    def hands():
        return [message for message in player.messages() if message["flags"] & EPHEMERAL]

    await player.until(lambda: any(" attacks " in text_of(message) for message in hands()))


async def test_open_hands_disappear_when_the_game_is_cancelled(people, bot):
    await buckets.begun(people)
    hands = [(person, await buckets.hand_of(person)) for person in people]
    asked = await people[0].command("table cancel", table=1)
    await people[0].click("Cancel the game", asked.message)
    for person, hand in hands:
        await person.until(lambda p=person, h=hand: p.message(h["id"]) is None)


async def test_a_board_that_is_over_is_the_last_message_of_each_player(people, bot):
    await buckets.begun(people)
    await buckets.play_out(people, 5)
    for person in people:
        await person.until(lambda p=person: "Rematch" in labels(p.messages()[-1]))
        assert [m for m in person.messages() if m["flags"] & EPHEMERAL] == []


async def test_a_board_is_posted_anew_however_often_it_is_deleted(people, bot):
    board = await seated(people, "ducks")
    same, seen = f"shown_revision = NULL, revision = {stored(bot, 'revision')}", {board["id"]}
    for _ in range(3):  # the revision stays the same; each post replaces another board
        await people[0].admin("delete_message", message_id=board["id"])
        board = await lose(people, bot, board, same)
        await bot.wait_until(lambda lost=board: stored(bot, "message_id") == int(lost["id"]))
        assert [message["id"] for message in public(people[0])] == [board["id"]]
        assert board["id"] not in seen
        seen.add(board["id"])
