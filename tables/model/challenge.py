"""A challenge: a table in no channel, which its one person alone may see, and that has a day.

Its name is that day in UTC, its format, and the version of that: `2026-11-24 pond 1`. The first
throw follows from the name, and the hash of the start covers it. Soon after the day it is closed.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Final

NO_CHANNEL: Final = 1
"""The channel of each challenge: Discord has none of this id."""

LOST: Final = "1970-01-01 none 0"
"""Stands for a name that cannot be read."""

GRACE: Final = 3600.0
"""Seconds after the end of its day in which a challenge may be played on."""

PREVIEWS: Final = 10**12
"""Above all numbers of tables. A challenge that has not begun has this number and its day's."""

_NAME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [a-z]{1,20} [0-9]{1,9}", re.ASCII)


def day_of(now: float) -> str:
    """Return the day in UTC of a time in Unix seconds: `2026-11-24`."""
    return f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d}"


def first_open(now: float) -> str:
    """Return the first day that is not closed."""
    return day_of(now - GRACE)


def is_closed(name: str, now: float) -> bool:
    """Return whether a challenge, or all of a day, counts only as it stands."""
    return name[:10] < first_open(now)


def midnight_of(day: str) -> float:
    """Return when a day begins, in Unix seconds."""
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp()


def add_days(day: str, number: int) -> str:
    """Return the day that comes so many days later."""
    return (date.fromisoformat(day) + timedelta(number)).isoformat()


def number_preview(day: str) -> int:
    """Return the number of a challenge that has not begun, which is on no table."""
    return PREVIEWS + date.fromisoformat(day).toordinal()


def is_preview(table_id: int) -> bool:
    """Return whether a table's number is that of a challenge that has not begun."""
    return table_id > PREVIEWS


def read_name(name: str | None) -> str | None:
    """Return the name of a challenge, or `LOST` for what is none; None for other tables."""
    return name if name is None or _NAME.fullmatch(name) else LOST
