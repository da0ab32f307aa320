"""What a hand is worth in its round, with the hands that are made and the seats to come."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.ducks.dice import WHITE
from players.ducks.inning import GOOSE_EGG, BestInning, count_grades, find_marks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from players.ducks.inning import Values

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
def weigh_hands(round_: Round) -> Values:
    """Return what each grade of hand is worth to who is to play.

    Exact where at most one seat is to come after him: it then plays best for itself. More seats
    are taken to reply to his hand each as if it were the last.
    """
    made, seats = round_.made, len(round_.totals)
    later = seats - len(made) - 1
    if later == 0 and not round_.last:
        return _lead(round_)
    if later == 0:
        grades = range(count_grades(wild=round_.wild))
        return np.array([float(value(round_, (*made, grade), seats - 1)) for grade in grades])
    if later == 1:
        return _foresee(round_)
    short = Round(
        made, round_.totals[: len(made) + 2], last=False, wild=round_.wild, bust=round_.bust
    )
    return _lead(round_) - later * (_lead(short) - _foresee(short))


def _lead(round_: Round) -> Values:
    """Return for each hand made now its points if nobody after it is better."""
    hands = np.arange(count_grades(wild=round_.wild))
    kept = sum(hands > hand for hand in round_.made)
    points = len(round_.totals) - len(round_.made) + kept
    return np.where(hands == GOOSE_EGG, 0.0, points)


def _foresee(round_: Round) -> Values:
    """Return for each hand made now what the last player's best reply leaves to who makes it.

    The reply is computed twice: as the last player wants it, and with a tiny part of the viewer's
    worth added to his. The difference shows what the viewer gets; the reply is still the best one.
    """
    better = (hand + 1 for hand in round_.made if round_.last)
    more = tuple(hand for hand in better if hand < count_grades(wild=round_.wild))
    marks = find_marks(wild=round_.wild, more=more)
    play = BestInning(_weigh_replies(round_), marks, wild=round_.wild, bust=round_.bust)
    plain, nudged = play.roll(((), WHITE)).T
    lead = np.zeros(len(plain)) if round_.last else _lead(round_)
    return lead + (nudged - plain) / _NUDGE


def _weigh_replies(round_: Round) -> Values:
    """Return what replies are worth: by the reply, the hand before it, and plain or nudged.

    All that counts is which of the hands that are made each of both beats, and whether the reply
    beats the hand before it.
    """
    marks = sorted({GOOSE_EGG, GOOSE_EGG + 1, *(hand + 1 for hand in round_.made)})
    sizes = np.diff([*marks, count_grades(wild=round_.wild)]).tolist()
    pairs = np.array([[_weigh_reply(round_, hand, last) for hand in marks] for last in marks])
    worths = pairs.repeat(sizes, axis=0).repeat(sizes, axis=1)
    for mark, size in zip(marks, sizes, strict=True):
        same = slice(mark, mark + size)
        worths[same, same][np.tri(size, k=-1, dtype=np.bool)] = _weigh_reply(round_, mark, mark + 1)
    return worths


def _weigh_reply(round_: Round, hand: int, reply: int) -> tuple[float, float]:
    """Return what a reply to a hand is worth to the last player, plain and nudged.

    The viewer's points are counted from his lead. Then all that counts is whether he is beaten,
    whatever was made before: so every round but the last has the same marks.
    """
    hands, viewer = (*round_.made, hand, reply), len(round_.made)
    lead = 0 if round_.last else score(hands[:-1], len(round_.totals))[-1]
    own, seen = (value(round_, hands, turn) for turn in (viewer + 1, viewer))
    return own, own + _NUDGE * (seen - lead)
