"""How much time people have for a turn, before the caretaker moves in their place.

Each turn has its time. Beside it each player has a bank for the whole game, which runs when the
time of a turn is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Self

SILENCE: Final = 120
"""Seconds after which the others may give the seat of a silent player to the caretaker."""

MISSES: Final = 3
"""After so many turns missed in a row the seat is the caretaker's until its owner is back."""


class Pace(StrEnum):
    """How fast a table is played.

    Attributes:
        budget: seconds for a turn; None where no clock runs.
        bank: seconds that a player has besides, for all turns of a game together.
        slow: whether players come by now and then, and are called at once.
    """

    _value_: str
    budget: float | None
    bank: float
    slow: bool

    NONE = "none", None, 0.0, False
    LIVE = "live", 120.0, 300.0, False
    RELAXED = "relaxed", 3600.0, 6 * 3600.0, True
    DAY = "day", 86_400.0, 3 * 86_400.0, True
    DAYS = "days", 3 * 86_400.0, 7 * 86_400.0, True

    def __new__(cls, word: str, budget: float | None, bank: float, slow: bool) -> Self:  # noqa: FBT001 - a value of each member
        """Make a pace from its word."""
        pace = str.__new__(cls, word)
        pace._value_, pace.budget, pace.bank, pace.slow = word, budget, bank, slow
        return pace


PACES: Final[Mapping[str, Pace]] = {str(pace): pace for pace in Pace}
"""Every pace by its word."""
