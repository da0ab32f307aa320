"""The ledger: all sums of results, and how a finished game is entered.

Entering is one pure function. At the end of a game it works on the rows of those who played, and in
a rebuild on all rows. So the stored sums equal those that a rebuild computes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from db.stores.records.rows import (
    AchievementRow,
    FinishRow,
    LuckRow,
    PlayerRow,
    RatingRow,
    ResultRow,
    StandingRow,
    TallyRow,
)
from records.facts.achievements import GOALS, find_by_counts
from records.facts.ratings import NEWCOMER, Skill, rate
from records.facts.standings import Finisher, add_game, rank_finishers
from records.model.scopes import (
    DIRECT,
    EVERY_GAME,
    game_of,
    is_mixed,
    is_solo,
    mixed_board,
    scores_compare,
    solo_board,
)
from tables.model.table import COMPUTER_IDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.facts.log_facts import Facts

Players = dict[tuple[int, int], PlayerRow]
Tallies = dict[tuple[int, str], TallyRow]
Standings = dict[tuple[int, str, int], dict[str, StandingRow]]
Ratings = dict[tuple[int, str, int], RatingRow]
LuckSums = dict[tuple[int, int, str, str], LuckRow]
Achievements = dict[tuple[int, int, str], AchievementRow]


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A finished table: its result, the players in order of seats, and what the log says."""

    result: ResultRow
    finishers: tuple[Finisher, ...]
    facts: Facts


@dataclass(slots=True)
class Ledger:
    """Rows by their keys.

    Attributes:
        players: by guild and person.
        tallies: by guild and game.
        standings: by guild, board and person; then by period.
        ratings: by guild, game and person.
        luck: by person, guild, game and measure.
        achievements: by person, guild and name.
        new: the achievements that were entered, in order.
    """

    players: Players = field(default_factory=Players)
    tallies: Tallies = field(default_factory=Tallies)
    standings: Standings = field(default_factory=Standings)
    ratings: Ratings = field(default_factory=Ratings)
    luck: LuckSums = field(default_factory=LuckSums)
    achievements: Achievements = field(default_factory=Achievements)
    new: list[AchievementRow] = field(default_factory=list[AchievementRow])

    def enter(self, entry: LedgerEntry) -> tuple[FinishRow, ...]:
        """Enter a finished table, and return a row for each player, in order of seats."""
        result, finishers = entry.result, entry.finishers
        places = rank_finishers(finishers)
        self._add_tally(result)
        people = [finisher.person_id for finisher in finishers]
        boards = boards_of(result.game, people)
        skills = self._rate(result.guild_id, boards[0], people, places)
        for finisher, place in zip(finishers, places, strict=True):
            key = (result.guild_id, finisher.person_id)
            self.players[key] = PlayerRow(*key, finisher.name)
            self._add_standings(result, finisher, place, boards)
        self._add_luck(entry)
        self._add_achievements(entry, boards[0])
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
        """Empty the boards of a game, or every board for the game `*`."""
        for key in [key for key in self.standings if _resets(key, guild_id, game)]:
            del self.standings[key]
        for key in [key for key in self.ratings if _resets(key, guild_id, game)]:
            del self.ratings[key]

    def _add_tally(self, result: ResultRow) -> None:
        key = (result.guild_id, result.game)
        tally = self.tallies.get(key)
        self.tallies[key] = TallyRow(*key, 1 + (tally.tables if tally else 0))

    def _rate(
        self, guild_id: int, board: str, people: Sequence[int], places: Sequence[int]
    ) -> Sequence[Skill | None]:
        """Enter the skills after a game, and return them for the finishes; None if there are none.

        A game with computers is rated on its own board, and its finishes have no rating: the course
        of a person's rating is that of games with people alone.
        """
        nothing = (None,) * len(people)
        if is_solo(board) or guild_id == DIRECT:
            return nothing
        keys = [(guild_id, board, person_id) for person_id in people]
        rows = [self.ratings.get(key) for key in keys]
        skills = rate([(row.mu, row.sigma) if row else NEWCOMER for row in rows], places)
        for key, (mu, sigma) in zip(keys, skills, strict=True):
            self.ratings[key] = RatingRow(*key, mu, sigma)
        return nothing if is_mixed(board) else skills

    def _add_standings(
        self, result: ResultRow, finisher: Finisher, place: int, boards: Sequence[str]
    ) -> None:
        for board in boards:
            key = (result.guild_id, board, finisher.person_id)
            comparable = board != EVERY_GAME and scores_compare(result.game)
            rows = self.standings.setdefault(key, {})
            score = finisher.score if comparable else None
            for row in add_game(rows, key, result.ended_at, place, score):
                rows[row.period] = row

    def _add_luck(self, entry: LedgerEntry) -> None:
        result = entry.result
        for sums in entry.facts.luck:
            finisher = entry.finishers[sums.seat]
            if finisher.left or finisher.person_id in COMPUTER_IDS:
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

    def _add_achievements(self, entry: LedgerEntry, board: str) -> None:
        """Enter what the game and the counts after it earn; a person who left earns nothing.

        Where computers play nobody earns what is won from people.
        """
        result = entry.result
        for seat, finisher in enumerate(entry.finishers):
            if finisher.left or finisher.person_id in COMPUTER_IDS:
                continue
            names = [name for other, name in entry.facts.achievements if other == seat]
            row = self.standings[result.guild_id, board, finisher.person_id]["all"]
            for name in (*names, *find_by_counts(result.game, row)):
                key = (finisher.person_id, result.guild_id, name)
                if key in self.achievements or (is_mixed(board) and GOALS[name].people):
                    continue
                achievement = AchievementRow(*key, result.table_id, result.ended_at)
                self.achievements[key] = achievement
                self.new.append(achievement)


def boards_of(game: str, people: Sequence[int]) -> tuple[str, ...]:
    """Return the boards on which a game of these ids counts; the one that is rated comes first."""
    if any(person_id in COMPUTER_IDS for person_id in people):
        return (mixed_board(game),)
    return (solo_board(game),) if len(people) == 1 else (game, EVERY_GAME)


def _resets(key: tuple[int, str, int], guild_id: int, game: str) -> bool:
    """Return whether a reset of a game, or of `*`, empties the board of this key."""
    return key[0] == guild_id and game in (EVERY_GAME, game_of(key[1]))
