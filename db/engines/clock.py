"""Whether this machine's clock can be right, by when a database was last used."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from db.errors import DatabaseAhead

DAY: Final = 24 * 60 * 60
"""Seconds by which a clock may be behind the last use: what a wrong time zone makes."""


def require_past(name: str, seen_at: float, now: float) -> None:
    """Raise DatabaseAhead for a database that was used more than a day after `now`."""
    if seen_at > now + DAY:
        raise DatabaseAhead(
            f"This machine's clock says {_tell(now)}, but the database {name} was last used on"
            f" {_tell(seen_at)}: set the clock. If it is right, and was wrong then, start once with"
            " `python bot.py --trust-clock`."
        )


def _tell(moment: float) -> str:
    """Return a moment in Unix seconds in words, in UTC."""
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M} UTC"
