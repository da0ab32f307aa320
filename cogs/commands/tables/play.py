"""`/play`: choose one of the games by its picture, choose its options, and open a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.games import open_table
from cogs.display.controls.components import PageButton, Texts
from cogs.display.controls.paging import select
from cogs.display.pages.how_to_play import render_how_to_play
from cogs.interactions.content import MessageContent, Picture
from cogs.interactions.errors import UnknownControl
from cogs.interactions.names import count
from cogs.interactions.parts import ROW, Items, Part, beside, rows, text, thumbnail
from cogs.interactions.responder import responding
from players.core import Level

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.display.pages.renderer import Renderer
    from cogs.display.words.emojis import Emojis
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.responder import Responder
    from engine.core import Info

PAGES = "play"

GREEN, BLUE = discord.ButtonStyle.success, discord.ButtonStyle.primary
GREY = discord.ButtonStyle.secondary


class PlayCog(commands.Cog):
    """The chooser of games."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.page_handlers[PAGES] = self.show_page

    @app_commands.command(
        description="Choose a game, and open a table: five games of dice and cards"
    )
    @app_commands.allowed_contexts(guilds=True, private_channels=True)
    async def play(self, interaction: Interaction) -> None:
        """Show all games."""
        async with responding(interaction) as responder:
            await responder.send_page(render_games(self._services.renderers, self._services.emojis))

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Show all games, or one with its options; or open a table of it.

        The args are `all`; or a verb, the game's key, and the number of each chosen option, and of
        ducks behind them: `set` is of a select, and names the option that the value is for; `how`
        names the page of the rules.
        """
        renderers, emojis = self._services.renderers, self._services.emojis
        if args == ("all",):
            await responder.send_page(render_games(renderers, emojis))
            return
        verb, key, *rest = (*args, "", "")[:5]
        renderer = renderers.get(key)
        if renderer is None:
            raise UnknownControl
        info = renderer.game.info
        if verb == "game":
            settings = await self._services.permissions.settings(responder.interaction)
            defaults: Mapping[str, Mapping[str, str]] = settings.defaults if settings else {}
            await responder.send_page(
                render_game(renderer, emojis, _number(info, defaults.get(key, {})))
            )
            return
        chosen = _read_chosen(info, rest[0])
        if verb == "open":
            ducks = [Level.NORMAL] * chosen[-1]
            await open_table(self._services, responder, key, _name(info, chosen), ducks)
        elif verb == "show":
            await responder.send_page(render_game(renderer, emojis, chosen))
        elif verb == "how":
            pages = 1 + len(renderer.rules(emojis))
            if rest[1] not in map(str, range(pages)):
                raise UnknownControl
            await responder.send_page(render_rules(renderer, emojis, chosen, int(rest[1])))
        elif verb == "set":
            changed = _choose(info, chosen, rest[1], values)
            await responder.send_page(render_game(renderer, emojis, changed))
        else:
            raise UnknownControl


def render_games(renderers: Mapping[str, Renderer], emojis: Emojis) -> MessageContent:
    """Return the page of all games: a picture, players, minutes and a line of each."""
    pictures = [_make_picture(renderer, emojis) for renderer in renderers.values()]
    items: Items = [text("## What do you want to play?")]
    items += [
        _introduce(renderer, renderer.game.options({}), picture)
        for renderer, picture in zip(renderers.values(), pictures, strict=True)
    ]
    buttons = [
        PageButton.of(PAGES, "game", key, label=renderer.game.info.title, style=BLUE)
        for key, renderer in renderers.items()
    ]
    return MessageContent([*items, *rows(buttons)], pictures)


def render_game(renderer: Renderer, emojis: Emojis, chosen: tuple[int, ...]) -> MessageContent:
    """Return the page of one game, with the numbers of the chosen options and of ducks."""
    info, key = renderer.game.info, renderer.game.info.key
    picture = _make_picture(renderer, emojis)
    numbers = _write_chosen(chosen)
    items: Items = [_introduce(renderer, _name(info, chosen), picture)]
    for index, option in enumerate(info.options):
        labels = [
            (str(number), f"{option.title}: {choice.title}")
            for number, choice in enumerate(option.choices)
        ]
        menu = select(option.title, labels, str(chosen[index]), PAGES, "set", key, numbers, index)
        items += rows([menu])
    labels = [(str(ducks), _describe_ducks(ducks)) for ducks in range(info.max_seats)]
    index, ducks = len(info.options), str(chosen[-1])
    items += rows([select("Ducks", labels, ducks, PAGES, "set", key, numbers, index)])
    buttons = [
        PageButton.of(PAGES, "open", key, numbers, label="Open a table", style=GREEN),
        PageButton.of(PAGES, "how", key, numbers, 0, label="How to play"),
        PageButton.of(PAGES, "all", label="All games"),
    ]
    return MessageContent([*items, *rows(buttons)], [picture])


def render_rules(
    renderer: Renderer, emojis: Emojis, chosen: tuple[int, ...], number: int
) -> MessageContent:
    """Return a page of how to play, from which one can open the table that was chosen."""
    key, numbers = renderer.game.info.key, _write_chosen(chosen)
    page = render_how_to_play(renderer, emojis, number)
    titles = ["In short", *(chapter.title for chapter in renderer.rules(emojis))]
    chapters = [
        PageButton.of(
            PAGES, "how", key, numbers, other, label=title, style=BLUE if other == number else GREY
        )
        for other, title in enumerate(titles)
    ]
    ways = [
        PageButton.of(PAGES, "open", key, numbers, label="Open a table", style=GREEN),
        PageButton.of(PAGES, "show", key, numbers, label="◀ Back"),
    ]
    words = [item for item in page.items if item["type"] != ROW]
    return MessageContent([*words, *rows(chapters), *rows(ways)], page.pictures)


def _describe_ducks(number: int) -> str:
    """Return how many ducks of the bot play, in words."""
    if not number:
        return "Without ducks: people join in the lobby"
    return f"With {count(number, 'duck')} of the bot"


def _make_picture(renderer: Renderer, emojis: Emojis) -> Picture:
    """Return the picture of a game as a file."""
    key, title = renderer.game.info.key, renderer.game.info.title
    return Picture(f"{key}.png", emojis.drawing(renderer.sign).png, f"The picture of {title}")


def _introduce(renderer: Renderer, options: Mapping[str, str], picture: Picture) -> Part:
    """Return a game's name, how many play and how long, and its line, beside its picture."""
    info, seats = renderer.game.info, renderer.game.seat_range(options)
    minutes = sorted({renderer.minutes(seats[0], options), renderer.minutes(seats[-1], options)})
    length = f"about {' to '.join(map(str, minutes))} minutes"
    size = f"{seats[0]} to {seats[-1]} players · {length}"
    sign = thumbnail(f"attachment://{picture.filename}", picture.alt)
    return beside(f"### {info.title}\n-# {size}\n{renderer.pitch}", sign)


