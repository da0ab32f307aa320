"""`/history`: finished tables, and replays that show them step by step."""

from __future__ import annotations

from dataclasses import replace
from itertools import compress
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.services import Pages
from cogs.commands.records import history_page, replay_page
from cogs.display.controls.paging import (
    ALL,
    EVERYBODY,
    GAME_CHOICES,
    HISTORY,
    REPLAY,
    key_of,
    read_number,
)
from cogs.interactions.errors import UnknownControl
from cogs.interactions.interaction import Interaction, home_of, require_known
from cogs.interactions.permissions import find_visible, require_sharer
from cogs.interactions.responder import responding

if TYPE_CHECKING:
    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.display.controls.components import Texts
    from cogs.interactions.responder import Responder
    from records.model.boards import History


class HistoryCog(commands.Cog):
    """`/history`, and the replays that it opens."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.pages.append(Pages(HISTORY, self.show_page))
        services.pages.append(Pages(REPLAY, self.show_step))

    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.command(description="Finished tables, to be stepped through move by move")
    @app_commands.describe(
        player="At whose tables; everybody's if you do not say",
        game="Of which game; all of them if you do not say",
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def history(
        self, interaction: Interaction, player: discord.User | None = None, game: str = ALL
    ) -> None:
        """Show the newest ones to whoever asks."""
        async with responding(interaction) as responder:
            require_known(player)
            await self._show_list(responder, player.id if player else 0, game, 1)

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Show another page, or another game."""
        match args, values:
            case ("game", person_id), (game,):
                await self._show_list(responder, read_number(person_id), game, 1)
            case (_, person_id, game, page), ():
                await self._show_list(responder, read_number(person_id), game, read_number(page))
            case _:
                raise UnknownControl

    async def _show_list(self, responder: Responder, person_id: int, game: str, page: int) -> None:
        click = responder.interaction
        if game == history_page.DAILIES:  # for nobody else
            history = await self._services.records.history.dailies(click.user.id, page)
            await responder.send_page(
                history_page.render_history(click.user.id, click.user.id, game, history)
            )
            return
        # No server remembers the tables of direct messages: list one's own alone.
        home = home_of(click)
        person_id = person_id if home is not None else click.user.id
        history = await self._services.records.history.page(
            home, person_id or None, key_of(game), page, click.user.id
        )
        shown = await _keep_visible(click, history)
        hidden = len(history.entries) - len(shown.entries)
        await responder.send_page(
            history_page.render_history(click.user.id, person_id, game, shown, hidden)
        )

    async def show_step(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Open a replay, step in it, change the viewer, or share a position."""
        match args, values:
            case ("turning", table_id, way), ():
                await self._show_replay(responder, read_number(table_id), None, EVERYBODY, way)
            case ("step", table_id, eyes, way), (step,):
                at = read_number(table_id), read_number(step)
                await self._show_replay(responder, *at, eyes, way)
            case (("eyes", table_id, step, way), (eyes,)) | ((_, table_id, step, eyes, way), ()):
                at, shared = (read_number(table_id), read_number(step)), args[0] == "share"
                await self._show_replay(responder, *at, eyes, way, shared=shared)
            case _:
                raise UnknownControl

    async def _show_replay(
        self,
        responder: Responder,
        table_id: int,
        step: int | None,
        eyes: str,
        way: str,
        *,
        shared: bool = False,
    ) -> None:
        click = responder.interaction
        table = await self._services.permissions.find_table(click, table_id)
        replay = await self._services.records.history.replay(table_id, table.server_id)
        if eyes not in (EVERYBODY, *map(str, range(len(replay.table.seats)))):
            raise UnknownControl
        if shared:
            require_sharer(click, replay.table)
        renderer = self._services.renderers[replay.table.game.info.key]
        emojis = self._services.emojis
        page = replay_page.render_replay(
            renderer,
            replay,
            emojis,
            step,
            eyes,
            way=way,
            shared=shared,
            review=self._services.tables.reviews.peek(table_id),
        )
        if shared:
            await responder.send(page, private=False)
        else:
            await responder.send_page(page)


async def _keep_visible(click: Interaction, history: History) -> History:
    """Return the page without the tables that this person may not see."""
    tables = [(entry.channel_id, entry.people) for entry in history.entries]
    visible = await find_visible(click, tables)
    return replace(history, entries=tuple(compress(history.entries, visible)))


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(HistoryCog(client.services))
