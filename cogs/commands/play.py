"""All games, each with a button that opens a table: `/play`, and the first message on a server.

The lobby has the options. A server gets the first message only once.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.games import open_table
from cogs.app.services import Pages
from cogs.display.components import PLAY, SETTINGS, PageButton, Texts
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.failures import FAILURES, PATIENCE, UnknownControl, nonce_of
from cogs.interactions.interaction import may_write
from cogs.interactions.language import count
from cogs.interactions.parts import Component, Items, beside, rows, text
from cogs.interactions.responder import responding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import Renderer
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.responder import Responder

GREEN = discord.ButtonStyle.success


class PlayCog(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services
        services.pages.append(Pages(PLAY, self.show_page))

    @app_commands.command(description="Choose a game: with friends, with ducks, or alone")
    @app_commands.allowed_contexts(guilds=True, private_channels=True)
    async def play(self, interaction: Interaction) -> None:
        async with responding(interaction) as responder:
            await responder.send_page(render_games(self._services.offered, self._services.emojis))

    async def show_page(self, responder: Responder, args: Texts, _values: Texts) -> None:
        """Show all games (`all`), or open a table (`open` and the game's key)."""
        services = self._services
        match args:
            case ("all",):
                await responder.send_page(render_games(services.offered, services.emojis))
            case ("open", key) if key in services.renderers:
                await open_table(services, responder, key, {})
            case _:
                raise UnknownControl


def render_games(renderers: Mapping[str, Renderer], emojis: Emojis) -> MessageContent:
    return MessageContent([text("## What do you want to play?"), *offer_games(renderers, emojis)])


def offer_games(renderers: Mapping[str, Renderer], emojis: Emojis) -> Items:
    """Return a paragraph for each game, with the button that opens a table."""
    return [
        beside(
            f"### {emojis[each.sign]} {each.game.info.title}\n{each.gist.capitalize()}\n"
            f"-# {_describe_size(each)}",
            PageButton.of(PLAY, "open", key, label="Play", style=GREEN),
        )
        for key, each in renderers.items()
    ]


def _describe_size(renderer: Renderer) -> str:
    """Return the numbers of players, and the length with the fewest."""
    options = renderer.game.options({})
    seats = renderer.game.seat_range(options)
    minutes = count(renderer.minutes(seats[0], options), "minute")
    return f"{seats[0]} to {seats[-1]} players · from {minutes}"


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
    """Add the cogs; discord.py calls this when it loads the extension."""
    await client.add_cog(PlayCog(client.services))
    await client.add_cog(GreetingCog(client))
