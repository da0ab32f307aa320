"""Computes the rows of a finished game, one for each seat. All functions are pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from records.facts.ratings import NEWCOMER, Skill, rate
from records.facts.standings import Finisher, rank_finishers
from records.model.rows import FinishRow, ResultRow
from records.model.scopes import (
    DIRECT,
    EVERY_GAME,
    is_solo,
    mixed_board,
    scores_compare,
    solo_board,
)
from records.model.standings import Standing
from tables.model.table import COMPUTER_IDS

if TYPE_CHECKING:
    from db.query import Query, Write
    from players.core import FinishedGame

Standings = dict[tuple[str, int], Standing]
"""Standings by board and person."""

Rows = Iterable[Mapping[str, Any]]
"""Rows to write, as columns by name."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that has ended and counts.

    Attributes:
        result: its row.
        finishers: the players, by seat.
        standings: by seat, on the board of the rating, after the game.
        log: all its moves; None after a forfeit, and if they break the current rules.
    """

    result: ResultRow
    finishers: tuple[Finisher, ...]
    standings: tuple[Standing, ...]
    log: FinishedGame | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OnResult:
    """The rows that a feature adds in the transaction that ends a game.

    Attributes:
        enter: returns the rows, given the answers to `asks`. If it fails, the error is logged, and
            the game ends without these rows.
        asks: queries with `table_id`, `guild_id` and `game`; they go along with other queries.
        warm_up: prepares slow computations at start, so that no end of a game waits for them.
    """

    enter: Callable[[Ended, Sequence[Sequence[Any]]], Iterable[tuple[Write, Rows]]]
    asks: tuple[Query[Any], ...] = ()
    warm_up: Callable[[], None] = lambda: None


def enter(
    result: ResultRow, finishers: Sequence[Finisher], standings: Standings
) -> tuple[FinishRow, ...]:
    """Return the rows of a finished game by seat, and update `standings`."""
    places = rank_finishers(finishers)
    boards = boards_of(result.game, [each.person_id for each in finishers])
    skills = _rate(result, finishers, boards[0], places, standings)
    for finisher, place, skill in zip(finishers, places, skills, strict=True):
        for board in boards:
            key = board, finisher.person_id
            old = standings.get(key) or Standing(*key)
            standings[key] = _add_game(old, won=place == 1 and not is_solo(board), skill=skill)
    return tuple(
        _finish(result, finisher, place, boards, standings)
        for finisher, place in zip(finishers, places, strict=True)
    )


def enter_unfinished(result: ResultRow, person_id: int) -> FinishRow:
    where = result.guild_id, result.game, solo_board(result.game)
    return FinishRow(result.id, person_id, *where, None, None, None, None, 0, None)


def boards_of(game: str, people: Sequence[int]) -> tuple[str, ...]:
    """Return the boards on which a game of these players counts, the rated one first."""
    if any(person_id in COMPUTER_IDS for person_id in people):
        return (mixed_board(game),)
    return (solo_board(game),) if len(people) == 1 else (game, EVERY_GAME)


def _rate(
    result: ResultRow,
    finishers: Sequence[Finisher],
    board: str,
    places: Sequence[int],
    standings: Standings,
) -> Sequence[Skill | None]:
    """Return the skills after a game; None on boards without ratings."""
    if is_solo(board) or result.guild_id == DIRECT:
        return (None,) * len(places)
    old = [standings.get((board, each.person_id)) for each in finishers]
    return rate([_skill(standing) for standing in old], places)


def _skill(standing: Standing | None) -> Skill:
    if standing is None or standing.mu is None or standing.sigma is None:
        return NEWCOMER
    return standing.mu, standing.sigma


def _add_game(old: Standing, *, won: bool, skill: Skill | None) -> Standing:
    """Return a standing after one more game, with the columns that later games read."""
    mu, sigma = skill or (None, None)
    streak = old.streak + 1 if won else 0
    games, wins = old.games + 1, old.wins + won
    return replace(old, games=games, wins=wins, streak=streak, mu=mu, sigma=sigma)


def _finish(
    result: ResultRow,
    finisher: Finisher,
    place: int,
    boards: Sequence[str],
    standings: Standings,
) -> FinishRow:
    own, *more = (standings[board, finisher.person_id] for board in boards)
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
