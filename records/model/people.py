"""What the records say about one person."""

from __future__ import annotations

from dataclasses import dataclass


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
        dailies: of which days there is one.
        daily_reminders: 1 if the person is reminded of the daily, else 0.
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
    dailies: int
    daily_reminders: int
