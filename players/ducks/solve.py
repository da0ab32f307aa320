"""Computes the worth of hands for the first of three seats, and writes the values.

    python -m players.ducks.solve

The program runs for a quarter of an hour. For each hand of the first seat, the third seat makes its
best reply to every hand of the second. This yields the results of the first and the second seat for
each pair of hands. With these results, the second seat plays its best inning. In the last round, a
seat that cannot change the winner plays for points. If even the points are equal, it favours the
seat whose worth is computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, product
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from engine.ducks import evaluate
from engine.ducks.dice import THROWS, WHITE, Dice
from engine.ducks.odds import list_chances

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


# The best play of innings of Ducks in a Bucket, for any given worth of the resulting hands.

GOOSE_EGG: Final = 0
"""The grade of a lost bucket."""

Spot = tuple[Dice, int]
"""A bucket, and the number of white dice left to roll."""

Values = NDArray[np.float64]
Places = NDArray[np.intp]

_BUCKETS: Final = tuple(sorted(thrown) for thrown in THROWS)
_PLACES: Final = tuple({dice: place for place, dice in enumerate(some)} for some in _BUCKETS)
"""Index of each bucket among the buckets of its size."""


@cache
def grade_hands(*, wild: bool) -> dict[Dice, int]:
    """Return the grade of every bucket, from 1 for the worst hand."""
    buckets = [dice for thrown in THROWS[1:] for dice in thrown]
    strengths = {dice: evaluate(dice, wild=wild).strength for dice in buckets}
    grades = {strength: 1 + i for i, strength in enumerate(sorted(set(strengths.values())))}
    return {dice: grades[strength] for dice, strength in strengths.items()}


@cache
def count_grades(*, wild: bool) -> int:
    """Return the number of grades, including that of the goose egg."""
    return 1 + max(grade_hands(wild=wild).values())


@cache
def _list_falls(left: int) -> tuple[tuple[float, tuple[Dice, ...]], ...]:
    """Return each set of promotions that a roll may allow, with its chance; one set is empty."""
    return tuple((ways / 6 ** (left + 1), dice) for dice, ways in list_chances(left).items())


@cache
def _grade_buckets(size: int, *, wild: bool) -> Places:
    grades = grade_hands(wild=wild)
    return np.array([grades[bucket] for bucket in _BUCKETS[size]])


@cache
def _fill(size: int, dice: Dice) -> Places:
    """Return the index of each bucket of a size after a promotion of these dice."""
    places = _PLACES[size + len(dice)]
    return np.array([places[tuple(sorted((*bucket, *dice)))] for bucket in _BUCKETS[size]])


class Thresholds:
    """Grades at which the worth of an inning against another hand can change.

    A bucket can become only a few hands. To its player, all opposing hands between two of those
    few are alike. So values are kept only for a bucket's thresholds. Each threshold covers all
    grades up to the next threshold.

    Args:
        wild: whether ducks are wild.
        more: extra thresholds of every bucket, besides the hands it can become. None for innings
            without an opposing hand: these have one threshold.
    """

    def __init__(self, *, wild: bool, more: tuple[int, ...] | None) -> None:
        self._wild = wild
        self._more = more
        self._found: dict[tuple[int, int], tuple[Places, Places]] = {}
        self._followed: dict[tuple[int, int, Dice], tuple[Places, Places]] = {}

    def find(self, size: int, left: int) -> tuple[Places, Places]:
        """Return the thresholds of all buckets of a size with `left` dice left, and their index.

        A bucket's thresholds are ascending grades, padded with 0s. The second array gives, by
        bucket and grade, the index of the threshold that covers the grade.
        """
        if (size, left) not in self._found:
            is_threshold = self._look(size, left)
            places = is_threshold.cumsum(axis=1) - 1
            grades = np.zeros((len(places), int(places.max()) + 1), dtype=np.intp)
            buckets, thresholds = np.nonzero(is_threshold)
            grades[buckets, places[buckets, thresholds]] = thresholds
            self._found[size, left] = grades, places
        return self._found[size, left]

    def _look(self, size: int, left: int) -> NDArray[np.bool]:
        """Return, for each bucket of a size and each grade, whether the grade is a threshold."""
        buckets, wild = np.arange(len(_BUCKETS[size])), self._wild
        if self._more is None:
            return np.ones((len(buckets), 1), dtype=np.bool)
        is_threshold = np.zeros((len(buckets), count_grades(wild=wild)), dtype=np.bool)
        is_threshold[:, (GOOSE_EGG, GOOSE_EGG + 1, *self._more)] = True
        for dice in chain(*THROWS[0 if size else 1 : left + 1]):
            made = _grade_buckets(size + len(dice), wild=wild)[_fill(size, dice)]
            is_threshold[buckets, made] = True
        return is_threshold

    def follow(self, size: int, left: int, dice: Dice) -> tuple[Places, Places]:
        """Return the indices of values after a promotion, by bucket and threshold before that.

        If `dice` is empty, one of the white dice left is thrown away instead.
        """
        if (size, left, dice) not in self._followed:
            buckets, (grades, _) = _fill(size, dice)[:, None], self.find(size, left)
            _, places = self.find(size + len(dice), left - max(len(dice), 1))
            self._followed[size, left, dice] = buckets, places[buckets, grades]
        return self._followed[size, left, dice]


@lru_cache(maxsize=8)
def find_thresholds(*, wild: bool, more: tuple[int, ...] | None = None) -> Thresholds:
    """Return the thresholds of all buckets, cached for all innings."""
    return Thresholds(wild=wild, more=more)


class BestInning:
    """The best play of innings that differ only in the worth of hands.

    All buckets of a size and all innings are computed together. Results are indexed by the opposing
    hand and by the inning.

    Args:
        worths: the worth of hands, by grade of the resulting hand, grade of the opposing hand, and
            number of the inning. Without an opposing hand, the second index is always 0.
        thresholds: the opposing hands that make a difference.
        wild: whether ducks are wild.
        bust: whether a roll without a promotion loses the bucket.
    """

    def __init__(self, worths: Values, thresholds: Thresholds, *, wild: bool, bust: bool) -> None:
        self._worths = worths
        self._marks = thresholds
        self._wild = wild
        self._bust = bust
        self._rolled: dict[tuple[int, int], Values] = {}
        self._reached: dict[tuple[int, int], Values] = {}

    @property
    def lost(self) -> Values:
        """The worth of a lost bucket."""
        return self._worths[GOOSE_EGG]

    def stop(self, bucket: Dice) -> Values:
        """Return the worth of keeping a bucket."""
        return self._worths[grade_hands(wild=self._wild)[bucket]]

    def promote(self, spot: Spot) -> Values:
        """Return the worth after a promotion, before stopping or rolling on."""
        return self._pick(self._promote(*_measure(spot)), spot)

    def roll(self, spot: Spot) -> Values:
        """Return the worth of a roll."""
        return self._pick(self._roll(*_measure(spot)), spot)

    def give_up(self, spot: Spot) -> Values:
        """Return the worth of promoting nothing after a roll (rulings D2, D3 and D9)."""
        bucket, left = spot
        return self.lost if self._is_lost(left) else self.roll((bucket, left - 1))

    def _is_lost(self, left: int) -> bool:
        """Return whether promoting nothing loses the bucket."""
        return self._bust or left == 1

    def _pick(self, values: Values, spot: Spot) -> Values:
        """Return the values of one bucket, by opposing hand and inning."""
        size, left = _measure(spot)
        _, places = self._marks.find(size, left)
        place = _PLACES[size][spot[0]]
        return values[place][places[place]]

    def _promote(self, size: int, left: int) -> Values:
        """Return the worth after a promotion, by bucket of a size, threshold and inning."""
        if (size, left) not in self._reached:
            grades, _ = self._marks.find(size, left)
            stop = self._worths[_grade_buckets(size, wild=self._wild)[:, None], grades]
            self._reached[size, left] = np.maximum(stop, self._roll(size, left)) if left else stop
        return self._reached[size, left]

    def _roll(self, size: int, left: int) -> Values:
        """Return the worth of a roll, by bucket of a size, threshold and inning."""
        if (size, left) not in self._rolled:
            after: dict[Dice, Values] = {}
            nothing = self._give_up(size, left)
            total, spare = np.zeros_like(nothing), np.empty_like(nothing)
            for chance, choices in _list_falls(left):
                best = nothing
                for dice in choices:
                    if dice not in after:
                        reached = self._promote(size + len(dice), left - len(dice))
                        after[dice] = reached[self._marks.follow(size, left, dice)]
                    best = np.maximum(best, after[dice], out=spare)
                total += np.multiply(chance, best, out=spare)
            self._rolled[size, left] = total
        return self._rolled[size, left]

    def _give_up(self, size: int, left: int) -> Values:
        """Return the worth of promoting nothing, by bucket of a size, threshold and inning."""
        if self._is_lost(left):
            grades, _ = self._marks.find(size, left)
            return self.lost[grades]
        return self._roll(size, left - 1)[self._marks.follow(size, left, ())]


def _measure(spot: Spot) -> tuple[int, int]:
    """Return the size of a bucket, and the number of dice left."""
    bucket, left = spot
    return len(bucket), left


# The worth of hands for the first of three seats if both others play best for themselves.

SEATS: Final = 3
FAR: Final = SEATS + 1
FILE: Final = Path(__file__).with_name("values.bin")

Totals = tuple[int, ...]

STANDINGS: Final[tuple[Totals, ...]] = tuple(
    totals for totals in product(range(-FAR, 1), repeat=SEATS) if max(totals) == 0
)
"""Points of the seats minus the leader's when the last round begins, in the order of play."""

