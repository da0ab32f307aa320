"""The pages of leaderboards: their texts, and Discord's limits at the largest values."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.display.components import ALL, TITLES
from cogs.features.leaderboards.pages import (
    BOARDS,
    LeaderboardQuery,
    choose_reset,
    render_choice,
    render_leaderboard,
    render_reset,
    render_reset_done,
)
from cogs.features.leaderboards.reader import Row, SoloRow
from cogs.interactions.content import MessageContent
from cogs.interactions.failures import Declined
from cogs.interactions.language import ENGLISH
from cogs.interactions.parts import rows, text
from records.values import Board, Period, ResetPreview
from tests.cogs.extremes import HUGE, LONG, MANY, sent
from tests.cogs.limits import faults
from tests.people import controls, labels, text_of
from tests.pseudo import PSEUDO, find_unmarked


def row(rank, **more):
    facts = {
        "rank": rank, "person_id": rank, "name": LONG, "games": MANY, "wins": MANY - rank,
        "rating": 12345, "provisional": True,
    }  # fmt: skip
    return Row(**(facts | more))


def board(rows, own=None, page=2, pages=MANY):
    return Board(tuple(rows), page, pages, MANY, own, float(HUGE))


def chosen(page):
    """Return the chosen options of a page's selects."""
    menus = [each for each in controls(page) if "options" in each]
    return [
        option["label"] for menu in menus for option in menu["options"] if option.get("default")
    ]


TEN = [row(MANY + rank) for rank in range(10)]


def shown(asked, found, **more):
    return render_leaderboard(ENGLISH, asked, found, **more)


@pytest.mark.parametrize("game", [ALL, *BOARDS])
def test_the_fullest_leaderboard_is_within_the_limits(game):
    asked = LeaderboardQuery(game, Period.SEASON, MANY)
    solo = SoloRow(1, 1, LONG, MANY, MANY)
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
    assert text_of(sent(page)).split("\n")[1].startswith("Nobody is here yet. Finish such a game")
    assert labels(sent(page)) == ["Other boards", "Play"]
    assert page.pictures == ()


@pytest.mark.parametrize("game", [ALL, *BOARDS])
def test_one_press_leads_to_all_boards_and_periods(game):
    asked = LeaderboardQuery(game, Period.WEEK, 3)
    page = render_choice(ENGLISH, asked)
    assert faults(page) == []
    menus = [each for each in controls(sent(page)) if "options" in each]
    offered = [[option["value"] for option in menu["options"]] for menu in menus]
    assert offered == [[ALL, *BOARDS], [*Period]]
    assert chosen(sent(page))[1:] == ["This week"]
    assert labels(sent(page)) == ["‹ Back"]


@pytest.mark.parametrize("game", ["ducks-ducks-alone", "all-ducks", "buckets-alone"])
def test_a_board_that_is_not_offered_is_refused(game):
    with pytest.raises(Declined):
        LeaderboardQuery.read((game, "all", "1"))


@pytest.mark.parametrize(
    ("key", "how"),
    [
        (ALL, "Finish such a game with other people, and you are on this board."),
        ("ducks", "Finish such a game with other people"),
        ("ducks-ducks", "Finish such a game with ducks"),
        ("pond-alone", "Finish such a game alone"),
    ],
)
def test_only_readers_who_are_not_on_a_board_read_how_to_get_there(key, how):
    asked = LeaderboardQuery(key)
    one = SoloRow(1, 1, "Teal", 3, 77) if asked.solo else row(1)
    for own in (None, one):
        said = text_of(sent(shown(asked, Board((one,), 1, 1, 1, own, None))))
        assert (how in said) == (own is None)
        assert how in text_of(sent(shown(asked, Board((one,), 1, 1, 1, own, None), shared=True)))


