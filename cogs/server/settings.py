"""`/settings`: what the admins of a server decide; nobody else can change anything here."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs.core.errors import Declined
from cogs.core.interaction import Interaction
from cogs.core.paging import key_of, title_of
from cogs.core.responder import responding
from cogs.server.settings_page import PAGES, defaults_page, home_page, in_words, losses_page
from engine import game

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.core.client import DucksClient
    from cogs.core.responder import Responder
    from cogs.core.services import Services
    from records.model import GuildSettings

log = logging.getLogger(__name__)


class SettingsCog(commands.Cog):
    """`/settings`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._changing = asyncio.Lock()
        services.page_handlers[PAGES] = self.show_page

    @app_commands.allowed_contexts(guilds=True)
    @app_commands.command(
        description="Where tables may be opened, who may cancel, defaults, resets"
    )
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Interaction) -> None:
        """Show them to the admin."""
        async with responding(interaction) as responder:
            await self._home(responder, await self._settings(responder))

    async def show_page(
        self, responder: Responder, args: tuple[str, ...], values: tuple[str, ...]
    ) -> None:
        """A control of these pages; the right to use it is asked for each time."""
        match args[0], *args[1:]:
            case ("channels",):
                changed = await self._change(responder, _with_channels(values))
                await self._home(responder, changed, "Channels are changed.")
            case ("roles",):
                changed = await self._change(responder, _with_roles(values))
                await self._home(responder, changed, "Roles are changed.")
            case ("game",):
                await responder.send_page(defaults_page(await self._settings(responder), values[0]))
            case ("option", game_key, option):
                change = _with_default(game_key, option, values[0])
                changed = await self._change(responder, change)
                await responder.send_page(defaults_page(changed, game_key))
            case ("losses",):
                await self._losses(responder, values[0])
            case ("reset", game_key, latest):
                await self._reset(responder, game_key, int(latest))
            case _:
                await self._home(responder, await self._settings(responder))

    async def _home(self, responder: Responder, settings: GuildSettings, said: str = "") -> None:
        guild_id = _require_admin(responder.interaction)
        await responder.send_page(home_page(guild_id, settings, said))

    async def _losses(self, responder: Responder, game_key: str, said: str = "") -> None:
        guild_id = _require_admin(responder.interaction)
        losses = await self._services.records.resets.preview(guild_id, key_of(game_key))
        await responder.send_page(losses_page(game_key, losses, said))

    async def _reset(self, responder: Responder, game_key: str, latest: int) -> None:
        guild_id = _require_admin(responder.interaction)
        losses = await self._services.records.resets.reset(guild_id, key_of(game_key), latest)
        if losses is None:
            said = "Nothing was reset: games have ended meanwhile, and more would be lost."
            await self._losses(responder, game_key, said)
            return
        log.info("guild %s: the leaderboard of %s was reset", guild_id, game_key)
        said = f"The leaderboard of {title_of(game_key)} begins anew; lost: {in_words(losses)}."
        await self._home(responder, await self._settings(responder), said)

    async def _settings(self, responder: Responder) -> GuildSettings:
        return await self._services.records.settings.read(_require_admin(responder.interaction))

    async def _change(
        self, responder: Responder, change: Callable[[GuildSettings], GuildSettings]
    ) -> GuildSettings:
        """Change one setting; under a lock, so that two admins do not undo each other's change."""
        guild_id = _require_admin(responder.interaction)
        async with self._changing:
            changed = change(await self._services.records.settings.read(guild_id))
            await self._services.records.settings.write(guild_id, changed)
        return changed


def _require_admin(interaction: Interaction) -> int:
    """The server, for somebody who may manage it; Discord's own check can be overridden there."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Declined("Only those who may manage the server can do this.")
    return interaction.guild_id


def _with_channels(values: tuple[str, ...]) -> Callable[[GuildSettings], GuildSettings]:
    return lambda settings: replace(settings, channels=tuple(map(int, values)))


def _with_roles(values: tuple[str, ...]) -> Callable[[GuildSettings], GuildSettings]:
    return lambda settings: replace(settings, cancel_roles=tuple(map(int, values)))


def _with_default(game_key: str, key: str, value: str) -> Callable[[GuildSettings], GuildSettings]:
    """A default of one game; what the rules have anyway is not kept."""
    option = next(each for each in game(game_key).info.options if each.key == key)

    def change(settings: GuildSettings) -> GuildSettings:
        chosen = {**settings.defaults.get(game_key, {}), key: value}
        kept = {k: v for k, v in chosen.items() if k != key or v != option.default}
        defaults = {**settings.defaults, game_key: kept}
        return replace(settings, defaults={k: v for k, v in defaults.items() if v})

    return change


async def setup(client: DucksClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(SettingsCog(client.services))
