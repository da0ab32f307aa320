"""Blows: failures that hit three workers one after the other, drawn by a seed."""

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
"""Possible durations of a blow in seconds, by kind. A kill lasts until a new worker starts."""


@dataclass(frozen=True)
class Blow:
    """One blow.

    Attributes:
        kind: a key of `KINDS`.
        pause: seconds before the blow.
        seconds: the duration of the blow.
        who: the index of the worker that is hit, among those that run.
        hard: true for the worse variant of a blow. A cut line is silent instead of refusing
            connections, a commit whose answer is lost still arrives, and a server stops at once.
    """

    kind: str
    pause: float
    seconds: float
    who: int
    hard: bool


def plan(seed: int, number: int) -> list[Blow]:
    """Return `number` blows. They come in rounds. A round has each kind once, in any order."""
    chance = random.Random(f"blows {seed}")
    kinds: list[str] = []
    while len(kinds) < number:
        kinds += chance.sample(tuple(KINDS), k=len(KINDS))
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
