"""The Bucket King on Discord: `/buckets start`, `/buckets rules`, and how its board looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.buckets.words import counted
from cogs.core.components import ActionButton
from cogs.core.game_cog import Click, GameCog, options_of
from cogs.core.renderer import Items, RenderContext, Renderer, SeenStep, Shown, rows
from engine import game

if TYPE_CHECKING:
    from cogs.core.client import DucksClient
    from cogs.core.emojis import Emojis
    from engine.buckets.view import BucketsView

GAME = game("buckets")
PHASES = {"build": "everybody builds", "play": "the animals attack"}


class BucketsRenderer(Renderer):
    """All pyramids, the attack, and a button to one's own hand."""

    game = GAME
    accent = 0x7A5CB8
    sign = "crown"

    def headline(self, context: RenderContext) -> str:
        """The round and the phase."""
        view: BucketsView = context.view
        phase = PHASES.get(view.phase)
        return f"Round {view.round} of {view.rounds}" + (f" · {phase}" if phase else "")

    def board(self, context: RenderContext) -> Shown:
        """Who is ready, or all pyramids and the attack; at the end the last round."""
        view: BucketsView = context.view
        if view.building is not None:
            return board.building(context, view.building)
        if view.playing is not None:
            return board.playing(context, view.playing)
        return board.ended(context, view.results[-1]) if view.results else Shown([])

    def controls(self, context: RenderContext) -> Items:
        """The way to one's own hand; all moves are made there."""
        if context.view.phase == "over":
            return []
        picture = context.emojis.picture("bucket")
        style = discord.ButtonStyle.primary
        return rows(
            [ActionButton.of(context.table.id, "hand", "My hand", style=style, emoji=picture)]
        )

    def told(self, context: RenderContext, step: SeenStep) -> str | None:
        """Plays, draws and falls."""
        return board.told(context, step)

    def describe_replay_step(self, context: RenderContext, step: SeenStep) -> str:
        """Building, which no board tells of."""
        return board.describe_replay_step(context, step)

    def rules(self, emojis: Emojis) -> Items:
        """The rules in our own words."""
        return rules.rules(emojis)

    def rules_files(self) -> list[discord.File]:
        """The picture of an example."""
        return rules.example().files

    def result(self, context: RenderContext, seat: int) -> str:
        """Buckets left, over all rounds."""
        outcome = context.table.outcome
        return counted(outcome.scores[seat] if outcome else 0, "bucket")

    def hand(self, context: RenderContext) -> Shown | None:
        """Cards, the own pyramid, and what may be done."""
        return hand.hand(context)


RENDERER = BucketsRenderer()


@app_commands.allowed_contexts(guilds=True)
class BucketsCog(
    GameCog, group_name="buckets", group_description="The Bucket King: defend your pyramid"
):
    """`/buckets`."""

    face = RENDERER

    @app_commands.command(description="Open a table for three to six players")
    @options_of(GAME)
    async def start(
        self,
        interaction: Click,
        draw: str | None = None,
        accumulate: str | None = None,
        rounds: str | None = None,
    ) -> None:
        """Open a table."""
        await self.open(interaction, draw=draw, accumulate=accumulate, rounds=rounds)


async def setup(client: DucksClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(BucketsCog(client.desk))
