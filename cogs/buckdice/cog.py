"""`/buckdice start` and `/buckdice rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from cogs.app.game_cog import GameCog, options_of
from cogs.buckdice.board import RENDERER
from cogs.interactions.interaction import Interaction

if TYPE_CHECKING:
    from cogs.app.client import DucksClient


@app_commands.allowed_contexts(guilds=True, private_channels=True)
class BuckDiceCog(
    GameCog, group_name="buckdice", group_description="Buck Dice: throw the point number"
):
    """`/buckdice`."""

    renderer = RENDERER

    @app_commands.command(description=RENDERER.pitch)
    @options_of(RENDERER.game)
    async def start(
        self,
        interaction: Interaction,
        game: str | None = None,
        pace: str | None = None,
        *,
        ducks: app_commands.Range[int, 1, 7] | None = None,
        level: str | None = None,
        clock: str | None = None,
        thread: bool | None = None,
    ) -> None:
        """Open a table."""
        await self.open(interaction, ducks, level, clock, thread=thread, game=game, pace=pace)


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(BuckDiceCog(client.services))
