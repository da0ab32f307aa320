"""Sums of a person on a board, and how a finished game adds to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from db.records.rows import StandingRow
from records.model import Period
from records.scopes import bucket, is_solo

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Finisher:
    """A person at a finished table.

    Attributes:
        person_id: who.
        name: as it was then.
        place: as the game gave it.
        score: as the game gave it.
        left: whether the caretaker sat there at the end.
    """

    person_id: int
    name: str
    place: int
    score: int
    left: bool


def places_counted(finishers: Sequence[Finisher]) -> tuple[int, ...]:
    """The places that count, by seat.

    Those who stayed are placed among themselves as the game placed them; those whose seat was taken
    over share the place behind them, whatever the caretaker made of it.
    """
    stayed = [finisher.place for finisher in finishers if not finisher.left]
    return tuple(
        1 + (len(stayed) if one.left else sum(place < one.place for place in stayed))
        for one in finishers
    )


def added(
    rows: dict[str, StandingRow],
    key: tuple[int, str, int],
    at: float,
    place: int,
    score: int | None,
) -> list[StandingRow]:
    """The standings of every period after one more game; alone there are no wins and no streaks.

    Args:
        rows: by period, as they are.
        key: server, board and person.
        at: when the game ended.
        place: that counts.
        score: None where scores do not compare.
    """
    new: list[StandingRow] = []
    won = int(place == 1 and not is_solo(key[1]))
    for period in Period:
        row, now = rows.get(period), bucket(period, at)
        if row is None or row.bucket < now:
            new.append(_begun(key, period, now, _Game(won, place, score)))
        elif row.bucket == now:  # where it is later the clock was put back: what is over is over
            new.append(_added(row, _Game(won, place, score)))
    return new


@dataclass(frozen=True, slots=True)
class _Game:
    """What a game adds: 1 or 0 wins, the place, and the score where scores compare."""

    won: int
    place: int
    score: int | None


def _begun(key: tuple[int, str, int], period: Period, now: str, game: _Game) -> StandingRow:
    """The first game of a bucket."""
    guild_id, board, person_id = key
    return StandingRow(
        guild_id=guild_id,
        board=board,
        period=period.value,
        person_id=person_id,
        bucket=now,
        games=1,
        wins=game.won,
        places=game.place,
        scores=game.score or 0,
        best=game.score,
        streak=game.won,
        longest=game.won,
    )


def _added(row: StandingRow, game: _Game) -> StandingRow:
    """One more game in the bucket."""
    streak = row.streak + 1 if game.won else 0
    return StandingRow(
        guild_id=row.guild_id,
        board=row.board,
        period=row.period,
        person_id=row.person_id,
        bucket=row.bucket,
        games=row.games + 1,
        wins=row.wins + game.won,
        places=row.places + game.place,
        scores=row.scores + (game.score or 0),
        best=max((one for one in (row.best, game.score) if one is not None), default=None),
        streak=streak,
        longest=max(row.longest, streak),
    )