@pytest.mark.parametrize("shared", [False, True])
def test_a_leaderboard_says_in_the_readers_own_time_since_when(shared):
    found = Board((row(1),), 1, 1, 1, None, 1.7e9)
    page = sent(shown(LeaderboardQuery(period=Period.TODAY), found, shared=shared))
    said = text_of(page)
    assert "since <t:1700000000:d>" in said
    assert "By wins · Today" in said


def test_a_leaderboard_of_all_time_has_no_beginning():
    assert "since" not in text_of(
        sent(shown(LeaderboardQuery(), Board((row(1),), 1, 1, 1, None, None)))
    )


@pytest.mark.parametrize(("rank", "where"), [(27, "below"), (7, "above")])
def test_the_readers_row_is_shown_above_or_below_the_page(rank, where):
    own = row(rank, name="Eider", person_id=97)
    page = [row(11 + place, name="Teal") for place in range(10)]
    above, below = text_of(sent(shown(LeaderboardQuery(), board(page, own)))).split("\n⋯\n")
    assert f"`{rank}` **You**" in {"above": above, "below": below}[where]


def test_the_readers_row_is_not_shown_twice():
    own = TEN[3]
    said = text_of(sent(shown(LeaderboardQuery(), board(TEN, own))))
    assert "⋯" not in said
    assert said.count("**You**") == 1


def test_a_shared_leaderboard_calls_nobody_you():
    said = text_of(sent(shown(LeaderboardQuery(), board(TEN, row(1)), shared=True)))
    assert "You**" not in said


def test_a_shared_leaderboard_says_what_it_is_and_has_no_controls():
    said = text_of(sent(shown(LeaderboardQuery(), board(TEN), shared=True)))
    assert said.startswith("### 🏆 Leaderboard: All games\n")
    assert labels(sent(shown(LeaderboardQuery(), board(TEN), shared=True))) == []


def test_an_uncertain_rating_is_not_shown():
    said = text_of(sent(shown(LeaderboardQuery("ducks"), board(TEN))))
    assert "12345" not in said


@pytest.mark.parametrize(
    ("game", "order", "fact"),
    [
        ("ducks", "By wins", "**2**/3 · 1234"),
        ("ducks-ducks", "By wins", "**2** of 3 won"),
        (ALL, "By wins", "**2** of 3 won"),
        ("pond-alone", "By best score", "**77**"),
    ],
)
def test_each_board_has_one_order_and_shows_the_rating_among_people(game, order, fact):
    asked, solo = LeaderboardQuery(game), SoloRow(1, 1, "Teal", 3, 77)
    rating = None if game == ALL else 1234
    facts = {"rating": rating, "provisional": False}
    one = solo if asked.solo else row(1, name="Teal", wins=2, games=3, **facts)
    found = Board((one,), 1, 1, 1, one, None)
    said = text_of(sent(shown(asked, found)))
    assert f"{order} · All time" in said
    assert f"🥇 **You** · {fact} 👈" in said


def rows_of(found, asked=None):
    """Return the lines of the players."""
    return text_of(sent(shown(asked or LeaderboardQuery(), found))).split("\n")[2:-1]


def test_medals_are_for_those_who_have_won():
    facts = ((1, "Mallard", 2), (2, "Teal", 1), (3, "Eider", 0), (4, "Smew", 0))
    found = board(
        [
            row(rank, name=name, wins=wins, games=4, rating=None, provisional=False)
            for rank, name, wins in facts
        ]
    )
    assert rows_of(found) == [
        "🥇 **Mallard** · **2** of 4 won",
        "🥈 **Teal** · **1** of 4 won",
        "`3` **Eider** · **0** of 4 won",
        "`4` **Smew** · **0** of 4 won",
    ]


def test_a_lone_player_without_a_point_has_no_medal():
    solo = [SoloRow(1, 1, "Teal", 3, 77), SoloRow(2, 2, "Smew", 1, 0)]
    found = Board(tuple(solo), 1, 1, 2, None, None)
    assert rows_of(found, LeaderboardQuery("pond-alone")) == [
        "🥇 **Teal** · **77**",
        "`2` **Smew** · **0**",
    ]


