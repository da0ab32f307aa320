"""The leaderboard, held to Discord's limits at its fullest, and what its pages say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.commands.records import leaderboard_page
from cogs.commands.records.leaderboard_page import (
    BOARDS,
    SOLO_SORTS,
    LeaderboardQuery,
    make_chart,
    render_leaderboard,
)
from cogs.display.controls.paging import ALL
from records.model.boards import Board, Period, RegretLine, Row, SoloRow, Sort
from tests.cogs.extremes import HUGE, LONG, MANY, sent
from tests.cogs.limits import components, faults
from tests.people import labels, text_of


def row(rank, **more):
    facts = {
        "rank": rank, "person_id": rank, "name": LONG, "games": MANY, "wins": MANY - rank,
        "average_place": 1.75, "best_score": MANY, "streak": MANY, "rating": 12345,
        "provisional": True,
    }  # fmt: skip
    return Row(**(facts | more))


def board(rows, own=None, page=2, pages=MANY):
    return Board(tuple(rows), page, pages, MANY, own, float(HUGE))


TEN = [row(MANY + rank) for rank in range(10)]


def shown(asked, found, **more):
    return render_leaderboard(asked, found, **more)


@pytest.mark.parametrize("game", [ALL, *dict(BOARDS)])
@pytest.mark.parametrize("sort", list(Sort))
def test_the_fullest_leaderboard_is_within_the_limits(game, sort):
    asked = LeaderboardQuery(game, Period.SEASON, sort, MANY)
    solo = SoloRow(1, 1, LONG, MANY, MANY, MANY, 123456.7)
    found = (
        Board((solo,) * 10, 2, MANY, MANY, solo, float(HUGE))
        if asked.solo
        else board(TEN, row(MANY * 2))
    )
    assert faults(shown(asked, found)) == []
    assert faults(shown(asked, found, shared=True)) == []


def test_an_empty_leaderboard_can_be_turned_but_not_shared():
    page = sent(shown(LeaderboardQuery(), Board((), 1, 1, 0, None, None)))
    assert "Nobody is on this board yet." in text_of(page)
    assert "Share" not in labels(page)
    assert "Today" in labels(page)


def test_an_empty_leaderboard_leads_to_those_of_games_with_ducks_or_alone():
    empty, others = Board((), 1, 1, 0, None, None), [key for key, _ in BOARDS if "-" in key]
    page = shown(LeaderboardQuery(), empty, others=others)
    assert faults(page) == []
    assert "only games with ducks or alone were played" in text_of(sent(page))
    assert [each for each in labels(sent(page)) if each in dict(BOARDS).values()] == [
        dict(BOARDS)[key] for key in others
    ]


def test_a_board_with_ducks_says_what_its_games_do_not_earn():
    one = Board((row(1),), 1, 1, 1, None, None)
    said = [text_of(sent(shown(LeaderboardQuery(key), one))) for key in ("ducks-ducks", "ducks")]
    assert ["They earn no achievements" in each for each in said] == [True, False]


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (
            "ducks",
            "5 games or more come first in a season. Equal wins: the better average place first.",
        ),
        ("ducks-ducks", "come first in a season. Equal wins"),
        ("pond-alone", "come first in a season."),
    ],
)
def test_a_season_says_in_its_own_order_who_comes_first(game, told):
    solo = game == "pond-alone"
    found = Board((SoloRow(1, 1, "T", 3, 0, 77, 55.5) if solo else row(1),), 1, 1, 1, None, 1.7e9)
    said = {
        (period, sort): text_of(sent(shown(LeaderboardQuery(game, period, sort), found)))
        for period in Period
        for sort in (Sort.WINS, Sort.GAMES)
    }
    assert {key for key, words in said.items() if told in words} == {(Period.SEASON, Sort.WINS)}
    assert ("Equal wins" in said[Period.SEASON, Sort.WINS]) is not solo


@pytest.mark.parametrize("shared", [False, True])
def test_a_leaderboard_says_in_the_readers_own_time_since_when(shared):
    found = Board((row(1),), 1, 1, 1, None, 1.7e9)
    page = sent(shown(LeaderboardQuery(period=Period.TODAY), found, shared=shared))
    assert "Today · by wins · since <t:1700000000:f>" in text_of(page)


def test_a_leaderboard_of_all_time_has_no_beginning():
    assert "since" not in text_of(
        sent(shown(LeaderboardQuery(), Board((row(1),), 1, 1, 1, None, None)))
    )


@pytest.mark.parametrize("game", [ALL, *dict(BOARDS)])
@pytest.mark.parametrize("sort", list(Sort))
def test_a_leaderboard_leads_with_what_it_says_it_is_ordered_by(game, sort):
    asked = LeaderboardQuery(game, sort=sort)
    solo = SoloRow(1, 1, "Teal", 3, 0, 77, 55.5)
    regret = RegretLine(1, 1, "Teal", game, 3, 30, 0.25, 84.6)
    found = (
        Board((regret,), 1, 1, 1, None, None)
        if asked.regret
        else Board((solo,), 1, 1, 1, None, None)
        if asked.solo
        else board([row(1, wins=2, games=3, best_score=77, streak=4, rating=1234)])
    )
    said = text_of(sent(shown(asked, found)))
    cost = "25.0 %" if game in ("buckets", "trophy") else "0.25 points"
    facts = {
        Sort.WINS: "2 wins", Sort.GAMES: "3 games", Sort.STREAK: "4 wins in a row",
        Sort.RATING: "rating 1234?", Sort.SCORE: "best score 77",
        Sort.PLACE: "average score 55.5" if asked.solo else "average place 1.75",
        Sort.REGRET: f"{cost} a decision",
    }  # fmt: skip
    assert f"by {asked.sorts[asked.order]}" in said
    assert f"** · **{facts[asked.order]}**" in said


@pytest.mark.parametrize(("unfinished", "told"), [(0, False), (2, True)])
def test_games_alone_that_were_not_finished_are_told_and_what_they_count(unfinished, told):
    solo = SoloRow(1, 1, "Teal", 3, unfinished, 77, 55.5)
    found = Board((solo,), 1, 1, 1, None, None)
    said = text_of(sent(shown(LeaderboardQuery("pond-alone"), found)))
    assert ("3 games, 2 unfinished" in said) == told
    assert ("0 points in the average" in said) == told


@pytest.mark.parametrize(("streak", "told"), [(0, False), (1, False), (2, True)])
def test_wins_in_a_row_are_told_beside_another_order_from_two(streak, told):
    found = board([row(1, wins=2, streak=streak)])
    assert ("in a row" in text_of(sent(shown(LeaderboardQuery(), found)))) == told


def test_buck_dice_is_not_ordered_by_scores_that_do_not_compare():
    asked = LeaderboardQuery("buckdice", sort=Sort.SCORE)
    assert asked.order is Sort.WINS
    assert "This board has no order by best score." in text_of(sent(shown(asked, board(TEN))))


@pytest.mark.parametrize("game", [ALL, *dict(BOARDS)])
def test_nothing_is_said_of_an_order_that_nobody_asked_for(game):
    asked = LeaderboardQuery(game)
    found = Board((), 0, 1, 1, None, None) if asked.solo else board(TEN)
    assert "no order" not in text_of(sent(shown(asked, found)))


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("ducks", "5 games or more and a rating without a question mark come first"),
        (ALL, "5 games or more come first"),
    ],
)
def test_the_order_by_average_place_says_who_comes_first(game, said):
    assert said in text_of(sent(shown(LeaderboardQuery(game, sort=Sort.PLACE), board(TEN))))
    assert "come first" not in text_of(sent(shown(LeaderboardQuery(game), board(TEN))))


@pytest.mark.parametrize(("rank", "where"), [(27, "below"), (7, "above")])
def test_the_own_row_is_shown_on_the_side_of_a_page_on_which_it_stands(rank, where):
    own = row(rank, name="Eider", person_id=97)
    page = [row(11 + place, name="Teal") for place in range(10)]
    above, below = text_of(sent(shown(LeaderboardQuery(), board(page, own)))).split("\n⋯\n")
    assert f"`{rank}` **Eider**" in {"above": above, "below": below}[where]


def test_the_own_row_is_not_shown_twice():
    own = TEN[3]
    assert "⋯" not in text_of(sent(shown(LeaderboardQuery(), board(TEN, own))))


def test_an_order_that_a_board_does_not_have_becomes_the_first_that_it_has():
    assert LeaderboardQuery(ALL, sort=Sort.RATING).order is Sort.WINS
    assert LeaderboardQuery("pond-alone", sort=Sort.WINS).order is next(iter(SOLO_SORTS))


def test_a_shared_leaderboard_has_no_controls():
    assert labels(sent(shown(LeaderboardQuery(), board(TEN), shared=True))) == []


def test_a_shared_leaderboard_explains_its_question_marks_but_speaks_to_nobody():
    said = text_of(sent(shown(LeaderboardQuery("ducks"), board(TEN), shared=True)))
    assert "A rating with a question mark is uncertain" in said
    assert "You are not on this board" not in said


def test_places_are_told_in_words_alone():
    assert make_chart(LeaderboardQuery(sort=Sort.PLACE), board(TEN)) is None


def test_the_chart_says_in_words_what_it_shows():
    found = board([row(1, name="Mallard", wins=3), row(2, name="Teal", wins=2)])
    gallery = next(
        c
        for c in components(sent(shown(LeaderboardQuery(), found))["components"])
        if c["type"] == 12
    )
    assert "1. Mallard: 3 wins; 2. Teal: 2 wins" in gallery["items"][0]["description"]


def rows_of(found, asked=None):
    """The lines of the players, without small print."""
    lines = text_of(sent(shown(asked or LeaderboardQuery(), found))).split("\n")
    return [line for line in lines if "** · **" in line]


def test_medals_are_for_those_who_have_won():
    facts = ((1, "Mallard", 2), (2, "Teal", 1), (3, "Eider", 0), (4, "Smew", 0))
    found = board([row(rank, name=name, wins=wins, games=4) for rank, name, wins in facts])
    assert rows_of(found) == [
        "🥇 **Mallard** · **2 wins**",
        "🥈 **Teal** · **1 win**",
        "`3` **Eider** · **0 wins**",
        "`4` **Smew** · **0 wins**",
    ]


def test_a_lone_player_without_a_point_has_no_medal():
    solo = [SoloRow(1, 1, "Teal", 3, 0, 77, 55.5), SoloRow(2, 2, "Smew", 1, 0, 0, 0.0)]
    found = Board(tuple(solo), 1, 1, 2, None, None)
    assert rows_of(found, LeaderboardQuery("pond-alone")) == [
        "🥇 **Teal** · **best score 77**",
        "`2` **Smew** · **best score 0**",
    ]


@pytest.mark.parametrize(("ranks", "told"), [((1, 2, 3), False), ((1, 2, 2), True)])
def test_how_equals_are_ordered_is_told_where_there_are_any(ranks, told):
    found = board([row(rank, person_id=i) for i, rank in enumerate(ranks)])
    assert ("Equals share a place." in text_of(sent(shown(LeaderboardQuery(), found)))) == told


def drawn_bars(monkeypatch, asked, found):
    """The bars that are drawn, as label, length and words; and the note below them."""
    drawn = []
    monkeypatch.setattr(
        leaderboard_page, "draw_bars", lambda rows, *more: drawn.append((rows, more)) or b""
    )
    make_chart(asked, found)()
    ((rows, more),) = drawn
    return [(bar.label, bar.value, bar.words, bar.own) for bar in rows], more


def test_nothing_won_of_many_games_is_not_the_longest_bar(monkeypatch):
    own = row(2, name="Smew", wins=0, games=4)
    found = board([row(1, name="Teal", wins=1, games=1), own], own)
    assert drawn_bars(monkeypatch, LeaderboardQuery(), found) == (
        [("1 Teal", 1, "1 of 1", False), ("2 Smew", 0, "0 of 4", True)],
        (),
    )


def test_bars_of_ratings_say_where_they_begin(monkeypatch):
    found = board([row(1, name="Teal", rating=1100), row(2, name="Smew", rating=1000)])
    bars, more = drawn_bars(monkeypatch, LeaderboardQuery("ducks", sort=Sort.RATING), found)
    assert [(value, words) for _, value, words, _ in bars] == [(1100, "1100"), (1000, "1000")]
    assert more == (969, "The bars begin at 969.")


def test_a_board_without_a_win_has_no_bars():
    assert make_chart(LeaderboardQuery(), board([row(1, wins=0), row(1, wins=0)])) is None


def test_a_whole_page_of_a_leaderboard_reads_so():
    own = row(12, name="Smew", wins=1, games=9, average_place=2.5, streak=0)
    first = row(11, name="Teal", wins=4, games=9, average_place=1.25, streak=2)
    found = Board((first, replace(first, person_id=9, name="Eider")), 2, 3, 25, own, None)
    assert text_of(sent(shown(LeaderboardQuery("ducks", page=2), found))) == (
        "### 🏆 Leaderboard: Ducks in a Bucket\n"
        "-# All time · by wins · 25 players · page 2 of 3\n"
        "`11` **Teal** · **4 wins**\n"
        "-# 9 games · average place 1.25 · best score 10000000 · 2 wins in a row · rating 12345?\n"
        "`11` **Eider** · **4 wins**\n"
        "-# 9 games · average place 1.25 · best score 10000000 · 2 wins in a row · rating 12345?\n"
        "⋯\n"
        "`12` **Smew** · **1 win**\n"
        "-# 9 games · average place 2.50 · best score 10000000 · rating 12345?\n"
        "-# Equals share a place. Among them more wins come first, then fewer games.\n"
        "-# A rating with a question mark is uncertain: a few more games will tell."
    )
