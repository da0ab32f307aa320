"""The bot's greeting on a new server, with the real process: it is posted once, in one channel."""

from __future__ import annotations

import pytest

from players.games import GAMES
from tests.people import has_text, labels, text_of

PRIVATE = 64


def greetings(person):
    """Return the greetings in #games."""
    return [m for m in person.messages() if "Who wants to play?" in text_of(m)]


async def leave_and_join(person):
    """Remove the bot from the server, and add it again."""
    guild = person.world["guilds"][0]["id"]
    for do in ("remove_bot", "add_bot"):
        await person.admin(do, guild_id=guild)


async def noted(bot, join):
    """Let the bot join, and wait until the database notes the greeting."""
    await join
    await bot.wait_until(lambda: bot.rows("SELECT * FROM greeted"))


async def test_a_new_server_gets_a_list_of_the_games(people, bot):
    smew, scoter, _ = people
    assert greetings(smew) == []  # the bot was there before
    await leave_and_join(smew)
    await smew.until(lambda: greetings(smew))
    (hello,) = greetings(smew)
    assert labels(hello) == [*["Play"] * len(GAMES), "Daily", "Settings"]
    page = (await scoter.click("Daily", hello)).message
    assert "Daily" in text_of(page)
    assert page["flags"] & PRIVATE
    assert "Settings of this server" in text_of((await smew.click("Settings", hello)).message)
    assert text_of(smew.message(hello["id"])) == text_of(hello)


async def test_a_press_on_a_game_opens_its_lobby_for_everybody(people):
    smew, scoter, _ = people
    await leave_and_join(smew)
    await smew.until(lambda: greetings(smew))
    (hello,) = greetings(smew)
    for person, key in ((scoter, "trophy"), (smew, "ducks")):
        await person.click(f"n1:play:open:{key}", hello)
        lobby = await smew.wait_for(has_text(f"**{person.name}**\n"))
        assert not lobby["flags"] & PRIVATE
    assert text_of(smew.message(hello["id"])) == text_of(hello)


async def test_only_managers_of_the_server_open_its_settings(people):
    smew, scoter, _ = people
    await leave_and_join(smew)
    await scoter.until(lambda: greetings(scoter))
    done = await scoter.click("Settings", greetings(scoter)[0])
    assert text_of(done.message) == "Only those who may manage the server can do this."


async def test_the_greeting_comes_once_however_often_the_bot_is_added_or_restarted(people, bot):
    smew = people[0]
    await leave_and_join(smew)
    await smew.until(lambda: greetings(smew))
    await leave_and_join(smew)
    for out in (True, False):
        await smew.admin("outage", guild_id=smew.world["guilds"][0]["id"], unavailable=out)
    await bot.kill()
    await bot.start()
    await bot.ready()
    for _ in range(2):
        await leave_and_join(smew)
        await smew.command("daily")  # its answer comes after all earlier events are handled
    posts = f"/channels/{smew.channel('games')}/messages"
    tried = [r for r in await smew.record() if r["method"] == "POST" and r["path"].endswith(posts)]
    # The requests are counted, too, since the nonce would hide a second post.
    assert len(tried) == len(greetings(smew)) == 1


async def test_a_server_never_gets_a_greeting_if_the_bot_was_killed_before_sending(people, bot):
    smew = people[0]
    await smew.fault(on="POST /channels/*/messages", delay=60, times=99)
    await noted(bot, leave_and_join(smew))
    await bot.kill()
    await smew.ask("DELETE", "/sandbox/faults")
    await bot.start()
    await bot.ready()
    await leave_and_join(smew)
    await smew.command("ducks start")
    assert greetings(smew) == []


@pytest.mark.parametrize("permission", ["SEND_MESSAGES", "VIEW_CHANNEL"])
async def test_no_greeting_is_tried_until_the_bot_may_write(people, bot, permission):
    smew = people[0]
    games = smew.channel("games")
    await smew.admin("deny", channel_id=games, permissions=[permission])
    await leave_and_join(smew)
    await smew.command("ducks start", channel="lounge")
    assert bot.rows("SELECT * FROM greeted") == []
    await smew.admin("deny", channel_id=games, permissions=[])
    await leave_and_join(smew)
    await smew.until(lambda: greetings(smew))


async def test_a_server_without_a_system_channel_gets_no_greeting(people, bot, box):
    smew = people[0]
    await smew.admin("delete_channel", channel_id=smew.channel("games"))
    await leave_and_join(smew)
    lobby = await smew.command("ducks start", channel="lounge")
    assert [m["id"] for m in smew.messages("lounge")] == [lobby.message["id"]]
    assert bot.rows("SELECT * FROM greeted") == []


async def test_a_user_install_leads_to_no_greeting(people, bot):
    smew = people[0]
    await smew.install()
    await smew.admin("remove_bot", guild_id=smew.world["guilds"][0]["id"])
    await smew.command("ducks start")
    assert greetings(smew) == []
    assert bot.rows("SELECT * FROM greeted") == []
