"""`/leaderboard`: a server's players by game and period, with the reader's own row."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from discord import app_commands

from cogs.app.feature_cog import FeatureCog
from cogs.app.services import Setting
from cogs.display.components import ALL, TITLES, game_words, key_of, read_number
from cogs.features.leaderboards.pages import (
    ALONE,
    BOARDS,
    PAGES,
    PERIODS,
    RESETS,
    AnyBoard,
    LeaderboardQuery,
    choose_reset,
    render_choice,
    render_leaderboard,
    render_reset,
    render_reset_done,
)
from cogs.features.leaderboards.reader import Leaderboards
from cogs.interactions.failures import UnknownControl
from cogs.interactions.interaction import require_admin
from cogs.interactions.parts import MOST_LISTED
from cogs.interactions.responder import responding
from engine.core import N_
from records.values import Period

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import Show
    from cogs.display.components import Texts
    from cogs.interactions.content import MessageContent
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.language import Language
    from cogs.interactions.parts import Component
    from cogs.interactions.responder import Responder


log = logging.getLogger(__name__)


class LeaderboardCog(FeatureCog):
    def __init__(self, client: DucksClient) -> None:
        super().__init__(client)
        self._boards = Leaderboards(self._services.records.shared)

    def _list_pages(self) -> Mapping[str, Show]:
        return {PAGES: self.show_page}

    def _list_settings(self) -> Sequence[Setting]:
        words = N_("Reset a leaderboard to zero. First you see what would be lost.")
        tell, choose = self._tell_resets, self._choose_reset
        return [Setting(RESETS, N_("Leaderboards"), words, tell, choose, N_("Reset…"))]

    async def _tell_resets(self, _: Language, _guild_id: int) -> tuple[str, Component]:
        return _("Start from zero"), choose_reset(_)

    async def _choose_reset(
        self, responder: Responder, guild_id: int, values: Texts
    ) -> MessageContent:
        if len(values) != 1:
            raise UnknownControl
        return await self._ask_reset(responder.language, guild_id, *values)

    async def _ask_reset(
        self, _: Language, guild_id: int, game: str, notice: str = ""
    ) -> MessageContent:
        losses = await self._services.records.resets.preview(guild_id, key_of(game))
        return render_reset(_, game, losses, notice)

    async def _reset(self, responder: Responder, game: str, latest: int) -> None:
        guild_id, _ = require_admin(responder.interaction), responder.language
        losses = await self._services.records.resets.reset(guild_id, key_of(game), latest)
        if losses is None:
            notice = _("Nothing was reset: games have ended meanwhile, and more would be lost.")
            await responder.send_page(await self._ask_reset(_, guild_id, game, notice))
            return
        log.info("guild %s: the leaderboard of %s was reset", guild_id, game)
        await responder.send_page(render_reset_done(_, game, losses))

    def _list_commands(self) -> list[app_commands.Command[Any, ..., None]]:
        async def leaderboard(
            interaction: Interaction,
            game: str = ALL,
            period: str = Period.ALL,
        ) -> None:
            async with responding(interaction) as responder:
                query = LeaderboardQuery.read((game, period, "1"))
                await self._show(responder, query, opened=game == ALL)

        app_commands.describe(
            game="Which game; all games if you leave this out",
            period="Since when; all time if you leave this out",
        )(leaderboard)
        choices = {"game": BOARDS, "period": PERIODS}
        app_commands.choices(
            **{
                name: [
                    app_commands.Choice(name=game_words(key, title), value=str(key))
                    for key, title in of.items()
                ][:MOST_LISTED]
                for name, of in choices.items()
            }
        )(leaderboard)
        where = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
        return [
            app_commands.Command(
                name="leaderboard",
                description="Who wins on this server",
                callback=leaderboard,
                allowed_contexts=where,
                allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            )
        ]

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Show another page, period or board; or share this page; or reset a board."""
        match args, values:
            case ("reset", game, latest), ():
                await self._reset(responder, game, read_number(latest))
                return
            case (
                (("game", period, page), (game,))
                | (("span", game, page), (period,))
                | ((_, game, period, page), ())
            ):
                query = LeaderboardQuery.read((game, period, page))
            case _:
                raise UnknownControl
        if args[0] == "other":
            await responder.send_page(render_choice(responder.language, query))
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
        """Show a board. If `opened` without a chosen game, prefer a board that lists the reader."""
        click, _ = responder.interaction, responder.language
        if shared:
            _ = await self._services.find_language(click)
        board = await self._read_board(click, query)
        if opened and board.own is None:
            query, board = await self._find_better(click, query, board)
        page = render_leaderboard(_, query, board, shared=shared)
        await responder.send_page(page, shared=shared)

    async def _find_better(
        self, click: Interaction, query: LeaderboardQuery, board: AnyBoard
    ) -> tuple[LeaderboardQuery, AnyBoard]:
        """Return the board with the most games of the reader.

        The choice is between `board`, the boards with ducks, and the boards of games played alone.

        If the reader is on none of them, return a board with rows.
        """
        found = [(query, board)]
        for key in [key for key in BOARDS if key not in TITLES]:
            other = query._replace(game=key)
            found.append((other, await self._read_board(click, other)))
        return max(found, key=lambda each: (_count_own(each[1]), bool(each[1].rows)))

    async def _read_board(self, click: Interaction, query: LeaderboardQuery) -> AnyBoard:
        guild, who = click.guild_id, click.user.id
        at = (query.period, query.page, who)
        if query.solo:
            return await self._boards.solo_page(guild, query.game.removesuffix(ALONE), *at)
        return await self._boards.page(guild, query.key, *at, mixed=query.mixed)


def _count_own(board: AnyBoard) -> int:
    """Return the number of the reader's games on a board."""
    return board.own.games if board.own else 0


COG = LeaderboardCog
