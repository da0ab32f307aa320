"""The id of a channel's last message in INTERACTION_CREATE and GUILD_CREATE."""

import json

import discord
import pytest

from sandbox.tests.helpers import PUBLIC_THREAD, Bot, bot_with, open_thread


async def quiet(i: discord.Interaction):
    """Answer privately, which changes no channel's last message."""
    await i.response.send_message("secret", ephemeral=True)


def payloads(bot, event):
    """Return the data of all events with this name, as the gateway sent it."""
    texts = (args[0] for name, args in bot.heard if name == "socket_raw_receive")
    frames = (json.loads(text) for text in texts)
    return [frame["d"] for frame in frames if frame["t"] == event]


async def asked_about(bot, person, channel):
    """Start an interaction in a channel; return the channel object in the interaction's event."""
    await person.command("try", channel=channel)
    return payloads(bot, "INTERACTION_CREATE")[-1]["channel"]


def listening(callback=quiet):
    return bot_with(callback, enable_debug_events=True)


@pytest.mark.parametrize("where", ["games", "thread", "dm"])
async def test_an_interaction_carries_the_last_message_of_its_channel(login, people, where):
    smew = await people("Smew")
    channel = await open_thread(smew, PUBLIC_THREAD) if where == "thread" else where
    async with login(listening()) as bot:
        assert (await asked_about(bot, smew, channel))["last_message_id"] is None
        await smew.say("one", channel)
        last = await smew.say("two", channel)
        assert (await asked_about(bot, smew, channel))["last_message_id"] == last["id"]


async def test_an_ephemeral_answer_is_not_the_last_message(login, people):
    smew = await people("Smew")
    async with login(listening()) as bot:
        last = await smew.say("hello")
        await smew.command("try")
        assert (await asked_about(bot, smew, "games"))["last_message_id"] == last["id"]


async def test_a_deleted_message_stays_the_last_one(login, people):
    smew = await people("Smew")
    async with login(listening()) as bot:
        await smew.say("one")
        last = await smew.say("two")
        await smew.admin("delete_message", message_id=last["id"])
        assert (await asked_about(bot, smew, "games"))["last_message_id"] == last["id"]


async def test_a_public_answer_is_the_last_message(login, people):
    async def think(i: discord.Interaction):
        await i.response.defer(thinking=True)

    smew = await people("Smew")
    async with login(listening(think)) as bot:
        begun = await smew.command("try", wait=False)
        thinking = (await smew.done(begun.interaction_id, thinking=True)).message
        await smew.command("try", wait=False)
        await bot.hear("interaction", lambda i: str(i.id) != begun.interaction_id)
        asked = payloads(bot, "INTERACTION_CREATE")[-1]["channel"]
        assert asked["last_message_id"] == thinking["id"]


async def test_at_login_each_channel_has_its_last_message(login, people):
    smew = await people("Smew")
    last = await smew.say("hello")
    await smew.admin("delete_message", message_id=last["id"])
    async with login(Bot(enable_debug_events=True)) as bot:
        guilds = payloads(bot, "GUILD_CREATE")
    channels = {c["id"]: c["last_message_id"] for guild in guilds for c in guild["channels"]}
    assert channels[smew.channel("games")] == last["id"]
    assert channels[smew.channel("lounge")] is None
