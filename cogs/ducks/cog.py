"""`/ducks start` and `/ducks rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from cogs.app.game_cog import GameCog, options_of
from cogs.ducks.board import RENDERER
from cogs.interactions.interaction import Interaction

if TYPE_CHECKING:
    from cogs.app.client import DucksClient


@app_commands.allowed_contexts(guilds=True, private_channels=True)
class DucksCog(
    GameCog, group_name="ducks", group_description="Ducks in a Bucket: press your luck with dice"
):
    """`/ducks`."""

    renderer = RENDERER

    @app_commands.command(description=RENDERER.pitch)
    @options_of(RENDERER.game)
    async def start(
        self,
        interaction: Interaction,
        wild: str | None = None,
        circuits: str | None = None,
        press: str | None = None,
        *,
        ducks: app_commands.Range[int, 1, 5] | None = None,
        level: str | None = None,
        clock: str | None = None,
        thread: bool | None = None,
    ) -> None:
        """Open a table."""
        await self.open(
            interaction,
            ducks,
            level,
            clock,
            thread=thread,
            wild=wild,
            circuits=circuits,
            press=press,
        )


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(DucksCog(client.services))