def test_the_text_of_a_whole_page_of_a_leaderboard():
    own = row(12, name="Smew", wins=1, games=9, provisional=False)
    first = row(11, name="Teal", wins=4, games=9, provisional=False)
    second = replace(first, person_id=9, name="Eider")
    found = Board((first, second), 2, 3, 25, own, None, second)
    page = sent(shown(LeaderboardQuery("ducks", page=2), found))
    assert text_of(page) == (
        "### 🏆 Ducks in a Bucket\n"
        "-# By wins · All time · 25 players · page 2 of 3\n"
        "`11` **Teal** · **4**/9 · 12345\n"
        "`11` **Eider** · **4**/9 · 12345\n"
        "⋯\n"
        "`12` **You** · **1**/9 · 12345 👈\n"
        "⬆ **Eider** is ahead. **4 more wins** are enough to pass."
    )
    assert labels(page) == ["Other boards", "◀ Previous", "Next ▶", "Share"]


# The podium


def podium(rows, asked=None, page=1):
    """Return the description of a board's podium, or an empty string if no podium is drawn."""
    shown = render_leaderboard(ENGLISH, asked or LeaderboardQuery(), board(rows, page=page))
    return shown.pictures[0].alt if shown.pictures else ""


def places(*ranks):
    return [
        row(rank, person_id=n, name=f"P{n}", wins=9, games=12, rating=None)
        for n, rank in enumerate(ranks)
    ]


@pytest.mark.parametrize(
    ("ranks", "on_it"),
    [
        ((1,), "1. P0: 9 of 12 won."),
        ((1, 2), "1. P0: 9 of 12 won · 2. P1: 9 of 12 won."),
        ((1, 1, 3), "1. P0: 9 of 12 won · 1. P1: 9 of 12 won · 3. P2: 9 of 12 won."),
        ((1, 2, 3, 4), "1. P0: 9 of 12 won · 2. P1: 9 of 12 won · 3. P2: 9 of 12 won."),
        ((1, 2, 3, 3), "1. P0: 9 of 12 won · 2. P1: 9 of 12 won."),
        ((1, 2, 2, 2), "1. P0: 9 of 12 won."),
    ],
)
def test_the_podium_has_the_places_for_which_it_has_room(ranks, on_it):
    assert podium(places(*ranks)) == f"A podium: {on_it}"


def test_no_podium_is_drawn_where_four_are_first_or_nobody_has_won_or_on_a_later_page():
    assert podium(places(1, 1, 1, 1)) == ""
    assert podium([row(1, wins=0), row(1, wins=0)]) == ""
    assert podium(places(1), page=2) == ""


@pytest.mark.parametrize("shared", [False, True])
def test_the_lines_say_all_that_the_podium_shows(shared):
    page = sent(
        render_leaderboard(ENGLISH, LeaderboardQuery(), board(places(1, 2), page=1), shared=shared)
    )
    assert "🥇 **P0** · **9** of 12 won\n🥈 **P1** · **9** of 12 won" in text_of(page)


def test_a_duck_has_its_own_face_on_the_podium_and_all_figures_can_be_drawn():
    rows = [row(1, person_id=-8, name="Hazel", wins=3, games=4), row(2, name="Teal")]
    (picture,) = render_leaderboard(
        ENGLISH, LeaderboardQuery("ducks-ducks"), board(rows, page=1)
    ).pictures
    duck, person = picture.draw.args[0]
    assert (duck.face, duck.written, person.face) == (8, "3", 0)
    assert picture.draw().startswith(b"\x89PNG")


# What separates the reader from the next place


