"""The moves of Ducks in a Bucket, in the notation of the package's docstring."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import First


@dataclass(frozen=True, slots=True)
class Fall:
    """The chance move: white dice in ascending order, and the Boss: `dice 1 3 5 5 6 boss 5`."""

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
    """Promote nothing, throw one white die away and roll the rest: `throw away`."""

    def __str__(self) -> str:
        return "throw away"


@dataclass(frozen=True, slots=True)
class Bust:
    """Promote nothing and lose the bucket, if the option `press` is "bust": `bust`."""

    def __str__(self) -> str:
        return "bust"


@dataclass(frozen=True, slots=True)
class Stop:
    """Record the hand: `stop`."""

    def __str__(self) -> str:
        return "stop"


Move = First | Fall | Promote | Roll | ThrowAway | Bust | Stop
