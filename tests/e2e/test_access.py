"""Who may see the moves of a table: its players, and people who may see its channel."""

from __future__ import annotations

import time

import pytest

from tests.e2e.forge import ask_of_dice
from tests.e2e.past import people_of, place_in, remember
from tests.e2e.process import Bot
from tests.e2e.table import moves, seated
from tests.e2e.threads import PUBLIC_THREAD, a_private_thread, a_thread, rest
from tests.people import Person, text_of

REFUSED = "There is no table #1 here."


def handed_out(message):
    return [file["filename"] for file in message["attachments"]] == ["table-1.txt"]


async def hide(person, channel, *whom):
    """Hide a channel from these people."""
    for each in whom:
        await person.admin(
            "deny",
            channel_id=person.channel(channel),
            user_id=each.id,
            permissions=["VIEW_CHANNEL"],
        )


@pytest.mark.parametrize("command", ["leave", "cancel", "show"])
async def test_a_table_of_a_direct_message_is_not_found_by_another_person(box, bot, command):
    async with Person(box, "Eider", "dm") as eider, Person(box, "Scoter", "dm") as scoter:
        await seated((eider,), "pond")
        for person, finds in (scoter, False), (eider, True):
            said = text_of((await person.command(f"table {command}", table=1)).message)
            assert (said != REFUSED) is finds


@pytest.mark.parametrize("what", ["page", "digits", "check", "log"])
async def test_the_dice_of_a_direct_message_are_not_shown_to_another_person(box, bot, what):
    async with Person(box, "Eider", "dm") as eider, Person(box, "Scoter", "dm") as scoter:
        await seated((eider,), "pond")
        for person, finds in (scoter, False), (eider, True):
            said = text_of(await ask_of_dice(box.core, person, what))
            assert (said != REFUSED) is finds


async def test_statistics_in_a_direct_message_are_always_ones_own(box, tmp_path):
    known = people_of(box)
    games = [
        ("pond", (known["Eider"],)),
        ("pond", (known["Scoter"],)),
        ("pond", (known["Eider"],)),
    ]
    await remember(tmp_path / "ducks.db", (None, 1), games, until=time.time())
    async with Bot(box, tmp_path) as process, Person(box, "Scoter", "dm") as scoter:
        await process.ready()
        done = await scoter.command("stats", player=known["Eider"].id)
        assert "Your games · in direct messages" in text_of(done.message)
        assert "alone: 1" in str(done.message)  # in the picture's description
        assert "Eider" not in str(done.message["components"])


@pytest.mark.parametrize("what", ["page", "digits", "check", "log"])
async def test_moves_in_a_hidden_channel_are_shown_to_people_who_see_it(box, people, what):
    smew, scoter, merganser = people
    await hide(smew, "lounge", scoter)
    await play_alone(smew, "lounge")
    assert REFUSED in text_of(await ask_of_dice(box.core, scoter, what))
    assert REFUSED not in text_of(await ask_of_dice(box.core, merganser, what))


async def test_a_player_sees_the_moves_after_the_channel_was_hidden(box, people):
    smew, scoter, merganser = people
    await play_alone(scoter, "lounge")
    await hide(smew, "lounge", scoter, merganser)
    assert handed_out(await ask_of_dice(box.core, scoter, "log"))
    assert REFUSED in text_of(await ask_of_dice(box.core, merganser, "log"))


async def test_moves_in_a_voice_channel_are_shown_to_people_who_may_connect(box, people):
    smew, scoter, merganser = people
    pond = smew.world["guilds"][0]["id"]
    talk = (await smew.admin("create_channel", guild_id=pond, name="talk", kind=2))["id"]
    await smew.until(lambda: smew.sees(talk))
    await play_alone(smew, talk)
    denied = {"user_id": scoter.id, "permissions": ["CONNECT"]}
    await smew.admin("deny", channel_id=talk, **denied)
    assert REFUSED in text_of(await ask_of_dice(box.core, scoter, "log"))
    assert REFUSED not in text_of(await ask_of_dice(box.core, merganser, "log"))


@pytest.mark.parametrize("archived", [False, True])
async def test_moves_in_a_thread_are_shown_to_people_who_see_its_channel(box, people, archived):
    smew, scoter, merganser = people
    thread = await a_thread(box, smew, "lounge", PUBLIC_THREAD)
    await play_alone(smew, thread)
    if archived:
        await rest(box, "PATCH", f"/channels/{thread}", archived=True)
    await hide(smew, "lounge", scoter)
    assert REFUSED in text_of(await ask_of_dice(box.core, scoter, "log"))
    assert handed_out(await ask_of_dice(box.core, merganser, "log"))


@pytest.mark.parametrize("archived", [False, True])
async def test_moves_in_a_private_thread_are_shown_to_players_only(box, people, archived):
    smew, scoter, merganser = people
    thread = await a_private_thread(smew, "lounge", scoter.id, smew.world["bot"]["id"])
    await scoter.until(lambda: scoter.sees(thread))
    await play_alone(scoter, thread)
    if archived:
        await smew.admin("archive_thread", channel_id=thread)
    assert REFUSED in text_of(await ask_of_dice(box.core, merganser, "log"))
    assert handed_out(await ask_of_dice(box.core, scoter, "log"))


