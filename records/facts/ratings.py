"""Ratings with their uncertainty for games of several players, by openskill's Bradley-Terry model.

Each pair of players is rated like a game of two, and a player's new skill is the mean over all
opponents. So a better place never gains less than a worse one, and equals stay equal.

Source: Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011). A skill
is a normal distribution with mean mu and deviation sigma; a newcomer has 25 and 25/3. People see a
number near the lower end, mu - 3 sigma, scaled so that a newcomer has 1000. A player who is always
average gets to about 1500.
"""

from __future__ import annotations

from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, Final

from openskill.models import BradleyTerryFull

if TYPE_CHECKING:
    from collections.abc import Sequence

PROVISIONAL: Final = 7.35
"""Sigma above which a rating is provisional: about nine games, with any number of players."""

ZERO: Final = 1000
SCALE: Final = 25
CAUTION: Final = 3
"""Deviations by which the displayed number lies below the mean; the boards' query uses it, too."""

Skill = tuple[float, float]
"""mu and sigma."""

NEWCOMER: Final[Skill] = (25.0, 25.0 / 3.0)

_MODEL: Final = BradleyTerryFull(beta=25.0 / 3.0)
"""Beta is twice openskill's default, because one game with dice or cards proves less."""


def rate(skills: Sequence[Skill], places: Sequence[int]) -> tuple[Skill, ...]:
    """Return the skills of two or more players after a game; equal places are draws."""
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
    mu, sigma = skill
    return round(ZERO + SCALE * (mu - CAUTION * sigma))


def display_spread(skill: Skill) -> int:
    """Return the distance of the mean from the displayed number."""
    return round(SCALE * CAUTION * skill[1])


def is_provisional(skill: Skill) -> bool:
    return skill[1] > PROVISIONAL