def _number(info: Info, chosen: Mapping[str, str]) -> tuple[int, ...]:
    """Return the number of the choice of each option, defaults where nothing is chosen; no duck."""
    options = (
        [choice.value for choice in option.choices].index(chosen.get(option.key, option.default))
        for option in info.options
    )
    return (*options, 0)


def _name(info: Info, chosen: tuple[int, ...]) -> dict[str, str]:
    """Return the options, by key, from their numbers."""
    pairs = zip(info.options, chosen[:-1], strict=True)
    return {option.key: option.choices[number].value for option, number in pairs}


def _write_chosen(chosen: tuple[int, ...]) -> str:
    """Return the text of the numbers for a custom id."""
    return ".".join(map(str, chosen))


def _read_chosen(info: Info, numbers: str) -> tuple[int, ...]:
    """Read the numbers of the chosen options; raises UnknownControl where the game has changed."""
    words = numbers.split(".")
    sizes = [*(len(option.choices) for option in info.options), info.max_seats]
    known = len(words) == len(sizes) and all(
        word in map(str, range(size)) for word, size in zip(words, sizes, strict=True)
    )
    if not known:
        raise UnknownControl
    return tuple(map(int, words))


def _choose(info: Info, chosen: tuple[int, ...], index: str, values: Texts) -> tuple[int, ...]:
    """Return the numbers with another choice of one option."""
    if index not in map(str, range(len(chosen))) or len(values) != 1:
        raise UnknownControl
    words = [*map(str, chosen)]
    words[int(index)] = values[0]
    return _read_chosen(info, ".".join(words))


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(PlayCog(client.services))
