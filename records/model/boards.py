"""Pages of what a server remembers: leaderboards and the history."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

R = TypeVar("R")


class Period(StrEnum):
    """The spans of time of a leaderboard, in UTC; a season is a month."""

    TODAY = "day"
    WEEK = "week"
    SEASON = "season"
    ALL = "all"


class Sort(StrEnum):
    """What a leaderboard is ordered by; the best comes first."""

    WINS = "wins"
    RATING = "rating"
    GAMES = "games"
    PLACE = "place"
    SCORE = "score"
    STREAK = "streak"
    REGRET = "regret"


@dataclass(frozen=True, slots=True)
class Row:
    """A player on a leaderboard.

    Attributes:
        rank: 1 is best; equals share a rank.
        person_id: negative for a person who was forgotten, and for a computer.
        name: as last seen on this server.
        games: how many games count. All values but the rating belong to the period.
        wins: first places, shared ones too.
        average_place: 1.0 is best.
        best_score: None for all games together, and where scores cannot be compared (Buck Dice).
        streak: wins in a row up to the latest game.
        rating: `records.facts.ratings.display_rating`; None for all games together.
        provisional: whether too few games were played for the rating to be certain.
    """

    rank: int
    person_id: int
    name: str
    games: int
    wins: int
    average_place: float
    best_score: int | None
    streak: int
    rating: int | None
    provisional: bool


@dataclass(frozen=True, slots=True)
class SoloRow:
    """A player on the board of games played alone; ordered by the best or by the average score.

    Attributes:
        rank, person_id, name: as in `Row`.
        games: how many were finished.
        unfinished: how many were begun and not finished, except those that others cancelled.
        best: the best score.
        average: of all scores; an unfinished game has 0 points.
    """

    rank: int
    person_id: int
    name: str
    games: int
    unfinished: int
    best: int
    average: float


@dataclass(frozen=True, slots=True)
class Board(Generic[R]):
    """A page of a leaderboard: of games with others, of games alone, or of who gives least away.

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
class RegretLine:
    """A player on the board of who gives least away.

    Attributes:
        rank, person_id, name: as in `Row`.
        game: the key.
        games: how many had a review.
        decisions: in all of them.
        average: what a decision gives away, in the unit of the game.
        accuracy: from 0, as by moves at random, to 100.
    """

    rank: int
    person_id: int
    name: str
    game: str
    games: int
    decisions: int
    average: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished table in the history.

    Attributes:
        table_id: its number.
        channel_id: where it was played.
        game: the key.
        ended_at: Unix seconds.
        people: by seat; negative for a person who was forgotten, and for a computer.
        names: by seat.
        places: by seat, as they count: those who left share the last place.
        scores: by seat; None where the game is forfeited.
        left: by seat, whether the person has left, or the caretaker played there at the end.
        daily: the day of a daily, `2026-11-25`; empty for other tables.
    """

    table_id: int
    channel_id: int
    game: str
    ended_at: float
    people: tuple[int, ...]
    names: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[int | None, ...]
    left: tuple[bool, ...]
    daily: str = ""

    @property
    def forfeited(self) -> bool:
        """Whether the game came to no end, as somebody has lost it by that."""
        return None in self.scores


@dataclass(frozen=True, slots=True)
class History:
    """A page of finished tables, newest first; `page` and `pages` are as in `Board`."""

    entries: tuple[Entry, ...]
    page: int
    pages: int
    tables: int
