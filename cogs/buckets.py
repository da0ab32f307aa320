"""The Bucket King on Discord: `/buckets start`, `/buckets rules`, and how its board looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs import buckets_board, buckets_hand, buckets_rules
from cogs.buckets_words import counted
from cogs.components import ActionButton
from cogs.face import Face, Items, Look, Past, Shown, rows
from cogs.game import Click, GameCog, options_of
from engine import game

if TYPE_CHECKING:
    from cogs.client import DucksClient
    from cogs.emojis import Emojis
    from engine.buckets.view import BucketsView

GAME = game("buckets")
PHASES = {"build": "everybody builds", "play": "the animals attack"}


class BucketsFace(Face):
    """All pyramids, the attack, and a button to one's own hand."""

    game = GAME
    accent = 0x7A5CB8
    sign = "crown"

    def headline(self, look: Look) -> str:
        """The round and the phase."""
        view: BucketsView = look.view
        phase = PHASES.get(view.phase)
        return f"Round {view.round} of {view.rounds}" + (f" · {phase}" if phase else "")

    def board(self, look: Look) -> Shown:
        """Who is ready, or all pyramids and the attack; at the end the last round."""
        view: BucketsView = look.view
        if view.building is not None:
            return buckets_board.building(look, view.building)
        if view.playing is not None:
            return buckets_board.playing(look, view.playing)
        return buckets_board.ended(look, view.results[-1]) if view.results else Shown([])

    def controls(self, look: Look) -> Items:
        """The way to one's own hand; all moves are made there."""
        if look.view.phase == "over":
            return []
        picture = look.emojis.picture("bucket")
        style = discord.ButtonStyle.primary
        return rows([ActionButton.of(look.table.id, "hand", "My hand", style=style, emoji=picture)])

    def told(self, look: Look, past: Past) -> str | None:
        """Plays, draws and falls."""
        return buckets_board.told(look, past)

    def noted(self, look: Look, past: Past) -> str:
        """Building, which no board tells of."""
        return buckets_board.noted(look, past)

    def rules(self, emojis: Emojis) -> Items:
        """The rules in our own words."""
        return buckets_rules.rules(emojis)

    def rules_files(self) -> list[discord.File]:
        """The picture of an example."""
        return buckets_rules.example().files

    def result(self, look: Look, seat: int) -> str:
        """Buckets left, over all rounds."""
        outcome = look.table.outcome
        return counted(outcome.scores[seat] if outcome else 0, "bucket")

    def hand(self, look: Look) -> Shown | None:
        """Cards, the own pyramid, and what may be done."""
        return buckets_hand.hand(look)


FACE = BucketsFace()


@app_commands.allowed_contexts(guilds=True)
class BucketsCog(
    GameCog, group_name="buckets", group_description="The Bucket King: defend your pyramid"
):
    """`/buckets`."""

    face = FACE

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
