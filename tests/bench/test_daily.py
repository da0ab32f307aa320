"""Play decides in a daily, and not luck: what `bench.daily` says of each format, in small."""

from __future__ import annotations

import pytest

from bench.daily import REFUSED, Admission, examine
from records.daily.formats import FORMATS

ENOUGH = 20
"""Dailies at each level: what is refused in large shows here, too, with these seeds."""


@pytest.mark.parametrize("chosen", dict.fromkeys(map(FORMATS.index, FORMATS)), ids="day {}".format)
def test_a_format_is_admitted(chosen):
    assert examine(FORMATS[chosen], ENOUGH).admitted


def test_trophy_buck_is_refused():
    found = examine(REFUSED[1], ENOUGH)
    assert found.perfect > 0.05
    assert not found.admitted


@pytest.mark.parametrize(
    "found",
    [
        Admission(0.06, 20, 100, 40),
        Admission(0.0, 14, 100, 40),
        Admission(0.0, 20, 94, 40),
        Admission(0.0, 20, 100, 61),
    ],
)
def test_what_misses_one_of_the_marks_is_refused(found):
    assert not found.admitted


def test_what_reaches_each_mark_is_admitted():
    assert Admission(0.05, 15, 95, 60).admitted
