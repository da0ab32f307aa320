"""`/history`: finished tables, and replays that step through them move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.access import require_reader, require_sharer
from cogs.core.paging import ALL, GAME_CHOICES, Click, give, key_of
from cogs.core.responder import responding
from cogs.records import history_page, replay_page
from cogs.records.replay_page import EVERYBODY

if TYPE_CHECKING:
    from cogs.core.client import DucksClient
    from cogs.core.interactions import Desk
    from cogs.core.responder import Responder


class HistoryCog(commands.Cog):
    """`/history`, and the replays that it opens."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        desk.books[history_page.BOOK] = self.turn
        desk.books[replay_page.BOOK] = self.step

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="Finished tables, to be stepped through move by move")
    @app_commands.describe(
        player="At whose tables; everybody's if you do not say",
        game="Of which game; all of them if you do not say",
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def history(
        self, interaction: Click, player: discord.User | None = None, game: str = ALL
    ) -> None:
        """Show the newest ones to the asker."""
        async with responding(interaction) as responder:
            await self._list(responder, player.id if player else 0, game, 1)

    async def turn(
        self, responder: Responder, args: tuple[str, ...], values: tuple[str, ...]
    ) -> None:
        """Another page, or another game."""
        if args[0] == "game":
            await self._list(responder, int(args[1]), values[0], 1)
        else:
            _, person_id, game, page = args
            await self._list(responder, int(person_id), game, int(page))

    async def _list(self, responder: Responder, person_id: int, game: str, page: int) -> None:
        click = responder.interaction
        # Direct messages have no common memory: one's own tables alone.
        person_id = person_id if click.guild_id is not None else click.user.id
        history = await self.desk.records.history.page(
            click.guild_id, person_id or None, key_of(game), page
        )
        await give(responder, history_page.history_page(person_id, game, history))

    async def step(
        self, responder: Responder, args: tuple[str, ...], values: tuple[str, ...]
    ) -> None:
        """Open a replay, step in it, look through other eyes, share a position, give the log."""
        how, *where = args
        match how:
            case "open":
                await self._show(responder, int(values[0]), 0, EVERYBODY, anew=True)
            case "log":
                table = await self.desk.find(responder.interaction, int(where[0]))
                await self.desk.hand_out(responder, table)
            case "eyes":
                await self._show(responder, int(where[0]), int(where[1]), values[0])
            case _:
                table_id, step, eyes = where
                await self._show(responder, int(table_id), int(step), eyes, shared=how == "share")

    async def _show(
        self,
        responder: Responder,
        table_id: int,
        step: int,
        eyes: str,
        *,
        anew: bool = False,
        shared: bool = False,
    ) -> None:
        click = responder.interaction
        replay = await self.desk.records.history.replay(table_id, click.guild_id)
        await require_reader(click, replay.table)
        if shared:
            require_sharer(click, replay.table)
        renderer = self.desk.renderers[replay.table.game.info.key]
        page = replay_page.replay_page(
            renderer, replay, self.desk.emojis, step, eyes, shared=shared
        )
        if anew or shared:
            await responder.send(page, private=not shared)
        else:
            await give(responder, page)


async def setup(client: DucksClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(HistoryCog(client.desk))
