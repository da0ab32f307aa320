"""Ratings for games of several players, with their uncertainty: Bradley-Terry of openskill.

A game counts as one of two for each pair of its players, and a player's new skill is the mean over
the opponents. So a better place never gains less than a worse one, and equals stay equal.

Source: Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011). A skill
is a normal distribution with the mean mu and the deviation sigma; a newcomer has 25 and 25/3.
People see a number near the lower end, mu - 3 sigma. On its scale a newcomer has 1000, and a player
who is always average gets about 1500.
"""

from __future__ import annotations

from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, Final

from openskill.models import BradleyTerryFull

if TYPE_CHECKING:
    from collections.abc import Sequence

PROVISIONAL: Final = 7.35
"""A rating is provisional while sigma is above this: about nine games, however many play."""

ZERO: Final = 1000
SCALE: Final = 25
CAUTION: Final = 3
"""How many deviations the number lies below the mean; the boards' query uses the same."""

Skill = tuple[float, float]
"""mu and sigma."""

NEWCOMER: Final[Skill] = (25.0, 25.0 / 3.0)

_MODEL: Final = BradleyTerryFull(beta=25.0 / 3.0)
"""beta is twice openskill's own: where dice and cards fall, one game says less of who is better."""


def rate(skills: Sequence[Skill], places: Sequence[int]) -> tuple[Skill, ...]:
    """Return the skills of two or more after a game with these places; equal places are draws."""
    found: list[list[Skill]] = [[] for _ in skills]
    for one, other in combinations(range(len(skills)), 2):
        pair = [[_MODEL.create_rating(list(skills[seat]))] for seat in (one, other)]
        rated = _MODEL.rate(pair, ranks=[float(places[one]), float(places[other])])
        for seat, (after,) in zip((one, other), rated, strict=True):
            found[seat].append((after.mu, after.sigma))
    return tuple(
        (fmean(mu for mu, _ in after), fmean(sigma for _, sigma in after)) for after in found
    )


def display_rating(skill: Skill) -> int:
    """Return the number that people see."""
    mu, sigma = skill
    return round(ZERO + SCALE * (mu - CAUTION * sigma))


def display_spread(skill: Skill) -> int:
    """Return by how much the mean lies above the number that people see."""
    return round(SCALE * CAUTION * skill[1])


def is_provisional(skill: Skill) -> bool:
    """Return whether too few games were played for the rating to be certain."""
    return skill[1] > PROVISIONAL
