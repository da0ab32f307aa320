"""Commands that a bot registers: limits of a scope, ids, and commands of one guild."""

import discord
import pytest

from sandbox.testing import Refused
from sandbox.tests.helpers import Bot, command


async def test_at_most_100_commands_with_different_names_are_accepted(put):
    status, _ = await put(*[command(name=f"c{n}") for n in range(100)])
    assert status == 200
    status, _ = await put(*[command(name=f"c{n}") for n in range(101)])
    assert status == 400
    status, answer = await put(command(), command())
    code = answer["errors"]["1"]["name"]["_errors"][0]["code"]
    assert code == "APPLICATION_COMMANDS_DUPLICATE_NAME"


async def test_commands_keep_their_ids_when_they_are_put_again(put):
    _, (first,) = await put(command())
    _, (same,) = await put(command())
    _, (changed,) = await put(command(description="e"))
    assert first == same
    assert changed["id"] == first["id"]
    assert changed["version"] != first["version"]


async def test_a_guilds_commands_are_its_own(login, people):
    bot = Bot()
    pond = discord.Object(int((await people("Merganser")).world["guilds"][0]["id"]))

    @bot.tree.command(description="x", guild=pond)
    async def local(i: discord.Interaction):
        await i.response.send_message("here")

    smew = await people("Smew")
    async with login(bot):
        await bot.tree.sync(guild=pond)
        assert len(await bot.tree.fetch_commands(guild=pond)) == 1
        assert await bot.tree.fetch_commands() == []
        assert (await smew.command("local")).state == "answered"
        with pytest.raises(Refused):
            await smew.command("local", channel="Far Lake/games")
