"""How things are kept apart: by server, by board, by span of time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from records.model import Period

DIRECT: Final = 0
"""Stands for direct messages where a server's id stands; they have no boards and no ratings."""

NOWHERE: Final = -1
"""Stands where nothing is to be told of a server; no server has this id."""

EVERY_GAME: Final = "*"
"""The board of all games with others together."""

ANONYMOUS: Final = "Somebody"
"""The name of everybody who has been forgotten, and of whom no name is known."""

_SOLO: Final = "/solo"

UNSCORED: Final = frozenset({"buckdice"})
"""Games whose scores do not compare: in Buck Dice who is out has 15, and a low one may win."""


def scope(guild_id: int | None) -> int:
    """The server as the records number it."""
    return DIRECT if guild_id is None else guild_id


def solo(game: str) -> str:
    """The board of those who played a game alone."""
    return game + _SOLO


def is_solo(board: str) -> bool:
    """Whether a board is one of games played alone."""
    return board.endswith(_SOLO)


def game_of(board: str) -> str:
    """The game of a board of one game."""
    return board.removesuffix(_SOLO)


def bucket(period: Period, at: float) -> str:
    """The day, ISO week, month or quarter of a time, in UTC; later ones sort behind."""
    time = datetime.fromtimestamp(at, UTC)
    match period:
        case Period.TODAY:
            return f"{time:%Y-%m-%d}"
        case Period.WEEK:
            year, week, _ = time.isocalendar()
            return f"{year:04}-W{week:02}"
        case Period.MONTH:
            return f"{time:%Y-%m}"
        case Period.SEASON:
            return f"{time:%Y}-Q{(time.month + 2) // 3}"
        case Period.ALL:
            return ""


def began(period: Period, at: float) -> float | None:
    """When the bucket of a time began, in Unix seconds; None for all time."""
    day = datetime.fromtimestamp(at, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    match period:
        case Period.TODAY:
            return day.timestamp()
        case Period.WEEK:
            return (day - timedelta(days=day.weekday())).timestamp()
        case Period.MONTH:
            return day.replace(day=1).timestamp()
        case Period.SEASON:
            return day.replace(month=3 * ((day.month - 1) // 3) + 1, day=1).timestamp()
        case Period.ALL:
            return None
