"""`/buckets start` and `/buckets rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from cogs.app.game_cog import GameCog, options_of
from cogs.buckets.board import RENDERER
from cogs.interactions.interaction import Interaction

if TYPE_CHECKING:
    from cogs.app.client import DucksClient


@app_commands.allowed_contexts(guilds=True, private_channels=True)
class BucketsCog(
    GameCog, group_name="buckets", group_description="The Bucket King: defend your pyramid"
):
    """`/buckets`."""

    renderer = RENDERER

    @app_commands.command(description=RENDERER.pitch)
    @options_of(RENDERER.game)
    async def start(
        self,
        interaction: Interaction,
        draw: str | None = None,
        accumulate: str | None = None,
        rounds: str | None = None,
        *,
        ducks: app_commands.Range[int, 1, 5] | None = None,
        level: str | None = None,
        clock: str | None = None,
        thread: bool | None = None,
    ) -> None:
        """Open a table."""
        chosen = {"draw": draw, "accumulate": accumulate, "rounds": rounds}
        await self.open(interaction, ducks, level, clock, thread=thread, **chosen)


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(BucketsCog(client.services))
