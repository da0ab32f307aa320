"""`/settings`: the settings of a server. Only its admins can see and change them."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from cogs.app.services import Pages
from cogs.commands.server.settings_page import (
    MOST,
    QUESTIONS,
    describe_losses,
    frame_question,
    render_defaults,
    render_home,
    render_question,
    render_reset,
)
from cogs.display.controls.paging import SETTINGS, key_of, read_chosen, read_number, title_of
from cogs.interactions.errors import Declined, SwitchedOff, UnknownControl
from cogs.interactions.parts import rows
from cogs.interactions.responder import responding
from players.games import game
from tables.model.time_control import TimeControl

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.app.client import DucksClient
    from cogs.app.services import Services, Setting
    from cogs.display.controls.components import Texts
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.responder import Responder
    from records.model.guilds import GuildSettings

log = logging.getLogger(__name__)


class SettingsCog(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services
        self._changing = asyncio.Lock()
        services.pages.append(Pages(SETTINGS, self.show_page))

    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.allowed_contexts(guilds=True)
    @app_commands.command(description="For admins: how the games are played on this server")
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Interaction) -> None:
        async with responding(interaction) as responder:
            await self._show_home(responder, await self._read(responder))

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Handle a control of these pages; each click needs an admin."""
        match args, values:
            case ("ask", question), ():
                await self._ask(responder, question)
            case ("set", key), _:
                await self._set_added(responder, key, values)
            case ("channels" | "roles" as kind,), _:
                chosen = read_chosen(responder.interaction, kind, values, most=MOST)
                await self._set(responder, **{"cancel_roles" if kind == "roles" else kind: chosen})
            case ("game", game_key), ():
                await responder.send_page(render_defaults(await self._read(responder), game_key))
            case ("option", game_key, option), (value,):
                change = _change_default(game_key, option, value)
                changed = await self._change(responder, change)
                await responder.send_page(render_defaults(changed, game_key))
            case ("clock", value), () if value in tuple(TimeControl):
                await self._set(responder, time_control=TimeControl(value))
            case ("threads", "on" | "off" as value), ():
                await self._set(responder, threads=value == "on")
            case ("losses", game_key), ():
                await self._show_reset(responder, game_key)
            case ("reset", game_key, latest), ():
                await self._reset(responder, game_key, read_number(latest))
            case ("home",), ():
                await self._show_home(responder, await self._read(responder))
            case _:
                raise UnknownControl

    async def _show_home(
        self, responder: Responder, settings: GuildSettings, notice: str = ""
    ) -> None:
        guild_id = _require_admin(responder.interaction)
        added = [
            (each.key, each.title, (await each.tell(guild_id))[0])
            for each in self._services.settings.values()
        ]
        await responder.send_page(render_home(guild_id, settings, added, notice))

    async def _ask(self, responder: Responder, question: str) -> None:
        """Show the page of a question, which a feature may have added."""
        settings = await self._read(responder)
        if question in QUESTIONS:
            page = render_question(question, settings)
        else:
            added = self._find_added(question)
            _, control = await added.tell(_require_admin(responder.interaction))
            page = frame_question(added.title, added.words, rows([control]))
        await responder.send_page(page)

    async def _set_added(self, responder: Responder, key: str, values: Texts) -> None:
        guild_id = _require_admin(responder.interaction)
        await self._find_added(key).choose(responder.interaction, guild_id, values)
        await self._show_home(responder, await self._read(responder), "Saved.")

    def _find_added(self, key: str) -> Setting:
        try:
            return self._services.settings[key]
        except KeyError:
            raise SwitchedOff from None

    async def _show_reset(self, responder: Responder, game_key: str, notice: str = "") -> None:
        guild_id = _require_admin(responder.interaction)
        losses = await self._services.records.resets.preview(guild_id, key_of(game_key))
        await responder.send_page(render_reset(game_key, losses, notice))

    async def _reset(self, responder: Responder, game_key: str, latest: int) -> None:
        guild_id = _require_admin(responder.interaction)
        losses = await self._services.records.resets.reset(guild_id, key_of(game_key), latest)
        if losses is None:
            notice = "Nothing was reset: games have ended meanwhile, and more would be lost."
            await self._show_reset(responder, game_key, notice)
            return
        log.info("guild %s: the leaderboard of %s was reset", guild_id, game_key)
        notice = (
            f"The leaderboard of {title_of(game_key)} begins anew; lost: {describe_losses(losses)}."
        )
        await self._show_home(responder, await self._read(responder), notice)

    async def _read(self, responder: Responder) -> GuildSettings:
        return await self._services.records.settings.read(_require_admin(responder.interaction))

    async def _set(self, responder: Responder, **changes: Any) -> None:  # noqa: ANN401 - values of any setting
        """Change some of the settings, and show all."""
        changed = await self._change(responder, lambda settings: replace(settings, **changes))
        await self._show_home(responder, changed, "Saved.")

    async def _change(
        self, responder: Responder, change: Callable[[GuildSettings], GuildSettings]
    ) -> GuildSettings:
        """Change one setting; a lock keeps two admins from undoing each other's change."""
        guild_id = _require_admin(responder.interaction)
        async with self._changing:
            changed = change(await self._services.records.settings.read(guild_id))
            await self._services.records.settings.write(guild_id, changed)
        return changed


def _require_admin(interaction: Interaction) -> int:
    """Return the id of the server; raises Declined for a person who may not manage it.

    Admins can override Discord's own check of the command, so the bot checks too.
    """
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Declined("Only those who may manage the server can do this.")
    return interaction.guild_id


def _change_default(
    game_key: str, key: str, value: str
) -> Callable[[GuildSettings], GuildSettings]:
    """Return the change of one default of a game; a default of the rules is not stored."""
    option = next((each for each in game(game_key).info.options if each.key == key), None)
    if option is None:
        raise UnknownControl

    def change(settings: GuildSettings) -> GuildSettings:
        chosen = {**settings.defaults.get(game_key, {}), key: value}
        kept = {k: v for k, v in chosen.items() if k != key or v != option.default}
        defaults = {**settings.defaults, game_key: kept}
        return replace(settings, defaults={k: v for k, v in defaults.items() if v})

    return change


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(SettingsCog(client.services))
