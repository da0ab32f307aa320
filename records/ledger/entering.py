"""What a finished game enters: a row for each seat, luck, and achievements. It is pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from records.facts.achievements import GOALS, find_by_counts
from records.facts.ratings import NEWCOMER, Skill, rate
from records.facts.standings import Finisher, rank_finishers
from records.model.rows import AchievementRow, FinishRow, LuckRow, ResultRow
from records.model.scopes import (
    DIRECT,
    EVERY_GAME,
    is_mixed,
    is_solo,
    mixed_board,
    scores_compare,
    solo_board,
)
from records.model.standings import Standing
from tables.model.table import COMPUTER_IDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from records.facts.log_facts import Facts


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A finished table: its result, the players in order of seats, and what the log says."""

    result: ResultRow
    finishers: tuple[Finisher, ...]
    facts: Facts


@dataclass(slots=True)
class Kept:
    """What a server keeps of those who play.

    Attributes:
        standings: by board and person.
        luck: in the game, by person and measure.
        earned: persons and names of achievements.
    """

    standings: dict[tuple[str, int], Standing] = field(
        default_factory=dict[tuple[str, int], Standing]
    )
    luck: dict[tuple[int, str], LuckRow] = field(default_factory=dict[tuple[int, str], LuckRow])
    earned: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])


@dataclass(frozen=True, slots=True)
class Entered:
    """What a game has changed; the finishes are in order of seats."""

    finishes: tuple[FinishRow, ...]
    luck: tuple[LuckRow, ...]
    achievements: tuple[AchievementRow, ...]


def enter(entry: LedgerEntry, kept: Kept) -> Entered:
    """Enter a finished table, and change what is kept of the players."""
    places = rank_finishers(entry.finishers)
    boards = boards_of(entry.result.game, [each.person_id for each in entry.finishers])
    skills = _rate(entry, boards[0], places, kept)
    for finisher, place, skill in zip(entry.finishers, places, skills, strict=True):
        for board in boards:
            key = board, finisher.person_id
            old = kept.standings.get(key) or Standing(*key)
            kept.standings[key] = _add_game(old, won=place == 1 and not is_solo(board), skill=skill)
    finishes = tuple(
        _finish(entry.result, finisher, place, boards, kept)
        for finisher, place in zip(entry.finishers, places, strict=True)
    )
    luck = tuple(_add_luck(entry, kept))
    return Entered(finishes, luck, tuple(_add_achievements(entry, boards[0], kept)))


def enter_unfinished(result: ResultRow, person_id: int) -> FinishRow:
    """Return the row of a game that somebody began alone and did not finish."""
    where = result.guild_id, result.game, solo_board(result.game)
    return FinishRow(result.id, person_id, *where, None, None, None, None, 0, None)


def boards_of(game: str, people: Sequence[int]) -> tuple[str, ...]:
    """Return the boards on which a game of these ids counts; the one that is rated comes first."""
    if any(person_id in COMPUTER_IDS for person_id in people):
        return (mixed_board(game),)
    return (solo_board(game),) if len(people) == 1 else (game, EVERY_GAME)


def _rate(
    entry: LedgerEntry, board: str, places: Sequence[int], kept: Kept
) -> Sequence[Skill | None]:
    """Return the skills after a game; None if there are none."""
    if is_solo(board) or entry.result.guild_id == DIRECT:
        return (None,) * len(places)
    old = [kept.standings.get((board, each.person_id)) for each in entry.finishers]
    return rate([_skill(standing) for standing in old], places)


def _skill(standing: Standing | None) -> Skill:
    if standing is None or standing.mu is None or standing.sigma is None:
        return NEWCOMER
    return standing.mu, standing.sigma


def _add_game(old: Standing, *, won: bool, skill: Skill | None) -> Standing:
    """Return what later games ask of a standing, after one more game."""
    mu, sigma = skill or (None, None)
    streak = old.streak + 1 if won else 0
    games, wins = old.games + 1, old.wins + won
    return replace(old, games=games, wins=wins, streak=streak, mu=mu, sigma=sigma)


def _finish(
    result: ResultRow, finisher: Finisher, place: int, boards: Sequence[str], kept: Kept
) -> FinishRow:
    own, *more = (kept.standings[board, finisher.person_id] for board in boards)
    return FinishRow(
        result.id,
        finisher.person_id,
        result.guild_id,
        result.game,
        boards[0],
        place,
        finisher.score if scores_compare(result.game) else None,
        own.mu,
        own.sigma,
        own.streak,
        more[0].streak if more else None,
    )


def _add_luck(entry: LedgerEntry, kept: Kept) -> Iterator[LuckRow]:
    result = entry.result
    for sums in entry.facts.luck:
        person_id = entry.finishers[sums.seat].person_id
        if not _earns(entry.finishers[sums.seat]):
            continue
        key = person_id, sums.measure
        whole = person_id, result.guild_id, result.game, sums.measure
        old = kept.luck.get(key) or LuckRow(*whole, 0, 0.0, 0.0, 0.0)
        kept.luck[key] = LuckRow(
            *whole,
            old.times + sums.times,
            old.actual + sums.actual,
            old.expected + sums.expected,
            old.variance + sums.variance,
        )
        yield kept.luck[key]


def _add_achievements(entry: LedgerEntry, board: str, kept: Kept) -> Iterator[AchievementRow]:
    """Yield what the game and the counts after it earn; a person who left earns nothing.

    Where computers play nobody earns what is won from people.
    """
    result = entry.result
    for seat, finisher in enumerate(entry.finishers):
        if not _earns(finisher):
            continue
        names = [name for other, name in entry.facts.achievements if other == seat]
        standing = kept.standings[board, finisher.person_id]
        for name in (*names, *find_by_counts(result.game, standing)):
            key = finisher.person_id, name
            if key in kept.earned or (is_mixed(board) and GOALS[name].people):
                continue
            kept.earned.add(key)
            yield AchievementRow(
                finisher.person_id, result.guild_id, name, result.table_id, result.ended_at
            )


def _earns(finisher: Finisher) -> bool:
    return not finisher.left and finisher.person_id not in COMPUTER_IDS
