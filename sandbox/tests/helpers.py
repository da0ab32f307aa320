"""Bots that log in to a sandbox, and steps that tests share."""

import asyncio

import discord
import pytest
from discord import app_commands, ui

from sandbox.testing import PATIENCE

PUBLIC_THREAD, PRIVATE_THREAD = 11, 12


PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000030000000208060000009d74660a")


class Bot(discord.AutoShardedClient):
    """A real client. Tests add their commands to its tree."""

    def __init__(self, **options) -> None:
        options.setdefault("intents", discord.Intents(guilds=True))
        options.setdefault(
            "guild_ready_timeout", 0.05
        )  # seconds that discord.py waits for more guilds
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
        """Wait for an event of this name that fits; return its arguments. Past events count."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for name, args in self.heard:
                    if name == event and fits(*args):
                        return args
                self.happened.clear()
                await self.happened.wait()


def bot_with(callback, name="try", **options) -> Bot:
    """Make a bot with one command."""
    bot = Bot(**options)
    bot.tree.add_command(app_commands.Command(name=name, description="try", callback=callback))
    return bot


class Counter(ui.View):
    """A button for each way to answer a click."""

    def __init__(self):
        super().__init__(timeout=None)
        self.count = 0

    @ui.button(label="Update", custom_id="update")
    async def update(self, i: discord.Interaction, _: ui.Button):
        self.count += 1
        await i.response.edit_message(content=f"count {self.count}")

    @ui.button(label="Later", custom_id="later")
    async def later(self, i: discord.Interaction, _: ui.Button):
        await i.response.defer()
        await i.edit_original_response(content="later")

    @ui.button(label="Reply", custom_id="reply")
    async def reply(self, i: discord.Interaction, _: ui.Button):
        await i.response.send_message("reply", ephemeral=True)

    @ui.button(label="Gone", custom_id="gone")
    async def gone(self, i: discord.Interaction, _: ui.Button):
        await i.response.defer()
        await i.delete_original_response()

    @ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, i: discord.Interaction, _: ui.Button):
        raise AssertionError


async def show_counter(i: discord.Interaction):
    await i.response.send_message("count 0", view=Counter())


async def code_of(awaitable) -> int:
    """Return the code with which a request is refused."""
    with pytest.raises(discord.HTTPException) as caught:
        await awaitable
    return caught.value.code


async def open_thread(person, kind, channel="games"):
    """Open a thread as a person; return its id."""
    where = person.channel(channel)
    made = await person.admin("open_thread", channel_id=where, user_id=person.id, kind=kind)
    await person.until(lambda: person.sees(made["id"]))
    return made["id"]


def command(**more):
    return {"name": "try", "description": "d", **more}


def option_of(name="o", kind=3, **more):
    return {"type": kind, "name": name, "description": "d", **more}
