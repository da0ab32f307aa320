"""Names and days of dailies.

One person plays a daily, outside all channels, on one day. The name of its table holds the UTC day,
the format, and the format's version, as in `2026-11-24 pond 1`. The name determines the first
throw, and the start hash covers the name. A daily is closed soon after the end of its day.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

NO_CHANNEL: Final = 1
"""Channel id of every daily; Discord has no such channel."""

GRACE: Final = 3600.0
"""Seconds from the end of a day until its dailies are closed."""

PREVIEWS: Final = 10**12
"""Offset of the numbers of dailies that have not begun; larger than any table's number."""


def day_of(now: float) -> str:
    """Return the UTC day of a time in Unix seconds, as `2026-11-24`."""
    return f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d}"


def first_open(now: float) -> str:
    """Return the earliest day whose dailies are not closed."""
    return day_of(now - GRACE)


def is_closed(name: str, now: float) -> bool:
    """Return whether a daily can no longer be played; `name` is its name or only its day."""
    return name[:10] < first_open(now)


def midnight_of(day: str) -> float:
    """Return the beginning of a UTC day in Unix seconds."""
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp()


def add_days(day: str, number: int) -> str:
    return (date.fromisoformat(day) + timedelta(number)).isoformat()


def number_preview(day: str) -> int:
    """Return the number of a daily that has not begun and has no table yet."""
    return PREVIEWS + date.fromisoformat(day).toordinal()


def is_preview(table_id: int) -> bool:
    """Return whether a number belongs to a daily that has not begun."""
    return table_id > PREVIEWS
