"""Ratings of several players at once, with their uncertainty: Plackett-Luce of openskill.

Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011). Somebody's skill
is a normal distribution of mean mu and deviation sigma; a newcomer has 25 and 25/3. What is shown
is its cautious end, mu - 3 sigma, on a scale where a newcomer has 1000 and who has always been
average comes to some 1500.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from openskill.models import PlackettLuce

if TYPE_CHECKING:
    from collections.abc import Sequence

PROVISIONAL: Final = 6.5
"""A rating is provisional while sigma is above this: for about nine games of two, ten of four."""

ZERO: Final = 1000
SCALE: Final = 25
CAUTION: Final = 3
"""Deviations below the mean; the boards' query orders by the same."""

Skill = tuple[float, float]
"""mu and sigma."""

NEWCOMER: Final[Skill] = (25.0, 25.0 / 3.0)

_MODEL: Final = PlackettLuce()


def rate(skills: Sequence[Skill], places: Sequence[int]) -> tuple[Skill, ...]:
    """The skills after a game in which they came in at these places; equal places are draws."""
    teams = [[_MODEL.create_rating([mu, sigma])] for mu, sigma in skills]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return tuple((float(team[0].mu), float(team[0].sigma)) for team in rated)


def shown(skill: Skill) -> int:
    """The number that people see."""
    mu, sigma = skill
    return round(ZERO + SCALE * (mu - CAUTION * sigma))


def spread(skill: Skill) -> int:
    """By how much the mean lies above what is shown."""
    return round(SCALE * CAUTION * skill[1])


def provisional(skill: Skill) -> bool:
    """Whether the rating is still a guess."""
    return skill[1] > PROVISIONAL