async def test_moves_in_a_deleted_channel_are_shown_to_managers_of_the_server(box, people):
    smew, scoter, merganser = people
    await play_alone(scoter, "lounge")
    await smew.admin("delete_channel", channel_id=smew.channel("lounge"))
    assert REFUSED in text_of(await ask_of_dice(box.core, merganser, "log"))
    assert handed_out(await ask_of_dice(box.core, smew, "log"))
    assert handed_out(await ask_of_dice(box.core, scoter, "log"))


async def test_moves_in_a_channel_hidden_from_the_bot_are_shown_to_players_and_the_owner(
    box, people
):
    smew, scoter, merganser = people
    await play_alone(scoter, "lounge")
    await smew.admin("deny", channel_id=smew.channel("lounge"), permissions=["VIEW_CHANNEL"])
    assert REFUSED in text_of(await ask_of_dice(box.core, merganser, "log"))
    assert handed_out(await ask_of_dice(box.core, scoter, "log"))
    assert handed_out(await ask_of_dice(box.core, smew, "log"))  # Smew owns the server


async def test_moves_in_a_thread_of_a_channel_hidden_from_the_bot_are_refused(box, people):
    smew, scoter, merganser = people
    thread = await a_thread(box, smew, "lounge", PUBLIC_THREAD)
    await play_alone(scoter, thread)
    await rest(box, "PATCH", f"/channels/{thread}", archived=True)
    await smew.admin("deny", channel_id=smew.channel("lounge"), permissions=["VIEW_CHANNEL"])
    assert REFUSED in text_of(await ask_of_dice(box.core, merganser, "log"))


async def play_alone(person, channel):
    """Begin a game alone, at table 1."""
    lobby = (await person.command("pond start", channel=channel)).message
    await person.click("Start", lobby)
    await person.wait_for(moves, channel=channel)


@pytest.fixture
async def lounge(box, tmp_path):
    """Three people in #games. Smew and Scoter have finished a game in the lounge."""
    known = people_of(box)
    games = [("buckdice", (known["Smew"], known["Scoter"]))]
    await remember(tmp_path / "ducks.db", place_in(box, "lounge"), games, until=time.time())
    async with Bot(box, tmp_path) as process:
        await process.ready()
        async with (
            Person(box, "Smew") as a,
            Person(box, "Scoter") as b,
            Person(box, "Merganser") as c,
        ):
            yield a, b, c


async def replay(person, channel=None):
    """Return the replay of table 1 that a person chooses from the history."""
    listed = (await person.command("history", channel=channel)).message
    return (await person.click("n1:replay:turning:1", listed)).message


async def listed(person, **options):
    """Return the text of the person's history."""
    return text_of((await person.command("history", **options)).message)


async def test_a_replay_from_a_hidden_channel_is_shown_to_its_players(lounge):
    smew, scoter, merganser = lounge
    before = (await merganser.command("history")).message
    await hide(smew, "lounge", scoter, merganser)
    refused = await merganser.click("n1:replay:turning:1", before)
    assert REFUSED in text_of(refused.message)
    assert "Buck Dice, replay" in text_of(await replay(scoter))


async def test_the_history_names_tables_of_a_hidden_channel_to_their_players_only(lounge):
    smew, scoter, merganser = lounge
    assert "Smew" in await listed(merganser)
    await hide(smew, "lounge", scoter, merganser)
    for options in ({}, {"player": smew.id}, {"game": "buckdice"}):
        said = await listed(merganser, **options)
        assert "1 table is not shown: it was played where you cannot look." in said
        assert "Smew" not in said
        assert "#1" not in said
    assert "Smew" in await listed(scoter)


async def test_the_history_of_a_deleted_channel_is_shown_to_managers_of_the_server(lounge):
    smew, scoter, merganser = lounge
    await smew.admin("delete_channel", channel_id=smew.channel("lounge"))
    assert "where you cannot look" in await listed(merganser)
    assert "Smew" in await listed(scoter)
    assert "Scoter" in await listed(smew)


async def test_a_replay_that_is_open_ends_when_the_channel_is_hidden(lounge):
    smew, _, merganser = lounge
    page = await replay(merganser)
    await hide(smew, "lounge", merganser)
    for button in ("Next ▶", "◀ Previous"):
        assert REFUSED in text_of((await merganser.click(button, page)).message)


async def test_players_share_a_replay_anywhere_and_others_where_it_was_played(lounge):
    _, scoter, merganser = lounge
    refused = await merganser.click("Share", await replay(merganser))
    assert "Only those who sat at table #1 can share it" in text_of(refused.message)
    for person, channel in ((scoter, "games"), (merganser, "lounge")):
        shared = (await person.click("Share", await replay(person, channel))).message
        assert "Buck Dice, replay" in text_of(shared)
        assert not shared["flags"] & 64
