"""A sandbox, discord.py bots that log in to it, and people. Nothing is mocked."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket

from sandbox import Sandbox
from sandbox.testing import Person
from sandbox.tests.helpers import Bot
from sandbox.tests.openapi import all_conform, load


@pytest.fixture
def limits():
    """The sandbox's rate limits: none, unless a test file overrides this."""


@pytest.fixture
def sharding():
    """The sandbox's limits on sessions: none, unless a test file overrides this."""


@pytest.fixture
def well_behaved():
    """Return whether accepted requests must conform to Discord's description of its API."""
    return True


@pytest.fixture
async def box(monkeypatch, limits, sharding, well_behaved):
    """A sandbox whose clock moves only when a test moves it, however busy the machine is."""
    async with Sandbox(limits=limits, sharding=sharding) as box:
        clock, began = box.core.clock, box.core.clock.now()
        monkeypatch.setattr(clock, "now", lambda: began + clock._ahead)
        yield box
        if well_behaved and load() is not None:
            assert all_conform(box.core.record.entries()) == []


@pytest.fixture
def login(box, monkeypatch):
    """Logs a bot in: `async with login(bot): ...`; the bot is ready and its commands are synced."""
    monkeypatch.setattr(discord.http.Route, "BASE", box.api_base)
    gateway = yarl.URL(box.url.replace("http", "ws") + "/gateway")
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)

    @asynccontextmanager
    async def login(bot: Bot, token: str | None = None):
        async with bot:
            running = asyncio.create_task(bot.start(token or box.token))
            ready = asyncio.create_task(bot.hear("ready"))
            await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                ready.cancel()
                running.result()
            if bot.tree.get_commands():
                await bot.tree.sync()
            yield bot
        await running

    return login


@pytest.fixture
async def people(box):
    """Makes people: `smew, merganser = await people("Smew", "Merganser")`."""
    async with AsyncExitStack() as stack:

        async def enter(*names: str):
            found = [await stack.enter_async_context(Person(box, name)) for name in names]
            return found[0] if len(found) == 1 else found

        yield enter


@pytest.fixture
def asked(login, people):
    """Smew's `/try` before the bot answers it: `async with asked() as (smew, interaction): ...`.

    `where` is a function that returns a person's channel. The default is #games.
    """

    @asynccontextmanager
    async def asked(where=None):
        heard: asyncio.Queue[discord.Interaction] = asyncio.Queue()

        async def callback(i: discord.Interaction):
            heard.put_nowait(i)

        smew, bot = await people("Smew"), Bot()
        bot.tree.add_command(app_commands.Command(name="try", description="x", callback=callback))
        async with login(bot):
            channel = await where(smew) if where else None
            await smew.command("try", channel=channel, wait=False)
            yield smew, await heard.get()

    return asked


@pytest.fixture
async def put(box):
    """Overwrites the global commands; returns (status, body)."""
    headers = {"Authorization": f"Bot {box.token}"}
    url = f"{box.api_base}/applications/{box.core.world.bot.id}/commands"
    async with aiohttp.ClientSession(headers=headers) as http:

        async def put(*commands):
            async with http.put(url, json=list(commands)) as response:
                return response.status, await response.json()

        yield put


@pytest.fixture
async def send(box):
    """Sends a body as a message of the bot; returns (status, body)."""
    games = next(c for c in box.core.world.channels.values() if c.name == "games")
    headers = {"Authorization": f"Bot {box.token}"}
    async with aiohttp.ClientSession(headers=headers) as http:

        async def send(body, method="POST", path=f"/channels/{games.id}/messages", raw=None):
            data = {"data": raw} if raw is not None else {"json": body}
            async with http.request(method, box.api_base + path, **data) as response:
                return response.status, await response.json()

        yield send
