"""The ledger: all that is summed up of results, and how a finished game is entered.

Entering is one pure course for all who do it: at the end of a game with the rows of those who
played, in a rebuild with everything in memory. So what is kept equals what is computed anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from db.records.rows import (
    AchievementRow,
    FinishRow,
    LuckRow,
    PlayerRow,
    RatingRow,
    ResultRow,
    StandingRow,
    TallyRow,
)
from records.achievements import counted
from records.ratings import NEWCOMER, Skill, rate
from records.scopes import DIRECT, EVERY_GAME, UNSCORED, game_of, solo
from records.standings import Finisher, added, places_counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.facts import Facts

Standings = dict[str, StandingRow]


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished table: its result, who played in order of seats, and what the log tells."""

    result: ResultRow
    finishers: tuple[Finisher, ...]
    facts: Facts


@dataclass(slots=True)
class Ledger:
    """Rows by their keys.

    Attributes:
        players: by server and person.
        tallies: by server and game.
        standings: by server, board and person; then by period.
        ratings: by server, game and person.
        luck: by person, server, game and measure.
        achievements: by person, server and name.
        new: achievements that were entered, in order.
    """

    players: dict[tuple[int, int], PlayerRow] = field(
        default_factory=dict[tuple[int, int], PlayerRow]
    )
    tallies: dict[tuple[int, str], TallyRow] = field(
        default_factory=dict[tuple[int, str], TallyRow]
    )
    standings: dict[tuple[int, str, int], Standings] = field(
        default_factory=dict[tuple[int, str, int], Standings]
    )
    ratings: dict[tuple[int, str, int], RatingRow] = field(
        default_factory=dict[tuple[int, str, int], RatingRow]
    )
    luck: dict[tuple[int, int, str, str], LuckRow] = field(
        default_factory=dict[tuple[int, int, str, str], LuckRow]
    )
    achievements: dict[tuple[int, int, str], AchievementRow] = field(
        default_factory=dict[tuple[int, int, str], AchievementRow]
    )
    new: list[AchievementRow] = field(default_factory=list[AchievementRow])

    def enter(self, finished: Finished) -> tuple[FinishRow, ...]:
        """Enter a result; returns the rows of those who played, in order of seats."""
        result, finishers = finished.result, finished.finishers
        places = places_counted(finishers)
        self._count(result)
        skills = self._rated(result, finishers, places)
        for finisher, place in zip(finishers, places, strict=True):
            key = (result.guild_id, finisher.person_id)
            self.players[key] = PlayerRow(*key, finisher.name)
            self._stand(result, finisher, place, boards_of(result.game, len(finishers)))
        self._sum_luck(finished)
        self._earn(finished)
        return tuple(
            FinishRow(
                result.id,
                finisher.person_id,
                result.guild_id,
                result.game,
                place,
                skill[0] if skill else None,
                skill[1] if skill else None,
            )
            for finisher, place, skill in zip(finishers, places, skills, strict=True)
        )

    def reset(self, guild_id: int, game: str) -> None:
        """Begin the boards of a game, or every board (`*`), anew."""
        for key in [key for key in self.standings if _reset(key, guild_id, game)]:
            del self.standings[key]
        for key in [key for key in self.ratings if _reset(key, guild_id, game)]:
            del self.ratings[key]

    def _count(self, result: ResultRow) -> None:
        key = (result.guild_id, result.game)
        tally = self.tallies.get(key)
        self.tallies[key] = TallyRow(*key, 1 + (tally.tables if tally else 0))

    def _rated(
        self, result: ResultRow, finishers: Sequence[Finisher], places: Sequence[int]
    ) -> Sequence[Skill | None]:
        """The skills after the game, entered; None where it is not rated."""
        if len(finishers) == 1 or result.guild_id == DIRECT:
            return (None,) * len(finishers)
        keys = [(result.guild_id, result.game, one.person_id) for one in finishers]
        rows = [self.ratings.get(key) for key in keys]
        skills = rate([(row.mu, row.sigma) if row else NEWCOMER for row in rows], places)
        for key, (mu, sigma) in zip(keys, skills, strict=True):
            self.ratings[key] = RatingRow(*key, mu, sigma)
        return skills

    def _stand(
        self, result: ResultRow, finisher: Finisher, place: int, boards: Sequence[str]
    ) -> None:
        for board in boards:
            key = (result.guild_id, board, finisher.person_id)
            compares = board != EVERY_GAME and result.game not in UNSCORED
            rows = self.standings.setdefault(key, {})
            score = finisher.score if compares else None
            for row in added(rows, key, result.ended_at, place, score):
                rows[row.period] = row

    def _sum_luck(self, finished: Finished) -> None:
        result = finished.result
        for sums in finished.facts.luck:
            finisher = finished.finishers[sums.seat]
            if finisher.left:
                continue
            key = (finisher.person_id, result.guild_id, result.game, sums.measure)
            old = self.luck.get(key) or LuckRow(*key, 0, 0.0, 0.0, 0.0)
            self.luck[key] = LuckRow(
                *key,
                old.times + sums.times,
                old.actual + sums.actual,
                old.expected + sums.expected,
                old.variance + sums.variance,
            )

    def _earn(self, finished: Finished) -> None:
        """What the game's course earns, and what the counts after it do; who left earns nothing."""
        result = finished.result
        for seat, finisher in enumerate(finished.finishers):
            if finisher.left:
                continue
            names = [name for other, name in finished.facts.earned if other == seat]
            board = boards_of(result.game, len(finished.finishers))[0]
            row = self.standings[result.guild_id, board, finisher.person_id]["all"]
            for name in (*names, *counted(result.game, row)):
                key = (finisher.person_id, result.guild_id, name)
                if key not in self.achievements:
                    earned = AchievementRow(*key, result.table_id, result.ended_at)
                    self.achievements[key] = earned
                    self.new.append(earned)


def boards_of(game: str, players: int) -> tuple[str, ...]:
    """The boards that a game counts on; its own first."""
    return (solo(game),) if players == 1 else (game, EVERY_GAME)


def _reset(key: tuple[int, str, int], guild_id: int, game: str) -> bool:
    """Whether the board of this key begins anew with a game's."""
    return key[0] == guild_id and game in (EVERY_GAME, game_of(key[1]))
