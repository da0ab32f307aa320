"""`/leaderboard`: this server's players, by game, period and order, with the reader's own row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from cogs.commands.records.leaderboard_page import (
    ALONE,
    BOARDS,
    PAGES,
    PERIODS,
    SORTS,
    AnyBoard,
    LeaderboardQuery,
    render_leaderboard,
)
from cogs.display.controls.paging import ALL
from cogs.interactions.errors import UnknownControl
from cogs.interactions.responder import responding
from records.model.boards import Period, Sort

if TYPE_CHECKING:
    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.display.controls.components import Texts
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.responder import Responder


class LeaderboardCog(commands.Cog):
    """`/leaderboard`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.page_handlers[PAGES] = self.show_page

    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.allowed_contexts(guilds=True)
    @app_commands.command(description="Who wins on this server")
    @app_commands.describe(
        game="Of which game; all of them if you do not say",
        period="Since when; ever if you do not say",
        sort="In which order; by wins if you do not say",
    )
    @app_commands.choices(
        game=[app_commands.Choice(name=title, value=key) for key, title in BOARDS],
        period=[app_commands.Choice(name=title, value=str(key)) for key, title in PERIODS.items()],
        sort=[app_commands.Choice(name=title, value=str(key)) for key, title in SORTS.items()],
    )
    async def leaderboard(
        self,
        interaction: Interaction,
        game: str = ALL,
        period: str = Period.ALL,
        sort: str = Sort.WINS,
    ) -> None:
        """Show the first page to whoever asks."""
        async with responding(interaction) as responder:
            await self._show(responder, LeaderboardQuery.read((game, period, sort, "1")))

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Show another page, order, period or game; or share this page."""
        match args, values:
            case (
                (("game", period, sort, page), (game,))
                | (("sort", game, period, page), (sort,))
                | ((_, game, period, sort, page), ())
            ):
                query = LeaderboardQuery.read((game, period, sort, page))
                await self._show(responder, query, shared=args[0] == "share")
            case _:
                raise UnknownControl

    async def _show(
        self, responder: Responder, query: LeaderboardQuery, *, shared: bool = False
    ) -> None:
        board = await self._read_board(responder.interaction, query)
        others = [] if board.rows else await self._find_others(responder.interaction, query)
        page = render_leaderboard(query, board, shared=shared, others=others)
        await responder.send_page(page, shared=shared)

    async def _find_others(self, click: Interaction, query: LeaderboardQuery) -> list[str]:
        """Return the boards with ducks or alone, of the same game or any, that are not empty."""
        found: list[str] = []
        for key, _ in BOARDS if not (query.solo or query.mixed) else ():
            other = LeaderboardQuery(key, query.period)
            wanted = (other.solo or other.mixed) and query.key in (None, other.key)
            if wanted and (await self._read_board(click, other)).rows:
                found.append(key)
        return found

    async def _read_board(self, click: Interaction, query: LeaderboardQuery) -> AnyBoard:
        records, guild, who = self._services.records, click.guild_id, click.user.id
        at: tuple[Any, ...] = (query.period, query.order, query.page, who)
        if query.solo:
            return await records.leaderboards.solo_page(guild, query.game.removesuffix(ALONE), *at)
        if query.regret and query.key:
            return await records.regrets.page(guild, query.key, query.period, query.page, who)
        return await records.leaderboards.page(guild, query.key, *at, mixed=query.mixed)


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(LeaderboardCog(client.services))
