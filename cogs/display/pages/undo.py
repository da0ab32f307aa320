"""Taking a move back: the button for who may do it, and what a board tells of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.controls.components import ActionButton
from cogs.interactions.names import clean_name, plain_name

if TYPE_CHECKING:
    from engine.core import Seat
    from tables.model.table import Table


def offer_undo(table: Table, viewer: Seat | None = None) -> list[ActionButton]:
    """Return the button that takes the latest move back, where that is possible.

    It stands where moves are made: on the board, in a game with hidden hands on that of its owner.
    """
    if not table.undoable:
        return []
    seat = table.undoable[0].seat
    if table.game.info.hidden and viewer != seat:
        return []
    whose = "" if seat in table.to_act else f" by {clean_name(table.seats[seat].person.name)[:50]}"
    return [ActionButton.of(table.id, "undo", f"↩ Undo{whose}", arg=table.drawn_for(viewer))]


def tell_undo(table: Table) -> list[str]:
    """Return a line about who has taken the latest move back; else nothing."""
    if table.undone_by is None:
        return []
    name = plain_name(table.seats[table.undone_by].person.name)
    return [f"-# ↩ {name} has taken a move back."]
