"""`/play` and the first message on a server. Both list all games, with buttons to open a table.

People choose a game's options later, in the lobby. A server gets the first message only once.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.games import open_table
from cogs.app.services import Pages
from cogs.display.components import PLAY, SETTINGS, PageButton, Texts
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.failures import FAILURES, UnknownControl, nonce_of
from cogs.interactions.interaction import may_write
from cogs.interactions.language import community_language
from cogs.interactions.parts import Component, Items, beside, rows, text
from cogs.interactions.responder import responding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import Renderer
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.language import Language
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
            await self._show_games(responder)

    async def _show_games(self, responder: Responder) -> None:
        services = self._services
        page = render_games(responder.language, services.offered, services.emojis)
        await responder.send_page(page)

    async def show_page(self, responder: Responder, args: Texts, _values: Texts) -> None:
        """Show all games (`all`), or open a table (`open` and the game's key)."""
        services = self._services
        match args:
            case ("all",):
                await self._show_games(responder)
            case ("open", key) if key in services.renderers:
                await open_table(services, responder, key, {})
            case _:
                raise UnknownControl


def render_games(_: Language, renderers: Mapping[str, Renderer], emojis: Emojis) -> MessageContent:
    head = text(_("## What do you want to play?"))
    return MessageContent([head, *offer_games(_, renderers, emojis)])


def offer_games(_: Language, renderers: Mapping[str, Renderer], emojis: Emojis) -> Items:
    """Return a paragraph for each game, with the button that opens a table."""
    return [
        beside(
            f"### {emojis[each.sign]} {_.title(each.game.info)}\n"
            f"{_capitalise(_.of(key)(each.gist))}\n-# {_describe_size(_, each)}",
            PageButton.of(PLAY, "open", key, label=_("Play"), style=GREEN),
        )
        for key, each in renderers.items()
    ]


def _capitalise(words: str) -> str:
    return words[:1].upper() + words[1:]


def _describe_size(_: Language, renderer: Renderer) -> str:
    seats = renderer.game.seat_range(renderer.game.options({}))
    return _("{least} to {most} players", least=seats[0], most=seats[-1])


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
        if channel is None or not may_write(self._client, guild.id, channel.id, archived={}):
            return
        if not await self._services.records.guilds.claim_greeting(guild.id):
            return
        services = self._services
        _ = services.languages.of(community_language(guild))
        added = [greet(_) for greet in services.greetings]
        page = render_greeting(_, services.offered, services.emojis, added)
        try:
            nonce = nonce_of("greeting", guild.id)
            await services.messages.wire.post(channel.id, page.letter(), nonce)
        except FAILURES as error:
            log.info("guild %s: the first message was not sent: %s", guild.id, error)


def render_greeting(
    _: Language,
    renderers: Mapping[str, Renderer],
    emojis: Emojis,
    greetings: Sequence[tuple[str, Component]] = (),
) -> MessageContent:
    """Return the first message on a server; `greetings`: sentences and buttons of features."""
    gist = _("Quick games with dice and cards, with friends or alone.")
    buttons = [button for _sentence, button in greetings]
    buttons.append(PageButton.of(SETTINGS, "home", label=_("Settings")))
    return framed(
        COLOUR,
        text(_("## 🦆 Hello! Who wants to play?")),
        *offer_games(_, renderers, emojis),
        text(" ".join([gist, *(sentence for sentence, _button in greetings)])),
        *rows(buttons),
        text(_("-# `/play` does the same. Settings are for those who manage the server.")),
    )


async def setup(client: DucksClient) -> None:
    """Add the cogs; discord.py calls this when it loads the extension."""
    await client.add_cog(PlayCog(client.services))
    await client.add_cog(GreetingCog(client))
