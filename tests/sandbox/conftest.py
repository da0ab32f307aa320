"""A sandbox, discord.py bots that log in to it, and people. Nothing is mocked."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager

import discord
import pytest
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket

from sandbox import Sandbox
from tests.openapi import all_conform, load
from tests.people import PATIENCE, Person


class Bot(discord.AutoShardedClient):
    """A real client; tests hang their commands on its tree."""

    def __init__(self, **options) -> None:
        options.setdefault("intents", discord.Intents(guilds=True))
        options.setdefault(
            "guild_ready_timeout", 0.05
        )  # discord.py waits this long for more guilds
        super().__init__(allowed_mentions=discord.AllowedMentions.all(), **options)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[tuple] = []
        self.happened = asyncio.Event()

    def dispatch(self, event, /, *args, **kwargs) -> None:
        super().dispatch(event, *args, **kwargs)
        if hasattr(self, "heard"):
            self.heard.append((event, args))
            self.happened.set()

    async def hear(self, event: str, fits=lambda *_: True):
        """The arguments of the first event of a name that fits, past ones included."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for name, args in self.heard:
                    if name == event and fits(*args):
                        return args
                self.happened.clear()
                await self.happened.wait()


@pytest.fixture
async def box(monkeypatch):
    """A sandbox whose clock moves only when a test pushes it, however busy the machine is."""
    async with Sandbox() as box:
        clock, began = box.core.clock, box.core.clock.now()
        monkeypatch.setattr(clock, "now", lambda: began + clock._ahead)
        yield box
        if load() is not None:
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
    """Makes people: `mallard, teal = await people("Mallard", "Teal")`."""
    async with AsyncExitStack() as stack:

        async def enter(*names: str):
            found = [await stack.enter_async_context(Person(box, name)) for name in names]
            return found[0] if len(found) == 1 else found

        yield enter


@pytest.fixture
def asked(login, people):
    """Mallard's `/try`, which the bot has not answered: `async with asked() as (mallard, it): ...`.

    `where` gives the channel for somebody, if it is to be another than the first.
    """

    @asynccontextmanager
    async def asked(where=None):
        heard: asyncio.Queue[discord.Interaction] = asyncio.Queue()

        async def callback(i: discord.Interaction):
            heard.put_nowait(i)

        mallard, bot = await people("Mallard"), Bot()
        bot.tree.add_command(app_commands.Command(name="try", description="x", callback=callback))
        async with login(bot):
            channel = await where(mallard) if where else None
            await mallard.command("try", channel=channel, wait=False)
            yield mallard, await heard.get()

    return asked
