"""A small bot that shows every component and answers in every way, for tests of the page.

It is a plain discord.py client on the sandbox, and belongs to no game.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import discord
import yarl
from discord import app_commands, http, ui
from discord.gateway import DiscordWebSocket
from PIL import Image

FRUIT = ["Apple", "Pear", "Plum", "Quince"]


class German(app_commands.Translator):
    """Translates one description."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, _: object
    ) -> str | None:
        german = locale is discord.Locale.german and string.message == "Say what was chosen"
        return "Sagt, was gewählt wurde" if german else None


class Question(ui.Modal, title="Ask a question"):
    nickname = ui.Label(text="Nickname", component=ui.TextInput(min_length=3, max_length=20))
    about = ui.Label(
        text="About you",
        description="A line or two",
        component=ui.TextInput(style=discord.TextStyle.long, required=False),
    )

    likes = ui.Label(
        text="What do you like?",
        component=ui.RadioGroup(
            options=[
                discord.RadioGroupOption(label=each, value=each, default=each == "Pear")
                for each in FRUIT
            ]
        ),
    )
    has = ui.Label(
        text="What do you have?",
        component=ui.CheckboxGroup(
            required=False,
            min_values=0,
            options=[discord.CheckboxGroupOption(label=each, value=each) for each in FRUIT],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        likes, has = self.likes.component.value, ", ".join(self.has.component.values)
        words = f"Welcome, {self.nickname.component.value}! {likes}; {has or 'nothing'}"
        await interaction.response.send_message(words)


class Board(ui.LayoutView):
    """Every component of a message."""

    def __init__(self, count: int = 0) -> None:
        super().__init__(timeout=None)
        self.count = count
        box = ui.Container(accent_colour=0x2F7F86)
        box.add_item(
            ui.Section(
                ui.TextDisplay("## The board\n-# with every component"),
                accessory=ui.Thumbnail("attachment://pond.png", description="A pond"),
            )
        )
        box.add_item(ui.TextDisplay(f"Counted **{count}** times."))
        box.add_item(ui.TextDisplay(f"```\n{'a wide table ' * 10}\n```"))
        box.add_item(ui.Separator())
        box.add_item(self._buttons())
        self.add_item(box)
        self.add_item(ui.ActionRow(One()))
        self.add_item(ui.ActionRow(Several()))
        self.add_item(ui.ActionRow(Who()))
        self.add_item(
            ui.MediaGallery(
                discord.MediaGalleryItem("attachment://pond.png", description="Wide pond")
            )
        )
        self.add_item(ui.File("attachment://log.txt"))
        self.add_item(ui.Container(ui.TextDisplay("The secret word is *quack*."), spoiler=True))

    def _buttons(self) -> ui.ActionRow[Board]:
        row: ui.ActionRow[Board] = ui.ActionRow()
        for label, style, action in (
            ("Count", discord.ButtonStyle.primary, self.count_one),
            ("My hand", discord.ButtonStyle.secondary, my_hand),
            ("Never", discord.ButtonStyle.danger, never),
            ("Ask", discord.ButtonStyle.success, ask),
        ):
            button: ui.Button[Board] = ui.Button(label=label, style=style, custom_id=label.lower())
            button.callback = action  # type: ignore[method-assign]
            row.add_item(button)
        row.add_item(ui.Button(label="Off", disabled=True, custom_id="off"))
        return row

    async def count_one(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=Board(self.count + 1), attachments=pictures())


async def my_hand(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Your hand is a *secret*.", ephemeral=True)


async def never(interaction: discord.Interaction) -> None:
    """Do not answer: the page must show the failure after three seconds."""


async def ask(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Question())


class One(ui.Select[Board]):
    def __init__(self) -> None:
        options = [discord.SelectOption(label=f, description=f"One {f.lower()}") for f in FRUIT]
        super().__init__(custom_id="one", placeholder="Choose a fruit", options=options)

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"chose {self.values[0]}")


class Several(ui.Select[Board]):
    def __init__(self) -> None:
        options = [discord.SelectOption(label=f) for f in FRUIT]
        super().__init__(
            custom_id="several",
            placeholder="Choose two or three",
            min_values=2,
            max_values=3,
            options=options,
        )

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("chose " + " and ".join(self.values))


class Who(ui.UserSelect[Board]):
    def __init__(self) -> None:
        super().__init__(custom_id="who", placeholder="Choose a person")

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"chose {self.values[0].name}")


def pictures() -> list[discord.File]:
    """Make a picture of a pond and a text file."""
    out = io.BytesIO()
    Image.new("RGB", (320, 180), "#4a90a4").save(out, "PNG")
    out.seek(0)
    return [discord.File(out, "pond.png"), discord.File(io.BytesIO(b"splash\n"), "log.txt")]


class Show(app_commands.Group):
    """Commands that show what a bot can answer."""

    def __init__(self) -> None:
        super().__init__(name="show", description="What a bot can show")

    @app_commands.command(description="A board with every component")
    async def board(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Board(), files=pictures())

    @app_commands.command(description="Something for you alone")
    async def secret(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("A *quiet* word.", ephemeral=True)

    @app_commands.command(description="Say what was chosen")
    @app_commands.describe(count="How many", wild="Whether ducks are wild", friend="With whom")
    @app_commands.choices(count=[app_commands.Choice(name=str(n), value=n) for n in (1, 2, 3)])
    async def dice(
        self,
        interaction: discord.Interaction,
        count: int,
        wild: bool | None = None,
        friend: discord.Member | None = None,
    ) -> None:
        words = f"count {count}, wild {wild}, friend {friend.name if friend else None}"
        await interaction.response.send_message(words)

    @app_commands.command(description="Find a fruit")
    @app_commands.describe(fruit="Which one")
    async def find(self, interaction: discord.Interaction, fruit: str) -> None:
        await interaction.response.send_message(f"found {fruit}")

    @find.autocomplete("fruit")
    async def fruits(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        found = [f for f in FRUIT if f.lower().startswith(current.lower())]
        return [app_commands.Choice(name=f"A ripe {f}", value=f.lower()) for f in found]

    @app_commands.command(description="No answer at all")
    async def nothing(self, interaction: discord.Interaction) -> None:
        await never(interaction)

    @app_commands.command(description="Think, until a message says go")
    async def thinking(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        client: ShowBot = interaction.client  # type: ignore[assignment]
        await client.go.wait()
        await interaction.edit_original_response(content="Thought it through.")

    @app_commands.command(description="An old-style message with an embed")
    async def classic(self, interaction: discord.Interaction) -> None:
        embed = discord.Embed(title="Results", description="Who **won**", colour=0xF0B232)
        for name, value in (("First", "Smew"), ("Second", "Scoter")):
            embed.add_field(name=name, value=value)
        embed.set_footer(text="Season 1")
        view = ui.View(timeout=None)
        view.add_item(ui.Button(label="Rules", url="https://example.org/rules"))
        await interaction.response.send_message("As of old:", embed=embed, view=view)

    @app_commands.command(description="Ping somebody")
    async def ping(self, interaction: discord.Interaction, friend: discord.Member) -> None:
        await interaction.response.send_message(f"{friend.mention} it is your turn!")


class ShowBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.1)
        self.go = asyncio.Event()
        self.synced = asyncio.Event()
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(Show())

    async def setup_hook(self) -> None:
        await self.tree.set_translator(German())
        await self.tree.sync()
        self.synced.set()

    async def is_up(self, running: asyncio.Task[None]) -> None:
        """Wait until the bot is ready; raise its error if it fails before."""
        ready = asyncio.create_task(self._ready_once_synced())
        await asyncio.wait({ready, running}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            ready.cancel()
            running.result()

    async def _ready_once_synced(self) -> None:
        await self.synced.wait()
        await self.wait_until_ready()


@asynccontextmanager
async def show_bot(api_base: str, token: str) -> AsyncIterator[ShowBot]:
    """Log the bot in to a sandbox, and wait until it is ready."""
    before = http.Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    http.Route.BASE = api_base
    async with aiohttp.ClientSession() as session, session.get(f"{api_base}/gateway") as answer:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL((await answer.json())["url"])
    bot = ShowBot()
    running = asyncio.create_task(bot.start(token))
    try:
        await asyncio.wait_for(bot.is_up(running), 20)
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)
        http.Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before
