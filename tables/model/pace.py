"""How much time people have for a turn, before the caretaker moves in their place.

Each turn has its time. Beside it each player has a bank for the whole game, which runs when the
time of a turn is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

SILENCE: Final = 120
"""Seconds after which the others may give the seat of a silent player to the caretaker."""

MISSES: Final = 3
"""After so many turns missed in a row the seat is the caretaker's until its owner is back."""


class Pace(StrEnum):
    """How fast a table is played."""

    NONE = "none"
    LIVE = "live"
    RELAXED = "relaxed"
    DAY = "day"
    DAYS = "days"

    @property
    def slow(self) -> bool:
        """Whether players come by now and then, and are called at once."""
        return self in (Pace.RELAXED, Pace.DAY, Pace.DAYS)

    @property
    def budget(self) -> float | None:
        """Seconds for a turn; None where no clock runs."""
        return _BUDGETS[self]

    @property
    def bank(self) -> float:
        """Seconds that a player has besides, for all turns of a game together."""
        return _BANKS[self]


PACES: Final[Mapping[str, Pace]] = {str(pace): pace for pace in Pace}
"""Every pace by its word."""

_BUDGETS: Final[Mapping[Pace, float | None]] = {
    Pace.NONE: None,
    Pace.LIVE: 120.0,
    Pace.RELAXED: 3600.0,
    Pace.DAY: 86_400.0,
    Pace.DAYS: 3 * 86_400.0,
}

_BANKS: Final[Mapping[Pace, float]] = {
    Pace.NONE: 0.0,
    Pace.LIVE: 300.0,
    Pace.RELAXED: 6 * 3600.0,
    Pace.DAY: 3 * 86_400.0,
    Pace.DAYS: 7 * 86_400.0,
}


def may_hand_over(pace: Pace, missed: int, waited: float) -> bool:
    """Return whether others may give a seat to the caretaker that was waited for so long.

    Where a clock runs, it is the clock that moves: until its owner has missed a turn, nobody else
    ends it.
    """
    return waited >= SILENCE and (pace.budget is None or missed > 0)
