"""Boards of dailies: order by accuracy, shared places, and the best days of a week or a month."""

from __future__ import annotations

import pytest

from cogs.features.daily.dailies import name_daily
from cogs.features.daily.standings import Grade, days_of, print_lines, rank
from records.values import Period
from tests.cogs.features.daily.house import graded


def entry(person, accuracy, day="2026-11-24", marks="nuo"):
    return graded(person, day, f"P{person}", Grade(marks if accuracy is not None else "", accuracy))


def places(lines):
    return [(line.person, line.place, line.accuracy) for line in lines]


def test_equal_accuracies_share_a_place():
    lines = rank([entry(1, 80), entry(2, 90), entry(3, 80), entry(4, 10)], Period.TODAY)
    assert places(lines) == [(2, 1, 90), (1, 2, 80), (3, 2, 80), (4, 4, 10)]


def test_a_person_with_nothing_to_decide_is_listed_without_a_place():
    lines = rank([entry(1, None), entry(2, 0)], Period.TODAY)
    assert places(lines) == [(2, 1, 0), (1, None, None)]


@pytest.mark.parametrize(("period", "most"), [(Period.WEEK, 5), (Period.SEASON, 20)])
def test_the_best_days_of_a_period_count(period, most):
    dates = [f"2026-11-{day:02}" for day in range(2, 2 + 25)]
    entries = [entry(1, number, day) for number, day in enumerate(dates)]
    (line,) = rank(entries, period)
    assert line.accuracy == sum(range(25 - most, 25))
    assert line.days == 25


def test_the_name_is_that_of_the_latest_day():
    first = graded(1, "2026-11-23", "Old", Grade("n", 100))
    (line,) = rank([graded(1, "2026-11-24", "New", Grade("n", 100)), first], Period.WEEK)
    assert line.name == "New"


@pytest.mark.parametrize(("marks", "perfect"), [("n" * 8, 1), ("n" * 7, 0), ("n" * 8 + "u", 0)])
def test_a_daily_is_perfect_if_eight_decisions_gave_nothing_away(marks, perfect):
    (line,) = rank([entry(1, 100, marks=marks)], Period.TODAY)
    assert line.perfect == perfect


def test_the_printed_order_does_not_depend_on_ids():
    one = [entry(1, 80), entry(2, 80), entry(3, None)]
    other = [
        graded(9 - each.person_id, each.day, each.name, Grade(each.marks, each.accuracy))
        for each in one
    ]
    assert print_lines(rank(one, Period.TODAY)) == print_lines(rank(other, Period.TODAY))


def test_a_board_is_printed_in_columns():
    perfect = graded(1, "2026-11-23", "A`nna", Grade("n" * 8, 100))
    lines = rank([perfect, entry(1, 87), entry(2, 99), entry(3, None)], Period.WEEK)
    assert print_lines(lines).split("\n") == [
        "  1.  187 P1 * (2 days)",
        "  2.   99 P2",
        "   -    - P3",
    ]


@pytest.mark.parametrize(
    ("period", "first", "last"),
    [
        (Period.TODAY, "2027-01-01", "2027-01-01"),
        (Period.WEEK, "2026-12-28", "2027-01-03"),
        (Period.SEASON, "2027-01-01", "2027-01-31"),
        (Period.SEASON, "2027-02-01", "2027-02-28"),
    ],
)
def test_a_period_has_a_first_and_a_last_day(period, first, last):
    for day in (first, last):
        assert days_of(period, day) == (first, last)


def test_a_daily_is_named_by_day_game_and_version():
    assert name_daily("2026-11-24") == "2026-11-24 pond 1"
