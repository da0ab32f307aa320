"""The smallest bot that discord.py allows: one command, one button, a counter, nothing stored.

What a click costs here is what Discord and discord.py cost; `bench.click` measures ours against it.
"""

from __future__ import annotations

import os

import discord
from discord import app_commands, http


class Counter(discord.ui.View):
    """One button that counts."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0

    @discord.ui.button(label="Count", custom_id="count")
    async def press(
        self, interaction: discord.Interaction, _button: discord.ui.Button[Counter]
    ) -> None:
        """Count, and show it."""
        self.count += 1
        await interaction.response.edit_message(content=str(self.count), view=self)


class Smallest(discord.AutoShardedClient):
    """A client with one command."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.5)
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="count", description="A button that counts")(start)

    async def setup_hook(self) -> None:
        """Tell Discord the command."""
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Say so, as ours does."""
        print(f"ready as {self.user}", flush=True)


async def start(interaction: discord.Interaction) -> None:
    """Post the button."""
    await interaction.response.send_message("0", view=Counter())


if __name__ == "__main__":
    http.Route.BASE = os.environ["DISCORD_API_BASE"]
    Smallest().run(os.environ["DISCORD_TOKEN"], log_handler=None)
