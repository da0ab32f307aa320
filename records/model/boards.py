"""Pages of leaderboards."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, TypeVar

R = TypeVar("R")

PAGE: Final = 10
"""Rows on a page of a board or of the history."""

STEADY: Final = 5
"""Games that a person needs to lead by average place, and to lead a season."""


class Period(StrEnum):
    """The periods of a leaderboard, in UTC; a season is a month."""

    TODAY = "day"
    WEEK = "week"
    SEASON = "season"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Board(Generic[R]):
    """A page of a leaderboard.

    Attributes:
        rows: at most ten.
        page: 1 is the first.
        pages: at least 1.
        players: the number of players on the whole board.
        own: the row of the person who asks, even if it is on another page; None without a game.
        since: the beginning of the period in Unix seconds; None for all time.
        above: the last row of the next better place than `own`; None at the top.
    """

    rows: tuple[R, ...]
    page: int
    pages: int
    players: int
    own: R | None
    since: float | None
    above: R | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A player on a board of a feature; equals share a rank.

    Attributes:
        rank: 1 is best.
        person_id: negative for a forgotten person and for a computer.
        name: the name as last seen on this server.
        games: the number of games that count.
        fact: the value that orders the board, in words.
    """

    rank: int
    person_id: int
    name: str
    games: int
    fact: str


def page_within(page: int, count: int) -> tuple[int, int]:
    """Return the existing page nearest to `page`, and the number of pages."""
    pages = max(1, -(-count // PAGE))
    return min(max(page, 1), pages), pages
