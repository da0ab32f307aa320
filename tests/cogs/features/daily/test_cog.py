"""Additions of the daily to a person's card and to the end of a season."""

from __future__ import annotations

import pytest

from cogs.features.daily.cog import find_winners
from cogs.features.daily.pages import tell_days
from cogs.features.daily.standings import Days, Grade, rank
from cogs.interactions.language import ENGLISH
from records.values import STEADY, Period
from tests.cogs.features.daily.house import graded


def month(*people):
    """Return a month's board; for each person: name, number of days, accuracy on each day."""
    entries = [
        graded(number, f"2026-05-{day:02}", name, Grade("u", accuracy))
        for number, (name, days, accuracy) in enumerate(people)
        for day in range(1, days + 1)
    ]
    return rank(entries, Period.SEASON)


def test_the_first_three_people_with_five_dailies_are_announced():
    some = ("A", STEADY, 50), ("B", STEADY, 90), ("C", STEADY, 50), ("D", STEADY, 10)
    board = month(*some, ("E", STEADY - 1, 100))
    assert find_winners(ENGLISH, board) == [
        ("The daily", 1, "B"),
        ("The daily", 2, "A"),
        ("The daily", 2, "C"),
    ]


def test_winners_are_announced_if_three_people_have_five_dailies():
    assert find_winners(ENGLISH, month(*[("A", STEADY, 50)] * 2, ("C", STEADY - 1, 50))) == []
    assert len(find_winners(ENGLISH, month(*[("A", STEADY, 50)] * 3))) == 3


def test_a_person_with_nothing_to_decide_is_no_winner():
    assert (
        find_winners(ENGLISH, month(("A", STEADY, 50), ("B", STEADY, 40), ("C", STEADY, None)))
        == []
    )


@pytest.mark.parametrize(
    ("days", "told"),
    [(Days(0, 0, None), ""), (Days(1, 1, None), "1 played"),
     (Days(12, 4, 84), "12 played · best 84 of 100 · 4 days in a row")],
)  # fmt: skip
def test_the_card_of_a_person_sums_up_their_dailies(days, told):
    assert tell_days(ENGLISH, days) == told
