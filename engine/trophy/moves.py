"""The moves that a player of Trophy Buck makes."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import (
    First,
)
from engine.trophy.dice import (
    Hunt,
)


@dataclass(frozen=True, slots=True)
class Roll:
    """Draw dice until there are three to roll, and roll them: `roll`."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class Stop:
    """Bank the Points of this turn and pass the dice: `stop`."""

    def __str__(self) -> str:
        return "stop"


Move = First | Roll | Stop | Hunt
