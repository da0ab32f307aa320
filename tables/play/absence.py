"""Absences that people state: until then no clock runs for them, where the table allows it.

No timer is kept. The end of the absence stands at the seat, and the time from which the clock of a
turn counts is later by the absence (`waiting`). So whatever compares that time with the clock is
right without knowing of absences, and when one ends nothing has to be done.
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
"""Seconds for which a player can be away at one table, in all."""


@dataclass(frozen=True, slots=True)
class SetAbsence(Act):
    """Has a person be away until then, in Unix seconds, but never for too long; NotSeated.

    `until` at the time of now or earlier ends the absence. A game whose clock runs on anyway stays
    as it is; a lobby notes the absence, as its time control may change.
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
    """Return the table at which nobody has agreed to end the game: somebody is back."""
    return replace(stored, seats=tuple(replace(seat, ends=False) for seat in stored.seats))
