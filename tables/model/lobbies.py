"""What follows from a table before its game: what one press adds, and how old a press is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tables.model.table import Table


def count_missing(table: Table) -> int:
    """Return how many players a lobby lacks before its game can begin."""
    return max(0, table.game.seat_range(table.options)[0] - len(table.seats))


def count_free(table: Table) -> int:
    """Return how many seats are free, for ducks at least."""
    return max(0, table.game.seat_range(table.options)[-1] - len(table.seats))


def count_to_add(table: Table) -> int:
    """Return how many ducks one press adds: all that are missing, else one where a seat is free."""
    return count_missing(table) or min(1, count_free(table))


def tell_moment(table: Table) -> int:
    """Return when somebody last changed a table, in milliseconds: so old is what a button shows.

    The revision does not tell that: it also grows where only the message is noted.
    """
    return round(table.changed_at * 1000)
