"""What the books of a server share: leaderboards, statistics, history, replays, settings.

A book is private to whoever opened it; its pages turn in place, by buttons and selects that hold
all they need (`PageButton`, `PageSelect`). What is worth showing is shared as a message without
controls.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui

from cogs.core.components import PageButton, PageSelect
from cogs.core.errors import Declined
from cogs.core.renderer import Items
from engine import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cogs.core.renderer import Page
    from cogs.core.responder import Responder

Click = discord.Interaction[Any]

ALL = "all"
"""In the place of a game's key: all games together."""

TITLES = {game.info.key: game.info.title for game in GAMES}
GAME_CHOICES = [app_commands.Choice(name=title, value=key) for key, title in TITLES.items()]


def key_of(text: str) -> str | None:
    """A game's key as the records take it; raises Declined for one that is gone."""
    if text != ALL and text not in TITLES:
        raise Declined("This game is not played here any more.")
    return None if text == ALL else text


def title_of(text: str) -> str:
    """What a game, or all of them, is called."""
    return TITLES.get(text, "all games")


async def give(responder: Responder, page: Page) -> None:
    """Turn the private page that was clicked; responder a command with a new one."""
    if responder.on_private:
        await responder.edit(page)
    else:
        await responder.send(page, private=True)


def select(
    placeholder: str, options: Iterable[tuple[str, str]], chosen: str, book: str, *args: str | int
) -> PageSelect:
    """A select of values and their labels, with the present one chosen."""
    menu: ui.Select[Any] = ui.Select(
        placeholder=placeholder,
        options=[
            discord.SelectOption(label=label[:100], value=value, default=value == chosen)
            for value, label in options
        ],
    )
    return PageSelect.of(menu, book, *args)


def game_select(chosen: str, book: str, *args: str | int) -> PageSelect:
    """A select of all games and each."""
    options = [(ALL, "All games"), *TITLES.items()]
    return select("Which game", options, chosen, book, *args)


def back_and_on(page: int, pages: int, book: str, *args: str | int) -> list[ui.Item[Any]]:
    """Buttons to the pages before and after; the page comes last in their args."""
    if pages == 1:
        return []
    return [
        PageButton.of(book, "back", *args, page - 1, label="◀ Back", disabled=page <= 1),
        PageButton.of(book, "on", *args, page + 1, label="Next ▶", disabled=page >= pages),
    ]


def picture(name: str, png: bytes, alt: str) -> tuple[Items, list[discord.File]]:
    """A drawing as a component, and the file that it shows."""
    alt = alt[:1024]
    file = discord.File(io.BytesIO(png), f"{name}.png", description=alt)
    item = discord.MediaGalleryItem(f"attachment://{name}.png", description=alt)
    return [ui.MediaGallery(item)], [file]


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: "1 game", "2 games"."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def paragraphs(parts: Sequence[str]) -> str:
    """The parts that say something, each on a line of its own."""
    return "\n".join(part for part in parts if part)
