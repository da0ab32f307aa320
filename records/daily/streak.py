"""How many days in a row somebody has finished the daily."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def count_streak(finished: Iterable[str], today: str) -> int:
    """Return how many days a streak has, from the days that were finished, as `2026-11-24`.

    In each ISO week one missed day neither breaks a streak nor adds to it. Today is not missed yet.
    """
    days = {date.fromisoformat(day) for day in finished}
    day, missed, length = date.fromisoformat(today), set[tuple[int, int]](), 0
    if day not in days:
        day -= timedelta(1)
    while days and day >= min(days):
        week = day.isocalendar()[:2]
        if day in days:
            length += 1
        elif week in missed:
            break
        else:
            missed.add(week)
        day -= timedelta(1)
    return length
