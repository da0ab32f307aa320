"""A clock that a test sets for its bots.

A file holds the seconds by which this clock is ahead of the real time.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class Day:
    """Sets the clock that a test's bots follow."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "clock"

    def set(self, moment: str) -> None:
        """Set the clock to a moment in UTC, such as "2026-11-24 12:00". Running bots follow."""
        there = datetime.fromisoformat(moment).replace(tzinfo=UTC).timestamp()
        ahead = self.file.with_suffix(".new")
        ahead.write_text(f"{there - time.time():.3f}", encoding="ascii")
        ahead.replace(self.file)


def follow(file: Path) -> None:
    """Make `time.time` of this process follow the clock's file, which each call reads again."""
    right = time.time
    time.time = lambda: right() + float(file.read_text(encoding="ascii"))
