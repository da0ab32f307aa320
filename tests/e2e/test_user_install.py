"""The bot as a guest where it is not a member: it can only answer clicks and commands."""

from __future__ import annotations

import random

import pytest

from tests.e2e.table import actor, board_of, click_once, moves, over, play_out, seated
from tests.people import Refused, controls, has_text, labels, text_of

EPHEMERAL = 64


@pytest.fixture
async def smew_brings_it(people):
    """The three people. Smew has installed the app."""
    await people[0].install()
    return people


async def asked_as_bot(person, channel):
    """Return the requests about a channel that the bot made with its own token."""
    return [entry for entry in await person.record() if f"/channels/{channel}" in str(entry)]


async def test_two_people_play_in_their_direct_messages_and_the_bot_begins_anew(
    bot, smew_brings_it
):
    smew, scoter, _ = smew_brings_it
    private = await smew.open_private(scoter)
    two = (smew, scoter)
    await seated(two, "ducks")
    for _ in range(3):
        await click_once(two, random.Random(5))
    await bot.begin_anew()
    before = board_of(smew)
    end = await play_out(two, seed=6)
    assert over(end)
    assert end["id"] == before["id"]  # edited, never posted again
    assert await asked_as_bot(smew, private) == []
    done = await scoter.click("Rematch", end)
    lobby = await smew.wait_for(has_text("a rematch"))
    assert smew.mention in text_of(lobby)
    assert done.state == "answered"


async def test_a_person_plays_the_pond_alone_in_group_messages(smew_brings_it):
    smew, scoter, merganser = smew_brings_it
    group = await smew.open_private(scoter, merganser)
    with pytest.raises(Refused):
        await scoter.command("pond start")
    with pytest.raises(Refused):
        await smew.command("leaderboard")
    await seated((smew,), "pond")
    await click_once((smew,), random.Random(1))
    await smew.admin("expire_tokens")  # as after 15 minutes. The next click brings a new token
    end = await play_out((smew,), seed=2)
    await scoter.until(lambda: over(board_of(scoter)))
    assert end["id"] == board_of(scoter)["id"]
    await can_look_at_it_alone(smew, "dm")
    assert await asked_as_bot(smew, group) == []


async def can_look_at_it_alone(person, channel):
    """Check that the person can look at table 1 from this channel, but not share it there."""
    found = (await person.command("history", channel=channel)).message
    assert "Ducks in the Pond" in text_of(found)
    assert found["flags"] & EPHEMERAL
    replay = (await person.click("n1:replay:turning:1", found)).message
    assert "Ducks in the Pond" in text_of(replay)
    share = next(c["custom_id"] for c in controls(replay) if ":share:" in c["custom_id"])
    told = (await person.click(share, replay)).message
    assert "can share it there" in text_of(told)


async def test_on_a_server_without_the_bot_a_table_is_opened_where_all_can_see_it(smew_brings_it):
    smew, scoter, merganser = smew_brings_it
    games = smew.channel("games")
    for guild in smew.world["guilds"]:
        await smew.admin("remove_bot", guild_id=guild["id"])
    await scoter.install()
    denied = {"user_id": scoter.id, "permissions": ["USE_EXTERNAL_APPS"]}
    await smew.admin("deny", channel_id=games, **denied)
    refused = (await scoter.command("ducks start")).message
    assert "lack the permission Use External Apps" in text_of(refused)
    lobby = (await smew.command("ducks start")).message
    assert "I am a guest here" in text_of(lobby)
    assert "lack the permission Use External Apps" in text_of(
        (await scoter.command("table show", table=1)).message
    )
    await scoter.click("Join", lobby)
    full = await merganser.wait_for(lambda m: m["id"] == lobby["id"] and "Scoter" in text_of(m))
    assert "Join" not in labels(full)
    await smew.click("Start", lobby)
    await play_out((smew, scoter), seed=3)
    assert "Ducks in a Bucket" in text_of((await smew.command("history")).message)


async def test_a_change_that_could_not_be_shown_is_shown_at_the_next_click(smew_brings_it):
    smew, scoter, merganser = smew_brings_it
    group = await smew.open_private(scoter, merganser)
    board = await seated((smew, scoter), "ducks", clock="day")
    (waiting,) = {smew, scoter} - {actor(board, (smew, scoter))}
    await scoter.install()
    await smew.admin("expire_tokens")
    await waiting.command("away", days="5")
    assert board_of(merganser)["edited_timestamp"] == board["edited_timestamp"]
    await merganser.click(moves(board)[0]["custom_id"], board)
    await merganser.wait_for(has_text("You have no seat at this table."))
    shown = board_of(merganser)
    assert f"{waiting.name} is away until" in text_of(shown)
    assert shown["id"] == board["id"]
    assert await asked_as_bot(smew, group) == []


async def test_a_player_on_a_server_without_the_bot_can_practise(smew_brings_it):
    smew = smew_brings_it[0]
    for guild in smew.world["guilds"]:
        await smew.admin("remove_bot", guild_id=guild["id"])
    await seated((smew,), "pond")
    await play_out((smew,), seed=2)
    await smew.command("practice")
    await smew.wait_for(has_text("Pick your best move."))
