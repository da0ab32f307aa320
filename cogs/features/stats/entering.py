"""The statistics of a person on a server: the values shown, and the rows written after a game.

Luck compares the dice of a game with their exact expectation. Each measure gives a number for every
roll of a game. The number's mean and variance come from all outcomes of the roll
(`Chance.outcomes`), not from samples. Whatever the players decide, the sum of `number - mean` is a
martingale, and its variance is the sum of the variances. So the deviation in sigmas is right
however people play.

Each game has up to twenty achievements, and a person can earn each of them once on a server. The
name of an achievement is the game's key and a word: `ducks.flock`. Most achievements depend on one
game's log alone, and the game's kit finds them. A seat for which the caretaker moved does not earn
these. Counted achievements are for numbers of wins and games. All games have the same counted
achievements, but each game gives them its own titles.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from db.query import Query, Write
from players.games import KITS, find_kit
from players.luck import LuckSums, measure_luck, warm_up
from records.entering import OnResult
from records.values import is_mixed

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from engine.core import Seat
    from players.core import FinishedGame, Kit
    from records.entering import Ended, Participant, Rows
    from records.standings import Standing


@dataclass(frozen=True, slots=True)
class Score:
    """A person's all-time results in one game, or in all games together.

    Attributes:
        game: the key; None for all games together.
        games, wins, average_place, best_score, rating: as in `leaderboards.reader.Row`.
        longest_streak: the most wins in a row ever.
    """

    game: str | None
    games: int
    wins: int
    average_place: float
    best_score: int | None
    longest_streak: int
    rating: int | None


@dataclass(frozen=True, slots=True)
class SoloScore:
    """A person's results in one game, played alone; `best` is None if each game had a hint."""

    game: str
    games: int
    unfinished: int
    best: int | None
    average: float


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A person's rating after a table.

    Attributes:
        table_id: the number of the table.
        at: Unix seconds.
        rating: from `records.entering.display_rating`.
        spread: the uncertainty of the rating, from `records.entering.display_spread`.
        number: the number of the game among the person's rated games, from 1.
    """

    table_id: int
    at: float
    rating: int
    spread: int
    number: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """A frequent opponent.

    Attributes:
        person_id, name: the opponent.
        games: the number of games together.
        wins: the number of these games in which the person finished ahead of the opponent.
    """

    person_id: int
    name: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Luck:
    """A person's luck with the dice in one game, by one measure.

    Attributes:
        game: the key.
        what: the thing counted, in words: "rolls that let something be promoted".
        lucky: whether a high sum is good luck.
        times: the number of rolls.
        expected: the mean of their sum, computed exactly for each roll.
        deviation: the sum minus its mean, in standard deviations; values beyond 2 or -2 are rare.
    """

    game: str
    what: str
    lucky: bool
    times: int
    expected: float
    deviation: float


class Record(StrEnum):
    """Kinds of records that a server has in each game."""

    SCORE = "best score"
    ALONE = "best score alone"
    STREAK = "most wins in a row"
    WINS = "most wins"


@dataclass(frozen=True, slots=True)
class ServerRecord:
    """A server record held by a person, alone or jointly."""

    game: str
    what: Record
    value: int


@dataclass(frozen=True, slots=True)
class Earned:
    """An earned achievement: its key and game, a sign, a title and a sentence."""

    person_id: int
    name: str
    key: str
    game: str
    sign: str
    title: str
    words: str
    table_id: int
    at: float


@dataclass(frozen=True, slots=True)
class NearGoal:
    """A counted achievement not yet earned, with the number reached and the number needed."""

    goal: Goal
    done: int
    needed: int


@dataclass(frozen=True, slots=True)
class Played:
    """A person's counts in one game: finished games with people, with ducks and alone, and wins.

    The level measures how much the person has played. A finished game gives one point, and a win
    gives one more. Level n takes 1 + 2 + ... + n points.
    """

    game: str
    people: int
    ducks: int
    alone: int
    wins: int

    @property
    def games(self) -> int:
        """All finished games."""
        return self.people + self.ducks + self.alone

    @property
    def level(self) -> int:
        """The level, 0 before the first game."""
        return (math.isqrt(8 * self._points + 1) - 1) // 2

    @property
    def next_level(self) -> tuple[int, int]:
        """The points gained since this level, and the points between this level and the next."""
        return self._points - self.level * (self.level + 1) // 2, self.level + 1

    @property
    def _points(self) -> int:
        return self.games + self.wins


@dataclass(frozen=True, slots=True)
class Latest:
    """A finished game: the person's place, the number of players, and the score if known.

    `streak`: wins in a row up to this game; 0 if it was not won.
    """

    game: str
    place: int
    players: int
    score: int | None
    streak: int = 0


@dataclass(frozen=True, slots=True)
class Summary:
    """The contents of the first page about a person.

    Attributes:
        person_id: the person.
        name: as last seen on this server.
        played: each game that was played, the highest level first.
        latest: the latest ten games, newest first.
        streak: the current wins in a row within `latest`; games played alone do not count.
        longest: the most wins in a row ever on any one leaderboard.
        earned: achievements, newest first.
        near: counted achievements not yet earned, the nearest first.
    """

    person_id: int
    name: str
    played: tuple[Played, ...]
    latest: tuple[Latest, ...]
    streak: int
    longest: int
    earned: tuple[Earned, ...]
    near: tuple[NearGoal, ...]


@dataclass(frozen=True, slots=True)
class Stats:
    """All statistics of one person on one server, for one game or all.

    Attributes:
        person_id: the person.
        name: as last seen on this server.
        score: the results of games with people; None without such a game.
        mixed: the results of games with computers, by game.
        solo: the results of games played alone, by game.
        ratings: up to 200 latest ratings, oldest first; empty in statistics for all games.
        opponents: the three most frequent opponents in the latest thousand games.
        luck: the luck by each measure of each game.
        records: the server records that the person holds.
    """

    person_id: int
    name: str
    score: Score | None
    mixed: tuple[Score, ...]
    solo: tuple[SoloScore, ...]
    ratings: tuple[RatingPoint, ...]
    opponents: tuple[Opponent, ...]
    luck: tuple[Luck, ...]
    records: tuple[ServerRecord, ...]


@dataclass(frozen=True, slots=True)
class Goal:
    """An achievement; `people`: whether it can be earned only in games between people."""

    key: str
    game: str
    sign: str
    title: str
    words: str
    people: bool


FIRST, STREAK, SOME, MANY = 1, 3, 10, 50


class Counted(NamedTuple):
    """An achievement for wins or games; `people`: whether only games with people count."""

    word: str
    words: str
    people: bool = False


_COUNTED: Final = (
    Counted("first-win", "Won a game against other people.", people=True),
    Counted("streak", "Won 3 games in a row against other people.", people=True),
    Counted("some", "Finished 10 games with people, 10 with ducks, or 10 alone."),
    Counted("many", "Finished 50 games with people, 50 with ducks, or 50 alone."),
)


def _list_goals(kit: Kit) -> Iterator[Goal]:
    if kit.achievements is None:
        return
    key, people = kit.key, kit.achievements.people
    for word, sign, title, words in kit.achievements.goals:
        yield Goal(f"{key}.{word}", key, sign, title, words, people=word in people)
    counted = zip(kit.achievements.counted, _COUNTED, strict=True)
    for (sign, title), (word, words, won) in counted:
        yield Goal(f"{key}.{word}", key, sign, title, words, people=won)


GOALS: Final = {goal.key: goal for kit in KITS for goal in _list_goals(kit)}
"""Achievements by key."""


def find_achievements(finished: FinishedGame) -> Iterator[tuple[Seat, str]]:
    """Yield the seat and the name of each achievement earned in the game, without repetition."""
    key = finished.game.info.key
    kit = find_kit(key)
    if kit is None or kit.achievements is None:
        return
    for seat, word in dict.fromkeys(kit.achievements.find(finished)):
        if seat not in finished.absent:
            yield seat, f"{key}.{word}"


def find_by_counts(game: str, row: Standing) -> Iterator[str]:
    """Yield the names of the counted achievements whose numbers an all-time standing reaches."""
    for name, (done, needed) in count_on(game, row).items():
        if done >= needed:
            yield name


def count_on(game: str, row: Standing) -> dict[str, tuple[int, int]]:
    """Return the current and the needed number for each counted achievement, by name."""
    reached = ((row.wins, FIRST), (row.streak, STREAK), (row.games, SOME), (row.games, MANY))
    found = {f"{game}.{word}": got for (word, *_), got in zip(_COUNTED, reached, strict=True)}
    return {name: got for name, got in found.items() if name in GOALS}


@dataclass(frozen=True, slots=True)
class LuckRow:
    """A person's sums over rolls: of the values, and of their exact means and variances."""

    person_id: int
    guild_id: int
    game: str
    measure: str
    times: int
    actual: float
    expected: float
    variance: float


