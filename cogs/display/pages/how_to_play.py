"""The private pages on how to play and on fair dice, and a table's line about its dice.

The first page on how to play has three lines, which are enough to start. Each chapter of the rules
has a page of its own. Pages are short, because a phone shows a long page from its end. The lobby
and the page behind ⋯ have a button to these pages. A lobby with a newcomer also shows the three
lines.

The line about dice shows the first digits of a hash. A published hash binds the bot, which can no
longer change the hashed data unnoticed. The lobby shows the commitment, labelled `dice`. A finished
game shows the last hash, labelled `log`. The page on fair dice shows both hashes in full, and also
the start hash, labelled `game`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.display.components import PageButton, back_button, lead_back
from cogs.display.table_text import fit_lines
from cogs.interactions.content import MessageContent
from cogs.interactions.parts import Component, Items, rows, text
from engine.core import N_
from engine.fairness import SHOWN_DIGITS
from engine.transcript import UNPROVEN
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

CONTAINED = N_(
    "-# The lobby shows the first digits of 🔒 dice, and a finished game those of 🔒 log. Each "
    "hash covers the one before it."
)

PROMISE = N_(
    "### Fair dice · table #{table}\nNobody can change these dice, not even the bot: they follow "
    "from a secret that was fixed before anybody sat down, and from what players add. To check "
    "that, note a 🔒 line now and compare it at the end: `/table verify table:{table}`."
)

CHECK = N_(
    "**Check**: `/table verify table:{table}` computes every throw again. `/table log "
    "table:{table}` gives you the transcript. `docs/verify.html` of the bot's source checks it in "
    "a browser, and `python -m players verify` also checks the rules."
)

DUCKS_CHECKED = N_("It also checks every move of the ducks.")


def fair_dice_line(_: Language, table: Table) -> Items:
    """Return the small line with the latest hash that binds the bot.

    A running game has no such line. The exception is a private table that has not begun.
    """
    if table.status is Status.PLAYING and table.start_hash is not None:
        return []
    label, digits = _list_bonds(table)[-1]
    return [text(f"-# 🔒 {_(label)} {digits[:SHOWN_DIGITS]}")]


def _list_bonds(table: Table) -> list[tuple[str, str]]:
    """Return the hashes that bind the bot so far, each with its label."""
    known = [
        (N_("dice"), table.commitment),
        (N_("game"), table.start_hash),
        (N_("log"), table.last_hash),
    ]
    return [(label, digits) for label, digits in known if digits is not None]


def render_fair_dice(
    _: Language, table: Table, next_commitment: str | None = None
) -> MessageContent:
    """Return the page with all facts about a table's dice that are public now.

    Args:
        _: the reader's language.
        table: the table.
        next_commitment: the commitment of a lone player's next game; None if there is none.
    """
    parts = [
        _(PROMISE, table=table.id),
        _describe_bonds(_, table),
        *([_describe_next(_, next_commitment)] if next_commitment else ()),
        _list_contributions(_, table),
        _describe_check(_, table),
    ]
    return MessageContent([*map(text, parts), *rows([back_button(_, table.id)])])


def _describe_bonds(_: Language, table: Table) -> str:
    """Return the hashes in full; once the table is over, the secret above them."""
    lines = [f"{_('**Secret**')}\n`{table.revealed}`"] if table.revealed else []
    for label, digits in _list_bonds(table):
        lines.append(f"🔒 {_.label(f'**{_(label)}**', _(BONDS[label]))}\n`{digits}`")
    return "\n".join([*lines, _(CONTAINED)])


def _describe_next(_: Language, next_commitment: str) -> str:
    """Return the commitment of the next game, shown before the press that begins that game."""
    return _(
        "🔒 **next**: the commitment of the next game. **Play again** begins it, and that press is "
        "added to its dice\n`{digits}`",
        digits=next_commitment,
    )


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


def _describe_check(_: Language, table: Table) -> str:
    """Say how to check the dice, and what no check can prove."""
    if table.status is Status.LOBBY:
        return _("-# The secret was drawn before any of this, and is shown when the table is over.")
    unproven = f"-# {_(UNPROVEN.sentence)}"
    if not table.status.over:
        return f"{_('-# The secret is shown when the table is over.')}\n{unproven}"
    ducks = f" {_(DUCKS_CHECKED)}" if len(table.people) < len(table.seats) else ""
    return f"{_(CHECK, table=table.id)}{ducks}\n{unproven}"


PAGES = "howto"


def how_to_play_button(_: Language, key: str, place: int | str, number: int) -> Component:
    """Return the button How to play, which opens page `number`; for `place` see there."""
    return PageButton.of(PAGES, key, number, *_name_place(place), label=_("How to play"))


def _name_place(place: int | str) -> list[int | str]:
    return [place] if place else []


def list_three_lines(_: Language, renderer: Renderer, emojis: Emojis) -> str:
    """Return the three lines as a numbered list."""
    lines = enumerate(renderer.three_lines(_.of(renderer.game.info.key), emojis), start=1)
    return "\n".join(f"{number}. {line}" for number, line in lines)


def render_how_to_play(
    _: Language,
    renderer: Renderer,
    emojis: Emojis,
    number: int = 0,
    place: int | str = 0,
    *,
    back: bool = True,
) -> MessageContent:
    """Return a page: page 0 has the three lines, and each other page has a chapter of the rules.

    `place`: the table where the page was opened, or 0; or a way back, as in `lead_back`. `back`:
    whether the page has a button back to that table's page behind ⋯.
    """
    info = renderer.game.info
    chapters = renderer.rules(_.of(info.key), emojis)
    titles = [_("In short"), *(chapter.title for chapter in chapters)]
    head = f"{emojis[renderer.sign]} {_.title(info)}"
    items: Items
    if number == 0:
        items = [text(f"## {head}\n{list_three_lines(_, renderer, emojis)}")]
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
            *_name_place(place),
            label=title,
            style=discord.ButtonStyle.primary if page == number else discord.ButtonStyle.secondary,
        )
        for page, title in enumerate(titles)
    ]
    if isinstance(place, str):
        buttons += lead_back(_, place)
    elif place and back:
        buttons.append(back_button(_, place))
    return MessageContent([*items, *rows(buttons)], pictures)