def gap(own, above, game="ducks"):
    """Return the line about Otis, who is one place above the reader, or an empty string."""
    asked = LeaderboardQuery(game)
    found = Board((above, own), 1, 1, 2, own, None, above)
    assert "⬆" not in text_of(sent(render_leaderboard(ENGLISH, asked, found, shared=True)))
    lines = text_of(sent(render_leaderboard(ENGLISH, asked, found))).split("\n")
    ahead = "⬆ **Otis** is ahead. "
    return next((line.removeprefix(ahead) for line in lines if line.startswith("⬆")), "")


def at(rank, **facts):
    return row(rank, name="You" if rank > 1 else "Otis", provisional=False, **facts)


def test_the_reader_reads_what_is_enough_to_pass_the_next_person():
    assert gap(at(2, wins=2), at(1, wins=3)) == "**2 more wins** are enough to pass."
    otis, you = SoloRow(1, 1, "Otis", 9, 77), SoloRow(2, 2, "You", 3, 60)
    assert gap(you, otis, "pond-alone") == "A score above **77** is enough to pass."


def test_a_duck_above_the_reader_is_marked_as_a_duck():
    assert gap(at(2, wins=1), at(1, wins=2, person_id=-8)) == (
        "⬆ 🦆 **Otis** is ahead. **2 more wins** are enough to pass."
    )


def test_readers_who_are_first_or_not_on_the_board_see_no_gap():
    for own in (row(1), None):
        found = Board((row(1),), 1, 1, 1, own, None)
        assert "⬆" not in text_of(sent(shown(LeaderboardQuery(), found)))


@pytest.mark.parametrize(("game", "alone"), [("pond", True), ("ducks", False), (ALL, False)])
def test_a_reset_says_that_the_solo_board_goes_too(game, alone):
    said = text_of(sent(render_reset(ENGLISH, game, ResetPreview(1, 1, 1, 1))))
    assert ("The board of games played alone also begins anew" in said) is alone


def test_a_reset_of_nothing_is_not_offered():
    assert "Reset for good" not in labels(
        sent(render_reset(ENGLISH, "ducks", ResetPreview(0, 0, 0, 9)))
    )


def test_the_pages_of_resets_are_within_the_limits():
    assert faults(MessageContent([text("Which?"), *rows([choose_reset(ENGLISH)])])) == []
    for key in (ALL, *TITLES):
        losses = ResetPreview(MANY, MANY, MANY, HUGE)
        assert faults(render_reset(ENGLISH, key, losses, "n" * 300)) == []
        assert faults(render_reset_done(ENGLISH, key, losses)) == []


@pytest.mark.parametrize("game", [ALL, "ducks", "ducks-ducks", "pond-alone"])
@pytest.mark.parametrize("period", [Period.SEASON, Period.ALL])
def test_no_word_of_a_leaderboard_is_left_untranslated(game, period):
    asked = LeaderboardQuery(game, period)
    own, above, empty = row(12), row(11), Board((), 1, 1, 0, None, None)
    if asked.solo:
        own, above = (SoloRow(rank, rank, LONG, 3, 77 - rank) for rank in (2, 1))
    found = Board((above, own), 2, 3, 25, own, 1.7e9, above)
    pages = [render_choice(PSEUDO, asked), render_leaderboard(PSEUDO, asked, empty)]
    pages += [render_leaderboard(PSEUDO, asked, found, shared=each) for each in (False, True)]
    assert [find_unmarked(page.items, [LONG]) for page in pages] == [[]] * 4


@pytest.mark.parametrize("game", [ALL, "pond"])
@pytest.mark.parametrize("number", [0, 3])
def test_no_word_of_a_reset_is_left_untranslated(game, number):
    losses = ResetPreview(number, number, number, 9)
    pages = [render_reset(PSEUDO, game, losses), render_reset_done(PSEUDO, game, losses)]
    pages.append(MessageContent(rows([choose_reset(PSEUDO)])))
    assert [find_unmarked(page.items) for page in pages] == [[]] * 3
