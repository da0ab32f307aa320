"""What a server remembers of one person."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.features.stats.achievements import Goal


@dataclass(frozen=True, slots=True)
class Score:
    """The results of a person in one game, or in all games, of all time.

    Attributes:
        game: the key; None for all games together.
        games, wins, average_place, best_score, rating: as in `Row`.
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
    """An achievement that a person has: its key and game, a sign, a title and a sentence."""

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
class Progress:
    """An achievement that is not earned yet, with the part that is done and the whole."""

    goal: Goal
    done: int
    needed: int


@dataclass(frozen=True, slots=True)
class Played:
    """The finished games of one kind of a person: with people, with ducks, alone, and the wins.

    A level says how much somebody has played, whoever with. A finished game is a point, a win one
    more, and level n takes 1 + 2 + ... + n points.
    """

    game: str
    people: int
    ducks: int
    alone: int
    wins: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.people + self.ducks + self.alone

    @property
    def level(self) -> int:
        """The level, 0 before the first game."""
        return (math.isqrt(8 * self._points + 1) - 1) // 2

    @property
    def next_level(self) -> tuple[int, int]:
        """The points since this level, and the points that the next one takes."""
        return self._points - self.level * (self.level + 1) // 2, self.level + 1

    @property
    def _points(self) -> int:
        return self.games + self.wins


@dataclass(frozen=True, slots=True)
class Latest:
    """A finished game: the place of the person, among how many; the score if it is known."""

    game: str
    place: int
    players: int
    score: int | None


@dataclass(frozen=True, slots=True)
class Summary:
    """The first page about a person.

    Attributes:
        person_id: the person.
        name: as last seen on this server.
        played: of each game that was played, the highest level first.
        latest: the latest ten games, newest first.
        streak: wins in a row now, of those ten; games alone are neither won nor lost.
        longest: the most wins in a row ever on one board.
        earned: achievements, newest first.
        near: those that are counted and not earned, the nearest first.
    """

    person_id: int
    name: str
    played: tuple[Played, ...]
    latest: tuple[Latest, ...]
    streak: int
    longest: int
    earned: tuple[Earned, ...]
    near: tuple[Progress, ...]


@dataclass(frozen=True, slots=True)
class Stats:
    """Everything about one person on one server, for one game or all.

    Attributes:
        person_id: the person.
        name: as last seen on this server.
        score: of the games with others; None without such a game.
        mixed: of the games with computers, for each game.
        solo: of the games played alone.
        ratings: over time, oldest first, at most 200; empty for the stats of all games.
        opponents: the three most frequent ones of the latest thousand games.
        luck: for each measure of each game.
        records: the records of the server that the person holds.
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
