"""The moves of Ducks in a Bucket; their notation is told in the package's docstring."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import First


@dataclass(frozen=True, slots=True)
class Fall:
    """The chance move: the white dice, ascending, and the Boss. `dice 1 3 5 5 6 boss 5`."""

    dice: tuple[int, ...]
    boss: int

    def __str__(self) -> str:
        return f"dice {' '.join(map(str, self.dice))} boss {self.boss}"


@dataclass(frozen=True, slots=True)
class Promote:
    """Move white dice into the bucket: `promote 5 5`, ascending."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return "promote " + " ".join(map(str, self.dice))


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll every unbucketed die and the Boss: `roll`."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class ThrowAway:
    """Promote nothing: one white die is thrown away and the rest are rolled: `throw away`."""

    def __str__(self) -> str:
        return "throw away"


@dataclass(frozen=True, slots=True)
class Bust:
    """Promote nothing where the press rule is bust, which loses the bucket: `bust`."""

    def __str__(self) -> str:
        return "bust"


@dataclass(frozen=True, slots=True)
class Stop:
    """Record the hand: `stop`."""

    def __str__(self) -> str:
        return "stop"


Move = First | Fall | Promote | Roll | ThrowAway | Bust | Stop
