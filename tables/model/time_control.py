"""Time controls: how long a player may think before the caretaker moves.

Each turn has a time limit. A turn that `Game.is_long_turn` names has `LONG_TURN` times as much.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Self

IDLE_AFTER: Final = 120
"""Seconds after which a player is idle: the others may give the seat to the caretaker."""

CALL_AFTER: Final = 25
"""Seconds that a turn with a clock may last before its player is called."""

CALL_UNHURRIED_AFTER: Final = 90
"""The same without a clock: nothing is lost, and a call to somebody who thinks is a nuisance."""

LONG_TURN: Final = 2
"""Factor on the time of a turn that begins a round."""

MISSES: Final = 3
"""Turns missed in a row after which the caretaker keeps the seat until its owner is back."""


class TimeControl(StrEnum):
    """The time limits of a table.

    Attributes:
        budget: seconds for a turn; None where no clock runs.
        slow: whether players look at the game only now and then. At a table with several people,
            a message then calls each player whose turn has come.
    """

    _value_: str
    budget: float | None
    slow: bool

    NONE = "none", None, False
    LIVE = "live", 180.0, False
    RELAXED = "relaxed", 3600.0, True
    DAY = "day", 86_400.0, True
    DAYS = "days", 3 * 86_400.0, True

    def __new__(cls, word: str, budget: float | None, slow: bool) -> Self:  # noqa: FBT001 - a value of each member
        self = str.__new__(cls, word)
        self._value_, self.budget, self.slow = word, budget, slow
        return self

    @property
    def call_after(self) -> int:
        """Seconds that a turn may last before its player is called."""
        return CALL_UNHURRIED_AFTER if self.budget is None else CALL_AFTER


TIME_CONTROLS: Final[Mapping[str, TimeControl]] = {str(each): each for each in TimeControl}
"""Time controls by name."""
