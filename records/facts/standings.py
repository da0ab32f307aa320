"""The standing of a person on a board, and what a finished game adds to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from db.stores.records.rows import StandingRow
from records.model.boards import Period
from records.model.scopes import bucket_of, is_solo, stored_period

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.stores.tables import SeatRow


@dataclass(frozen=True, slots=True)
class Finisher:
    """A person at a finished table.

    Attributes:
        person_id: the person; negative for a person who was forgotten.
        name: the name at that time.
        place: by the rules of the game.
        score: by the rules of the game; None for a forfeited game.
        left: whether the person has left, or the caretaker played for the person at the end.
    """

    person_id: int
    name: str
    place: int
    score: int | None
    left: bool


def to_finisher(seat: SeatRow) -> Finisher:
    """Return the person of a seat as a result counts it."""
    left = seat.caretaker or seat.departed
    return Finisher(seat.person_id, seat.name, seat.place or 1, seat.score, left)


def rank_finishers(finishers: Sequence[Finisher]) -> tuple[int, ...]:
    """Return the places that count, by seat.

    Those who stayed keep their order in the game. Those who left share the place behind them,
    whatever the caretaker achieved. Where nobody stayed all share the last place: nobody has won.
    """
    stayed = [finisher.place for finisher in finishers if not finisher.left]
    last = 1 + len(stayed) if stayed else len(finishers)
    return tuple(
        last if one.left else 1 + sum(place < one.place for place in stayed) for one in finishers
    )


def add_game(
    rows: dict[str, StandingRow],
    key: tuple[int, str, int],
    at: float,
    place: int,
    score: int | None,
) -> list[StandingRow]:
    """Return the changed standings of all periods after one more game.

    A game played alone is no win.

    Args:
        rows: the standings before the game, by period.
        key: guild, board and person.
        at: when the game ended, in Unix seconds.
        place: the place that counts.
        score: None where scores cannot be compared.
    """
    new: list[StandingRow] = []
    won = int(place == 1 and not is_solo(key[1]))
    for period in Period:
        kept, now = stored_period(period, at), bucket_of(period, at)
        row = rows.get(kept)
        if row is None or row.bucket < now:
            row = _empty(key, kept, now)
        if row.bucket == now:  # a later bucket means that the clock was set back: nothing to add
            new.append(_add(row, won, place, score))
    return new


def _empty(key: tuple[int, str, int], period: str, now: str) -> StandingRow:
    """Return the standing before the first game of a bucket."""
    guild_id, board, person_id = key
    return StandingRow(guild_id, board, period, person_id, now, 0, 0, 0, 0, None, 0, 0)


def _add(row: StandingRow, won: int, place: int, score: int | None) -> StandingRow:
    """Return the standing after one more game in the bucket."""
    streak = row.streak + 1 if won else 0
    return replace(
        row,
        games=row.games + 1,
        wins=row.wins + won,
        places=row.places + place,
        scores=row.scores + (score or 0),
        best=max((one for one in (row.best, score) if one is not None), default=None),
        streak=streak,
        longest=max(row.longest, streak),
    )
