"""The marks of a season in words: of a person, and of a board."""

from __future__ import annotations

from cogs.commands.records.album_page import render_album
from cogs.commands.records.marks import SHOWN, format_firsts, list_firsts, list_marks
from cogs.display.controls.paging import ALL
from records.facts.achievements import GOALS
from records.model.people import SeasonMark
from tests.cogs.extremes import sent
from tests.cogs.limits import faults
from tests.people import text_of


def mark(board="ducks", place=1, season="2026-05", name="Teal"):
    return SeasonMark(season, board, place, name)


MARKS = [mark(place=2), mark("pond/solo", season="2026-04"), mark("ducks/ducks", season="2025-12")]


def test_the_marks_of_a_person_name_month_board_and_place():
    assert list_marks(ALL, MARKS) == (
        "**Seasons**\n🥈 May 2026: Ducks in a Bucket\n🥇 April 2026: Ducks in the Pond, alone\n"
        "🥇 December 2025: Ducks in a Bucket, with ducks"
    )


def test_on_the_page_of_a_game_are_its_marks_alone():
    assert list_marks("pond", MARKS) == "**Seasons**\n🥇 April 2026: Ducks in the Pond, alone"
    assert list_marks("trophy", MARKS) == ""


def test_marks_that_are_many_are_counted():
    lines = list_marks(ALL, [mark()] * (SHOWN + 2)).split("\n")
    assert len(lines) == SHOWN + 2
    assert lines[-1] == "-# and 2 earlier"


def test_an_album_shows_the_marks_where_there_are_any():
    page = render_album(ALL, 5, [], GOALS.values(), MARKS)
    assert faults(page) == []
    assert "**Seasons**\n🥈 May 2026" in text_of(sent(page))
    assert "Seasons" not in text_of(sent(render_album(ALL, 5, [], GOALS.values())))


def test_each_board_of_a_season_is_a_line_with_its_first():
    marks = [mark(), mark(place=2, name="*Bo*"), mark(place=2, name="Cy"), mark("pond/solo")]
    assert list_firsts(marks) == [
        "Ducks in a Bucket: 🥇 **Teal** · 🥈 **\\*Bo\\*** · 🥈 **Cy**",
        "Ducks in the Pond, alone: 🥇 **Teal**",
    ]


def test_equals_that_are_many_are_counted():
    line = format_firsts("A board", [mark()] * (SHOWN + 3))
    assert line.count("🥇") == SHOWN
    assert line.endswith(" · and 3 more")
