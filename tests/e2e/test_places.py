"""Places where a table could not be played: the bot says why, and opens none."""

from __future__ import annotations

import time

from tests.e2e.past import people_of, place_in, remember
from tests.e2e.process import EMOJIS, Bot
from tests.e2e.table import board_of, moves
from tests.e2e.threads import PUBLIC_THREAD, a_private_thread, a_thread
from tests.people import Person, has_text, text_of

EPHEMERAL = 64


async def refused(person, channel):
    """Try to open a table in a channel, check that none opens, and return the private answer."""
    done = await person.command("pond start", channel=channel)
    assert done.message["flags"] & EPHEMERAL
    listed = await person.command("table show", channel=channel)
    assert "#1" not in text_of(listed.message)
    return text_of(done.message)


async def test_a_table_opens_in_a_private_thread_only_once_the_bot_is_mentioned(people):
    smew, *_ = people
    thread = await a_private_thread(smew, "games")
    assert "mention me here" in await refused(smew, thread)
    await smew.say(f"<@{smew.world['bot']['id']}>", thread)
    lobby = (await smew.command("pond start", channel=thread)).message
    await smew.click("Start", lobby)
    await smew.wait_for(moves, channel=thread)


async def test_no_table_is_opened_in_a_locked_thread(box, people):
    smew, *_ = people
    thread = await a_thread(box, smew, "games", PUBLIC_THREAD)
    await smew.admin("archive_thread", channel_id=thread, locked=True)
    assert "This thread is locked" in await refused(smew, thread)


async def test_a_missing_permission_is_named(people):
    smew, *_ = people
    games = smew.channel("games")
    await smew.admin("deny", channel_id=games, permissions=["SEND_MESSAGES"])
    words = "I need Send Messages in this channel. Please ask an admin."
    assert await refused(smew, "games") == words


async def test_the_bot_must_be_allowed_to_connect_to_a_voice_channel(people):
    smew, *_ = people
    pond = smew.world["guilds"][0]["id"]
    talk = (await smew.admin("create_channel", guild_id=pond, name="talk", kind=2))["id"]
    await smew.until(lambda: smew.sees(talk))
    await smew.admin("deny", channel_id=talk, permissions=["CONNECT"])
    assert "I need Connect in this channel." in await refused(smew, talk)
    await smew.admin("deny", channel_id=talk, permissions=[])
    lobby = (await smew.command("pond start", channel=talk)).message
    await smew.click("Start", lobby)
    await smew.wait_for(moves, channel=talk)


async def test_a_rematch_is_also_refused_where_the_bot_may_not_write(box, tmp_path):
    guild, games = place_in(box)
    smew = people_of(box)["Smew"]
    await remember(tmp_path / "ducks.db", (guild, games), [("pond", (smew,))], until=time.time())
    async with Bot(box, tmp_path) as process, Person(box, "Smew") as person:
        await process.ready()
        await process.wait_until(lambda: EMOJIS in process.said())  # it redraws earlier boards
        board = (await person.command("table show", table=1)).message
        await person.admin("deny", channel_id=str(games), permissions=["SEND_MESSAGES"])
        await person.click("Play again", board)
        await person.wait_for(has_text("I need Send Messages in this channel."))
        listed = await person.command("table show")
        assert text_of(listed.message).startswith("No table is open in this channel.")


async def test_nothing_public_is_posted_for_a_person_who_may_not_write(box, tmp_path):
    guild, games = place_in(box)
    known = people_of(box)
    played = [("ducks", (known["Scoter"], known["Smew"]))]
    await remember(tmp_path / "ducks.db", (guild, games), played, until=time.time())
    async with Bot(box, tmp_path) as process, Person(box, "Scoter") as person:
        await process.ready()
        await process.wait_until(lambda: EMOJIS in process.said())  # it redraws earlier boards
        board = (await person.command("table show", table=1)).message
        replay = (await person.command("history")).message
        replay = (await person.click("n1:replay:turning:1", replay)).message
        pages = {
            "Share": [
                replay,
                (await person.command("leaderboard")).message,
                (await person.command("stats", game="ducks")).message,
            ],
            "Rematch": [board],
            "n1:play:open:buckdice": [(await person.command("play")).message],
        }
        deny = {"channel_id": str(games), "user_id": person.id, "permissions": ["SEND_MESSAGES"]}
        await person.admin("deny", **deny)
        before = shown_to_all(person)
        words = "Others would see this, so you need Send Messages in this channel."
        for label, each in ((label, page) for label, found in pages.items() for page in found):
            answer = (await person.click(label, each)).message
            assert words in text_of(answer), (label, text_of(each))
        for command in ("pond start", "ducks start", "table show"):
            options = {"table": 1} if command == "table show" else {}
            assert text_of((await person.command(command, **options)).message) == words
        assert shown_to_all(person) == before


def shown_to_all(person):
    return [m["id"] for m in person.messages() if not m["flags"] & EPHEMERAL]


async def test_a_person_who_may_not_write_in_threads_opens_no_table_there(box, people):
    smew, scoter, _ = people
    thread = await a_thread(box, smew, "games", PUBLIC_THREAD)
    deny = {"user_id": scoter.id, "permissions": ["SEND_MESSAGES_IN_THREADS"]}
    await smew.admin("deny", channel_id=smew.channel("games"), **deny)
    assert "you need Send Messages in Threads in this channel" in await refused(scoter, thread)
    await scoter.command("pond start", channel="games")
    await scoter.until(lambda: board_of(scoter))


async def test_no_thread_is_opened_for_a_person_without_permission_unless_admins_want_it(people):
    smew, scoter, _ = people
    deny = {"user_id": scoter.id, "permissions": ["CREATE_PUBLIC_THREADS"]}
    await smew.admin("deny", channel_id=smew.channel("games"), **deny)
    lobby = (await scoter.command("pond start", thread=True)).message
    await scoter.wait_for(has_text("You are not allowed to open a thread here, so this table is"))
    assert "in a thread of its own" not in text_of(lobby)
    page = (await smew.command("settings")).message
    await smew.click("n1:settings:threads:on", page)
    await smew.wait_for(has_text("**A thread for each game**\nYes"))
    lobby = (await scoter.command("pond start")).message
    assert "in a thread of its own" in text_of(lobby)
