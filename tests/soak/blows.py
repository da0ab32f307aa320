"""What hits three workers, one blow after the other, as a seed has it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from workers.leases import DEAD_AFTER

KINDS: Final[dict[str, tuple[float, ...]]] = {
    "kill": (0, 1, DEAD_AFTER + 4),
    "pause": (2, DEAD_AFTER + 6),
    "replace": (0,),
    "cut discord": (2, 12, 30),
    "cut database": (2, 8, 20),
    "lose commits": (0,),
    "stop server": (0, 12, 20),
}
"""How many seconds each kind of blow may take; a kill: until another worker is started."""

ON_A_FILE: Final = ("kill", "pause", "replace", "cut discord")
"""Those that need no server of a database."""


@dataclass(frozen=True)
class Blow:
    """One blow.

    Attributes:
        kind: one of `KINDS`.
        pause: seconds before it.
        seconds: how long it takes.
        who: which worker it hits, by its place among those that run.
        hard: whether a line is silent instead of refused, a commit arrives though its answer is
            lost, and a server ends at once.
    """

    kind: str
    pause: float
    seconds: float
    who: int
    hard: bool


def plan(seed: int, number: int, *, on_a_file: bool) -> list[Blow]:
    """Return so many blows; each kind comes equally often, in an order of its own each time."""
    chance = random.Random(f"blows {seed}")
    possible = ON_A_FILE if on_a_file else tuple(KINDS)
    kinds: list[str] = []
    while len(kinds) < number:
        kinds += chance.sample(possible, k=len(possible))
    return [
        Blow(
            kind,
            chance.uniform(0.2, 4),
            chance.choice(KINDS[kind]),
            chance.randrange(3),
            chance.random() < 0.5,
        )
        for kind in kinds[:number]
    ]
