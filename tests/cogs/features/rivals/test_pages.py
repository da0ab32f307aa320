"""How two people's games are told: the leader first, as dots, by game, and to whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.features.rivals.duels import Duel, Meeting, Opponent, Rivals, Score, Tally
from cogs.features.rivals.pages import list_rivals, render_duel, tell_line
from cogs.interactions.language import ENGLISH
from tests.cogs.extremes import HUGE, LONG, MANY, sent
from tests.cogs.limits import faults
from tests.people import controls, text_of
from tests.pseudo import MADE_UP, find_unmarked

TROPHY = Tally("trophy", False, 4, 3, 1, 1, 2, 0, None, None)
POND = Tally("pond", False, 2, 2, 0, 0, 0, 0, 82, 76)
DUCKS = Tally("ducks/computers", False, 1, 0, 0, 0, 0, 0, None, None)
LEFT = Tally("trophy", True, 0, 1, 0, 0, 0, 0, None, None)
MEETINGS = (
    Meeting(12, "trophy", 1_700_000_000.0, 2, 1),
    Meeting(11, "pond", 1_600_000_000.0, 1, 1),
    Meeting(10, "pond", 1_500_000_000.0, 1, 2),
)
DUEL = Duel(("Ann", "Ben"), (TROPHY, POND, DUCKS, LEFT), MEETINGS)


def told(duel=DUEL, **more):
    return text_of(sent(render_duel(ENGLISH, duel, **{"own": True, "listed": True, **more})))


def test_the_line_names_both_people_the_leader_first():
    line = tell_line(ENGLISH, ("Ann", "Ben"), Score(5, 7, 1))
    assert line == "-# Against each other: Ben 7 · Ann 5 · shared 1"


def test_the_page_has_all_scores_and_says_you_to_the_first_person():
    lines = told().splitlines()
    assert lines[:2] == ["### ⚔️ You and Ben", "**You 6 · Ben 5 · shared 1**"]
    assert "This season: Ben 2 · You 1" in lines
    assert "Trophy Buck: You 4 · Ben 3 · shared 1" in lines
    assert "-# best scores: You 82 · Ben 76" in lines
    assert "-# With ducks: You 1 · Ben 0" in lines
    assert "-# Games that somebody left: Ben 1 · You 0" in lines


def test_the_dots_have_the_latest_game_on_the_right_and_are_explained():
    lines = told().splitlines()
    assert "● ◐ ○" in lines
    assert "-# ● You · ○ Ben · ◐ shared; the latest game is on the right" in lines


def test_other_people_see_the_scores_but_not_the_list_of_games():
    assert "#12" in told()
    page = told(own=False, listed=False)
    assert page.startswith("### ⚔️ Ann and Ben\n**Ann 6 · Ben 5 · shared 1**")
    assert "#12" not in page


def test_two_people_without_a_game_read_a_sentence():
    page = told(Duel(("", "Ben"), (), ()))
    assert page == "### ⚔️ You and Ben\nNo finished game together here yet."


def test_a_page_has_no_controls_and_fits_discords_limits():
    tally = Tally("trophy", False, *[MANY] * 6, MANY, MANY)
    meetings = (Meeting(HUGE, "trophy", 2e9, 1, 2),) * 10
    tallies = (tally, replace(tally, board="pond"), replace(tally, parted=True)) * 4
    page = render_duel(ENGLISH, Duel((LONG, LONG), tallies, meetings), own=False, listed=True)
    assert faults(page) == []
    assert controls(sent(page)) == []


@pytest.mark.parametrize("own", [True, False])
def test_all_words_of_the_page_can_be_translated(own):
    page = render_duel(MADE_UP, DUEL, own=own, listed=True)
    assert find_unmarked(page.items, {"Ann", "Ben", "and"}) == []


def test_the_rows_of_a_card_name_who_fits():
    ben, cleo = Opponent(2, "Ben", 9, 4, 5), Opponent(3, "Cleo", 4, 0, 4)
    rows = list_rivals(ENGLISH, Rivals(ben, cleo, ben))
    assert [(row.label, row.words) for row in rows] == [
        ("Rival", "Ben 5 · You 4"),
        ("Nemesis", "Cleo 4 · You 0"),
        ("Played most with", "Ben 5 · You 4"),
    ]
    assert list_rivals(ENGLISH, Rivals(None, None, None)) == []