CASES: Final[tuple[Totals | None, ...]] = (None, *STANDINGS)
"""Totals to solve for each of `OPTIONS`, in the order of the file; None is for points alone."""

OPTIONS: Final = tuple((wild, bust) for wild in (False, True) for bust in (False, True))
"""Pairs: whether ducks are wild, and whether a roll without a promotion loses the bucket."""


def find_worths(totals: Totals | None, *, wild: bool, bust: bool) -> Values:
    """Return the worth of each grade of hand for the first of three seats.

    The worth is in points, or with `totals` it is the share of the win.
    """
    case = None if totals is None else compare_totals(totals)
    return _load_worths()[wild, bust][CASES.index(case)]


def compare_totals(totals: Totals) -> Totals:
    """Return the seats' points minus the leader's; a gap beyond FAR counts as FAR."""
    return tuple(max(total - max(totals), -FAR) for total in totals)


@cache
def _load_worths() -> dict[tuple[bool, bool], Values]:
    """Read the file: values by case and grade, keyed by the options."""
    values = np.frombuffer(FILE.read_bytes(), dtype="<f4").astype(np.float64)
    sizes = [len(CASES) * count_grades(wild=wild) for wild, _ in OPTIONS]
    parts = np.split(values, np.cumsum(sizes)[:-1])
    return {
        options: part.reshape(len(CASES), -1) for options, part in zip(OPTIONS, parts, strict=True)
    }


