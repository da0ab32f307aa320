"""Computes the rows of a finished game, one for each seat: places, ratings, boards, streaks.

No function uses the database, and only `enter` changes an argument. Ratings and their uncertainty
come from openskill's Bradley-Terry model. Each pair of players is rated like a game of two, and a
player's new skill is the mean over all opponents. Therefore a better place never gains less than a
worse place, and equal players in equal places stay equal.

Source: Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011). A skill
is a normal distribution with mean mu and standard deviation sigma; a newcomer has 25 and 25/3.
People see mu - 3 sigma, a number near the lower end of the skill, scaled so that a newcomer has
1000. A player whose results are always average reaches about 1500.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from openskill.models import BradleyTerryFull

from records.standings import Standing
from records.values import (
    DIRECT,
    EVERY_GAME,
    FinishRow,
    ResultRow,
    is_solo,
    mixed_board,
    scores_compare,
    solo_board,
)
from tables.model.table import COMPUTER_IDS

if TYPE_CHECKING:
    from db.query import Query, Write
    from db.store import SeatedPlayer
    from players.core import FinishedGame

PROVISIONAL: Final = 7.35
"""Sigma above which a rating is provisional: about the first nine games of a player."""

ZERO: Final = 1000
SCALE: Final = 25
CAUTION: Final = 3
"""Standard deviations subtracted from mu for display. The boards' query has the same number."""

Skill = tuple[float, float]
"""mu and sigma."""

NEWCOMER: Final[Skill] = (25.0, 25.0 / 3.0)

_MODEL: Final = BradleyTerryFull(beta=25.0 / 3.0)
"""Beta is twice openskill's default, because luck decides much of a game with dice or cards."""


def rate(skills: Sequence[Skill], places: Sequence[int]) -> tuple[Skill, ...]:
    """Return the skills of two or more players after a game; equal places are draws."""
    found: list[list[Skill]] = [[] for _ in skills]
    for one, other in combinations(range(len(skills)), 2):
        pair = [[_MODEL.create_rating(list(skills[seat]))] for seat in (one, other)]
        rated = _MODEL.rate(pair, ranks=[float(places[one]), float(places[other])])
        for seat, (after,) in zip((one, other), rated, strict=True):
            found[seat].append((after.mu, after.sigma))
    return tuple(
        (fmean(mu for mu, _ in after), fmean(sigma for _, sigma in after)) for after in found
    )


def display_rating(skill: Skill) -> int:
    mu, sigma = skill
    return round(ZERO + SCALE * (mu - CAUTION * sigma))


def display_spread(skill: Skill) -> int:
    """Return the distance from the mean to the displayed number, in displayed points."""
    return round(SCALE * CAUTION * skill[1])


def is_provisional(skill: Skill) -> bool:
    return skill[1] > PROVISIONAL


@dataclass(frozen=True, slots=True)
class Participant:
    """A person at a finished table.

    Attributes:
        person_id: negative for a forgotten person.
        name: the person's name at the seat.
        place: the place by the rules of the game.
        score: the score by the rules of the game; None for a forfeited game.
        left: the person's number in the order of leaving, from 1; 0 for a person who stayed.
        counts: whether the game counts for the person.
        hinted: whether a hint was shown to the person.
    """

    person_id: int
    name: str
    place: int
    score: int | None
    left: int
    counts: bool = True
    hinted: bool = False


def to_finisher(seat: SeatedPlayer) -> Participant:
    counts = seat.place is not None
    name, place = seat.name, seat.place or 1
    return Participant(seat.person_id, name, place, seat.score, seat.caretaker, counts, seat.hinted)


def rank_finishers(finishers: Sequence[Participant]) -> tuple[int, ...]:
    """Return the places that count, by seat.

    Players who stayed keep their order. Those who left come behind them, the first to leave last,
    whatever the caretaker achieved. A person for whom the game does not count is behind nobody.
    """
    keys = [
        (one.counts, one.counts and one.left > 0, one.counts and (-one.left or one.place))
        for one in finishers
    ]
    return tuple(1 + sum(key < own for key in keys) for own in keys)


Standings = dict[tuple[str, int], Standing]
"""Standings by board and person."""

Rows = Iterable[Mapping[str, Any]]
"""Rows to write; each maps the names of its columns to their values."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that has ended and counts.

    Attributes:
        result: the row of the game.
        finishers: the players for whom the game counts, by seat.
        standings: their standings after the game, by seat, on the board that rates the game.
        log: all its moves; None after a forfeit, or if they break the current rules.
    """

    result: ResultRow
    finishers: tuple[Participant, ...]
    standings: tuple[Standing, ...]
    log: FinishedGame | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OnResult:
    """The rows that a feature adds in the transaction that ends a game.

    Attributes:
        enter: returns the rows, given the answers to `asks`. If it fails, the error is logged, and
            the game ends without these rows.
        asks: queries that take `table_id`, `guild_id` and `game`. They are sent to the database
            together with other queries.
        warm_up: prepares slow computations at start, so that no game waits for them when it ends.
    """

    enter: Callable[[Ended, Sequence[Sequence[Any]]], Iterable[tuple[Write, Rows]]]
    asks: tuple[Query[Any], ...] = ()
    warm_up: Callable[[], None] = lambda: None


def enter(
    result: ResultRow, finishers: Sequence[Participant], standings: Standings
) -> tuple[FinishRow, ...]:
    """Return the rows of a finished game by seat, and update `standings`.

    There is no row for a person for whom the game does not count.
    """
    places, hinted = rank_finishers(finishers), any(each.hinted for each in finishers)
    parted = any(each.left or not each.counts for each in finishers)
    boards = boards_of(result.game, [each.person_id for each in finishers])
    skills = _rate(result, finishers, boards[0], places, standings)
    ends = [end for end in zip(finishers, places, skills, strict=True) if end[0].counts]
    for finisher, place, skill in ends:
        won = not finisher.left and place == 1 < max(places)
        for board in boards:
            key = board, finisher.person_id
            standings[key] = _add_game(standings.get(key) or Standing(*key), won=won, skill=skill)
    return tuple(
        replace(_finish(result, one, place, boards, standings), hinted=hinted, parted=parted)
        for one, place, _ in ends
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
    finishers: Sequence[Participant],
    board: str,
    places: Sequence[int],
    standings: Standings,
) -> Sequence[Skill | None]:
    """Return the skills after a game, which never rise for a person who left.

    A game with a hint changes no skill. Skills are None on boards without ratings.
    """
    if is_solo(board) or result.guild_id == DIRECT:
        return (None,) * len(places)
    old = [_skill(standings.get((board, each.person_id))) for each in finishers]
    if any(each.hinted for each in finishers):
        return old
    return [
        min(before, after, key=display_rating) if each.left else after
        for each, before, after in zip(finishers, old, rate(old, places), strict=True)
    ]


def _skill(standing: Standing | None) -> Skill:
    if standing is None or standing.mu is None or standing.sigma is None:
        return NEWCOMER
    return standing.mu, standing.sigma


def _add_game(old: Standing, *, won: bool, skill: Skill | None) -> Standing:
    """Return a standing after one more game; only the fields that later games need are updated."""
    mu, sigma = skill or (None, None)
    streak = old.streak + 1 if won else 0
    games, wins = old.games + 1, old.wins + won
    return replace(old, games=games, wins=wins, streak=streak, mu=mu, sigma=sigma)


def _finish(
    result: ResultRow,
    finisher: Participant,
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
