"""The first message on a server, sent only once: a button for each game and for settings."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from cogs.commands.tables.play import offer_games
from cogs.display.controls.components import PageButton
from cogs.display.controls.paging import SETTINGS
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.failures import FAILURES, PATIENCE, nonce_of
from cogs.interactions.parts import Component, rows, text
from cogs.interactions.permissions import may_write

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.app.client import DucksClient
    from cogs.display.pages.renderer import Renderer
    from cogs.display.words.emojis import Emojis

log = logging.getLogger(__name__)

COLOUR = 0xF0B232


class GreetingCog(commands.Cog):
    """Greets each server that the bot joins, in its system channel."""

    def __init__(self, client: DucksClient) -> None:
        self._client = client
        self._services = client.services

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that has a system channel where the bot may write."""
        channel = guild.system_channel
        if channel is None or not may_write(self._client, guild.id, channel.id):
            return
        if not await self._services.records.guilds.claim_greeting(guild.id):
            return
        services = self._services
        page = render_greeting(services.offered, services.emojis, services.greetings)
        try:
            async with asyncio.timeout(PATIENCE):
                await channel.send(**page.parts(), nonce=nonce_of("greeting", guild.id))
        except FAILURES as error:
            log.info("guild %s: the first message was not sent: %s", guild.id, error)


def render_greeting(
    renderers: Mapping[str, Renderer],
    emojis: Emojis,
    greetings: Sequence[tuple[str, Component]] = (),
) -> MessageContent:
    """Return the message; `greetings`: sentences and buttons of features."""
    more = "".join(f" {sentence}" for sentence, _ in greetings)
    buttons = [button for _, button in greetings]
    buttons.append(PageButton.of(SETTINGS, "home", label="Settings"))
    return framed(
        COLOUR,
        text("## 🦆 Hello! Who wants to play?"),
        *offer_games(renderers, emojis),
        text(f"Quick games with dice and cards, with friends or alone.{more}"),
        *rows(buttons),
        text("-# `/play` does the same. Settings are for those who manage the server."),
    )


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(GreetingCog(client))
