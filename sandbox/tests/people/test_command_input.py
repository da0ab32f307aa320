"""Slash commands of a person: those that Discord's client sends, and those that it hides."""

import discord
import pytest
from discord import app_commands

from sandbox.testing import Refused
from sandbox.tests.helpers import Bot, bot_with


@pytest.mark.parametrize(
    ("text", "options", "option"),
    [
        ("nothing", {}, None),
        ("try sub", {}, None),
        ("try", {}, "kind"),
        ("try", {"kind": "x"}, "kind"),
        ("try", {"kind": "a", "more": 1}, "more"),
        ("try", {"kind": "a", "count": 11}, "count"),
        ("try", {"kind": "a", "count": "many"}, "count"),
        ("try", {"kind": "a", "who": "12345"}, "who"),
        ("try", {"kind": "a", "sure": "maybe"}, "sure"),
    ],
)
async def test_a_person_cannot_send_a_wrong_command(login, people, text, options, option):
    @discord.app_commands.choices(kind=[discord.app_commands.Choice(name="A", value="a")])
    async def answer(
        i: discord.Interaction,
        kind: str,
        count: discord.app_commands.Range[int, 1, 10] = 1,
        who: discord.User | None = None,
        sure: bool = False,
    ):
        await i.response.send_message("ok")

    smew = await people("Smew")
    async with login(bot_with(answer)):
        with pytest.raises(Refused) as caught:
            await smew.command(text, **options)
        assert caught.value.status == 400
        assert caught.value.option == option
        assert (await smew.command("try", kind="a", count=10)).state == "answered"


async def list_offered(person):
    """Return the names of the commands that the page offers in #games and in direct messages."""
    world = await person.look()
    names = {command["id"]: command["name"] for command in world["commands"]}
    channels = {channel["name"]: channel for channel in world["guilds"][0]["channels"]}
    places = {"games": channels["games"], "dm": world["dms"][0]}
    return {name: [names[i] for i in place["commands"]] for name, place in places.items()}


async def test_a_command_for_managers_is_hidden_from_others(login, people):
    bot = Bot()

    @bot.tree.command(description="x")
    @discord.app_commands.default_permissions(manage_guild=True)
    @discord.app_commands.guild_only()
    async def settings(i: discord.Interaction):
        await i.response.send_message("ok")

    smew, merganser = await people("Smew", "Merganser")
    async with login(bot):
        await smew.command("settings")
        assert await list_offered(smew) == {"games": ["settings"], "dm": []}
        assert await list_offered(merganser) == {"games": [], "dm": []}
        with pytest.raises(Refused):
            await merganser.command("settings")
        with pytest.raises(Refused):
            await smew.command("settings", channel="dm")
        pond = smew.world["guilds"][0]["id"]
        bits = ["MANAGE_GUILD"]
        await smew.admin("set_permissions", guild_id=pond, user_id=merganser.id, permissions=bits)
        assert (await merganser.command("settings")).state == "answered"


async def test_groups_and_subcommands_are_invoked(login, people):
    bot = Bot()
    outer = app_commands.Group(name="table", description="x")
    inner = app_commands.Group(name="log", description="x", parent=outer)

    @inner.command(description="x")
    async def show(i: discord.Interaction, number: int):
        await i.response.send_message(f"{i.command.qualified_name} {number}")

    bot.tree.add_command(outer)
    smew = await people("Smew")
    async with login(bot):
        done = await smew.command("table log show", number=3)
        assert done.message["content"] == "table log show 3"
        assert done.message["interaction_metadata"]["name"] == "table log show"
        with pytest.raises(Refused):
            await smew.command("table show", number=3)
