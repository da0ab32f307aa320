"""What the records tell: frozen values for the faces to draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Period(StrEnum):
    """The spans of time of a leaderboard, in UTC; a season is a quarter of a year."""

    TODAY = "day"
    WEEK = "week"
    MONTH = "month"
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


@dataclass(frozen=True, slots=True)
class Row:
    """A player on a leaderboard.

    Attributes:
        rank: 1 is best; equals share a rank.
        person_id: negative for somebody who asked to be forgotten.
        name: as last seen on this server.
        games: counted, within the period as everything here but the rating.
        wins: first places, shared ones too.
        average_place: 1.0 is best.
        best_score: None for all games together and where scores say nothing (Buck Dice).
        streak: wins in a row up to the latest game.
        rating: as shown (see `records.ratings`); None for all games together.
        provisional: whether the rating is still a guess.
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
    """A player on the board of games played alone; ordered by the best or by the average score."""

    rank: int
    person_id: int
    name: str
    games: int
    best: int
    average: float


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard.

    Attributes:
        rows: at most ten.
        page: 1 is the first; a page that is asked for beyond the last is the last.
        pages: at least 1.
        players: how many are on the whole board.
        own: the asker's row, also where it is on another page; None without a game.
        since: when the period began, in Unix seconds; None for all time.
    """

    rows: tuple[Row, ...]
    page: int
    pages: int
    players: int
    own: Row | None
    since: float | None


@dataclass(frozen=True, slots=True)
class SoloBoard:
    """As `Board`, for games played alone."""

    rows: tuple[SoloRow, ...]
    page: int
    pages: int
    players: int
    own: SoloRow | None
    since: float | None


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody has achieved in one game, or in all (`game` None), all time.

    Attributes:
        game: the key; None for all games together.
        games, wins, average_place, best_score, streak: as in `Row`.
        longest_streak: the most wins in a row ever.
        rating, provisional: as in `Row`.
    """

    game: str | None
    games: int
    wins: int
    average_place: float
    best_score: int | None
    streak: int
    longest_streak: int
    rating: int | None
    provisional: bool


@dataclass(frozen=True, slots=True)
class SoloScore:
    """What somebody has achieved alone in one game."""

    game: str
    games: int
    best: int
    average: float


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """The rating after a table.

    Attributes:
        table_id: of the table.
        at: Unix seconds.
        rating: as shown.
        spread: its uncertainty (about 95 %).
        number: which rated game of the person it was, from 1.
    """

    table_id: int
    at: float
    rating: int
    spread: int
    number: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """Whom somebody has played with most: how often, and how often that one was left behind."""

    person_id: int
    name: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Luck:
    """How the dice fell against expectation.

    Attributes:
        game: the key.
        what: what is counted, in words: "rolls that let something be promoted".
        lucky: whether more of it is good luck.
        times: how many rolls are counted.
        actual: what fell.
        expected: what falls on average, computed exactly for each roll.
        deviation: `actual` less `expected` in standard deviations; beyond 2 either way is rare.
    """

    game: str
    what: str
    lucky: bool
    times: int
    actual: float
    expected: float
    deviation: float


@dataclass(frozen=True, slots=True)
class ServerRecord:
    """A record of this server that somebody holds, maybe with others: "best score", 41."""

    game: str
    what: str
    value: int


@dataclass(frozen=True, slots=True)
class Earned:
    """An achievement that somebody has: its key, its game, a title and a sentence."""

    person_id: int
    name: str
    key: str
    game: str
    title: str
    words: str
    table_id: int
    at: float


@dataclass(frozen=True, slots=True)
class Goal:
    """An achievement that can be had."""

    key: str
    game: str
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class Stats:
    """Everything about one person on one server, for one game or all.

    Attributes:
        person_id: whose.
        name: as last seen here.
        score: of the games with others; None where there was none.
        by_game: the same for each game, where all are asked for.
        solo: of the games alone.
        ratings: over time, oldest first, at most 200; only where one game is asked for.
        opponents: the three met most often within the latest thousand games.
        luck: for each measure of each game.
        records: that the person holds here.
        achievements: newest first.
    """

    person_id: int
    name: str
    score: Score | None
    by_game: tuple[Score, ...]
    solo: tuple[SoloScore, ...]
    ratings: tuple[RatingPoint, ...]
    opponents: tuple[Opponent, ...]
    luck: tuple[Luck, ...]
    records: tuple[ServerRecord, ...]
    achievements: tuple[Earned, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished table in the history.

    Attributes:
        table_id: its number.
        game: the key.
        ended_at: Unix seconds.
        names: by seat.
        places: by seat, as they count: those who left share the last one.
        scores: by seat.
        left: by seat, whether the caretaker sat there at the end.
    """

    table_id: int
    game: str
    ended_at: float
    names: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    left: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class History:
    """A page of finished tables, newest first; pages as in `Board`."""

    entries: tuple[Entry, ...]
    page: int
    pages: int
    tables: int


@dataclass(frozen=True, slots=True)
class StoredCounts:
    """How much is kept about somebody, over all servers, besides the moves of these seats.

    Attributes:
        servers: on how many servers there is something, direct messages apart.
        tables: seats at tables of any kind, live ones too.
        opened: tables that carry the name of the person as their holder.
        finishes: results of finished tables, with the rating after each.
        standings: rows of leaderboards, all periods.
        ratings: one for each game and server.
        luck: rows of dice statistics.
        achievements: earned.
    """

    servers: int
    tables: int
    opened: int
    finishes: int
    standings: int
    ratings: int
    luck: int
    achievements: int


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """What the admins of a server have decided.

    Attributes:
        channels: where tables may be opened; empty: everywhere.
        cancel_roles: whose members may cancel any table.
        defaults: by game key, the options that a new table has when nobody chooses.
    """

    channels: tuple[int, ...] = ()
    cancel_roles: tuple[int, ...] = ()
    defaults: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])


@dataclass(frozen=True, slots=True)
class ResetPreview:
    """What a reset takes away.

    History, replays, luck and achievements stay. The board of all games together is reset only
    together with every other.

    Attributes:
        players: how many are on the boards.
        games: how many results count there.
        ratings: how many there are.
        latest: the number of the latest result; whoever confirms has been told of none after it.
    """

    players: int
    games: int
    ratings: int
    latest: int
