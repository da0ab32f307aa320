"""Which game the daily of a day is: data.

A format is admitted by a program, `python -m bench.daily`, which asks whether play decides and not
luck: docs/strength.md has its figures. A change of what is played needs a higher version, as the
hash of a start covers it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of daily.

    Attributes:
        key: its name in transcripts; lower case letters.
        version: grows with every change of what follows.
        game: the key of the game.
        words: who plays, and how long.
        options: of the game, where they are not the usual ones.
        ducks: the level of each duck at the table.
    """

    key: str
    version: int
    game: str
    words: str
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    ducks: tuple[str, ...] = ()


POND: Final = Format("pond", 1, "pond", "you alone, six days")
DUCKS: Final = Format(
    "ducks", 1, "ducks", "against three hard ducks, two circuits", {"circuits": "2"}, ("hard",) * 3
)

FORMATS: Final = (POND, DUCKS, POND, POND, POND, DUCKS, POND)
"""By weekday, from Monday on."""


def format_of(day: str) -> Format:
    """Return the format of a day, given as `2026-11-24`."""
    return FORMATS[date.fromisoformat(day).weekday()]


def name_daily(day: str) -> str:
    """Return what the daily of a day is called: `2026-11-24 ducks 1`; see `tables.model.daily`."""
    chosen = format_of(day)
    return f"{day} {chosen.key} {chosen.version}"
