"""`/leaderboard`: this server's players, by game, period and order, with the reader's own row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands

from cogs.app.feature_cog import FeatureCog
from cogs.display.controls.paging import ALL, TITLES
from cogs.features.leaderboards.pages import (
    ALONE,
    BOARDS,
    PAGES,
    PERIODS,
    SORTS,
    AnyBoard,
    LeaderboardQuery,
    render_choice,
    render_leaderboard,
)
from cogs.interactions.errors import UnknownControl
from cogs.interactions.responder import responding
from records.model.boards import Period, Sort

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.app.services import Show
    from cogs.display.controls.components import Texts
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.responder import Responder


class LeaderboardCog(FeatureCog):
    """`/leaderboard`."""

    def _list_pages(self) -> Mapping[str, Show]:
        return {PAGES: self.show_page}

    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.allowed_contexts(guilds=True)
    @app_commands.command(description="Who wins on this server")
    @app_commands.describe(
        game="Of which game; all of them if you do not say",
        period="Since when; ever if you do not say",
        sort="In which order; by wins if you do not say",
    )
    @app_commands.choices(
        game=[app_commands.Choice(name=title, value=key) for key, title in BOARDS.items()],
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
            query = LeaderboardQuery.read((game, period, sort, "1"))
            await self._show(responder, query, opened=game == ALL)

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Show another page, order, period or board, or what there is; or share this page."""
        match args, values:
            case (
                (("game", period, sort, page), (game,))
                | (("sort", game, period, page), (sort,))
                | (("span", game, sort, page), (period,))
                | ((_, game, period, sort, page), ())
            ):
                query = LeaderboardQuery.read((game, period, sort, page))
            case _:
                raise UnknownControl
        if args[0] == "other":
            await responder.send_page(render_choice(query))
        else:
            await self._show(responder, query, shared=args[0] == "share")

    async def _show(
        self,
        responder: Responder,
        query: LeaderboardQuery,
        *,
        shared: bool = False,
        opened: bool = False,
    ) -> None:
        """Show a board; where it was `opened` without a choice, one that the reader is on."""
        click = responder.interaction
        board = await self._read_board(click, query)
        if opened and board.own is None:
            query, board = await self._find_better(click, query, board)
        page = render_leaderboard(query, board, shared=shared)
        await responder.send_page(page, shared=shared)

    async def _find_better(
        self, click: Interaction, query: LeaderboardQuery, board: AnyBoard
    ) -> tuple[LeaderboardQuery, AnyBoard]:
        """Return the board on which the reader has most games, else one with rows, else this."""
        found = [(query, board)]
        for key in [key for key in BOARDS if key not in TITLES]:
            other = query._replace(game=key)
            found.append((other, await self._read_board(click, other)))
        return max(found, key=lambda each: (_count_own(each[1]), bool(each[1].rows)))

    async def _read_board(self, click: Interaction, query: LeaderboardQuery) -> AnyBoard:
        records, guild, who = self._services.records, click.guild_id, click.user.id
        at: tuple[Any, ...] = (query.period, query.order, query.page, who)
        if query.solo:
            return await records.leaderboards.solo_page(guild, query.game.removesuffix(ALONE), *at)
        if query.regret and query.key:
            return await records.regrets.page(guild, query.key, query.period, query.page, who)
        return await records.leaderboards.page(guild, query.key, *at, mixed=query.mixed)


def _count_own(board: AnyBoard) -> int:
    """Return how many games of the reader are on a board."""
    return board.own.games if board.own else 0


COG = LeaderboardCog
