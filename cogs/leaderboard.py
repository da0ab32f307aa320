"""`/leaderboard`: this server's players, by game, period and order, with the asker's own row."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from annals.model import Period, Sort
from cogs.answer import answering
from cogs.book import ALL, Click, give
from cogs.leaderboard_page import (
    ALONE,
    BOARDS,
    BOOK,
    PERIODS,
    SORTS,
    AnyBoard,
    Asked,
    board_page,
    draw,
)

if TYPE_CHECKING:
    from cogs.answer import Answer
    from cogs.client import DucksClient
    from cogs.desk import Desk


class LeaderboardCog(commands.Cog):
    """`/leaderboard`."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        desk.books[BOOK] = self.turn

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
        interaction: Click,
        game: str = ALL,
        period: str = Period.ALL,
        sort: str = Sort.WINS,
    ) -> None:
        """Show the first page to the asker."""
        async with answering(interaction) as answer:
            await self._show(answer, Asked(game, Period(period), Sort(sort)))

    async def turn(self, answer: Answer, args: tuple[str, ...], values: tuple[str, ...]) -> None:
        """Another page, order, period or game; or this page for everybody."""
        how, *where = args
        if how == "game":
            await self._show(answer, Asked.read((values[0], *where)))
        elif how == "sort":
            game, period, page = where
            await self._show(answer, Asked.read((game, period, values[0], page)))
        else:
            await self._show(answer, Asked.read(where), shared=how == "share")

    async def _show(self, answer: Answer, asked: Asked, *, shared: bool = False) -> None:
        board = await self._board(answer.interaction, asked)
        chart = await asyncio.to_thread(draw, asked, board)
        page = board_page(asked, board, chart, shared=shared)
        if shared:
            await answer.show(page, private=False)
        else:
            await give(answer, page)

    async def _board(self, click: Click, asked: Asked) -> AnyBoard:
        annals, guild, who = self.desk.annals, click.guild_id, click.user.id
        at: tuple[Any, ...] = (asked.period, asked.order, asked.page, who)
        if asked.solo:
            return await annals.solo_board(guild, asked.game.removesuffix(ALONE), *at)
        return await annals.leaderboard(guild, asked.key, *at)


async def setup(client: DucksClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(LeaderboardCog(client.desk))
