"""Who is called, and when: pure functions of a table and of the times of clicks.

`seen` has the time of each person's last click at the table, by the same monotonic clock as
`clock`. `now` is in Unix seconds.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from tables.model.time_control import CALL_AFTER, CALL_UNHURRIED_AFTER

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from engine.core import Seat
    from tables.model.table import Table

AWAY_AFTER: Final = 180.0
"""Seconds without a click at the table after which a player is called as soon as the turn comes."""

HERE_FOR, UNHURRIED_HERE_FOR = CALL_AFTER, CALL_UNHURRIED_AFTER
"""Seconds after a click for which its player is not called, with a clock and without one."""


def idle_time(table: Table, seat: Seat, seen: Mapping[int, float], clock: float) -> float:
    """Return the seconds since a player's last click at the table; infinite if unknown."""
    last = seen.get(table.seats[seat].person_id)
    return math.inf if last is None else clock - last


def find_unanswered(table: Table, clicked_by: int | None, now: float) -> set[Seat]:
    """Return the called seats that the game still waits for, except the seat that has clicked.

    Players who have announced an absence are left out.
    """
    called = {*table.notified} & {*table.waiting_on}
    waiting = {seat for seat in called if not table.is_paused(seat, now)}
    return {seat for seat in waiting if table.seats[seat].person_id != clicked_by}


def find_away(
    table: Table,
    turns: Sequence[Seat],
    clicked_by: int | None,
    seen: Mapping[int, float],
    *,
    now: float,
    clock: float,
) -> tuple[Seat, ...]:
    """Return the seats whose turn has come and whose players probably do not see it.

    A player is away whose clock runs and whose last click is known to be long ago. At a table with
    a slow clock, nobody is expected soon but the player who has just clicked.
    """

    def is_away(seat: Seat) -> bool:
        idle = idle_time(table, seat, seen, clock) if table.time_control.budget else 0.0
        there = table.seats[seat].person_id == clicked_by
        later = table.time_control.slow and not there and len(table.people) > 1
        return later or AWAY_AFTER < idle < math.inf

    return tuple(seat for seat in turns if not table.is_paused(seat, now) and is_away(seat))


def find_due(table: Table, again: Collection[Seat], now: float) -> list[Seat]:
    """Return the seats to call: those that wait for too long, and those in `again`, each once."""
    before = now - table.time_control.call_after
    waits = {
        seat: table.waiting.get(seat) for seat in table.waiting_on if not table.is_paused(seat, now)
    }
    due = [
        seat
        for seat, since in waits.items()
        if since is not None and since <= before and seat not in table.notified
    ]
    return due + [seat for seat in again if seat not in (*due, *table.reminded)]


def find_absent(
    table: Table, due: Sequence[Seat], seen: Mapping[int, float], clock: float
) -> tuple[Seat, ...]:
    """Return the seats to call whose players have not clicked just now."""
    here = UNHURRIED_HERE_FOR if table.time_control.budget is None else HERE_FOR
    return tuple(seat for seat in due if idle_time(table, seat, seen, clock) >= here)
