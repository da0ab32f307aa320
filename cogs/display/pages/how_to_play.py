"""The private pages on how to play and on fair dice.

The first page on how to play has three lines, which are enough to start. Each chapter of the rules
has a page of its own. Pages are short, because a phone shows a long page from its end. The lobby
and the page behind ⋯ have a button to these pages.

The page on fair dice leads to the check of the dice, to the log, and to the hashes. A published
hash binds the bot, which can no longer change the hashed data unnoticed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.display.components import BACK, PageButton, lead_back, read_number
from cogs.display.table_text import fit_lines
from cogs.interactions.content import MessageContent
from cogs.interactions.parts import Component, Items, rows, text
from engine.core import N_
from tables.model.table import Status, Table

if TYPE_CHECKING:
    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import Renderer
    from cogs.interactions.language import Language

LISTED = 2200
"""Longest list of contributions, in characters; Discord takes 4,000 in a message."""

KINDS = {
    "seat": N_("{number}. {name} sits down: `{id}`"),
    "start": N_("{number}. {name} starts: `{id}`"),
}
"""Lines about contributions, by kind; `id` is the snowflake of the interaction."""

BONDS = {
    "dice": N_("the commitment, which is the SHA-256 of the secret"),
    "game": N_("the start hash, of everything settled at the start, including the commitment"),
    "log": N_("the last hash, of the whole log, which begins with the start hash"),
}
"""Descriptions of the hashes that bind the bot, by label."""

FAIR_DICE = "fair"
"""Name of the pages on fair dice in button ids."""

PROMISE = N_(
    "The bot fixed its part of the dice before anybody sat down. After the game you can check that "
    "it kept it."
)


def fair_dice_button(_: Language, table_id: int, way: str) -> Component:
    """Return the button Fair dice; `way` is where its page leads back, see `lead_back`."""
    return PageButton.of(FAIR_DICE, "page", table_id, way, label=_("Fair dice"))


def render_fair_dice(_: Language, table: Table, way: str) -> MessageContent:
    """Return the page on fair dice. It offers the check and the log as soon as they are public."""
    whats = [("digits", _("Digits"))]
    if table.start_hash and (table.status.over or not table.game.info.hidden):
        whats = [("check", _("Check")), ("log", _("Log")), *whats]
    buttons = [PageButton.of(FAIR_DICE, what, table.id, way, label=label) for what, label in whats]
    return _frame(_, _(PROMISE), [*buttons, *lead_back(_, way, table.id)])


def render_below_fair_dice(_: Language, words: str, table: Table, way: str) -> MessageContent:
    """Return a page to which the page on fair dice leads."""
    return _frame(_, words, [PageButton.of(FAIR_DICE, "page", table.id, way, label=_(BACK))])


def _frame(_: Language, words: str, buttons: Items) -> MessageContent:
    """Return words on fair dice with their heading."""
    return MessageContent([text(f"### {_('Fair dice')}\n{words}"), *rows(buttons)])


def list_digits(_: Language, table: Table, next_commitment: str | None = None) -> str:
    """Return all facts about a table's dice that are public now.

    `next_commitment`: the commitment of a lone player's next game; None if there is none.
    """
    known = [
        (N_("dice"), table.commitment),
        (N_("game"), table.start_hash),
        (N_("log"), table.last_hash),
    ]
    lines = [
        f"🔒 {_.label(f'**{_(label)}**', _(BONDS[label]))}\n`{digits}`"
        for label, digits in known
        if digits is not None
    ]
    if table.revealed:
        lines.insert(0, f"{_('**Secret**')}\n`{table.revealed}`")
    if next_commitment:
        lines.append(
            _(
                "🔒 **next**: the commitment of the next game. **Play again** begins it, and that "
                "press is added to its dice\n`{digits}`",
                digits=next_commitment,
            )
        )
    lines.append(_list_contributions(_, table))
    if not table.status.over:
        lines.append(_("-# The secret is shown when the table is over."))
    return "\n".join(lines)


def _list_contributions(_: Language, table: Table) -> str:
    """List the contributions, as many as fit."""
    names = {seat.person_id: _.plain(seat.name) for seat in table.seats}
    lines = [
        _(
            KINDS[made.kind],
            number=number,
            name=names.get(who) or _("Somebody who left"),
            id=made.snowflake,
        )
        for number, (who, made) in enumerate(table.mixed_in, start=1)
    ]
    shown = [
        fit_lines(lines, LISTED, lambda n: _("-# and {number} more, in the transcript", number=n))
    ]
    if table.status is Status.LOBBY:
        shown.append(_("-# The click on **Start** will be added last."))
    return "\n".join([_("**Added**, in this order"), *shown])


PAGES = "howto"


def how_to_play_button(_: Language, key: str, place: str) -> Component:
    """Return the button How to play; for `place` see `render_how_to_play`."""
    return PageButton.of(PAGES, key, 0, place, label=_("How to play"))


def split_place(place: str) -> tuple[str, int]:
    """Return the way back of a place, as in `lead_back`, and its table's number or 0."""
    way, _, number = place.rpartition("-")
    return (way, read_number(number)) if number.isdecimal() else (place, 0)


def _list_three_lines(_: Language, renderer: Renderer, emojis: Emojis) -> str:
    """Return the three lines as a numbered list."""
    lines = enumerate(renderer.three_lines(_.of(renderer.game.info.key), emojis), start=1)
    return "\n".join(f"{number}. {line}" for number, line in lines)


def render_how_to_play(
    _: Language,
    renderer: Renderer,
    emojis: Emojis,
    number: int = 0,
    place: str = "",
) -> MessageContent:
    """Return a page: page 0 has the three lines, and each other page has a chapter of the rules.

    `place`: where the page was opened, a way back as in `lead_back`. A table's number follows it:
    `more-12` for the page behind ⋯, `12` for the lobby. The lobby stands above, so no button leads
    back to it.
    """
    info = renderer.game.info
    chapters = renderer.rules(_.of(info.key), emojis)
    titles = [_("In short"), *(chapter.title for chapter in chapters)]
    head = f"{emojis[renderer.sign]} {_.title(info)}"
    items: Items
    if number == 0:
        items = [text(f"## {head}\n{_list_three_lines(_, renderer, emojis)}")]
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
            *filter(None, [place]),
            label=title,
            style=discord.ButtonStyle.primary if page == number else discord.ButtonStyle.secondary,
        )
        for page, title in enumerate(titles)
    ]
    buttons += lead_back(_, *split_place(place))
    return MessageContent([*items, *rows(buttons)], pictures)
