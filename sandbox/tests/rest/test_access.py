"""The bot's permissions, and the codes of refusals."""

import io

import discord

from sandbox.tests.helpers import Bot, code_of


async def test_the_bot_cannot_write_to_people_without_a_shared_guild(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        user = await bot.fetch_user(int(smew.id))
        for guild in bot.guilds:
            await smew.admin("remove_bot", guild_id=str(guild.id))
        assert await code_of(user.send("psst")) == 50278


async def test_files_need_the_permission_to_write(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        games = bot.get_channel(int(smew.channel()))
        message = await games.send("x")
        await smew.admin("deny", channel_id=str(games.id), permissions=["SEND_MESSAGES"])
        await message.edit(content="y")
        file = discord.File(io.BytesIO(b"x"), "x.txt")
        assert await code_of(message.edit(attachments=[file])) == 50013


async def test_commands_are_refused_for_a_guild_without_the_bot(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        guild = bot.guilds[0]
        await smew.admin("remove_bot", guild_id=str(guild.id))
        for each in (guild, discord.Object(1)):
            assert await code_of(bot.tree.sync(guild=each)) == 50001


async def test_in_a_voice_channel_messages_need_the_right_to_connect(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        pond = smew.world["guilds"][0]["id"]
        made = await smew.admin("create_channel", guild_id=pond, name="talk", kind=2)
        (talk,) = await bot.hear("guild_channel_create", lambda c: c.name == "talk")
        assert isinstance(talk, discord.VoiceChannel)
        assert isinstance(await bot.fetch_channel(talk.id), discord.VoiceChannel)
        message = await talk.send("x")
        await smew.admin("deny", channel_id=made["id"], permissions=["CONNECT"])
        assert await code_of(talk.send("x")) == 50001
        assert await code_of(message.edit(content="y")) == 50001
        assert bot.get_channel(talk.id).name == "talk"
