"""How often each hand of Ducks in a Bucket wins the game: exactly at its end, before by a model.

It is exact in the last round where `Round.is_exact`. In the model each seat to come in a round
makes the hand of one who goes first and plays for points, whatever lies there. A later round only
spreads the totals, the more the fewer buckets are lost. So each total at the end has a mean and a
variance; they are taken as normal and independent, and the largest wins.

In 5,640 innings of hard ducks at tables of two, three, four and six, those who were told 10, 20,
30, 50 and 79 % won 9, 20, 28, 50 and 79 %; those who were told 39, 59 and 70 % won 35, 52 and 63 %.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb
from statistics import NormalDist, variance
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.ducks.dice import WHITE
from players.ducks.inning import GOOSE_EGG, BestInning, count_grades, find_marks
from players.ducks.round import Round, weigh_hands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from players.ducks.inning import Places, Values

_NUDGE: Final = 2.0**-24
"""By so much more is worth what its chance is asked of: the best play stays what it is."""

_TIE: Final = 1 / 12
"""The variance of the fraction of a point that breaks ties: a shared win counts by its share."""

_STEPS: Final = np.linspace(-6, 6, 1201)
_BELOW: Final = np.array([NormalDist().cdf(step) for step in _STEPS.tolist()])
"""The normal distribution function at `_STEPS`."""

_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(8)
_CHANCES: Final = _WEIGHTS / _WEIGHTS.sum()
"""What each of `_NODES` counts in the mean of a function of a normal variable."""


@lru_cache(maxsize=256)
def weigh_wins(round_: Round, rounds_left: int) -> Values:
    """Return the chance to win with each grade of hand, for who is to play.

    Where it is exact, the `TINY` for each point is in it.

    Args:
        round_: with the totals that count.
        rounds_left: how many rounds come after it.
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
    """Return the chance of a hand of each grade or a better one, and 0 behind them."""
    grades = count_grades(wild=wild)
    worths = weigh_hands(Round((), (0,) * seats, last=False, wild=wild, bust=bust))
    nudged = worths[:, None] + _NUDGE * np.tri(grades, grades + 1)
    play = BestInning(nudged[:, None], find_marks(wild=wild), wild=wild, bust=bust)
    values = play.roll(((), WHITE))[0]
    return np.clip((values - values[-1]) / _NUDGE, 0, 1)


@cache
def _spread_round(seats: int, lost: float) -> float:
    """Return the variance of points in a round around their mean at the table.

    Args:
        seats: of the table.
        lost: the chance that a bucket is lost.
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
    """Return mean and variance of what a hand scores that lies there, by the hand made now (D6)."""
    hand, above = hands[turn], tails[hands[turn] + 1]
    ahead = sum(other >= hand for other in hands[:turn])
    ahead += sum(other > hand for other in hands[turn + 1 :])
    is_hand = hand != GOOSE_EGG
    seats = len(hands) + later
    return is_hand * (seats - ahead - later * above), is_hand * later * above * (1 - above)


def _expect_later(hands: Sequence[Places], later: int, tails: Values) -> Values:
    """Return what a seat to come scores on average, by the hand made now."""
    some = tails[1]
    behind = sum(some - tails[hand + 1] for hand in hands)
    return some * (len(hands) + later) - behind - (later - 1) * some**2 / 2


def _be_largest(own: tuple[Values, Values], others: Sequence[tuple[Values, Values]]) -> Values:
    """Return how likely it is that one normal variable is above others; each is mean and spread."""
    at = own[0][:, None] + own[1][:, None] * _NODES
    chance = np.ones_like(at)
    for mean, spread in others:
        chance *= np.interp((at - mean[..., None]) / spread[..., None], _STEPS, _BELOW)
    return chance @ _CHANCES
