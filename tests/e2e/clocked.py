"""A clock for bots, which a test sets: a file says by how many seconds it is ahead."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class Day:
    """The clock of the bots of a test."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "clock"

    def set(self, moment: str) -> None:
        """Set it, now or while bots run, to a moment such as "2026-11-24 12:00", in UTC."""
        there = datetime.fromisoformat(moment).replace(tzinfo=UTC).timestamp()
        ahead = self.file.with_suffix(".new")
        ahead.write_text(f"{there - time.time():.3f}", encoding="ascii")
        ahead.replace(self.file)


def follow(file: Path) -> None:
    """Have this process go by the clock, read whenever somebody asks for the time."""
    right = time.time
    time.time = lambda: right() + float(file.read_text(encoding="ascii"))
