"""`/pond start` and `/pond rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from cogs.app.game_cog import GameCog, options_of
from cogs.interactions.interaction import Interaction
from cogs.pond.board import RENDERER

if TYPE_CHECKING:
    from cogs.app.client import DucksClient


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class PondCog(
    GameCog, group_name="pond", group_description="Ducks in the Pond: six days, one sheet"
):
    """`/pond`."""

    renderer = RENDERER

    @app_commands.command(description=RENDERER.pitch)
    @options_of(RENDERER.game)
    async def start(
        self,
        interaction: Interaction,
        *,
        ducks: app_commands.Range[int, 1, 1] | None = None,
        level: str | None = None,
        clock: str | None = None,
        thread: bool | None = None,
    ) -> None:
        """Open a table."""
        await self.open(interaction, ducks, level, clock, thread=thread)


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(PondCog(client.services))
