"""What the records return: frozen values, from which pages are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tables.model.pace import Pace


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
class Board:
    """A page of a leaderboard.

    Attributes:
        rows: at most ten.
        page: 1 is the first.
        pages: at least 1.
        players: how many are on the whole board.
        own: the row of the person who asks, on whatever page it is; None without a game.
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
    """A page of a leaderboard of games played alone; see `Board`."""

    rows: tuple[SoloRow, ...]
    page: int
    pages: int
    players: int
    own: SoloRow | None
    since: float | None


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
class RegretBoard:
    """A page of the board of who gives least away; see `Board`."""

    rows: tuple[RegretLine, ...]
    page: int
    pages: int
    players: int
    own: RegretLine | None
    since: float | None


@dataclass(frozen=True, slots=True)
class RegretSpan:
    """Games of a person in a row: how many, and as in `RegretLine` what was given away there."""

    games: int
    decisions: int
    average: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class Score:
    """The results of a person in one game, or in all games, of all time.

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
    """The results of a person who played one game alone; see `SoloRow`."""

    game: str
    games: int
    unfinished: int
    best: int
    average: float


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """The rating after a table.

    Attributes:
        table_id: the number of the table.
        at: Unix seconds.
        rating: `records.facts.ratings.display_rating`.
        spread: its uncertainty; the true rating is within it with about 95 %.
        number: the number of this rated game of the person, from 1.
    """

    table_id: int
    at: float
    rating: int
    spread: int
    number: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """A frequent opponent: how many games together, and how many of them the person won."""

    person_id: int
    name: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Luck:
    """How the dice fell compared with the expectation.

    Attributes:
        game: the key.
        what: what is counted, in words, as "rolls that let something be promoted".
        lucky: whether more of it is good luck.
        times: how many rolls are counted.
        actual: the sum over these rolls.
        expected: the mean of that sum, computed exactly for each roll.
        deviation: `actual` minus `expected` in standard deviations; beyond 2 or -2 is rare.
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
    """A record of a server that a person holds, maybe together with others: "best score", 41."""

    game: str
    what: str
    value: int


@dataclass(frozen=True, slots=True)
class Earned:
    """An achievement that a person has: its key, its game, a title and a sentence."""

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
    """An achievement that a person can earn."""

    key: str
    game: str
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class Stats:
    """Everything about one person on one server, for one game or all.

    Attributes:
        person_id: the person.
        name: as last seen on this server.
        score: of the games with others; None without such a game.
        by_game: the same for each game; empty for the stats of one game.
        mixed: of the games with computers, for each game.
        solo: of the games played alone.
        ratings: over time, oldest first, at most 200; empty for the stats of all games.
        regrets: what was given away in one game, over time, oldest first; each over up to ten
            games, and the last over the latest ten. Empty for the stats of all games.
        opponents: the three most frequent ones of the latest thousand games.
        luck: for each measure of each game.
        records: the records of the server that the person holds.
        achievements: newest first.
    """

    person_id: int
    name: str
    score: Score | None
    by_game: tuple[Score, ...]
    mixed: tuple[Score, ...]
    solo: tuple[SoloScore, ...]
    ratings: tuple[RatingPoint, ...]
    regrets: tuple[RegretSpan, ...]
    opponents: tuple[Opponent, ...]
    luck: tuple[Luck, ...]
    records: tuple[ServerRecord, ...]
    achievements: tuple[Earned, ...]


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
        scores: by seat.
        left: by seat, whether the caretaker played there at the end.
    """

    table_id: int
    channel_id: int
    game: str
    ended_at: float
    people: tuple[int, ...]
    names: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    left: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class History:
    """A page of finished tables, newest first; `page` and `pages` are as in `Board`."""

    entries: tuple[Entry, ...]
    page: int
    pages: int
    tables: int


@dataclass(frozen=True, slots=True)
class StoredCounts:
    """How much is kept about a person on all servers, without the moves.

    Attributes:
        servers: how many servers have something, without direct messages.
        tables: seats at all tables, live or over.
        opened: tables that name the person as their opener.
        finishes: results of finished tables, with the rating after each.
        standings: rows of leaderboards, all periods.
        ratings: one for each game and server.
        luck: rows of dice statistics.
        achievements: earned.
        practised: positions that were answered right.
        regrets: what decisions cost, a row for each result.
        reminders: how the person is reminded; 1 if that was chosen, else 0.
        watched: tables whose result card is to be sent.
    """

    servers: int
    tables: int
    opened: int
    finishes: int
    standings: int
    ratings: int
    luck: int
    achievements: int
    practised: int
    regrets: int
    reminders: int
    watched: int


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """The settings of a server.

    Attributes:
        channels: where tables may be opened; empty for everywhere.
        cancel_roles: the roles whose members may cancel any table.
        defaults: by game key, the options of a new table when nobody chooses others.
        pace: how much time a turn has at a new table.
        threads: whether a new table is played in a thread of its own.
    """

    channels: tuple[int, ...] = ()
    cancel_roles: tuple[int, ...] = ()
    defaults: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    pace: Pace = Pace.NONE
    threads: bool = False


@dataclass(frozen=True, slots=True)
class ResetPreview:
    """What a reset deletes.

    History, replays, luck and achievements stay. Only a reset of all boards resets the board of all
    games together.

    Attributes:
        players: how many are on the boards.
        games: how many results count there.
        ratings: how many ratings there are.
        latest: the number of the latest result; a newer one makes the preview outdated.
    """

    players: int
    games: int
    ratings: int
    latest: int
