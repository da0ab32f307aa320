"""`/stats`: what a server remembers of one person."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answer import answering
from cogs.book import ALL, GAME_CHOICES, Click, give, key_of
from cogs.stats_page import BOOK, any_of, draw, nothing_page, stats_page

if TYPE_CHECKING:
    from cogs.answer import Answer
    from cogs.client import DucksClient
    from cogs.desk import Desk


class StatsCog(commands.Cog):
    """`/stats`."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        desk.books[BOOK] = self.turn

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="Record, rating, luck and achievements of a player")
    @app_commands.describe(
        player="Whose; yours if you do not say", game="Of which game; all of them if you do not say"
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def stats(
        self, interaction: Click, player: discord.User | None = None, game: str = ALL
    ) -> None:
        """Show them to the asker."""
        whom = player or interaction.user
        async with answering(interaction) as answer:
            await self._show(answer, whom.id, game, name=whom.display_name)

    async def turn(self, answer: Answer, args: tuple[str, ...], values: tuple[str, ...]) -> None:
        """Another game; or this page for everybody."""
        how, person_id, *rest = args
        game = values[0] if how == "game" else rest[0]
        await self._show(answer, int(person_id), game, shared=how == "share")

    async def _show(
        self,
        answer: Answer,
        person_id: int,
        game: str,
        *,
        name: str = "This player",
        shared: bool = False,
    ) -> None:
        click = answer.interaction
        direct = click.guild_id is None
        if direct:  # where there is no common memory: one's own alone
            person_id, name = click.user.id, click.user.display_name
        stats = await self.desk.annals.stats(click.guild_id, person_id, key_of(game))
        if stats is None or not any_of(stats):
            await give(answer, nothing_page(game, person_id, stats.name if stats else name))
            return
        chart = await asyncio.to_thread(draw, game, stats)
        goals = self.desk.annals.goals(key_of(game))
        page = stats_page(game, stats, goals, chart, shared=shared, direct=direct)
        if shared:
            await answer.show(page, private=False)
        else:
            await give(answer, page)


async def setup(client: DucksClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(StatsCog(client.desk))
