"""A person's choices in a select of channels, and the data that the bot gets about the channels."""

import discord
import pytest
from discord import ui

from sandbox.testing import Refused
from sandbox.tests.helpers import PRIVATE_THREAD, PUBLIC_THREAD, bot_with, open_thread


def bot_asking(*kinds):
    """Make a bot that asks for a channel of these kinds.

    Return the bot, and a list that gets the data of the chosen channels.
    """
    found = []

    class Where(ui.View):
        @ui.select(cls=ui.ChannelSelect, custom_id="where", channel_types=list(kinds))
        async def where(self, i: discord.Interaction, _: ui.ChannelSelect):
            found.append(i.data["resolved"]["channels"])
            await i.response.defer()

    async def answer(i: discord.Interaction):
        await i.response.send_message("where?", view=Where(timeout=None))

    return bot_with(answer), found


async def test_the_permissions_of_the_person_and_of_the_bot_come_with_a_channel(login, people):
    bot, found = bot_asking()
    smew, merganser = await people("Smew", "Merganser")
    lounge = smew.channel("lounge")
    await smew.admin("deny", channel_id=lounge, permissions=["SEND_MESSAGES"])
    async with login(bot):
        await merganser.command("try")
        await merganser.click("where", values=[lounge])
    permissions = discord.Permissions(int(found[0][lounge]["permissions"]))
    theirs = discord.Permissions(int(found[0][lounge]["app_permissions"]))
    assert (permissions.send_messages, theirs.send_messages) == (True, False)
    assert not permissions.manage_guild


async def test_only_channels_of_the_wanted_kinds_can_be_chosen(login, people):
    bot, found = bot_asking(discord.ChannelType.text)
    smew = await people("Smew")
    thread = await open_thread(smew, PUBLIC_THREAD)
    async with login(bot):
        await smew.command("try")
        with pytest.raises(Refused, match="no such option"):
            await smew.click("where", values=[thread])
        await smew.click("where", values=[smew.channel()])
    assert list(found[0]) == [smew.channel()]


async def test_only_channels_that_a_person_sees_can_be_chosen(login, people):
    bot, _ = bot_asking()
    smew, merganser = await people("Smew", "Merganser")
    private, lounge = await open_thread(smew, PRIVATE_THREAD), smew.channel("lounge")
    hide = {"user_id": merganser.id, "permissions": ["VIEW_CHANNEL"]}
    await smew.admin("deny", channel_id=lounge, **hide)
    async with login(bot):
        await merganser.command("try")
        for channel in (private, lounge):
            with pytest.raises(Refused, match="no such option"):
                await merganser.click("where", values=[channel])
