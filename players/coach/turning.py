"""What decided a finished game: the dice or the choice that changed most, but for noise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from players.coach.judging import CLEAR
from players.coach.review import Cause

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from engine.core import Seat
    from players.coach.judging import Decision
    from players.coach.review import Review


@dataclass(frozen=True, slots=True)
class Turning:
    """What changed the prospects of a seat.

    Attributes:
        seat: whose dice or choice it was.
        seq: the number of the move before or with which it happened.
        change: of the prospects of this seat, in the unit of the review.
        decision: the choice; None for dice.
    """

    seat: Seat
    seq: int
    change: float
    decision: Decision | None = None


def find_turning(
    review: Review, winners: Collection[Seat], lone: Seat | None = None
) -> Turning | None:
    """Return what decided a game for who won; None where nothing did, or all may be noise.

    Nothing decides a game that is played alone, or whose first place is shared.

    Args:
        review: of the game.
        winners: the seats that have won.
        lone: the only person among computers: what the dice and choices of these did is not asked.
    """
    if len(review.seats) < 2 or len(winners) > 1:
        return None
    found = (
        each
        for each in _list_turnings(review)
        if (each.change > 0) == (each.seat in winners) and lone in {None, each.seat}
    )
    return max(found, key=lambda each: abs(each.change), default=None)


def _list_turnings(review: Review) -> Iterator[Turning]:
    """Yield what changed prospects by more than two errors: dice and choices of all seats."""
    off = review.off or 0.0
    for seat, own in enumerate(review.seats):
        for each in own.decisions:
            if each.cost > CLEAR * max(each.error, off):
                yield Turning(seat, each.seq, -each.cost, each)
        before = own.start
        for change in own.course:
            moved, before = change.value - before, change.value
            if change.cause is Cause.DICE and abs(moved) > CLEAR * off:
                yield Turning(seat, change.seq, moved)
