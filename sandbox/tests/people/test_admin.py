"""Deletions and other changes by an admin: the bot gets events, and people see the changes."""

import discord
import pytest

from sandbox.testing import Refused
from sandbox.tests.helpers import PUBLIC_THREAD, Bot, code_of, open_thread


async def test_a_deleted_message_sends_an_event(login, people):
    smew = await people("Smew")
    bot = Bot(intents=discord.Intents(guilds=True, guild_messages=True))
    async with login(bot):
        games = bot.get_channel(int(smew.channel()))
        message = await games.send("x")
        await smew.admin("delete_message", message_id=str(message.id))
        await bot.hear("raw_message_delete", lambda p: p.message_id == message.id)
        assert await code_of(message.edit(content="y")) == 10008


async def test_a_deleted_channel_sends_an_event(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        games = bot.get_channel(int(smew.channel()))
        await smew.admin("delete_channel", channel_id=str(games.id))
        await bot.hear("guild_channel_delete", lambda c: c.id == games.id)
        assert await code_of(games.send("x")) == 10003
        await smew.until(lambda: len(smew.world["guilds"][0]["channels"]) == 1)


async def test_a_new_channel_sends_an_event(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        pond = smew.world["guilds"][0]["id"]
        await smew.admin("create_channel", guild_id=pond, name="new")
        await bot.hear("guild_channel_create", lambda c: c.name == "new")
        await smew.until(lambda: len(smew.world["guilds"][0]["channels"]) == 3)


async def test_a_removal_from_a_guild_sends_an_event(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        guild = bot.guilds[0]
        channel = guild.text_channels[0]
        assert guild.system_channel == channel
        await smew.admin("remove_bot", guild_id=str(guild.id))
        await bot.hear("guild_remove", lambda g: g.id == guild.id)
        assert await code_of(channel.send("x")) == 50001
        await smew.admin("add_bot", guild_id=str(guild.id))
        await bot.hear("guild_join", lambda g: g.id == guild.id)
        await smew.admin("delete_channel", channel_id=str(channel.id))
        await bot.hear("guild_channel_delete", lambda c: c.id == channel.id)
        assert (await bot.fetch_guild(guild.id)).system_channel is None
        await smew.admin("remove_bot", guild_id=str(guild.id))
        await smew.admin("add_bot", guild_id=str(guild.id))
        await bot.hear("guild_join", lambda g: g.id == guild.id and g.system_channel is None)


async def test_a_deleted_guild_sends_an_event(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        guild = bot.guilds[0]
        await smew.admin("delete_guild", guild_id=str(guild.id))
        await bot.hear("guild_remove", lambda g: g.id == guild.id)
        assert await code_of(bot.fetch_guild(guild.id)) == 10004
        await smew.until(lambda: len(smew.world["guilds"]) == 1)


async def test_an_outage_is_no_removal(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        guild = bot.guilds[0]
        await smew.admin("outage", guild_id=str(guild.id), unavailable=True)
        await bot.hear("guild_unavailable", lambda g: g.id == guild.id)
        await smew.admin("outage", guild_id=str(guild.id), unavailable=False)
        await bot.hear("guild_available", lambda g: g.id == guild.id)


async def test_a_banned_member_no_longer_sees_the_guild(login, people):
    smew, merganser = await people("Smew", "Merganser")
    bot = Bot(intents=discord.Intents(guilds=True, moderation=True))
    async with login(bot):
        guild = bot.guilds[0]
        await smew.admin("remove_member", guild_id=str(guild.id), user_id=merganser.id, ban=True)
        await bot.hear("member_ban", lambda g, u: u.name == "merganser")
        await merganser.until(lambda: merganser.world["guilds"] == [])
        assert await code_of(guild.fetch_member(int(merganser.id))) == 10007


async def test_a_new_person_can_play(login, people):
    smew = await people("Smew")
    await smew.admin("add_person", name="Garganey")
    garganey = await people("Garganey")
    await garganey.say("hello")
    await smew.wait_for(lambda m: m["author"]["global_name"] == "Garganey")


async def test_two_guilds_are_apart(login, people):
    smew, merganser = await people("Smew", "Merganser")
    async with login(Bot()) as bot:
        lake = bot.get_channel(int(smew.channel("Far Lake/games")))
        await lake.send("by the lake")
        await smew.wait_for(lambda m: m["content"] == "by the lake", channel="Far Lake/games")
        assert smew.messages("The Pond/games") == []
        assert [guild["name"] for guild in merganser.world["guilds"]] == ["The Pond"]


async def test_a_moderator_locks_and_unlocks_a_thread(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        thread = await open_thread(smew, PUBLIC_THREAD)
        (heard,) = await bot.hear("thread_create", lambda t: str(t.id) == thread)
        await smew.admin("lock_thread", channel_id=thread)
        await bot.hear("thread_update", lambda _, after: after.locked and not after.archived)
        assert await code_of(heard.send("x")) == 50083
        await smew.admin("lock_thread", channel_id=thread, locked=False)
        await heard.send("x")


async def test_a_moderator_archives_a_thread_and_brings_it_back(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        thread = await open_thread(smew, PUBLIC_THREAD)
        (heard,) = await bot.hear("thread_create", lambda t: str(t.id) == thread)
        message = await heard.send("x")
        await smew.admin("archive_thread", channel_id=thread, locked=True)
        await bot.hear("raw_thread_update", lambda e: e.data["thread_metadata"]["archived"])
        await smew.admin("unarchive_thread", channel_id=thread)
        await bot.hear("raw_thread_update", lambda e: not e.data["thread_metadata"]["archived"])
        await message.edit(content="y")


async def test_a_channel_is_made_read_only_and_writable_again(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        games = bot.get_channel(int(smew.channel()))
        message = await games.send("x")
        await smew.admin("deny", channel_id=str(games.id), permissions=["SEND_MESSAGES"])
        _, after = await bot.hear("guild_channel_update")
        assert not after.permissions_for(after.guild.me).send_messages
        assert await code_of(games.send("y")) == 50013
        await message.edit(content="an edit needs no such permission")
        await message.delete()
        await smew.admin("deny", channel_id=str(games.id), permissions=[])
        await games.send("y")


async def test_a_member_in_a_timeout_can_only_read(login, people):
    smew, merganser = await people("Smew", "Merganser")
    async with login(Bot()) as bot:
        guild = bot.guilds[0]
        whom = {"guild_id": str(guild.id), "user_id": merganser.id}
        await smew.admin("time_out", **whom, seconds=3600)
        member = await guild.fetch_member(int(merganser.id))
        assert member.is_timed_out()
        for say in (merganser.say("x"), merganser.command("try")):
            with pytest.raises(Refused):
                await say
        await smew.admin("time_out", **whom, seconds=0)
        assert not (await guild.fetch_member(int(merganser.id))).is_timed_out()
        await merganser.say("x")
