"""A list of people in their order, as all boards write it: medals, names, and the reader's row."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.display.words.faces import name_player
from cogs.interactions.names import clean_name, columns, cut

if TYPE_CHECKING:
    from collections.abc import Sequence

MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}

ROOM: Final = 18
"""Columns of a name, at most, so that a phone shows a row in one line."""


class Ranked(NamedTuple):
    """A row: the place, who has it, and what for.

    Attributes:
        place: equals share one; None for who has none.
        person_id: negative for a computer.
        name: as people wrote it.
        fact: what the list is ordered by, as markdown.
        medal: whether one of the first three has earned it.
    """

    place: int | None
    person_id: int
    name: str
    fact: str
    medal: bool = True


def list_ranked(rows: Sequence[Ranked], own: Ranked | None = None) -> str:
    """Return the rows, a line each.

    Args:
        rows: those of a page.
        own: the row of the only reader, on whatever page it is: marked, and called "You". None for
            a list that others read, too.
    """
    lines = [_write(row, marked=row == own) for row in rows]
    if own is None or own in rows:
        return "\n".join(lines)
    mine = _write(own, marked=True)
    if own.place is not None and rows and own.place < (rows[-1].place or inf):
        return "\n".join([mine, "⋯", *lines])
    return "\n".join([*lines, "⋯", mine])


def _write(row: Ranked, *, marked: bool) -> str:
    place = MEDALS.get(row.place or 0) if row.medal else None
    number = "-" if row.place is None else row.place
    name = "**You**" if marked else name_player(row.person_id, _shorten(row.name))
    return f"{place or f'`{number}`'} {name} · {row.fact}{' 👈' if marked else ''}"


def _shorten(name: str) -> str:
    clean = clean_name(name)
    return clean if columns(clean) <= ROOM else f"{cut(clean, ROOM - 1, columns)}…"
