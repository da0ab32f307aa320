"""`/history`: finished tables, and replays that show them step by step."""

from __future__ import annotations

from dataclasses import replace
from itertools import compress
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.records import history_page, replay_page
from cogs.commands.transcripts import send_transcript
from cogs.display.controls.paging import ALL, EVERYBODY, GAME_CHOICES, REPLAY, key_of, read_number
from cogs.interactions.errors import UnknownControl
from cogs.interactions.interaction import Interaction, home_of, require_known
from cogs.interactions.permissions import find_visible, require_reader, require_sharer
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
        services.page_handlers[history_page.PAGES] = self.show_page
        services.page_handlers[REPLAY] = self.show_step

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
            await responder.send_page(history_page.render_history(click.user.id, game, history))
            return
        # No server remembers the tables of direct messages: list one's own alone.
        home = home_of(click)
        person_id = person_id if home is not None else click.user.id
        history = await self._services.records.history.page(
            home, person_id or None, key_of(game), page
        )
        shown = await _keep_visible(click, history)
        hidden = len(history.entries) - len(shown.entries)
        await responder.send_page(history_page.render_history(person_id, game, shown, hidden))

    async def show_step(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Open a replay, step in it, change the viewer, share a position, or send the log."""
        match args, values:
            case ("open",), (table_id,):
                await self._show_replay(responder, read_number(table_id), 0, EVERYBODY, anew=True)
            case ("log", table_id), ():
                table = await self._services.permissions.find_table(
                    responder.interaction, read_number(table_id)
                )
                await send_transcript(responder, self._services.tables, table)
            case (("eyes", table_id, step), (eyes,)) | ((_, table_id, step, eyes), ()):
                shared = args[0] == "share"
                await self._show_replay(
                    responder, read_number(table_id), read_number(step), eyes, shared=shared
                )
            case _:
                raise UnknownControl

    async def _show_replay(
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
        table = await self._services.permissions.find_table(click, table_id)
        replay = await self._services.records.history.replay(table_id, table.server_id)
        await require_reader(click, replay.table)
        if eyes not in (EVERYBODY, *map(str, range(len(replay.table.seats)))):
            raise UnknownControl
        if shared:
            require_sharer(click, replay.table)
        renderer = self._services.renderers[replay.table.game.info.key]
        emojis = self._services.emojis
        page = replay_page.render_replay(renderer, replay, emojis, step, eyes, shared=shared)
        if anew or shared:
            await responder.send(page, private=not shared)
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
