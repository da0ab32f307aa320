"""The places that count, also if players have left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.store import SeatRow


@dataclass(frozen=True, slots=True)
class Finisher:
    """A person at a finished table.

    Attributes:
        person_id: negative for a forgotten person.
        name: the name at that time.
        place: by the rules of the game.
        score: by the rules of the game; None for a forfeited game.
        left: whether the person left, or the caretaker played at the end.
    """

    person_id: int
    name: str
    place: int
    score: int | None
    left: bool


def to_finisher(seat: SeatRow) -> Finisher:
    left = seat.caretaker or seat.departed
    return Finisher(seat.person_id, seat.name, seat.place or 1, seat.score, left)


def rank_finishers(finishers: Sequence[Finisher]) -> tuple[int, ...]:
    """Return the places that count, by seat.

    Players who stayed keep their order. Players who left share the place behind them, whatever the
    caretaker achieved. If nobody stayed, all share the last place, and nobody has won.
    """
    stayed = [finisher.place for finisher in finishers if not finisher.left]
    last = 1 + len(stayed) if stayed else len(finishers)
    return tuple(
        last if one.left else 1 + sum(place < one.place for place in stayed) for one in finishers
    )
