"""How to play: three lines that are enough to start, and the rules with a page for each chapter.

A page is private and short, as a phone shows a long one from its end. A lobby has a button to it,
and so has the page behind ⋯ of a board. A lobby with a newcomer shows the three lines too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.display.controls.components import PageButton, back_button
from cogs.interactions.content import MessageContent
from cogs.interactions.parts import Component, Items, rows, text

if TYPE_CHECKING:
    from cogs.display.pages.renderer import Renderer
    from cogs.display.words.emojis import Emojis

PAGES = "howto"


def how_to_play_button(key: str, table_id: int, number: int) -> Component:
    """Return the button at a table that opens page `number`."""
    return PageButton.of(PAGES, key, number, *_name_table(table_id), label="How to play")


def _name_table(table_id: int) -> tuple[int, ...]:
    """Return the arg that a button has only at a table."""
    return (table_id,) if table_id else ()


def list_three_lines(renderer: Renderer, emojis: Emojis) -> str:
    """Return the three lines as a numbered list."""
    lines = enumerate(renderer.three_lines(emojis), start=1)
    return "\n".join(f"{number}. {line}" for number, line in lines)


def render_how_to_play(
    renderer: Renderer, emojis: Emojis, number: int = 0, table_id: int = 0, *, back: bool = True
) -> MessageContent:
    """Return a page: number 0 has the three lines, each other number a chapter of the rules.

    `table_id`: the table where it was opened, or 0; `back`: whether a button leads back to the page
    behind ⋯ of that table.
    """
    chapters = renderer.rules(emojis)
    info = renderer.game.info
    titles = ["In short", *(chapter.title for chapter in chapters)]
    head = f"{emojis[renderer.sign]} {info.title}"
    items: Items
    if number == 0:
        items = [text(f"## {head}\n{list_three_lines(renderer, emojis)}")]
        pictures = ()
    else:
        chapter = chapters[number - 1]
        items = [text(f"### {head} · {chapter.title}"), *chapter.items]
        pictures = chapter.pictures
    buttons: Items = [
        PageButton.of(
            PAGES,
            info.key,
            page,
            *_name_table(table_id),
            label=title,
            style=discord.ButtonStyle.primary if page == number else discord.ButtonStyle.secondary,
        )
        for page, title in enumerate(titles)
    ]
    if table_id and back:
        buttons.append(back_button(table_id))
    return MessageContent([*items, *rows(buttons)], pictures)
