"""The tables that wait for one person, as a list with links."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cogs.display.words.table_text import fit_lines, live_message_url, name_with_company, table_link
from cogs.interactions.parts import link

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.interactions.parts import Items
    from tables.model.table import Table

ROOM, ROOM_FOR_LOBBIES = 3000, 500
"""Characters for the tables that are named; Discord takes 4,000 in all."""

REST = "-# and {} more"


def sort_turns(tables: Sequence[Table], person_id: int) -> list[Table]:
    """Return the tables that wait for a person: by their clocks, then by how long."""
    return sorted(tables, key=lambda table: (_ends(table, person_id), _since(table, person_id)))


def list_turns(tables: Sequence[Table], person_id: int) -> str:
    """Return a line for each table, as many as there is room for, and how many more there are."""
    lines = (_describe(table, person_id) for table in tables)
    return fit_lines(lines, ROOM, REST)


def list_lobbies(tables: Sequence[Table], person_id: int) -> str:
    """Return a line for each lobby, as `list_turns` does."""
    lines = (f"- {name_with_company(table, person_id)}: {table_link(table)}" for table in tables)
    return fit_lines(lines, ROOM_FOR_LOBBIES, REST)


def link_first(tables: Sequence[Table]) -> Items:
    """Return the button that leads to the first table with a message."""
    url = next((url for table in tables if (url := live_message_url(table))), None)
    label = "Go there" if len(tables) == 1 else "Go to the first"
    return [] if url is None else [link(url, label)]


def _describe(table: Table, person_id: int) -> str:
    """Return a line: the game, the others, since or until when it waits, a link."""
    when = _describe_time(table, person_id)
    return f"- {name_with_company(table, person_id)}{when}: {table_link(table)}"


def _describe_time(table: Table, person_id: int) -> str:
    """Return when the turn is due and when the caretaker moves; without a clock since when."""
    seat, since, ends = table.seat_of(person_id), _since(table, person_id), _ends(table, person_id)
    due = None if seat is None else table.due(seat)
    if due is None:
        return f", since <t:{since:.0f}:R>" if since < math.inf else ""
    latest = f", at the latest <t:{ends:.0f}:R>" if ends > due else ""
    return f", ⏱ due <t:{due:.0f}:R>{latest}"


def _ends(table: Table, person_id: int) -> float:
    """Return when the person's time runs out, in Unix seconds; endless where no clock runs."""
    seat = table.seat_of(person_id)
    end = None if seat is None else table.deadline(seat)
    return math.inf if end is None else end


def _since(table: Table, person_id: int) -> float:
    """Return when the person's turn began, in Unix seconds; endless where that is not known."""
    seat = table.seat_of(person_id)
    since = None if seat is None else table.waiting.get(seat)
    return math.inf if since is None else since
