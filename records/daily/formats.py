"""Which game the daily is: data.

A format may be one if play decides there, and not luck: docs/strength.md has the figures. A change
of what is played needs a higher version, as the hash of a start covers it.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Format(NamedTuple):
    """A kind of daily: a game that one person plays alone, under the usual options."""

    game: str
    version: int
    words: str


POND: Final = Format("pond", 1, "you alone, six days")
"""The daily of each day."""


def name_daily(day: str) -> str:
    """Return what the daily of a day is called: `2026-11-24 pond 1`; see `tables.model.daily`."""
    return f"{day} {POND.game} {POND.version}"