@dataclass(frozen=True, slots=True)
class AchievementRow:
    """An achievement that a person earned at the end of a table."""

    person_id: int
    guild_id: int
    name: str
    table_id: int
    at: float


LUCK_OF_SEATS = Query(
    LuckRow,
    """
    SELECT luck.person_id, guild_id, game, measure, times, actual, expected, variance
    FROM seats CROSS JOIN luck
    WHERE seats.table_id = :table_id AND luck.person_id = seats.person_id
          AND guild_id = :guild_id AND game = :game
    """,
)

ACHIEVEMENTS_OF_SEATS = Query(
    AchievementRow,
    """
    SELECT achievements.person_id, guild_id, achievements.name, achievements.table_id, at
    FROM seats CROSS JOIN achievements
    WHERE seats.table_id = :table_id AND achievements.person_id = seats.person_id
          AND guild_id = :guild_id
    """,
)

PUT_LUCK = Write(
    """
    INSERT INTO luck (person_id, guild_id, game, measure, times, actual, expected, variance)
    VALUES (:person_id, :guild_id, :game, :measure, :times, :actual, :expected, :variance)
    ON CONFLICT (person_id, guild_id, game, measure) DO UPDATE
    SET times = excluded.times,
        actual = excluded.actual,
        expected = excluded.expected,
        variance = excluded.variance
    """
)

