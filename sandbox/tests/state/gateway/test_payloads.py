"""Channels that the bot cannot view: since 16 November 2026 Discord hides their details."""

import discord

from sandbox.tests.helpers import Bot

HIDDEN = "___hidden___"


async def hide(person, channel, permissions=("VIEW_CHANNEL",)):
    """Hide a channel from the bot, or show it again; return the channel's id."""
    where = person.channel(channel)
    await person.admin("deny", channel_id=where, permissions=list(permissions))
    return int(where)


def is_hidden(channel):
    everyone = channel.guild.default_role
    deny = discord.PermissionOverwrite(view_channel=False)
    return channel.name == HIDDEN and channel.overwrites == {everyone: deny}


async def test_at_login_a_hidden_channel_comes_without_its_details(login, people):
    smew = await people("Smew")
    lounge = await hide(smew, "lounge")
    async with login(Bot()) as bot:
        assert is_hidden(bot.get_channel(lounge))
        assert not is_hidden(bot.get_channel(int(smew.channel("games"))))


async def test_updates_hide_and_show_a_channel(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        lounge = await hide(smew, "lounge")
        await bot.hear("guild_channel_update", lambda _, after: is_hidden(after))
        await hide(smew, "lounge", ())
        await bot.hear("guild_channel_update", lambda before, after: after.name == "lounge")
        assert bot.get_channel(lounge).name == "lounge"


async def test_a_hidden_channel_is_not_listed_in_its_guild(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        lounge = await hide(smew, "lounge")
        channels = await bot.get_channel(lounge).guild.fetch_channels()
        assert [channel.name for channel in channels] == ["games"]


async def test_the_deletion_of_a_hidden_channel_sends_an_event(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        lounge = await hide(smew, "lounge")
        await smew.admin("delete_channel", channel_id=str(lounge))
        await bot.hear("guild_channel_delete", lambda c: c.id == lounge)
