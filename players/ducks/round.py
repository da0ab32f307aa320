"""What a hand is worth in its round, with the hands that are made and the seats to come."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from players.ducks.inning import GOOSE_EGG, ManyInnings, count_grades, find_marks

if TYPE_CHECKING:
    from collections.abc import Sequence

Grades = tuple[int, ...]
"""Hands of a round in the order of play, as `inning.grade_hands` grades them."""

_NUDGE: Final = 2.0**-24
"""By so much another seat's worth counts where the next player is indifferent; see `_foresee`."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round at the moment when somebody is to make a hand.

    Attributes:
        made: the hands before.
        totals: points of the rounds before, in the order of play; 0 where only points count.
        last: whether it is the last round; then the game is at stake, else points.
        wild: whether ducks are wild.
        bust: whether a roll without a promotion loses the bucket.
    """

    made: Grades
    totals: tuple[int, ...]
    last: bool
    wild: bool
    bust: bool


def score(hands: Sequence[int], seats: int) -> list[int]:
    """Return the points of a round's first hands if nobody after them is better (D6, D7)."""
    order = sorted((turn for turn, hand in enumerate(hands) if hand), key=lambda t: -hands[t])
    points = [0] * len(hands)
    for place, turn in enumerate(order):
        points[turn] = seats - place
    return points


def value(round_: Round, hands: Sequence[int], turn: int) -> float:
    """Return what a round is worth to one of its seats: points, or the share of the win."""
    points = score(hands, len(round_.totals))
    if not round_.last or len(hands) < len(round_.totals):
        return points[turn]
    totals = [t + p for t, p in zip(round_.totals, points, strict=True)]
    best = max(totals)
    return 1 / totals.count(best) if totals[turn] == best else 0.0


@lru_cache(maxsize=256)
def weigh_hands(round_: Round) -> tuple[float, ...]:
    """Return what each grade of hand is worth to who is to play.

    Exact where at most one seat is to come after him: it then plays best for itself. More seats
    are taken to reply to his hand each as if it were the last.
    """
    made, seats = round_.made, len(round_.totals)
    grades, later = range(count_grades(wild=round_.wild)), seats - len(made) - 1
    if later == 0:
        return tuple(value(round_, (*made, grade), seats - 1) for grade in grades)
    if later == 1:
        return tuple(_foresee(round_))
    ahead = _lead(round_)
    short = Round(
        made, round_.totals[: len(made) + 2], last=False, wild=round_.wild, bust=round_.bust
    )
    beaten = [most - kept for most, kept in zip(_lead(short), _foresee(short), strict=True)]
    return tuple(most - later * lost for most, lost in zip(ahead, beaten, strict=True))


def _lead(round_: Round) -> list[int]:
    """Return for each hand made now its points if nobody after it is better."""
    seats = len(round_.totals)
    grades = range(count_grades(wild=round_.wild))
    return [score((*round_.made, grade), seats)[-1] for grade in grades]


def _foresee(round_: Round) -> list[float]:
    """Return for each hand made now what the last player's best reply leaves to who makes it.

    The reply is computed twice: as the last player wants it, and with a tiny part of the viewer's
    worth added to his. The difference shows what the viewer gets; the reply is still the best one.

    Points are counted from the viewer's lead. Then all that counts is whether he is beaten,
    whatever was made before: so every round has the same marks.
    """
    grades = range(count_grades(wild=round_.wild))
    viewer = len(round_.made)
    lead = [0] * len(grades) if round_.last else _lead(round_)
    own = [_by_reply(round_, grade, viewer + 1) for grade in grades]
    seen = [
        [worth - most for worth in _by_reply(round_, grade, viewer)]
        for grade, most in zip(grades, lead, strict=True)
    ]
    plain = [list(column) for column in zip(*own, strict=True)]
    nudged = [
        [a + _NUDGE * b for a, b in zip(mine, other, strict=True)]
        for mine, other in zip(plain, zip(*seen, strict=True), strict=True)
    ]
    more = tuple(hand + 1 for hand in round_.made) if round_.last else ()
    marks = find_marks(wild=round_.wild, more=more)
    replies = [
        ManyInnings(each, marks, wild=round_.wild, bust=round_.bust).roll()
        for each in (plain, nudged)
    ]
    return [most + (more - less) / _NUDGE for most, less, more in zip(lead, *replies, strict=True)]


def _by_reply(round_: Round, grade: int, turn: int) -> list[float]:
    """Return for each hand of the last player what the round is worth to a seat."""
    hands = (*round_.made, grade)
    marks = sorted({GOOSE_EGG, GOOSE_EGG + 1, *(hand + 1 for hand in hands)})
    worths: list[float] = []
    for low, high in zip(marks, [*marks[1:], count_grades(wild=round_.wild)], strict=True):
        worths += [value(round_, (*hands, low), turn)] * (high - low)
    return worths
