"""A streak counts days in a row; one day in each ISO week may be missed."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from cogs.features.daily.standings import count_streak

MONDAY = date(2026, 11, 23)


def days(text):
    """Return the days, from a Monday on, whose letter in the text is an x."""
    return [
        (MONDAY + timedelta(number)).isoformat() for number, mark in enumerate(text) if mark == "x"
    ]


@pytest.mark.parametrize(
    ("finished", "length"),
    [
        ("", 0),
        ("x", 1),
        ("xx", 2),
        ("x-x", 2),  # one missed
        ("x--x", 1),  # two missed in a week
        ("xxxxxxx", 7),
        ("xxxxxx--xxxxxx", 12),  # one in each of two weeks
        ("xxxxx---xxxxxx", 6),  # two in the first
        ("xxxxxx---xxxxx", 5),  # two in the second
        ("x-xxxx-xxxxxxx", 11),  # the first week has two
    ],
)
def test_a_missed_day_in_each_week_neither_breaks_a_streak_nor_counts(finished, length):
    last = (MONDAY + timedelta(max(len(finished) - 1, 0))).isoformat()
    assert count_streak(days(finished), last) == length


def test_today_is_not_missed_yet():
    assert count_streak(days("xxx"), (MONDAY + timedelta(3)).isoformat()) == 3


def test_a_streak_that_ended_long_ago_has_no_length():
    assert count_streak(days("xxx"), (MONDAY + timedelta(20)).isoformat()) == 0


def test_the_order_of_days_does_not_matter():
    assert count_streak(reversed(days("xx-x")), days("---x")[0]) == 3


def test_the_iso_week_begins_on_monday_also_over_new_year():
    finished = ["2026-12-31", "2027-01-02", "2027-01-04"]  # Thursday, Saturday, Monday
    assert count_streak(finished, "2027-01-04") == 2  # Friday and Sunday were missed in one week
