"""`/play`: all games, each with a button that opens a table. The lobby has the options."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.games import open_table
from cogs.app.services import Pages
from cogs.display.controls.components import PageButton, Texts
from cogs.display.controls.paging import PLAY
from cogs.interactions.content import MessageContent
from cogs.interactions.errors import UnknownControl
from cogs.interactions.names import count
from cogs.interactions.parts import Items, beside, text
from cogs.interactions.responder import responding

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.display.pages.renderer import Renderer
    from cogs.display.words.emojis import Emojis
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


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(PlayCog(client.services))
