"""Computes what the hands of the first of three seats are worth, and writes the values.

    python -m players.ducks.solve

takes a quarter of an hour. For each hand of the first seat, the third replies as well as can be to
every hand of the second; so it is known what each of these leaves to the first and to the second.
Then the second makes its hand as well as can be. In the last round whoever cannot change who wins
plays for points; who is indifferent even then favours who asks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.ducks.inning import WHITE
from players.ducks.inning import GOOSE_EGG, BestInning, count_grades, find_marks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from players.ducks.inning import Values


# What the hands of the first of three seats are worth, if both others play best for themselves.

SEATS: Final = 3
FAR: Final = SEATS + 1
FILE: Final = Path(__file__).with_name("values.bin")

Totals = tuple[int, ...]

STANDINGS: Final[tuple[Totals, ...]] = tuple(
    totals for totals in product(range(-FAR, 1), repeat=SEATS) if max(totals) == 0
)
"""How far seats are behind the best of them when the last round begins, in the order of play."""

CASES: Final[tuple[Totals | None, ...]] = (None, *STANDINGS)
"""None where only points count. The file has them in this order for each of `OPTIONS`."""

OPTIONS: Final = tuple((wild, bust) for wild in (False, True) for bust in (False, True))
"""Whether ducks are wild, and whether a roll without a promotion loses the bucket."""


def find_worths(totals: Totals | None, *, wild: bool, bust: bool) -> Values:
    """Return what each grade of hand is worth: points, or with `totals` the share of the win."""
    case = None if totals is None else compare_totals(totals)
    return _load_worths()[wild, bust][CASES.index(case)]


def compare_totals(totals: Totals) -> Totals:
    """Return how far seats are behind the best of them, as far as that counts."""
    return tuple(max(total - max(totals), -FAR) for total in totals)


@cache
def _load_worths() -> dict[tuple[bool, bool], Values]:
    """Read the file: by the options, the values by case and grade."""
    values = np.frombuffer(FILE.read_bytes(), dtype="<f4").astype(np.float64)
    sizes = [len(CASES) * count_grades(wild=wild) for wild, _ in OPTIONS]
    parts = np.split(values, np.cumsum(sizes)[:-1])
    return {
        options: part.reshape(len(CASES), -1) for options, part in zip(OPTIONS, parts, strict=True)
    }


# What a hand is worth in its round, with the hands that are made and the seats to come.

Grades = tuple[int, ...]
"""Hands of a round in the order of play, as `inning.grade_hands` grades them."""

TINY: Final = 2.0**-20
"""What a point of the last round is worth beside the win: who cannot win plays for points."""

NUDGE: Final = 2.0**-28
"""By so much another seat's worth counts where the next player is indifferent; see `foresee`."""


OFF: Final = 0.1
"""How far points are off as a rule where `Round.is_exact` does not hold.

In 1,300 games of four and six hard ducks, those who were told 1.5 to 5 points got as many but for
0.12; those who were told 1 got 0.2 more, and those who were told more 0.1 less.
"""


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

    @property
    def is_exact(self) -> bool:
        """Whether `weigh_hands` is: at a table of three, else with at most one seat to come."""
        seats = len(self.totals)
        return seats == SEATS or seats - len(self.made) <= 2


def score(hands: Sequence[int], seats: int) -> list[int]:
    """Return the points of a round's first hands if nobody after them is better (D6, D7)."""
    order = sorted((turn for turn, hand in enumerate(hands) if hand), key=lambda t: -hands[t])
    points = [0] * len(hands)
    for place, turn in enumerate(order):
        points[turn] = seats - place
    return points


def value(round_: Round, hands: Sequence[int], turn: int) -> float:
    """Return what a round is worth to one of its seats: points, or the share of the win.

    To the share `TINY` is added for each point. So who can change nothing about the win does not
    favour anybody.
    """
    points = score(hands, len(round_.totals))
    if not round_.last or len(hands) < len(round_.totals):
        return points[turn]
    totals = [t + p for t, p in zip(round_.totals, points, strict=True)]
    best = max(totals)
    share = 1 / totals.count(best) if totals[turn] == best else 0.0
    return share + TINY * points[turn]


@lru_cache(maxsize=256)
def weigh_hands(round_: Round) -> Values:
    """Return what each grade of hand is worth to who is to play.

    Exact where at most one seat is to come after him, and at a table of three: each then plays
    best for itself. Elsewhere more seats are taken to reply to his hand each as if it were the
    last.
    """
    made, seats = round_.made, len(round_.totals)
    later, viewer = seats - len(made) - 1, len(made)
    if later == 0 and not round_.last:
        return _lead(round_, viewer)
    if later == 0:
        grades = range(count_grades(wild=round_.wild))
        return np.array([float(value(round_, (*made, grade), seats - 1)) for grade in grades])
    if later == 1:
        return foresee([round_], [viewer])[:, 0, 0]
    if round_.is_exact:
        totals = round_.totals if round_.last else None
        return find_worths(totals, wild=round_.wild, bust=round_.bust)
    short = Round(
        made, round_.totals[: len(made) + 2], last=False, wild=round_.wild, bust=round_.bust
    )
    lost = _lead(short, viewer) - foresee([short], [viewer])[:, 0, 0]
    return _lead(round_, viewer) - later * lost


