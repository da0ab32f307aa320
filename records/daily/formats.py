"""Which game the daily of a day is: data.

`python -m bench.daily` admits a format if play decides there, and not luck: docs/strength.md has
its figures. A change of what is played needs a higher version, as the hash of a start covers it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final, NamedTuple


class Format(NamedTuple):
    """A kind of daily: its name in transcripts, and who plays which game how long.

    `options` are those of the game that are not the usual ones, `ducks` the level of each.
    """

    key: str
    version: int
    game: str
    words: str
    options: Mapping[str, str] = {}
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
