"""`/trophy start` and `/trophy rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from cogs.app.game_cog import GameCog, options_of
from cogs.interactions.interaction import Interaction
from cogs.trophy.board import RENDERER

if TYPE_CHECKING:
    from cogs.app.client import DucksClient


@app_commands.allowed_contexts(guilds=True, private_channels=True)
class TrophyCog(
    GameCog, group_name="trophy", group_description="Trophy Buck: hunt as long as you dare"
):
    """`/trophy`."""

    renderer = RENDERER

    @app_commands.command(description=RENDERER.pitch)
    @options_of(RENDERER.game)
    async def start(
        self,
        interaction: Interaction,
        two_hunters: str | None = None,
        *,
        ducks: app_commands.Range[int, 1, 7] | None = None,
        level: str | None = None,
        clock: str | None = None,
        thread: bool | None = None,
    ) -> None:
        """Open a table."""
        await self.open(interaction, ducks, level, clock, thread=thread, two_hunters=two_hunters)


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(TrophyCog(client.services))
