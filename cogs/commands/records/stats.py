"""`/stats`: what a server remembers of one person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.services import Pages
from cogs.commands.records.album_page import render_album, render_earned_at
from cogs.commands.records.stats_page import render_no_stats, render_stats, render_summary
from cogs.display.controls.paging import ALBUM, ALL, GAME_CHOICES, STATS, key_of, read_number
from cogs.interactions.errors import UnknownControl
from cogs.interactions.interaction import Interaction, home_of, require_known
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
        services.pages.append(Pages(STATS, self.show_page))
        services.pages.append(Pages(ALBUM, self.show_album))

    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.command(description="Levels, results, badges and luck of a player")
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
            show = self._show_summary if game == ALL else self._show
            await show(responder, whom.id, game, name=whom.display_name)

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Show the card, or the rest of a game or of all; or share what is shown."""
        match args, values:
            case ("show", person_id), ():
                await self._show_summary(responder, read_number(person_id))
            case ("share", person_id, "all"), ():
                await self._show_summary(responder, read_number(person_id), shared=True)
            case (("game", person_id), (game,)) | (("share" | "more", person_id, game), ()):
                shared = args[0] == "share"
                await self._show(responder, read_number(person_id), game, shared=shared)
            case _:
                raise UnknownControl

    async def show_album(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Show an album, or what a table has earned."""
        match args, values:
            case (("game", person_id), (game,)) | (("show", person_id, game), ()):
                await self._show_album(responder, read_number(person_id), game)
            case ("back" | "on", person_id, game, page), ():
                await self._show_album(responder, read_number(person_id), game, read_number(page))
            case ("table", table_id), ():
                await self._show_earned_at(responder, read_number(table_id))
            case _:
                raise UnknownControl

    async def _show_album(
        self, responder: Responder, person_id: int, game: str, page: int = 1
    ) -> None:
        click, stats = responder.interaction, self._services.records.stats
        home, own = home_of(click), click.user.id
        person_id = own if home is None else person_id
        summary, goals = await stats.summary(home, person_id), stats.goals(key_of(game))
        if summary is None:
            await responder.send_page(
                render_no_stats(ALL, person_id, "This player", own=person_id == own)
            )
            return
        await responder.send_page(render_album(game, summary, goals, page, own=person_id == own))

    async def _show_earned_at(self, responder: Responder, table_id: int) -> None:
        click = responder.interaction
        await self._services.permissions.find_table(click, table_id)
        earned = await self._services.records.stats.earned_at(table_id)
        await responder.send_page(render_earned_at(table_id, earned))

    async def _show_summary(
        self,
        responder: Responder,
        person_id: int,
        game: str = ALL,
        *,
        name: str = "This player",
        shared: bool = False,
    ) -> None:
        click, home = responder.interaction, home_of(responder.interaction)
        if home is None:  # no server remembers these games: show one's own alone
            person_id = click.user.id
        stats, own = self._services.records.stats, click.user.id == person_id
        summary = await stats.summary(home, person_id)
        days = await self._services.records.dailies.days(person_id) if own else None
        if summary is None or not (summary.played or summary.earned):
            page = render_no_stats(
                game, person_id, summary.name if summary else name, own=own, days=days
            )
            await responder.send_page(page)
            return
        if not summary.played:  # the boards were reset
            await responder.send_page(render_album(ALL, summary, stats.goals(), own=own))
            return
        page = render_summary(summary, own=own, shared=shared, direct=home is None, days=days)
        await responder.send_page(page, shared=shared)

    async def _show(
        self,
        responder: Responder,
        person_id: int,
        game: str,
        *,
        name: str = "This player",
        shared: bool = False,
    ) -> None:
        click, home = responder.interaction, home_of(responder.interaction)
        if home is None:
            person_id, name = click.user.id, click.user.display_name
        stats = await self._services.records.stats.read(home, person_id, key_of(game))
        if stats is None or not (stats.score or stats.mixed or stats.solo or stats.luck):
            own = click.user.id == person_id
            page = render_no_stats(game, person_id, stats.name if stats else name, own=own)
            await responder.send_page(page)
            return
        page = render_stats(game, stats, shared=shared, direct=home is None)
        await responder.send_page(page, shared=shared)


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(StatsCog(client.services))
