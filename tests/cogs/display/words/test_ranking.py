"""A list of people in their order: one way of writing it, for every board."""

from __future__ import annotations

import pytest

from cogs.display.words.table_text import Ranked, list_ranked

ROWS = [
    Ranked(1, 5, "Mallard", "**9** wins"),
    Ranked(2, -3, "Pip", "**4** wins"),
    Ranked(2, 7, "Teal", "**4** wins"),
    Ranked(4, 8, "Smew", "**0** wins", medal=False),
    Ranked(None, 9, "Eider", "nothing to decide"),
]


def test_three_have_medals_and_all_have_names():
    assert list_ranked(ROWS).split("\n") == [
        "🥇 **Mallard** · **9** wins",
        "🥈 🦆 **Pip** · **4** wins",
        "🥈 **Teal** · **4** wins",
        "`4` **Smew** · **0** wins",
        "`-` **Eider** · nothing to decide",
    ]


def test_who_has_not_earned_a_medal_has_a_number():
    assert list_ranked([ROWS[0]._replace(medal=False)]).startswith("`1` ")


def test_the_readers_row_is_marked_and_speaks_to_the_reader():
    lines = list_ranked(ROWS, ROWS[2]).split("\n")
    assert lines[2] == "🥈 **You** · **4** wins 👈"
    assert len(lines) == len(ROWS)


@pytest.mark.parametrize(("place", "at"), [(1, 0), (4, -1), (9, -1), (None, -1)])
def test_a_row_of_another_page_stands_on_its_own_side(place, at):
    lines = list_ranked(ROWS[1:4], Ranked(place, 1, "Smew", "so"))
    assert "**You**" in lines.split("\n")[at]
    assert lines.count("⋯") == 1


def test_only_the_reader_is_on_a_list_that_is_empty():
    assert list_ranked([]) == ""


def test_a_long_name_is_cut_to_the_line_of_a_phone_and_formats_nothing():
    long = list_ranked([Ranked(1, 5, "Sir *Quackalot* of the Reeds", "x")])
    assert long == "🥇 **Sir \\*Quackalot\\* o…** · x"
