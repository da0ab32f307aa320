"""Faults of the gateway: lost connections, and interactions sent late, twice or never."""

import asyncio

import aiohttp
import discord
import pytest

from sandbox.testing import PATIENCE
from sandbox.tests.helpers import Bot, bot_with


async def echo(i: discord.Interaction, text: str):
    await i.response.send_message(text)


@pytest.mark.parametrize("fault", ["drop", "reconnect", "invalid_session_resumable"])
async def test_after_a_lost_connection_the_session_goes_on(login, people, box, fault):
    smew = await people("Smew")
    async with login(bot_with(echo)) as bot:
        (session,) = box.core.gateway.sessions
        await smew.fault(gateway=fault)
        missed = await smew.command("try", text="missed", wait=False)
        await bot.hear("shard_resumed")
        assert (await smew.done(missed.interaction_id)).state == "answered"
        assert list(box.core.gateway.sessions) == [session]
        assert (await smew.command("try", text="after")).state == "answered"
        assert [m["content"] for m in smew.messages()] == ["missed", "after"]


async def test_after_an_invalid_session_a_new_one_begins(login, people, box):
    smew = await people("Smew")
    async with login(bot_with(echo)) as bot:
        (session,) = box.core.gateway.sessions
        await smew.fault(gateway="invalid_session")
        await smew.wait_for_event("bot_status", lambda d: not d["online"])
        await smew.until(lambda: box.core.gateway.online)
        assert session not in box.core.gateway.sessions
        assert (await smew.command("try", text="after")).state == "answered"
        assert not any(name == "shard_resumed" for name, _ in bot.heard)


async def test_an_unknown_session_cannot_resume(box):
    async with aiohttp.ClientSession() as http, http.ws_connect(box.url + "/gateway?v=10") as ws:
        await ws.receive_json()
        data = {"token": box.token, "session_id": "nothing", "seq": 1}
        await ws.send_json({"op": 6, "d": data})
        assert await ws.receive_json() == {"op": 9, "d": False, "s": None, "t": None}


async def test_a_silent_session_is_noticed_and_resumed(login, people):
    smew = await people("Smew")
    async with login(bot_with(echo, heartbeat_timeout=0.5)) as bot:
        await smew.fault(gateway="silence")
        missed = await smew.command("try", text="missed", wait=False)
        await bot.hear("shard_resumed")
        assert (await smew.done(missed.interaction_id)).state == "answered"


async def test_an_interaction_delivered_twice_is_answered_once(login, people):
    seen, both = [], asyncio.Event()

    async def answer(i: discord.Interaction):
        seen.append(i.id)
        try:
            await i.response.send_message("once")
        except discord.HTTPException as error:
            seen.append(error.code)
            both.set()

    smew = await people("Smew")
    async with login(bot_with(answer)):
        await smew.fault(interactions="twice")
        await smew.command("try")
        async with asyncio.timeout(PATIENCE):
            await both.wait()
        assert seen[0] == seen[1]
        assert seen[2] == 40060
        assert len(smew.messages()) == 1


async def test_an_interaction_can_be_delivered_late_or_never(login, people, box):
    smew = await people("Smew")
    async with login(bot_with(echo)):
        await smew.fault(interactions={"delay": 0.1})
        assert (await smew.command("try", text="late")).state == "answered"
        await smew.fault(interactions="lost")
        begun = await smew.command("try", text="lost", wait=False)
        box.core.clock.advance(3.1)
        assert (await smew.done(begun.interaction_id)).state == "failed"


async def test_messages_are_only_sent_to_sessions_with_the_intent(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        await bot.get_channel(int(smew.channel())).send("x")
        await smew.wait_for(lambda m: m["content"] == "x")
        await smew.admin("create_channel", guild_id=smew.world["guilds"][0]["id"], name="n")
        await bot.hear("guild_channel_create")
        assert not any(name == "message" for name, _ in bot.heard)


async def test_an_ephemeral_message_is_not_sent_by_the_gateway(login, people):
    async def answer(i: discord.Interaction):
        await i.response.send_message("secret", ephemeral=True)
        await i.followup.send("open")

    smew = await people("Smew")
    intents = discord.Intents(guilds=True, guild_messages=True)
    async with login(bot_with(answer, intents=intents)) as bot:
        await smew.command("try")
        await bot.hear("message", lambda m: m.content == "open")
        heard = [args[0].content for name, args in bot.heard if name == "message"]
        assert heard == ["open"]
