"""The leaderboard, held to Discord's limits at its fullest, and what its pages say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.commands.records.leaderboard_page import (
    BOARDS,
    SOLO_SORTS,
    LeaderboardQuery,
    render_choice,
    render_leaderboard,
)
from cogs.display.controls.paging import ALL
from cogs.interactions.errors import Declined
from records.model.boards import Board, Period, RegretLine, Row, SoloRow, Sort
from tests.cogs.extremes import HUGE, LONG, MANY, sent
from tests.cogs.limits import faults
from tests.people import controls, labels, text_of


def row(rank, **more):
    facts = {
        "rank": rank, "person_id": rank, "name": LONG, "games": MANY, "wins": MANY - rank,
        "average_place": 1.75, "best_score": MANY, "streak": MANY, "rating": 12345,
        "provisional": True,
    }  # fmt: skip
    return Row(**(facts | more))


def board(rows, own=None, page=2, pages=MANY):
    return Board(tuple(rows), page, pages, MANY, own, float(HUGE))


def chosen(page):
    """The choices that the selects of a page show."""
    menus = [each for each in controls(page) if "options" in each]
    return [
        option["label"] for menu in menus for option in menu["options"] if option.get("default")
    ]


TEN = [row(MANY + rank) for rank in range(10)]


def shown(asked, found, **more):
    return render_leaderboard(asked, found, **more)


@pytest.mark.parametrize("game", [ALL, *BOARDS])
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


@pytest.mark.parametrize("game", [ALL, *BOARDS])
def test_an_empty_leaderboard_says_what_to_do_and_begins_it(game):
    page = shown(LeaderboardQuery(game), Board((), 1, 1, 0, None, None))
    assert faults(page) == []
    assert text_of(sent(page)).split("\n")[1].startswith("Nobody is here yet. Finish a game")
    assert labels(sent(page)) == ["Other boards", "Play"]


@pytest.mark.parametrize("game", [ALL, *BOARDS])
@pytest.mark.parametrize("sort", list(Sort))
def test_one_press_leads_to_all_boards_orders_and_periods(game, sort):
    asked = LeaderboardQuery(game, Period.WEEK, sort, 3)
    page = render_choice(asked)
    assert faults(page) == []
    menus = [each for each in controls(sent(page)) if "options" in each]
    offered = [[option["value"] for option in menu["options"]] for menu in menus]
    assert offered == [[ALL, *BOARDS], [*asked.sorts], [*Period]]
    assert chosen(sent(page))[1:] == [f"By {asked.sorts[asked.order]}", "This week"]
    assert labels(sent(page)) == ["‹ Back"]


@pytest.mark.parametrize("game", ["ducks-ducks-alone", "all-ducks", "buckets-alone"])
def test_a_board_that_is_not_offered_is_refused(game):
    with pytest.raises(Declined):
        LeaderboardQuery.read((game, "all", "wins", "1"))


@pytest.mark.parametrize(
    ("key", "how"),
    [
        (ALL, "Finish a game with other people, and you are on this board."),
        ("ducks", "Finish a game of Ducks in a Bucket with other people"),
        ("ducks-ducks", "Finish a game of Ducks in a Bucket with ducks"),
        ("pond-alone", "Finish a game of Ducks in the Pond alone"),
    ],
)
def test_who_is_on_no_board_is_told_how_to_get_there_and_who_is_not(key, how):
    asked = LeaderboardQuery(key)
    one = SoloRow(1, 1, "Teal", 3, 0, 77, 55.5) if asked.solo else row(1)
    for own in (None, one):
        said = text_of(sent(shown(asked, Board((one,), 1, 1, 1, own, None))))
        assert (how in said) == (own is None)
        assert how in text_of(sent(shown(asked, Board((one,), 1, 1, 1, own, None), shared=True)))


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (
            "ducks",
            "5 games or more come first in a month. Equal wins: the better average place first.",
        ),
        ("ducks-ducks", "come first in a month. Equal wins"),
        ("pond-alone", "come first in a month."),
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
    said = text_of(page)
    assert "since <t:1700000000:d>" in said
    assert "by wins · today" in said


def test_a_leaderboard_of_all_time_has_no_beginning():
    assert "since" not in text_of(
        sent(shown(LeaderboardQuery(), Board((row(1),), 1, 1, 1, None, None)))
    )


@pytest.mark.parametrize("game", [ALL, *BOARDS])
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
        else board([row(1, name="Teal", wins=2, games=3, best_score=77, streak=4, rating=1234)])
    )
    said = text_of(sent(shown(asked, found)))
    cost = "25.0 %" if game in ("buckets", "trophy") else "0.25 points"
    facts = {
        Sort.WINS: "**2** of 3 won", Sort.STREAK: "**4** in a row",
        Sort.GAMES: "3 games" if asked.solo else "**2** of 3 won",
        Sort.RATING: "**1234**?", Sort.SCORE: "**77**",
        Sort.PLACE: "**55.5**" if asked.solo else "**1.75**",
        Sort.REGRET: f"**{cost} a decision**",
    }  # fmt: skip
    assert f"by {asked.sorts[asked.order]} · all time" in said
    assert f"🥇 **Teal** · {facts[asked.order]}" in said


@pytest.mark.parametrize(("unfinished", "told"), [(0, False), (2, True)])
def test_games_alone_that_were_not_finished_are_told_and_what_they_count(unfinished, told):
    solo = SoloRow(1, 1, "Teal", 3, unfinished, 77, 55.5)
    found = Board((solo,), 1, 1, 1, None, None)
    by_games, by_average = (
        text_of(sent(shown(LeaderboardQuery("pond-alone", sort=sort), found)))
        for sort in (Sort.GAMES, Sort.PLACE)
    )
    assert ("3 games, 2 unfinished" in by_games) == told
    assert ("0 points in the average" in by_average) == told


def test_buck_dice_is_not_ordered_by_scores_that_do_not_compare():
    asked = LeaderboardQuery("buckdice", sort=Sort.SCORE)
    assert asked.order is Sort.WINS
    assert "This board has no order by best score." in text_of(sent(shown(asked, board(TEN))))


@pytest.mark.parametrize("game", [ALL, *BOARDS])
def test_nothing_is_said_of_an_order_that_nobody_asked_for(game):
    asked = LeaderboardQuery(game)
    found = Board((), 0, 1, 1, None, None) if asked.solo else board(TEN)
    assert "no order" not in text_of(sent(shown(asked, found)))


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("ducks", "First come 5 games or more and a rating without ?."),
        (ALL, "First come 5 games or more."),
    ],
)
def test_the_order_by_average_place_says_who_comes_first(game, said):
    assert said in text_of(sent(shown(LeaderboardQuery(game, sort=Sort.PLACE), board(TEN))))
    assert "First come" not in text_of(sent(shown(LeaderboardQuery(game), board(TEN))))


@pytest.mark.parametrize(("rank", "where"), [(27, "below"), (7, "above")])
def test_the_own_row_is_shown_on_the_side_of_a_page_on_which_it_stands(rank, where):
    own = row(rank, name="Eider", person_id=97)
    page = [row(11 + place, name="Teal") for place in range(10)]
    above, below = text_of(sent(shown(LeaderboardQuery(), board(page, own)))).split("\n⋯\n")
    assert f"`{rank}` **You**" in {"above": above, "below": below}[where]


def test_the_own_row_is_not_shown_twice():
    own = TEN[3]
    said = text_of(sent(shown(LeaderboardQuery(), board(TEN, own))))
    assert "⋯" not in said
    assert said.count("**You**") == 1


def test_a_shared_leaderboard_has_names_alone():
    said = text_of(sent(shown(LeaderboardQuery(), board(TEN, row(1)), shared=True)))
    assert "You**" not in said


def test_an_order_that_a_board_does_not_have_becomes_the_first_that_it_has():
    assert LeaderboardQuery(ALL, sort=Sort.RATING).order is Sort.WINS
    assert LeaderboardQuery("pond-alone", sort=Sort.WINS).order is next(iter(SOLO_SORTS))


def test_a_shared_leaderboard_says_what_it_is_and_has_no_controls():
    said = text_of(sent(shown(LeaderboardQuery(), board(TEN), shared=True)))
    assert said.startswith("### 🏆 Leaderboard: All games\n")
    assert labels(sent(shown(LeaderboardQuery(), board(TEN), shared=True))) == []


def test_a_shared_leaderboard_explains_its_question_marks():
    asked = LeaderboardQuery("ducks", sort=Sort.RATING)
    said = text_of(sent(shown(asked, board(TEN), shared=True)))
    assert "A rating with ? is new" in said


def rows_of(found, asked=None):
    """The lines of the players."""
    return text_of(sent(shown(asked or LeaderboardQuery(), found))).split("\n")[2:-1]


def test_medals_are_for_those_who_have_won():
    facts = ((1, "Mallard", 2), (2, "Teal", 1), (3, "Eider", 0), (4, "Smew", 0))
    found = board([row(rank, name=name, wins=wins, games=4) for rank, name, wins in facts])
    assert rows_of(found) == [
        "🥇 **Mallard** · **2** of 4 won",
        "🥈 **Teal** · **1** of 4 won",
        "`3` **Eider** · **0** of 4 won",
        "`4` **Smew** · **0** of 4 won",
    ]


def test_a_lone_player_without_a_point_has_no_medal():
    solo = [SoloRow(1, 1, "Teal", 3, 0, 77, 55.5), SoloRow(2, 2, "Smew", 1, 0, 0, 0.0)]
    found = Board(tuple(solo), 1, 1, 2, None, None)
    assert rows_of(found, LeaderboardQuery("pond-alone")) == [
        "🥇 **Teal** · **77**",
        "`2` **Smew** · **0**",
    ]


def test_a_whole_page_of_a_leaderboard_reads_so():
    own = row(12, name="Smew", wins=1, games=9)
    first = row(11, name="Teal", wins=4, games=9)
    second = replace(first, person_id=9, name="Eider")
    found = Board((first, second), 2, 3, 25, own, None, second)
    page = sent(shown(LeaderboardQuery("ducks", page=2), found))
    assert text_of(page) == (
        "### 🏆 Ducks in a Bucket\n"
        "-# by wins · all time · 25 players · page 2 of 3\n"
        "`11` **Teal** · **4** of 9 won\n"
        "`11` **Eider** · **4** of 9 won\n"
        "⋯\n"
        "`12` **You** · **1** of 9 won 👈"
    )
    assert labels(page) == ["Other boards", "◀ Previous", "Next ▶", "Share"]
