"""The list of tables that wait for a person, and the message that reminds of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cogs.display.components import PageButton, select
from cogs.display.table_text import (
    fit_lines,
    live_message_url,
    name_with_company,
    table_link,
)
from cogs.features.turns.reminders import Choice, Way
from cogs.interactions.content import MessageContent
from cogs.interactions.language import ENGLISH
from cogs.interactions.parts import Items, link, rows, text
from tables.model.table import Status
from tables.play.lobby import count_missing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cogs.interactions.language import Language
    from tables.model.table import Table

    LeadTo = Callable[[Language, Table], str]

PAGES = "turns"

WAYS = {
    Way.CHANNEL: "🔔 Call me in the channel once more",
    Way.DIRECT: "✉️ Send me a direct message, at most one an hour",
    Way.NONE: "🔕 Do not remind me",
}
"""Words of the menu for each way to be reminded."""

REFUSED = (
    "⚠️ Discord did not let me send you a direct message, so I call you in the channel again. "
    "Your privacy settings for the server decide about it."
)

LIST_ROOM, ROOM_FOR_LOBBIES = 3000, 500
"""Characters for the named tables; Discord takes 4,000 in all."""

REST = "-# and {number} more"


def render_turns(
    tables: Sequence[Table], person_id: int, choice: Choice, lead_to: LeadTo = table_link
) -> MessageContent:
    """Return the list of tables that wait for a person, and the choice of reminders.

    `tables`: where the person sits; `lead_to` links to one. A lobby waits for its opener if
    enough people have joined.
    """
    order = sort_turns([t for t in tables if t.seat_of(person_id) in t.waiting_on], person_id)
    lobbies = [table for table in tables if _waits_for_start(table, person_id)]
    parts = [f"## Your turns\n{list_turns(order, person_id, lead_to)}"] if order else []
    parts += (
        [f"### Lobbies that wait for your Start\n{list_lobbies(lobbies, person_id)}"]
        if lobbies
        else []
    )
    about = "-# When half of a turn of an hour or more is over:"
    return MessageContent(
        [
            *map(text, parts or ["No table waits for you."]),
            *rows([*link_first([*order, *lobbies]), PageButton.of(PAGES, label="Look again")]),
            *([text(REFUSED)] if choice.refused else []),
            text(about),
            *rows([select("Remind me", WAYS.items(), choice.way, PAGES, "remind")]),
        ]
    )


def _waits_for_start(table: Table, person_id: int) -> bool:
    waits = table.status is Status.LOBBY and table.opener.id == person_id
    return waits and not count_missing(table)


def render_reminder(
    tables: Sequence[Table], person_id: int, lead_to: LeadTo = table_link
) -> MessageContent:
    order = sort_turns(tables, person_id)
    where = f" at {len(order)} tables" if len(order) > 1 else ""
    words = f"## ⏰ Your turn{where}\n{list_turns(order, person_id, lead_to)}"
    note = "-# You asked for these messages in `/turns`, and can change it there."
    return MessageContent([text(words), *rows(link_first(order)), text(note)])


def sort_turns(tables: Sequence[Table], person_id: int) -> list[Table]:
    """Return the tables that wait for a person, the shortest clock first, then the longest wait."""
    return sorted(tables, key=lambda table: (_ends(table, person_id), _since(table, person_id)))


def list_turns(tables: Sequence[Table], person_id: int, lead_to: LeadTo) -> str:
    """Return a line for each table, as many as fit, and the number of further ones."""
    lines = (_describe(table, person_id, lead_to) for table in tables)
    return fit_lines(lines, LIST_ROOM, REST)


def list_lobbies(tables: Sequence[Table], person_id: int) -> str:
    """Return a line for each lobby, as `list_turns` does."""
    lines = (
        f"- {name_with_company(ENGLISH, table, person_id)}: {table_link(ENGLISH, table)}"
        for table in tables
    )
    return fit_lines(lines, ROOM_FOR_LOBBIES, REST)


def link_first(tables: Sequence[Table]) -> Items:
    """Return the button to the first table that has a message."""
    url = next((url for table in tables if (url := live_message_url(table))), None)
    label = "Go there" if len(tables) == 1 else "Go to the first"
    return [] if url is None else [link(url, label)]


def _describe(table: Table, person_id: int, lead_to: LeadTo) -> str:
    """Return a table's line: the game, the others, the turn's time, a link."""
    when = _describe_time(table, person_id)
    return f"- {name_with_company(ENGLISH, table, person_id)}{when}: {lead_to(ENGLISH, table)}"


def _describe_time(table: Table, person_id: int) -> str:
    """Return when the turn is due and when the caretaker moves; without a clock, when it began."""
    seat, since, ends = table.seat_of(person_id), _since(table, person_id), _ends(table, person_id)
    due = None if seat is None else table.due(seat)
    if due is None:
        return f", since <t:{since:.0f}:R>" if since < math.inf else ""
    latest = f", at the latest <t:{ends:.0f}:R>" if ends > due else ""
    return f", ⏱ due <t:{due:.0f}:R>{latest}"


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
