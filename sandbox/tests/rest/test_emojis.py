"""Emojis of the application."""

import discord
import pytest

from sandbox.tests.helpers import PNG, Bot, code_of


async def test_emojis_are_created_used_renamed_and_deleted(login, people, box):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        emoji = await bot.create_application_emoji(name="d6", image=PNG)
        assert [e.id for e in await bot.fetch_application_emojis()] == [emoji.id]
        view = discord.ui.View()
        view.add_item(discord.ui.Button(emoji=emoji, custom_id="x"))
        await bot.get_channel(int(smew.channel())).send("x", view=view)
        async with smew._http.get(f"{box.url}/emojis/{emoji.id}.png") as response:
            assert await response.read() == PNG
        await emoji.edit(name="d7")
        assert (await bot.fetch_application_emoji(emoji.id)).name == "d7"
        await emoji.delete()
        assert await code_of(bot.fetch_application_emoji(emoji.id)) == 10014


@pytest.mark.parametrize(
    ("name", "image"),
    [
        ("x", PNG),
        ("x" * 33, PNG),
        ("a-b", PNG),
        ("taken", PNG),
        ("large", PNG + bytes(256 * 1024)),
    ],
)
async def test_a_bad_emoji_is_refused(login, name, image):
    async with login(Bot()) as bot:
        await bot.create_application_emoji(name="taken", image=PNG)
        assert await code_of(bot.create_application_emoji(name=name, image=image)) == 50035


async def test_a_file_that_is_no_picture_is_refused(login):
    async with login(Bot()) as bot:
        body = {"name": "text", "image": "data:image/png;base64,aGVsbG8="}
        route = discord.http.Route("POST", f"/applications/{bot.user.id}/emojis")
        assert await code_of(bot.http.request(route, json=body)) == 50035


async def test_more_than_2000_emojis_are_refused(login, box):
    async with login(Bot()) as bot:
        emoji = await bot.create_application_emoji(name="d6", image=PNG)
        first = box.core.world.emojis[emoji.id]
        box.core.world.emojis.update(dict.fromkeys(range(1999), first))
        assert await code_of(bot.create_application_emoji(name="d7", image=PNG)) == 30008