# The worth of a hand in its round, given the hands made and the seats to come.

Grades = tuple[int, ...]
"""Hands of a round in the order of play, as grades of `grade_hands`."""

TINY: Final = 2.0**-20
"""Worth of a point in the last round, if a win is 1. A seat that cannot win plays for points."""

NUDGE: Final = 2.0**-28
"""Tiny weight of one seat's worth in another's. It decides only between equal plays."""


OFF: Final = 0.1
"""Typical error of points if `Round.is_exact` is false.

It was measured in 1,300 games of four and six hard ducks. Seats that expected 1.5 to 5 points got
an average within 0.12 of that. Seats that expected 1 point got 0.2 more. Seats that expected more
than 5 got 0.1 less.
"""


@dataclass(frozen=True, slots=True)
class Round:
    """A round at the moment when a seat has to make a hand.

    Attributes:
        made: the hands that earlier seats made.
        totals: points of earlier rounds, in the order of play; all 0 if only points count.
        last: whether this is the last round. It is played for the win, other rounds for points.
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
        """True if `weigh_hands` is exact: always with three seats, else for the last two seats."""
        seats = len(self.totals)
        return seats == SEATS or seats - len(self.made) <= 2


def score(hands: Sequence[int], seats: int) -> list[int]:
    """Return the points of a round's first hands if no later hand is better (D6, D7)."""
    order = sorted((turn for turn, hand in enumerate(hands) if hand), key=lambda t: -hands[t])
    points = [0] * len(hands)
    for place, turn in enumerate(order):
        points[turn] = seats - place
    return points


def value(round_: Round, hands: Sequence[int], turn: int) -> float:
    """Return the worth of a round to one of its seats: points, or the share of the win.

    The share includes `TINY` for each point. So a seat that cannot change the winner plays for
    points.
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
    """Return the worth of each grade of hand to the player on turn.

    The worth is exact at a table of three, and if at most one seat is still to come: each later
    seat then makes its best play. Otherwise a model lets each later seat reply to this hand as if
    no other seat came after it.
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
    """Return a seat's points, by grade of the hand made now, if no later hand is better (D6)."""
    hands = (*round_.made, np.arange(count_grades(wild=round_.wild)))
    own, seats = hands[viewer], len(round_.totals)
    ahead = sum(hand >= own for hand in hands[:viewer])
    ahead += sum(hand > own for hand in hands[viewer + 1 :])
    return np.where(own == GOOSE_EGG, 0.0, seats - ahead)


