"""How well a daily was played: a mark for each decision, and one accuracy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from engine.core import CHANCE
from players.review import SMALL, review_log

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat
    from engine.transcript import Transcript
    from players.review import Decision, SeatReview

PERFECT: Final = 8
"""In how many decisions nothing has to be given away."""

DAY_END: Final = "end day"
"""The move behind which the squares go on in another row."""


@dataclass(frozen=True, slots=True)
class Grade:
    """How well a daily was played.

    Attributes:
        marks: a letter for each decision with a cost: `n` where nothing was given away, `u` for up
            to a tenth of what moves at random give away there, `o` for more; `s` where it is not
            ranked, as the dice were everybody's. Between two days of the game stands `/`.
        accuracy: as a review has it, of what is ranked, in whole numbers; None where nothing was at
            stake.
        opening: the first decision, as the log has it; empty where there was none.
    """

    marks: str
    accuracy: int | None
    opening: str = ""

    @property
    def ranked(self) -> str:
        """The letters of the decisions that are ranked."""
        return self.marks.replace("/", "").replace("s", "")

    @property
    def perfect(self) -> bool:
        """Whether nothing was given away, in enough decisions."""
        return len(self.ranked) >= PERFECT and set(self.ranked) == {"n"}


def grade(own: SeatReview, moves: Sequence[tuple[Seat, str]]) -> Grade:
    """Return how well a seat has played in a game of these moves.

    The first throw is everybody's. What was decided before the second is not ranked.
    """
    throws = [seq for seq, (seat, _) in enumerate(moves) if seat == CHANCE]
    since = throws[1] if len(throws) > 1 else len(moves)
    ranked = replace(own, decisions=tuple(each for each in own.decisions if each.seq > since))
    ends = [seq for seq, (_, text) in enumerate(moves) if text == DAY_END]
    days = [""] * max(len(ends), 1)
    for each in filter(_has_cost, own.decisions):
        days[sum(end < each.seq for end in ends)] += _mark(each, since)
    known = ranked.accuracy if any(map(_has_cost, ranked.decisions)) else None
    opening = str(own.decisions[0].made.move) if own.decisions else ""
    return Grade("/".join(days), None if known is None else round(known), opening)


def _has_cost(decision: Decision) -> bool:
    return decision.at_random >= SMALL or bool(decision.cost)


def _mark(decision: Decision, since: int) -> str:
    if decision.seq < since:
        return "s"
    if not decision.cost:
        return "n"
    return "u" if decision.cost <= decision.at_random / 10 else "o"


def grade_transcript(read: Transcript) -> Grade | None:
    """Return how well the first seat has played; None where that cannot be told."""
    moves = [(step.seat, step.text) for step in read.steps]
    (found,) = review_log(read.game, len(read.players), read.options, read.first, moves)
    return None if found is None else grade(found.seats[0], moves)
