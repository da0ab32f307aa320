"""`/stats`: what a server remembers of one person."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.errors import UnknownControl
from cogs.core.interaction import Interaction, require_known
from cogs.core.paging import ALL, GAME_CHOICES, key_of, read_number
from cogs.core.responder import responding
from cogs.records.stats_page import PAGES, draw_chart, has_any, render_no_stats, render_stats

if TYPE_CHECKING:
    from cogs.core.client import DucksClient
    from cogs.core.responder import Responder
    from cogs.core.services import Services


class StatsCog(commands.Cog):
    """`/stats`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.page_handlers[PAGES] = self.show_page

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="Record, rating, luck and achievements of a player")
    @app_commands.describe(
        player="Whose; yours if you do not say", game="Of which game; all of them if you do not say"
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def stats(
        self, interaction: Interaction, player: discord.User | None = None, game: str = ALL
    ) -> None:
        """Show them to whoever asks."""
        whom = player or interaction.user
        async with responding(interaction) as responder:
            require_known(player)
            await self._show(responder, whom.id, game, name=whom.display_name)

    async def show_page(
        self, responder: Responder, args: tuple[str, ...], values: tuple[str, ...]
    ) -> None:
        """Show another game; or share this page."""
        match args, values:
            case (("game", person_id), (game,)) | (("share", person_id, game), ()):
                shared = args[0] == "share"
                await self._show(responder, read_number(person_id), game, shared=shared)
            case _:
                raise UnknownControl

    async def _show(
        self,
        responder: Responder,
        person_id: int,
        game: str,
        *,
        name: str = "This player",
        shared: bool = False,
    ) -> None:
        click = responder.interaction
        direct = click.guild_id is None
        if direct:  # no server remembers these games: show one's own alone
            person_id, name = click.user.id, click.user.display_name
        stats = await self._services.records.stats.read(click.guild_id, person_id, key_of(game))
        if stats is None or not has_any(stats):
            await responder.send_page(
                render_no_stats(game, person_id, stats.name if stats else name)
            )
            return
        chart = await asyncio.to_thread(draw_chart, game, stats)
        goals = self._services.records.stats.goals(key_of(game))
        page = render_stats(game, stats, goals, chart, shared=shared, direct=direct)
        if shared:
            await responder.send(page, private=False)
        else:
            await responder.send_page(page)


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(StatsCog(client.services))
