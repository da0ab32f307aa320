"""Ratings for games of several players, with their uncertainty: Plackett-Luce of openskill.

Source: Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011). A skill
is a normal distribution with the mean mu and the deviation sigma; a newcomer has 25 and 25/3.
People see a number near the lower end, mu - 3 sigma. On its scale a newcomer has 1000, and a player
who is always average gets about 1500.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from openskill.models import PlackettLuce

if TYPE_CHECKING:
    from collections.abc import Sequence

PROVISIONAL: Final = 6.5
"""A rating is provisional while sigma is above this: about nine games of two, ten of four."""

ZERO: Final = 1000
SCALE: Final = 25
CAUTION: Final = 3
"""How many deviations the number lies below the mean; the boards' query uses the same."""

Skill = tuple[float, float]
"""mu and sigma."""

NEWCOMER: Final[Skill] = (25.0, 25.0 / 3.0)

_MODEL: Final = PlackettLuce()


def rate(skills: Sequence[Skill], places: Sequence[int]) -> tuple[Skill, ...]:
    """Return the skills after a game that ended with these places; equal places are draws."""
    teams = [[_MODEL.create_rating([mu, sigma])] for mu, sigma in skills]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return tuple((float(team[0].mu), float(team[0].sigma)) for team in rated)


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