def _lead(round_: Round, viewer: int) -> Values:
    """Return for each hand made now a seat's points if nobody after it is better (D6)."""
    hands = (*round_.made, np.arange(count_grades(wild=round_.wild)))
    own, seats = hands[viewer], len(round_.totals)
    ahead = sum(hand >= own for hand in hands[:viewer])
    ahead += sum(hand > own for hand in hands[viewer + 1 :])
    return np.where(own == GOOSE_EGG, 0.0, seats - ahead)


def foresee(rounds: Sequence[Round], viewers: Sequence[int]) -> Values:
    """Return what the last player's best reply to the hand made now leaves to other seats.

    The reply is computed several times: as the last player wants it, and with a tiny part of each
    viewer's worth added to his. The difference shows what the viewer gets; the reply is still the
    best one.

    Args:
        rounds: that differ in their totals alone, one seat before the last.
        viewers: seats that have a hand, or make it now.

    Returns:
        Values by the grade of the hand that is made now, the round, and the viewer.
    """
    one = rounds[0]
    better = (hand + 1 for hand in one.made if one.last)
    more = tuple(hand for hand in better if hand < count_grades(wild=one.wild))
    marks = find_marks(wild=one.wild, more=more)
    play = BestInning(_weigh_replies(rounds, viewers), marks, wild=one.wild, bust=one.bust)
    values = play.roll(((), WHITE)).reshape(-1, len(rounds), 1 + len(viewers))
    seen = (values[..., 1:] - values[..., :1]) / NUDGE
    if one.last:
        return seen
    return seen + np.stack([_lead(one, viewer) for viewer in viewers], axis=-1)[:, None]


def _weigh_replies(rounds: Sequence[Round], viewers: Sequence[int]) -> Values:
    """Return what replies are worth: by the reply, the hand before it, and round by `_weigh_reply`.

    All that counts is which of the hands that are made each of both beats, and whether the reply
    beats the hand before it.
    """

    def weigh(hand: int, reply: int) -> list[float]:
        return [each for round_ in rounds for each in _weigh_reply(round_, viewers, hand, reply)]

    made, wild = rounds[0].made, rounds[0].wild
    marks = sorted({GOOSE_EGG, GOOSE_EGG + 1, *(hand + 1 for hand in made)})
    sizes = np.diff([*marks, count_grades(wild=wild)]).tolist()
    pairs = np.array([[weigh(hand, last) for hand in marks] for last in marks])
    worths = pairs.repeat(sizes, axis=0).repeat(sizes, axis=1)
    for mark, size in zip(marks, sizes, strict=True):
        same = slice(mark, mark + size)
        worths[same, same][np.tri(size, k=-1, dtype=np.bool)] = weigh(mark, mark + 1)
    return worths


def _weigh_reply(round_: Round, viewers: Sequence[int], hand: int, reply: int) -> Iterator[float]:
    """Yield what a reply to a hand is worth to the last player: plain, and nudged for each viewer.

    A viewer's points are counted from his lead. Then all that counts is whether he is beaten,
    whatever was made before: so every round but the last has the same marks.
    """
    hands, last = (*round_.made, hand, reply), len(round_.made) + 1
    own = value(round_, hands, last)
    yield own
    leads = score(hands[:-1], len(round_.totals))
    for viewer in viewers:
        lead = 0 if round_.last else leads[viewer]
        yield own + NUDGE * (value(round_, hands, viewer) - lead)


_DIGITS: Final = 6
"""Behind the point; what is beyond is noise of the nudges."""


def solve(*, wild: bool, bust: bool) -> Values:
    """Return what hands of the first of three seats are worth, by case and grade."""
    hands = range(count_grades(wild=wild))
    return np.stack([weigh_hand(hand, wild=wild, bust=bust) for hand in hands], axis=1)


def weigh_hand(hand: int, *, wild: bool, bust: bool) -> Values:
    """Return what a hand of the first of three seats is worth in each of `CASES`."""
    points = Round((hand,), (0,) * SEATS, last=False, wild=wild, bust=bust)
    ends = [Round((hand,), totals, last=True, wild=wild, bust=bust) for totals in STANDINGS]
    viewers = (0, 1)
    seen = np.concatenate([foresee([points], viewers), foresee(ends, viewers)], axis=1)
    first, second = np.moveaxis(seen, -1, 0)
    worths = np.stack((second, second + NUDGE * first), axis=-1).reshape(len(seen), 1, -1)
    play = BestInning(worths, find_marks(wild=wild), wild=wild, bust=bust)
    plain, nudged = play.roll(((), WHITE))[0].reshape(len(CASES), 2).T
    return (nudged - plain) / NUDGE


def main() -> None:
    """Solve the rounds with all options, and write the file."""
    solved = [solve(wild=wild, bust=bust).round(_DIGITS) for wild, bust in OPTIONS]
    FILE.write_bytes(b"".join(values.astype("<f4").tobytes() for values in solved))


if __name__ == "__main__":
    main()
