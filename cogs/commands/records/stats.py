"""`/stats`: what a server remembers of one person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.records.album_page import render_album, render_earned_at
from cogs.commands.records.stats_page import has_any, render_no_stats, render_stats
from cogs.display.controls.paging import ALBUM, ALL, GAME_CHOICES, STATS, key_of, read_number
from cogs.interactions.errors import UnknownControl
from cogs.interactions.interaction import Interaction, home_of, require_known
from cogs.interactions.permissions import require_reader
from cogs.interactions.responder import responding

if TYPE_CHECKING:
    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.display.controls.components import Texts
    from cogs.interactions.responder import Responder


class StatsCog(commands.Cog):
    """`/stats`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.page_handlers[STATS] = self.show_page
        services.page_handlers[ALBUM] = self.show_album

    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
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

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Show another game; or share this page."""
        match args, values:
            case (("game", person_id), (game,)) | (("share" | "show", person_id, game), ()):
                shared = args[0] == "share"
                await self._show(responder, read_number(person_id), game, shared=shared)
            case _:
                raise UnknownControl

    async def show_album(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Show an album, or what a table has earned."""
        match args, values:
            case (("game", person_id), (game,)) | (("show", person_id, game), ()):
                await self._show_album(responder, read_number(person_id), game)
            case ("table", table_id), ():
                await self._show_earned_at(responder, read_number(table_id))
            case _:
                raise UnknownControl

    async def _show_album(self, responder: Responder, person_id: int, game: str) -> None:
        click, stats = responder.interaction, self._services.records.stats
        home = home_of(click)
        person_id = person_id if home is not None else click.user.id
        goals = stats.goals(key_of(game))
        earned = await stats.achievements(home, person_id)
        await responder.send_page(render_album(game, person_id, earned, goals))

    async def _show_earned_at(self, responder: Responder, table_id: int) -> None:
        click = responder.interaction
        table = await self._services.permissions.find_table(click, table_id)
        await require_reader(click, table)
        earned = await self._services.records.stats.earned_at(table_id)
        await responder.send_page(render_earned_at(table_id, earned))

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
        home = home_of(click)
        direct = home is None
        if direct:  # no server remembers these games: show one's own alone
            person_id, name = click.user.id, click.user.display_name
        stats = await self._services.records.stats.read(home, person_id, key_of(game))
        if stats is None or not has_any(stats):
            await responder.send_page(
                render_no_stats(game, person_id, stats.name if stats else name)
            )
            return
        goals = self._services.records.stats.goals(key_of(game))
        page = render_stats(game, stats, goals, shared=shared, direct=direct)
        await responder.send_page(page, shared=shared)


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(StatsCog(client.services))
