"""Play decides in a daily, and not luck: what `bench.daily` says of each format, in small."""

from __future__ import annotations

import pytest

from bench.daily import CANDIDATES, Admission, examine, play
from players.core import Level
from records.daily.formats import POND

ENOUGH = 8
"""Dailies at each level."""


def test_the_daily_is_admitted():
    assert CANDIDATES[0].game == POND.game
    assert examine(CANDIDATES[0], ENOUGH).admitted


def test_luck_makes_a_normal_duck_perfect_in_trophy_buck_and_not_in_the_pond():
    for chosen, perfect in (CANDIDATES[0], 0), (CANDIDATES[3], 2):
        played = [play(chosen, Level.NORMAL, seed) for seed in range(16, 20)]
        assert sum(each.grade.perfect for each in played) == perfect


@pytest.mark.parametrize(
    "found",
    [
        Admission(0.06, 20, 100, 40, exact=True),
        Admission(0.0, 14, 100, 40, exact=True),
        Admission(0.0, 20, 94, 40, exact=True),
        Admission(0.0, 20, 100, 61, exact=True),
        Admission(0.0, 20, 100, 40, exact=False),
    ],
)
def test_what_misses_one_of_the_marks_is_refused(found):
    assert not found.admitted


def test_what_reaches_each_mark_is_admitted():
    assert Admission(0.05, 15, 95, 60, exact=True).admitted
