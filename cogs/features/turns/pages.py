"""The list of tables that wait for a person, and the message that reminds the person."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cogs.display.components import PageButton, select
from cogs.display.table_text import (
    fit_lines,
    list_missing,
    live_message_url,
    name_with_company,
    table_link,
)
from cogs.features.turns.reminders import ReminderChoice, Way
from cogs.interactions.content import MessageContent
from cogs.interactions.parts import Items, link, rows, text
from engine.core import N_
from tables.model.table import Status
from tables.play.lobby import count_missing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cogs.interactions.language import Language
    from tables.model.table import Table

    LeadTo = Callable[[Language, Table], str]

PAGES = "turns"

WAYS = {
    Way.CHANNEL: N_("🔔 Call me in the channel once more"),
    Way.DIRECT: N_("✉️ Send me a direct message, at most one an hour"),
    Way.NONE: N_("🔕 Never mention me"),
}
"""Menu texts for the ways to be reminded."""

REFUSED = N_(
    "⚠️ Discord did not let me send you a direct message, so I call you in the channel again. Your "
    "privacy settings for the server decide whether I may."
)

LIST_ROOM, ROOM_FOR_LOBBIES = 3000, 500
"""Limits on characters of the lists of turns and of lobbies; a message may have 4,000 in all."""

REST = "-# +{}".format


def render_turns(
    _: Language,
    tables: Sequence[Table],
    person_id: int,
    choice: ReminderChoice,
    lead_to: LeadTo = table_link,
    missing: Sequence[int] = (),
) -> MessageContent:
    """Return the list of tables that wait for a person, and the choice of reminders.

    `tables` are the tables where the person sits, and `missing` those of them whose game is not
    installed; `lead_to` makes the link to a table. A lobby waits for its opener once enough people
    have joined.
    """
    order = sort_turns([t for t in tables if t.seat_of(person_id) in t.waiting_on], person_id)
    lobbies = [table for table in tables if _waits_for_start(table, person_id)]
    parts: list[str] = []
    if order:
        parts.append(f"{_('## Your turns')}\n{list_turns(_, order, person_id, lead_to)}")
    if lobbies:
        head = _("### Lobbies that wait for your Start")
        parts.append(f"{head}\n{list_lobbies(_, lobbies, person_id)}")
    if missing:
        parts.append(list_missing(_, missing))
    again = PageButton.of(PAGES, label=_("Look again"))
    ways = [(way, _(words)) for way, words in WAYS.items()]
    return MessageContent(
        [
            *map(text, parts or [_("No table waits for you.")]),
            *rows([*link_first(_, [*order, *lobbies]), again]),
            *([text(_(REFUSED))] if choice.refused else []),
            text(_("-# When half of a turn is over (turns of an hour or more):")),
            *rows([select(_("Remind me"), ways, choice.way, PAGES, "remind")]),
        ]
    )


def _waits_for_start(table: Table, person_id: int) -> bool:
    waits = table.status is Status.LOBBY and table.opener.id == person_id
    return waits and not count_missing(table)


def render_reminder(
    _: Language, tables: Sequence[Table], person_id: int, lead_to: LeadTo = table_link
) -> MessageContent:
    order = sort_turns(tables, person_id)
    head = _("Your turn") if len(order) == 1 else _("Tables that wait: {n}", n=len(order))
    words = f"## ⏰ {head}\n{list_turns(_, order, person_id, lead_to)}"
    note = _("-# You asked for these messages in `/turns`, and can change it there.")
    return MessageContent([text(words), *rows(link_first(_, order)), text(note)])


def sort_turns(tables: Sequence[Table], person_id: int) -> list[Table]:
    """Sort tables that wait for a person: by the earliest deadline, then by the longest wait."""
    return sorted(tables, key=lambda table: (_ends(table, person_id), _since(table, person_id)))


def list_turns(_: Language, tables: Sequence[Table], person_id: int, lead_to: LeadTo) -> str:
    """Return a line for each table, as many as fit, and the number of tables left out."""
    lines = (_describe(_, table, person_id, lead_to) for table in tables)
    return fit_lines(lines, LIST_ROOM, REST)


def list_lobbies(_: Language, tables: Sequence[Table], person_id: int) -> str:
    """Return a line for each lobby, as `list_turns` does."""
    lines = (
        f"- {_.label(name_with_company(_, table, person_id), table_link(_, table))}"
        for table in tables
    )
    return fit_lines(lines, ROOM_FOR_LOBBIES, REST)


def link_first(_: Language, tables: Sequence[Table]) -> Items:
    """Return the button to the first table that has a message."""
    url = next((url for table in tables if (url := live_message_url(table))), None)
    label = _("Go there") if len(tables) == 1 else _("Go to the first")
    return [] if url is None else [link(url, label)]


def _describe(_: Language, table: Table, person_id: int, lead_to: LeadTo) -> str:
    """Return a table's line: the game, the other players, the time of the turn, and a link."""
    facts = [name_with_company(_, table, person_id), *_describe_time(_, table, person_id)]
    return f"- {_.label(' · '.join(facts), lead_to(_, table))}"


def _describe_time(_: Language, table: Table, person_id: int) -> list[str]:
    """Say when a turn is due; without a clock, when it began."""
    since, due = _since(table, person_id), _ends(table, person_id)
    if due < math.inf:
        return [_("⏱ due {time}", time=f"<t:{due:.0f}:R>")]
    return [_("your turn began {time}", time=f"<t:{since:.0f}:R>")] if since < math.inf else []


def _ends(table: Table, person_id: int) -> float:
    """Return the end of the person's time in Unix seconds; infinity without a running clock."""
    seat = table.seat_of(person_id)
    end = None if seat is None else table.deadline(seat)
    return math.inf if end is None else end


def _since(table: Table, person_id: int) -> float:
    """Return the beginning of the person's turn in Unix seconds; infinity if unknown."""
    seat = table.seat_of(person_id)
    since = None if seat is None else table.waiting.get(seat)
    return math.inf if since is None else since
