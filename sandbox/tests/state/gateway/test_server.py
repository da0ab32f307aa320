"""Logging in, and the first data that the bot gets about the world."""

import aiohttp
import discord
import pytest
from discord import app_commands
from discord.ext import commands

from sandbox.tests.helpers import PNG, Bot


async def test_a_bot_logs_in_and_sees_its_guilds(login):
    async with login(Bot()) as bot:
        assert sorted(guild.name for guild in bot.guilds) == ["Far Lake", "The Pond"]
        pond = discord.utils.get(bot.guilds, name="The Pond")
        assert [channel.name for channel in pond.text_channels] == ["games", "lounge"]
        assert pond.member_count == 9
        assert pond.me.id == bot.user.id
        assert pond.text_channels[0].permissions_for(pond.me).send_messages


async def test_a_plain_client_and_a_command_bot_log_in_too(login):
    class Plain(Bot, discord.Client):
        pass

    async with login(Plain()) as bot:
        assert len(bot.guilds) == 2

    class Commands(Bot, commands.AutoShardedBot):
        def __init__(self):
            commands.AutoShardedBot.__init__(
                self,
                "!",
                intents=discord.Intents(guilds=True),
                help_command=None,
                guild_ready_timeout=0.05,
            )
            self.heard, self.happened = [], __import__("asyncio").Event()

    async with login(Commands()) as bot:
        assert len(bot.guilds) == 2


async def test_a_wrong_token_is_refused_by_rest(login):
    with pytest.raises(discord.LoginFailure):
        async with login(Bot(), token="wrong"):
            pass


async def test_a_wrong_token_is_refused_by_the_gateway(box):
    async with aiohttp.ClientSession() as http, http.ws_connect(box.url + "/gateway?v=10") as ws:
        assert (await ws.receive_json())["op"] == 10
        await ws.send_json({"op": 2, "d": {"token": "wrong", "intents": 1, "properties": {}}})
        await ws.receive()
        assert ws.close_code == 4004


async def test_privileged_intents_are_disallowed(login):
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with login(Bot(intents=discord.Intents.all())) as bot:
            await bot.hear("never")


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"op": 99, "d": None}, 4001),
        ("no json", 4002),
        ({"op": 3, "d": {}}, 4003),
        ({"op": 2, "d": {"token": "sandbox-token", "intents": -1}}, 4013),
        ({"op": 2, "d": {"token": "sandbox-token", "intents": 1, "shard": [2, 2]}}, 4010),
    ],
)
async def test_the_gateway_closes_with_discords_codes(box, message, code):
    async with aiohttp.ClientSession() as http, http.ws_connect(box.url + "/gateway?v=10") as ws:
        await ws.receive_json()
        await (ws.send_str(message) if isinstance(message, str) else ws.send_json(message))
        await ws.receive()
        assert ws.close_code == code


async def test_people_see_whether_the_bot_is_online(login, people):
    smew = await people("Smew")
    assert smew.world["bot"]["online"] is False
    async with login(Bot()):
        await smew.wait_for_event("bot_status", lambda d: d["online"])
    await smew.wait_for_event("bot_status", lambda d: not d["online"])


async def test_the_gateway_closes_a_connection_without_heartbeats(box):
    box.core.settings.heartbeat_interval = 0.05
    async with aiohttp.ClientSession() as http, http.ws_connect(box.url + "/gateway?v=10") as ws:
        assert (await ws.receive_json())["d"]["heartbeat_interval"] == 50
        await ws.send_json({"op": 1, "d": None})
        assert (await ws.receive_json())["op"] == 11
        await ws.receive()
        assert ws.close_code == 4009


async def test_a_restart_of_the_bot_changes_nothing(login, people):
    async def answer(i: discord.Interaction):
        await i.response.send_message("x", view=_view())

    def make():
        bot = Bot()
        bot.tree.add_command(app_commands.Command(name="try", description="x", callback=answer))
        return bot

    smew = await people("Smew")
    async with login(make()) as bot:
        await bot.create_application_emoji(name="d6", image=PNG)
        await smew.command("try")
    async with login(make()) as bot:
        assert len(await bot.fetch_application_emojis()) == 1
        bot.add_view(_view())
        assert (await smew.click("Go")).state == "answered"


def _view():
    class View(discord.ui.View):
        def __init__(self):
            super().__init__(timeout=None)

        @discord.ui.button(label="Go", custom_id="go")
        async def go(self, i: discord.Interaction, _):
            await i.response.edit_message(content="went")

    return View()
