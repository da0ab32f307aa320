"""Pages of what a server remembers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, TypeVar

R = TypeVar("R")

PAGE: Final = 10
"""How many rows a page of a board or of the history has."""

STEADY: Final = 5
"""How many games a person needs to be among the first by average place, and in a season."""


class Period(StrEnum):
    """The spans of time of a leaderboard, in UTC; a season is a month."""

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
        players: how many are on the whole board.
        own: the row of the person who asks, on whatever page it is; None without a game.
        since: when the period began, in Unix seconds; None for all time.
        above: the row with the next better place than `own`, of several the last; None at the top.
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
        person_id: negative for a person who was forgotten, and for a computer.
        name: as last seen on this server.
        games: how many games count.
        fact: what the board is ordered by, in words.
    """

    rank: int
    person_id: int
    name: str
    games: int
    fact: str


def page_within(page: int, count: int) -> tuple[int, int]:
    """Return the page to show when `page` is asked for, and how many pages there are."""
    pages = max(1, -(-count // PAGE))
    return min(max(page, 1), pages), pages
