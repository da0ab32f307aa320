"""Names and days of challenges.

A challenge is the table of a daily. One person plays it, outside all channels, on one day. Its name
holds the UTC day, the format, and the format's version, as in `2026-11-24 pond 1`. The name
determines the first throw, and the start hash covers the name. The challenge is closed soon after
the end of its day.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Final

NO_CHANNEL: Final = 1
"""Channel id of every challenge; Discord has no such channel."""

LOST: Final = "1970-01-01 none 0"
"""Name that replaces a malformed name of a challenge."""

GRACE: Final = 3600.0
"""Seconds from the end of a challenge's day until the challenge is closed."""

PREVIEWS: Final = 10**12
"""Offset of the numbers of challenges that have not begun; larger than any table's number."""

_NAME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [a-z]{1,20} [0-9]{1,9}", re.ASCII)


def day_of(now: float) -> str:
    """Return the UTC day of a time in Unix seconds, as `2026-11-24`."""
    return f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d}"


def first_open(now: float) -> str:
    """Return the earliest day whose challenges are not closed."""
    return day_of(now - GRACE)


def is_closed(name: str, now: float) -> bool:
    """Return whether a challenge can no longer be played; `name` is its name or only its day."""
    return name[:10] < first_open(now)


def midnight_of(day: str) -> float:
    """Return the beginning of a UTC day in Unix seconds."""
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp()


def add_days(day: str, number: int) -> str:
    return (date.fromisoformat(day) + timedelta(number)).isoformat()


def number_preview(day: str) -> int:
    """Return the number of a challenge that has not begun and has no table yet."""
    return PREVIEWS + date.fromisoformat(day).toordinal()


def is_preview(table_id: int) -> bool:
    """Return whether a number belongs to a challenge that has not begun."""
    return table_id > PREVIEWS


def read_name(name: str | None) -> str | None:
    """Return the name of a challenge, or `LOST` if the name is malformed; None stays None."""
    return name if name is None or _NAME.fullmatch(name) else LOST
