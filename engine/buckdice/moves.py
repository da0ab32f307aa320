"""The moves of Buck Dice."""

from __future__ import annotations

from dataclasses import dataclass

from engine.buckdice.dice import Dice
from engine.buckdice.opening import Order
from engine.core import (
    First,
)


@dataclass(frozen=True, slots=True)
class Throw:
    """Take up the dice: `throw`."""

    def __str__(self) -> str:
        return "throw"


Move = First | Order | Dice | Throw
