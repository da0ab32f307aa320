"""How a table ends: played to its end, cancelled, abandoned, or closed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.core import Seat
    from tables.model.table import Status, Table


def end(table: Table, status: Status, now: float, reason: str | None = None) -> Table:
    """Return the table in a final phase. It waits for nobody and has no standing orders."""
    free = tuple(replace(s, standing_order="") if s.standing_order else s for s in table.seats)
    return table.changed(now, seats=free, status=status, ended_at=now, reason=reason, waiting={})


def break_off(
    table: Table,
    status: Status,
    now: float,
    losers: Collection[Seat],
    reason: str | None = None,
) -> Table:
    """End a running game that these seats have lost. Without losers it counts for nobody.

    The losers come last, like players who have left. The others get their current places.
    """
    over = end(table, status, now, reason)
    if table.progress is None or table.challenge is not None or not losers:
        return over
    places = table.game.standing(table.progress.state, len(table.seats))
    seats = (
        replace(seat, place=places[seat.seat], departed=seat.departed or seat.seat in losers)
        for seat in over.seats
    )
    return over.with_columns(forfeited=True, seats=tuple(seats))