PUT_ACHIEVEMENT = Write(
    """
    INSERT INTO achievements (person_id, guild_id, name, table_id, at)
    VALUES (:person_id, :guild_id, :name, :table_id, :at)
    """
)


@dataclass(frozen=True, slots=True)
class Facts:
    """Luck with the dice and achievements of each seat, as read from a log."""

    luck: tuple[LuckSums, ...] = ()
    earned: tuple[tuple[Seat, str], ...] = ()

    @classmethod
    def read(cls, log: FinishedGame | None) -> Self:
        """Return the facts of a log; empty without a log."""
        return cls(measure_luck(log), tuple(find_achievements(log))) if log else cls()


def _enter(ended: Ended, answers: Sequence[Sequence[Any]]) -> Iterator[tuple[Write, Rows]]:
    """Yield the writes at the end of a game; `answers`: the rows found by `ON_RESULT.asks`."""
    luck, earned = answers
    facts, have = Facts.read(ended.log), {(each.person_id, each.name) for each in earned}
    yield PUT_LUCK, map(asdict, add_luck(ended, facts, luck))
    yield PUT_ACHIEVEMENT, map(asdict, list_earned(ended, facts, have))


def add_luck(ended: Ended, facts: Facts, kept: Iterable[LuckRow]) -> Iterator[LuckRow]:
    """Yield the players' sums of luck in this game: the sums in `kept` plus this table's sums."""
    sums = {(row.person_id, row.measure): row for row in kept}
    result = ended.result
    for rolled in facts.luck:
        finisher = ended.finishers[rolled.seat]
        if not _earns(finisher):
            continue
        whole = finisher.person_id, result.guild_id, result.game, rolled.measure
        old = sums.get((finisher.person_id, rolled.measure)) or LuckRow(*whole, 0, 0.0, 0.0, 0.0)
        yield LuckRow(
            *whole,
            old.times + rolled.times,
            old.actual + rolled.actual,
            old.expected + rolled.expected,
            old.variance + rolled.variance,
        )


def list_earned(
    ended: Ended, facts: Facts, have: Container[tuple[int, str]]
) -> Iterator[AchievementRow]:
    """Yield the achievements that people earn by this game or by their new counts.

    A person who left earns nothing. At a table with computers, nobody earns an achievement that is
    only for games between people.

    Args:
        ended: the game.
        facts: the facts in its log.
        have: the achievements that were earned before, as pairs of person and name.
    """
    result = ended.result
    for seat, (finisher, standing) in enumerate(zip(ended.finishers, ended.standings, strict=True)):
        if not _earns(finisher):
            continue
        names = [name for other, name in facts.earned if other == seat]
        for name in dict.fromkeys((*names, *find_by_counts(result.game, standing))):
            if (finisher.person_id, name) in have:
                continue
            if is_mixed(standing.board) and GOALS[name].people:
                continue
            yield AchievementRow(
                finisher.person_id, result.guild_id, name, result.table_id, result.ended_at
            )


def _earns(finisher: Participant) -> bool:
    return not finisher.left and finisher.person_id > 0


ON_RESULT: Final = OnResult(
    asks=(LUCK_OF_SEATS, ACHIEVEMENTS_OF_SEATS), enter=_enter, warm_up=warm_up
)
