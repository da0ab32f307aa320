"""The best play of an inning against the hands already made; it is exact if `Round.is_exact`."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from math import comb
from statistics import NormalDist, variance
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.ducks import Bust, Move, Promote, Roll, Stop, View
from engine.ducks.dice import WHITE
from players.core import Assessed
from players.ducks.solve import (
    GOOSE_EGG,
    OFF,
    BestInning,
    Round,
    count_grades,
    find_thresholds,
    grade_hands,
    weigh_hands,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.core import Source
    from players.core import Knowledge
    from players.ducks.solve import Places, Values


# The chance to win Ducks in a Bucket with each hand: exact, or from a model.

_NUDGE: Final = 2.0**-24
"""Tiny bonus added to the worth of all hands of at least a given grade.

The rise of the result, divided by the bonus, is the chance of such a hand. The bonus is too small
to change the best play.
"""

_TIE: Final = 1 / 12
"""Variance of a random fraction of a point.

The model adds such fractions to break ties, so a shared win counts as a fraction of a win.
"""

_STEPS: Final = np.linspace(-6, 6, 1201)
_BELOW: Final = np.array([NormalDist().cdf(step) for step in _STEPS.tolist()])
"""The normal distribution function at `_STEPS`."""

_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(8)
_CHANCES: Final = _WEIGHTS / _WEIGHTS.sum()
"""Weights of `_NODES` for the average of a function of a normal variable."""


@lru_cache(maxsize=256)
def weigh_wins(round_: Round, rounds_left: int) -> Values:
    """Return the chance to win with each grade of hand, for the player on turn.

    In a last round with `is_exact`, the chance is exact, and includes `TINY` for each point. In
    other rounds it comes from a model.

    Args:
        round_: the round, with the actual totals.
        rounds_left: number of rounds after this one.
    """
    seats, made = len(round_.totals), round_.made
    later = seats - len(made) - 1
    if round_.last and round_.is_exact:
        return weigh_hands(round_)
    tails = _weigh_tails(seats, wild=round_.wild, bust=round_.bust)
    hands = [*map(np.array, made), np.arange(len(tails) - 1)]
    spread = _spread_round(seats, 1 - float(tails[1]))
    points = [_expect_points(hands, turn, later, tails) for turn in range(len(hands))]
    points += [(_expect_later(hands, later, tails), np.array(spread))] * later
    still = rounds_left * spread + _TIE
    ends = [
        (total + mean, np.sqrt(varies + still))
        for total, (mean, varies) in zip(round_.totals, points, strict=True)
    ]
    own = ends.pop(len(made))
    return _be_largest(own, ends)


@cache
def _weigh_tails(seats: int, *, wild: bool, bust: bool) -> Values:
    """Return, by grade, the chance of a hand of at least this grade; the last entry is 0."""
    grades = count_grades(wild=wild)
    worths = weigh_hands(Round((), (0,) * seats, last=False, wild=wild, bust=bust))
    nudged = worths[:, None] + _NUDGE * np.tri(grades, grades + 1)
    play = BestInning(nudged[:, None], find_thresholds(wild=wild), wild=wild, bust=bust)
    values = play.roll(((), WHITE))[0]
    return np.clip((values - values[-1]) / _NUDGE, 0, 1)


@cache
def _spread_round(seats: int, lost: float) -> float:
    """Return the expected variance of points among the seats in a round.

    Args:
        seats: number of seats.
        lost: the chance of a lost bucket.
    """
    return sum(
        comb(seats, eggs)
        * lost**eggs
        * (1 - lost) ** (seats - eggs)
        * variance([*range(eggs + 1, seats + 1), *[0] * eggs])
        for eggs in range(seats + 1)
    )


def _expect_points(
    hands: Sequence[Places], turn: int, later: int, tails: Values
) -> tuple[Values, Values]:
    """Return mean and variance of a hand's points, by the grade of the new hand (D6)."""
    hand, above = hands[turn], tails[hands[turn] + 1]
    ahead = sum(other >= hand for other in hands[:turn])
    ahead += sum(other > hand for other in hands[turn + 1 :])
    is_hand = hand != GOOSE_EGG
    seats = len(hands) + later
    return is_hand * (seats - ahead - later * above), is_hand * later * above * (1 - above)


