"""Users, guilds and members, found and listed."""

import discord
import pytest

from sandbox.tests.helpers import Bot


async def test_users_guilds_and_members_are_found_or_not(login, people):
    merganser = await people("Merganser")
    async with login(Bot()) as bot:
        assert (await bot.fetch_user(int(merganser.id))).global_name == "Merganser"
        pond = discord.utils.get(bot.guilds, name="The Pond")
        assert (await pond.fetch_member(int(merganser.id))).name == "merganser"
        assert len(await pond.fetch_channels()) == 2
        lake = discord.utils.get(bot.guilds, name="Far Lake")
        with pytest.raises(discord.NotFound) as caught:
            await lake.fetch_member(int(merganser.id))
        assert caught.value.code == 10007
        with pytest.raises(discord.NotFound) as caught:
            await bot.fetch_user(1)
        assert caught.value.code == 10013
        with pytest.raises(discord.NotFound) as caught:
            await bot.fetch_guild(1)
        assert caught.value.code == 10004
        with pytest.raises(discord.NotFound) as caught:
            await bot.fetch_channel(1)
        assert caught.value.code == 10003


async def test_the_bot_can_list_its_guilds_during_an_outage(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        first, second = (guild["id"] for guild in smew.world["guilds"])
        await smew.admin("outage", guild_id=first, unavailable=True)
        await smew.admin("remove_bot", guild_id=second)
        assert [str(guild.id) async for guild in bot.fetch_guilds(limit=None)] == [first]


async def test_guilds_are_listed_in_pages(login, people):
    await people("Smew")
    async with login(Bot()) as bot:
        known = sorted(guild.id for guild in bot.guilds)
        after = discord.Object(known[0])
        assert [guild.id async for guild in bot.fetch_guilds(limit=1)] == known[:1]
        assert [guild.id async for guild in bot.fetch_guilds(after=after)] == known[1:]
        before = discord.Object(known[1])
        assert [guild.id async for guild in bot.fetch_guilds(before=before)] == known[:1]
