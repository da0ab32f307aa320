"""What the end of a game enters of its players: how the dice fell, and what they have earned."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Self

from cogs.features.stats.achievements import GOALS, find_achievements, find_by_counts
from cogs.features.stats.luck import measure_luck, warm_up
from db.query import Query, Write
from records.ledger.entering import OnResult
from records.model.scopes import is_mixed

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from cogs.features.stats.luck import LuckSums
    from engine.core import Seat
    from players.core import FinishedGame
    from records.facts.standings import Finisher
    from records.ledger.entering import Ended, Rows


@dataclass(frozen=True, slots=True)
class LuckRow:
    """Sums over rolls: the values, their exact means and variances."""

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
    """An achievement that a person has earned by the end of a table."""

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
    """What a log says: how the dice fell, and which seats have earned what by its course."""

    luck: tuple[LuckSums, ...] = ()
    earned: tuple[tuple[Seat, str], ...] = ()

    @classmethod
    def read(cls, log: FinishedGame | None) -> Self:
        """Return what a log says; nothing where there is none."""
        return cls(measure_luck(log), tuple(find_achievements(log))) if log else cls()


def _enter(ended: Ended, answers: Sequence[Sequence[Any]]) -> Iterator[tuple[Write, Rows]]:
    """Return what is written; the answers are the rows of `ON_RESULT.asks`."""
    luck, earned = answers
    facts, have = Facts.read(ended.log), {(each.person_id, each.name) for each in earned}
    yield PUT_LUCK, map(asdict, add_luck(ended, facts, luck))
    yield PUT_ACHIEVEMENT, map(asdict, list_earned(ended, facts, have))


def add_luck(ended: Ended, facts: Facts, kept: Iterable[LuckRow]) -> Iterator[LuckRow]:
    """Yield the sums of luck in this game of its players, after it."""
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
    """Yield what the game and the counts after it earn; a person who left earns nothing.

    Where computers play nobody earns what is won from people.

    Args:
        ended: the game.
        facts: what its log says.
        have: persons and names of achievements that were earned before.
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


def _earns(finisher: Finisher) -> bool:
    return not finisher.left and finisher.person_id > 0


ON_RESULT: Final = OnResult(
    asks=(LUCK_OF_SEATS, ACHIEVEMENTS_OF_SEATS), enter=_enter, warm_up=warm_up
)
