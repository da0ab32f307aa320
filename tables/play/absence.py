"""Stated absences: they stop a person's clock, if the table allows it.

There is no timer. The seat stores the end of the absence, and the start of the person's turn
(`waiting`) moves later by its length. So code that compares `waiting` with the clock need not know
of absences, and nothing has to happen when one ends.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from engine.tuples import replace_item
from tables.storage.act import Act, require_seat

if TYPE_CHECKING:
    from tables.model.table import Person, Table
    from tables.storage.act import Moment

LONGEST: Final = 30 * 86_400
"""Longest total absence of a player at one table, in seconds."""


@dataclass(frozen=True, slots=True)
class SetAbsence(Act):
    """Notes that a person is away until a time in Unix seconds, up to `LONGEST`; raises NotSeated.

    An `until` that is not in the future ends the absence. A game without pauses does not change. A
    lobby notes the absence anyway, because its time control may change.
    """

    person: Person
    until: float

    def apply(self, stored: Table, at: Moment) -> Table:
        seat = require_seat(stored, self.person)
        if stored.status.over or not (stored.pauses or stored.progress is None):
            return stored
        before = max(seat.away_until, at.now)
        by = min(max(self.until, at.now) - before, LONGEST - seat.away_total)
        if by == 0:
            return stored
        later = {**stored.waiting}
        if seat.seat in later:
            later[seat.seat] += by
        after = replace(seat, away_until=before + by, away_total=seat.away_total + by)
        moved = stored.changed(at.now, waiting=later)
        moved = replace(moved, seats=replace_item(stored.seats, seat.seat, after))
        return moved if after.away_until > at.now else ask_anew(moved)


def ask_anew(stored: Table) -> Table:
    """Return the table without agreements to end the game, because somebody is back."""
    return replace(stored, seats=tuple(replace(seat, ends=False) for seat in stored.seats))