def foresee(rounds: Sequence[Round], viewers: Sequence[int]) -> Values:
    """Return the viewers' results after the last player's best reply to the hand made now.

    The reply's worth is computed once for the last player alone, and once for each viewer with a
    tiny part (`NUDGE`) of the viewer's worth added. The difference of the two, divided by `NUDGE`,
    is the viewer's result. The tiny part cannot make a worse reply the best one.

    Args:
        rounds: rounds that differ only in their totals; the last seat but one makes its hand.
        viewers: seats with a hand, or the seat that makes one now.

    Returns:
        Values by the grade of the hand made now, the round, and the viewer.
    """
    one = rounds[0]
    better = (hand + 1 for hand in one.made if one.last)
    more = tuple(hand for hand in better if hand < count_grades(wild=one.wild))
    thresholds = find_thresholds(wild=one.wild, more=more)
    play = BestInning(_weigh_replies(rounds, viewers), thresholds, wild=one.wild, bust=one.bust)
    values = play.roll(((), WHITE)).reshape(-1, len(rounds), 1 + len(viewers))
    seen = (values[..., 1:] - values[..., :1]) / NUDGE
    if one.last:
        return seen
    return seen + np.stack([_lead(one, viewer) for viewer in viewers], axis=-1)[:, None]


def _weigh_replies(rounds: Sequence[Round], viewers: Sequence[int]) -> Values:
    """Return the values of `_weigh_reply` for all rounds, by reply and by hand before it.

    Only two things matter: which earlier hands these two hands beat, and whether the reply beats
    the hand before it. So each case is computed once and repeated for all its pairs of hands.
    """

    def weigh(hand: int, reply: int) -> list[float]:
        return [each for round_ in rounds for each in _weigh_reply(round_, viewers, hand, reply)]

    made, wild = rounds[0].made, rounds[0].wild
    thresholds = sorted({GOOSE_EGG, GOOSE_EGG + 1, *(hand + 1 for hand in made)})
    sizes = np.diff([*thresholds, count_grades(wild=wild)]).tolist()
    pairs = np.array([[weigh(hand, last) for hand in thresholds] for last in thresholds])
    worths = pairs.repeat(sizes, axis=0).repeat(sizes, axis=1)
    for threshold, size in zip(thresholds, sizes, strict=True):
        same = slice(threshold, threshold + size)
        worths[same, same][np.tri(size, k=-1, dtype=np.bool)] = weigh(threshold, threshold + 1)
    return worths


def _weigh_reply(round_: Round, viewers: Sequence[int], hand: int, reply: int) -> Iterator[float]:
    """Yield the worth of a reply for the last player: plain, and nudged for each viewer.

    Before the last round, the points that the viewer had before the reply are subtracted. What is
    left depends only on whether the reply beats the viewer's hand. So these rounds share their
    thresholds.
    """
    hands, last = (*round_.made, hand, reply), len(round_.made) + 1
    own = value(round_, hands, last)
    yield own
    leads = score(hands[:-1], len(round_.totals))
    for viewer in viewers:
        lead = 0 if round_.last else leads[viewer]
        yield own + NUDGE * (value(round_, hands, viewer) - lead)


_DIGITS: Final = 6
"""Decimals kept in the file; further decimals are noise from `NUDGE`."""


def solve(*, wild: bool, bust: bool) -> Values:
    """Return the worth of hands of the first of three seats, by case and grade."""
    hands = range(count_grades(wild=wild))
    return np.stack([weigh_hand(hand, wild=wild, bust=bust) for hand in hands], axis=1)


def weigh_hand(hand: int, *, wild: bool, bust: bool) -> Values:
    """Return the worth of a hand of the first of three seats in each of `CASES`."""
    points = Round((hand,), (0,) * SEATS, last=False, wild=wild, bust=bust)
    ends = [Round((hand,), totals, last=True, wild=wild, bust=bust) for totals in STANDINGS]
    viewers = (0, 1)
    seen = np.concatenate([foresee([points], viewers), foresee(ends, viewers)], axis=1)
    first, second = np.moveaxis(seen, -1, 0)
    worths = np.stack((second, second + NUDGE * first), axis=-1).reshape(len(seen), 1, -1)
    play = BestInning(worths, find_thresholds(wild=wild), wild=wild, bust=bust)
    plain, nudged = play.roll(((), WHITE))[0].reshape(len(CASES), 2).T
    return (nudged - plain) / NUDGE


def main() -> None:
    """Solve the rounds for all options, and write the file."""
    solved = [solve(wild=wild, bust=bust).round(_DIGITS) for wild, bust in OPTIONS]
    FILE.write_bytes(b"".join(values.astype("<f4").tobytes() for values in solved))


if __name__ == "__main__":
    main()
