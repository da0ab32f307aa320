"""The medals of a season in words: of a person, and of a board."""

from __future__ import annotations

from cogs.commands.records.album_page import render_album
from cogs.commands.records.medals import SHOWN, format_firsts, list_firsts, list_medals
from cogs.display.controls.paging import ALL
from records.facts.achievements import GOALS
from records.model.people import SeasonMedal
from tests.cogs.extremes import sent
from tests.cogs.limits import faults
from tests.people import text_of


def medal(board="ducks", place=1, season="2026-05", name="Teal"):
    return SeasonMedal(season, board, place, name)


OWN = [medal(place=2), medal("pond/solo", season="2026-04"), medal("ducks/ducks", season="2025-12")]


def test_the_medals_of_a_person_name_month_board_and_place():
    assert list_medals(ALL, OWN) == (
        "**Seasons**\n🥈 May 2026: Ducks in a Bucket\n🥇 April 2026: Ducks in the Pond, alone\n"
        "🥇 December 2025: Ducks in a Bucket, with ducks"
    )


def test_on_the_page_of_a_game_are_its_medals_alone():
    assert list_medals("pond", OWN) == "**Seasons**\n🥇 April 2026: Ducks in the Pond, alone"
    assert list_medals("trophy", OWN) == ""


def test_medals_that_are_many_are_counted():
    lines = list_medals(ALL, [medal()] * (SHOWN + 2)).split("\n")
    assert len(lines) == SHOWN + 2
    assert lines[-1] == "-# and 2 earlier"


def test_an_album_shows_the_medals_where_there_are_any():
    page = render_album(ALL, 5, [], GOALS.values(), OWN)
    assert faults(page) == []
    assert "**Seasons**\n🥈 May 2026" in text_of(sent(page))
    assert "Seasons" not in text_of(sent(render_album(ALL, 5, [], GOALS.values())))


def test_each_board_of_a_season_is_a_line_with_its_first():
    medals = [medal(), medal(place=2, name="*Bo*"), medal(place=2, name="Cy"), medal("pond/solo")]
    assert list_firsts(medals) == [
        "Ducks in a Bucket: 🥇 **Teal** · 🥈 **\\*Bo\\*** · 🥈 **Cy**",
        "Ducks in the Pond, alone: 🥇 **Teal**",
    ]


def test_equals_that_are_many_are_counted():
    line = format_firsts("A board", [medal()] * (SHOWN + 3))
    assert line.count("🥇") == SHOWN
    assert line.endswith(" · and 3 more")