def _expect_later(hands: Sequence[Places], later: int, tails: Values) -> Values:
    """Return the average points of a later seat, by the grade of the new hand."""
    some = tails[1]
    behind = sum(some - tails[hand + 1] for hand in hands)
    return some * (len(hands) + later) - behind - (later - 1) * some**2 / 2


def _be_largest(own: tuple[Values, Values], others: Sequence[tuple[Values, Values]]) -> Values:
    """Return the chance that a normal variable exceeds the others; each is (mean, deviation)."""
    at = own[0][:, None] + own[1][:, None] * _NODES
    chance = np.ones_like(at)
    for mean, spread in others:
        chance *= np.interp((at - mean[..., None]) / spread[..., None], _STEPS, _BELOW)
    return chance @ _CHANCES


def choose_hard(known: Knowledge, source: Source) -> Move:  # noqa: ARG001 - nothing is left to luck
    """Return the move with the highest worth; the first of several equal ones."""
    if len(known.moves) == 1:
        return known.moves[0]
    round_ = _read(known.view)
    play = best_inning(round_ if round_.last else _forget(round_))
    return max(known.moves, key=lambda move: _weigh(play, known.view, move).item())


def assess(known: Knowledge) -> tuple[Assessed, ...]:
    """Return the worth of each move: points of this round, and the chance to win if it is exact."""
    round_ = _read(known.view)
    told = round_.last and round_.is_exact
    off = 0.0 if round_.is_exact else OFF
    ends = len(round_.made) == len(round_.totals) - 1
    return tuple(
        Assessed(
            move, points, win if told else None, off, now=points if ends and move == Stop() else 0
        )
        for move, (points, win) in _weigh_twice(known)
    )


def weigh_chances(known: Knowledge) -> dict[Move, float]:
    """Return the chance to win with each move if later moves are played for the win, too."""
    return {move: win for move, (_, win) in _weigh_twice(known)}


def _weigh_twice(known: Knowledge) -> Iterator[tuple[Move, tuple[float, float]]]:
    """Yield each move with two worths: points of the round, and the chance to win."""
    view: View = known.view
    play = _best_innings(_read(view), view.rounds - view.round)
    for move in known.moves:
        points, win = _weigh(play, view, move).tolist()
        yield move, (points, win)


@lru_cache(maxsize=64)
def best_inning(round_: Round) -> BestInning:
    """Return the best play of an inning; cached, because each choice of the inning needs it."""
    worths = weigh_hands(round_)[:, None, None]
    return BestInning(worths, find_thresholds(wild=round_.wild), wild=round_.wild, bust=round_.bust)


@lru_cache(maxsize=64)
def _best_innings(round_: Round, rounds_left: int) -> BestInning:
    """Return the best play for points and for the win; both together take the time of one."""
    worths = np.stack((weigh_hands(_forget(round_)), weigh_wins(round_, rounds_left)), axis=1)
    thresholds = find_thresholds(wild=round_.wild)
    return BestInning(worths[:, None], thresholds, wild=round_.wild, bust=round_.bust)


def _read(view: View) -> Round:
    grades = grade_hands(wild=view.wild)
    return Round(
        made=tuple(grades[i.hand.dice] if i.hand else GOOSE_EGG for i in view.innings),
        totals=tuple(view.totals[seat] for seat in view.order),
        last=view.round == view.rounds,
        wild=view.wild,
        bust=view.press == "bust",
    )


def _forget(round_: Round) -> Round:
    """Return the round for points alone: no totals, and hands sorted, as owners do not matter."""
    nothing = (0,) * len(round_.totals)
    return replace(round_, made=tuple(sorted(round_.made)), totals=nothing, last=False)


def _weigh(play: BestInning, view: View, move: Move) -> Values:
    """Return the worth of a move in each of the innings that are computed together."""
    match move:
        case Promote():
            bucket = tuple(sorted((*view.bucket, *move.dice)))
            worth = play.promote((bucket, view.left - len(move.dice)))
        case Stop():
            worth = play.stop(view.bucket)
        case Roll():
            worth = play.roll((view.bucket, view.left if view.bucket else WHITE))
        case Bust():
            worth = play.lost
        case _:
            worth = play.give_up((view.bucket, view.left))
    return worth[0]
