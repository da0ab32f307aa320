"""The rows of rankings, which look the same on every page."""

from __future__ import annotations

import pytest

from cogs.display.table_text import Ranked, list_ranked
from cogs.interactions.language import ENGLISH

ROWS = [
    Ranked(1, 5, "Mallard", "**9** wins"),
    Ranked(2, -3, "Pip", "**4** wins"),
    Ranked(2, 7, "Teal", "**4** wins"),
    Ranked(4, 8, "Smew", "**0** wins", medal=False),
    Ranked(None, 9, "Eider", "nothing to decide"),
]


def test_the_first_three_have_medals_and_all_have_names():
    assert list_ranked(ENGLISH, ROWS).split("\n") == [
        "🥇 **Mallard** · **9** wins",
        "🥈 🦆 **Pip** · **4** wins",
        "🥈 **Teal** · **4** wins",
        "`4` **Smew** · **0** wins",
        "`-` **Eider** · nothing to decide",
    ]


def test_a_place_without_a_medal_has_a_number():
    assert list_ranked(ENGLISH, [ROWS[0]._replace(medal=False)]).startswith("`1` ")


def test_the_readers_row_is_marked_and_called_you():
    lines = list_ranked(ENGLISH, ROWS, ROWS[2]).split("\n")
    assert lines[2] == "🥈 **You** · **4** wins 👈"
    assert len(lines) == len(ROWS)


@pytest.mark.parametrize(("place", "at"), [(1, 0), (4, -1), (9, -1), (None, -1)])
def test_the_readers_row_of_another_page_comes_before_or_after_the_others(place, at):
    lines = list_ranked(ENGLISH, ROWS[1:4], Ranked(place, 1, "Smew", "so"))
    assert "**You**" in lines.split("\n")[at]
    assert lines.count("⋯") == 1


def test_an_empty_list_shows_only_the_reader():
    assert list_ranked(ENGLISH, []) == ""


def test_a_long_name_is_cut_to_the_width_of_a_phone_and_escaped():
    long = list_ranked(ENGLISH, [Ranked(1, 5, "Sir *Quackalot* of the Reeds", "x")])
    assert long == "🥇 **Sir \\*Quackalot\\* o…** · x"
