"""Where a table cannot be kept: the bot says so before it opens one."""

from __future__ import annotations

import time

from tests.e2e.past import people_of, place_in, remember
from tests.e2e.process import Bot
from tests.e2e.table import moves
from tests.e2e.threads import PUBLIC_THREAD, a_private_thread, a_thread
from tests.people import Person, has_text, text_of

EPHEMERAL = 64


async def refused(person, channel):
    """What the person is told privately who wants to open a table there, while none is opened."""
    done = await person.command("pond start", channel=channel)
    assert done.message["flags"] & EPHEMERAL
    listed = await person.command("table show", channel=channel)
    assert "#1" not in text_of(listed.message)
    return text_of(done.message)


async def test_in_a_private_thread_the_bot_wants_to_be_in_it(people):
    smew, *_ = people
    thread = await a_private_thread(smew, "games")
    assert "mention me here" in await refused(smew, thread)
    await smew.say(f"<@{smew.world['bot']['id']}>", thread)
    lobby = (await smew.command("pond start", channel=thread)).message
    await smew.click("Start", lobby)
    await smew.wait_for(moves, channel=thread)


async def test_in_a_locked_thread_nobody_plays(box, people):
    smew, *_ = people
    thread = await a_thread(box, smew, "games", PUBLIC_THREAD)
    await smew.admin("archive_thread", channel_id=thread, locked=True)
    assert "This thread is locked" in await refused(smew, thread)


async def test_without_a_permission_that_is_needed_it_is_named(people):
    smew, *_ = people
    games = smew.channel("games")
    await smew.admin("deny", channel_id=games, permissions=["SEND_MESSAGES", "ATTACH_FILES"])
    words = "I need Send Messages and Attach Files in this channel. Please ask an admin."
    assert await refused(smew, "games") == words


async def test_in_a_voice_channel_the_bot_has_to_be_let_in(people):
    smew, *_ = people
    pond = smew.world["guilds"][0]["id"]
    talk = (await smew.admin("create_channel", guild_id=pond, name="talk", kind=2))["id"]
    await smew.until(lambda: talk in str(smew.world))
    await smew.admin("deny", channel_id=talk, permissions=["CONNECT"])
    assert "I need Connect in this channel." in await refused(smew, talk)
    await smew.admin("deny", channel_id=talk, permissions=[])
    lobby = (await smew.command("pond start", channel=talk)).message
    await smew.click("Start", lobby)
    await smew.wait_for(moves, channel=talk)


async def test_a_rematch_too_wants_a_place_where_it_can_be_kept(box, tmp_path):
    guild, games = place_in(box)
    smew = people_of(box)["Smew"]
    await remember(tmp_path / "ducks.db", (guild, games), [("pond", (smew,))], until=time.time())
    async with Bot(box, tmp_path) as process, Person(box, "Smew") as person:
        await process.ready()
        board = (await person.command("table show", table=1)).message
        await person.admin("deny", channel_id=str(games), permissions=["SEND_MESSAGES"])
        await person.click("Rematch", board)
        await person.wait_for(has_text("I need Send Messages in this channel."))
        listed = await person.command("table show")
        assert text_of(listed.message).startswith("No table is open in this channel.")
