"""The smallest bot with discord.py that stores its clicks. It has one command and one button.

A click commits a row before the response edits the message. Therefore the cost of a click comes
only from Discord, discord.py and the disk. This cost is the floor for `bench.click`.
"""

from __future__ import annotations

import os

import aiosqlite
import discord
from discord import app_commands, http


class Counter(discord.ui.View):
    """A button that counts; it works in every channel."""

    def __init__(self, database: aiosqlite.Connection) -> None:
        super().__init__(timeout=None)
        self._database = database
        self._count = 0

    @discord.ui.button(label="Count", custom_id="count")
    async def press(
        self, interaction: discord.Interaction, _button: discord.ui.Button[Counter]
    ) -> None:
        """Count a click and show the number."""
        self._count += 1
        row = (interaction.id, interaction.user.id)
        await self._database.execute("INSERT INTO clicks VALUES (?, ?)", row)  # autocommit
        await interaction.response.edit_message(content=str(self._count))


class Smallest(discord.AutoShardedClient):
    """A client with one command."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.5)
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="count", description="A button that counts")(start)

    async def setup_hook(self) -> None:
        """Open the database and register the command."""
        self.database = await aiosqlite.connect("clicks.db", isolation_level=None)
        await self.database.execute("PRAGMA journal_mode = WAL")
        await self.database.execute("PRAGMA synchronous = FULL")
        await self.database.execute("CREATE TABLE clicks (id INTEGER PRIMARY KEY, who INTEGER)")
        self.button = Counter(self.database)
        self.add_view(self.button)
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Print that the bot is ready, in the words for which `tests.e2e.process` waits."""
        print(f"ready as {self.user}", flush=True)

    async def close(self) -> None:
        """Close the database as well, because its thread would keep the process alive."""
        await super().close()
        await self.database.close()


async def start(interaction: discord.Interaction[Smallest]) -> None:
    await interaction.response.send_message("0", view=interaction.client.button)


if __name__ == "__main__":
    http.Route.BASE = os.environ["DISCORD_API_BASE"]
    Smallest().run(os.environ["DISCORD_TOKEN"], log_handler=None)
