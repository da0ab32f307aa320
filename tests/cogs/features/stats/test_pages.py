"""The pages of statistics: their texts, and Discord's limits at the largest values."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.app.services import StatRow
from cogs.display.components import ALL, TITLES
from cogs.features.stats import pages
from cogs.features.stats.entering import (
    GOALS,
    Latest,
    Luck,
    NearGoal,
    Opponent,
    Played,
    RatingPoint,
    Record,
    Score,
    ServerRecord,
    SoloScore,
    Stats,
    Summary,
)
from cogs.interactions.language import ENGLISH
from cogs.interactions.parts import text
from tests.cogs.extremes import HUGE, LONG, MANY, sent
from tests.cogs.limits import GALLERY, components, faults
from tests.people import controls, labels, text_of
from tests.pseudo import MADE_UP, find_unmarked


def score(game):
    return Score(game, MANY, MANY, 1.234, MANY, MANY, 12345)


def full_stats(game):
    keys = list(TITLES) if game == ALL else [game]
    measures = [
        Luck(key, "w" * 60, lucky, MANY, 1e9, deviation)
        for key in keys
        for lucky in (True, False)
        for deviation in (0.1, 5.0)
    ]
    return Stats(
        HUGE, LONG, score(None if game == ALL else game),
        tuple(map(score, keys)),
        tuple(SoloScore(key, MANY, MANY, MANY, 1234.5) for key in keys),
        () if game == ALL else tuple(RatingPoint(i, 0.0, 1000 + i, 400, i + 1) for i in range(200)),
        (Opponent(1, LONG, MANY, MANY),) * 3,
        tuple(measures),
        tuple(ServerRecord(key, Record.STREAK, MANY) for key in keys for _ in range(5)),
    )  # fmt: skip


def full_summary():
    longest = max(GOALS.values(), key=lambda goal: len(goal.title))
    return Summary(
        HUGE,
        LONG,
        tuple(Played(key, MANY, MANY, MANY, MANY) for key in TITLES),
        tuple(Latest("pond", 1, 1, MANY) for _ in range(10)),
        10,
        MANY,
        (),
        (NearGoal(longest, 49, 50),),
    )


def alt_of(page):
    """Return the alternative text of a page's picture."""
    (gallery,) = [part for part in components(sent(page)["components"]) if part["type"] == GALLERY]
    return gallery["items"][0]["description"]


@pytest.mark.parametrize("shared", [False, True])
def test_the_fullest_card_is_within_the_limits(shared):
    page = pages.render_summary(ENGLISH, full_summary(), own=not shared, shared=shared)
    assert faults(page) == []
    assert len(alt_of(page)) < 1024
    assert (labels(sent(page)) == []) == shared


@pytest.mark.parametrize("game", [ALL, *TITLES])
def test_the_fullest_statistics_are_within_the_limits(game):
    for shared in (False, True):
        page = pages.render_stats(ENGLISH, game, full_stats(game), shared=shared)
        assert faults(page) == []


def test_the_card_says_all_in_words():
    """The words name games with ducks, games alone, and the progress to the next badge."""
    played = (Played("ducks", 5, 2, 0, 3), Played("pond", 0, 0, 4, 0))
    latest = (Latest("ducks", 1, 2, 9), Latest("ducks", 1, 3, 8), Latest("pond", 1, 1, 77))
    near = (
        NearGoal(GOALS["ducks.some"], 7, 10),
        NearGoal(GOALS["pond.some"], 4, 10),
    )
    page = pages.render_summary(
        ENGLISH, Summary(5, "Teal", played, latest, 2, 3, (), near), own=True
    )
    assert text_of(sent(page)) == (
        "### 📈 Your games · on this server\n"
        "-# games with people: 5 · with ducks: 2 · alone: 4 · 2 wins in a row · "
        "Most wins in a row: 3\n"
        "-# Games: level, progress to the next level, games won. Below: the latest results"
    )
    assert labels(sent(page)) == ["Album", "⋯"]
    assert alt_of(page) == (
        "Ducks in a Bucket: level 4, 3 / 7 won; Ducks in the Pond: level 2. "
        "Latest games: place 1 of 2, place 1 of 3, alone: 77. Next badge: Webbed Feet, 7 of 10."
    )


def test_lines_of_features_are_shown_with_and_without_other_games():
    added = [StatRow("🦆", "Quacks", "12 heard"), StatRow("🌧", "Rain", "none")]
    card = pages.render_summary(ENGLISH, full_summary(), own=True, added=added)
    page = pages.render_no_stats(ENGLISH, ALL, HUGE, LONG, own=True, added=added)
    for each in (card, page):
        assert "\n🦆 **Quacks**: 12 heard\n🌧 **Rain**: none" in text_of(sent(each))


@pytest.mark.parametrize(
    ("own", "shared", "whose"),
    [(True, False, "Your games"), (True, True, "Teal"), (False, False, "Teal")],
)
def test_a_card_says_you_only_to_its_owner(own, shared, whose):
    page = pages.render_summary(
        ENGLISH, replace(full_summary(), name="Teal"), own=own, shared=shared
    )
    assert text_of(sent(page)).startswith(f"### 📈 {whose} · on this server\n")


@pytest.mark.parametrize(
    ("streak", "longest", "told"),
    [(0, 1, ""), (1, 4, "Most wins in a row: 4"), (3, 3, "3 wins in a row"),
     (2, 4, "2 wins in a row · Most wins in a row: 4")],
)  # fmt: skip
def test_wins_in_a_row_are_shown_from_two_on(streak, longest, told):
    summary = replace(full_summary(), streak=streak, longest=longest)
    _, small, *_ = text_of(sent(pages.render_summary(ENGLISH, summary, own=True))).split("\n")
    assert small.partition(f"alone: {len(TITLES) * MANY:,}")[2].removeprefix(" · ") == told


def test_a_kind_of_company_without_a_game_is_not_shown():
    summary = replace(full_summary(), played=(Played("pond", 0, 1, 1, 0),))
    page = pages.render_summary(ENGLISH, summary, own=True)
    assert "\n-# with ducks: 1 · alone: 1" in text_of(sent(page))


@pytest.mark.parametrize(
    ("numbers", "games"),
    [((1,), "1 game"), ((1, 6, 1000), "1,000 games"), ((4001, 9000), "5,000 games")],
)  # fmt: skip
def test_a_thinned_course_counts_games_and_not_points(numbers, games):
    points = tuple(RatingPoint(n, 0.0, 1000, 400, n) for n in numbers)
    stats = Stats(1, "Teal", score("ducks"), (), (), points, (), (), ())
    assert f"over {games}, from" in pages.describe_chart(ENGLISH, stats)


def test_a_rating_of_one_game_has_no_chart():
    one = replace(full_stats("ducks"), ratings=full_stats("ducks").ratings[:1])
    shown = [pages.render_stats(ENGLISH, "ducks", each) for each in (one, full_stats("ducks"))]
    assert [len(page.pictures) for page in shown] == [0, 1]


@pytest.mark.parametrize(
    ("direct", "where"), [(True, "in direct messages"), (False, "on this server")]
)
def test_statistics_say_where_the_games_were_played(direct, where):
    page = pages.render_stats(ENGLISH, "ducks", full_stats("ducks"), direct=direct)
    assert f"{where}\n-# Ducks in a Bucket" in text_of(sent(page))


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("game", [ALL, "ducks"])
def test_somebody_without_games_reads_how_to_begin(own, game):
    page = pages.render_no_stats(ENGLISH, game, HUGE, LONG, own=own)
    assert faults(page) == []
    assert ("You have" in text_of(sent(page))) == own
    assert ("**/play**" in text_of(sent(page))) == (own and game == ALL)
    assert len(controls(sent(page))) == (game != ALL)


@pytest.mark.parametrize(
    ("lucky", "deviation", "tenths"),
    [
        (True, 0.0, 5),
        (True, 0.5, 7),
        (True, -0.5, 3),
        (False, -0.5, 7),
        (True, 6.0, 9),
        (True, -6.0, 1),
    ],
)
def test_luck_is_a_bar_and_a_sentence(lucky, deviation, tenths):
    luck = Luck("ducks", "startles", lucky, 50, 5.0, deviation)
    bar = "▰" * tenths + "▱" * (10 - tenths)
    assert f"{bar} Startles: luckier than in {tenths} of 10 games" in read_luck(luck)


def read_luck(*measures):
    stats = Stats(1, "Teal", None, (), (), (), (), measures, ())
    return text_of(sent(pages.render_stats(ENGLISH, "ducks", stats)))


@pytest.mark.parametrize(("times", "expected"), [(49, 40.0), (500, 4.9), (12, 0.6)])
def test_luck_that_is_noise_is_not_shown(times, expected):
    said = read_luck(Luck("ducks", "bucks", True, times, expected, -3.0))
    assert "luckier" not in said
    assert "Too few rolls yet to tell the luck of the dice." in said


def test_only_measures_with_enough_rolls_are_shown():
    few, many = (Luck("ducks", what, True, n, 6.0, 1.0) for what, n in (("a", 9), ("b", 90)))
    assert " B: luckier than" in read_luck(few, many)
    assert " A: " not in read_luck(few, many)


@pytest.mark.parametrize(
    ("game", "said"), [(ALL, "Ducks in the Pond: best score 33"), ("pond", "best score 33")]
)
def test_a_record_names_its_game_if_there_are_several(game, said):
    held = ServerRecord("pond", Record.SCORE, 33)
    stats = Stats(1, "Teal", None, (), (), (), (), (), (held,))
    told = text_of(sent(pages.render_stats(ENGLISH, game, stats)))
    assert f"🏆 Best on this server: {said}" in told


def test_the_text_of_a_whole_page_of_statistics():
    stats = Stats(
        1, "Teal", Score("ducks", 12, 4, 1.75, 41, 3, 1180),
        (Score("ducks", 5, 2, 1.5, 41, 1, 1010),),
        (SoloScore("pond", 3, 1, 77, 40.25),),
        tuple(RatingPoint(i, 0.0, 1000 + 60 * i, 90, i + 1) for i in range(4)),
        (Opponent(2, "Smew", 9, 5),),
        (Luck("ducks", "rolls that allowed a promotion", True, 80, 55.5, 1.5),),
        (ServerRecord("ducks", Record.SCORE, 41),),
    )  # fmt: skip
    page = pages.render_stats(ENGLISH, "ducks", stats, ["**Good songs**: 3"])
    assert text_of(sent(page)) == (
        "### 📈 Teal · on this server\n"
        "-# Ducks in a Bucket\n"
        "-# Rating, game by game\n"
        "With people: **4 of 12 won**\n"
        "-# average place 1.75 · best score 41 · 3 wins in a row · rating 1180\n"
        "With ducks: **2 of 5 won**\n"
        "Alone: **3 games, 1 unfinished**\n"
        "-# best score 77 · average score 40\n"
        "**Plays most with:** Smew (beaten in 5 of 9)\n"
        "**Good songs**: 3\n"
        "▰▰▰▰▰▰▰▰▰▱ Rolls that allowed a promotion: luckier than in 9 of 10 games\n"
        "🏆 Best on this server: best score 41"
    )
    assert labels(sent(page)) == ["Share", "‹ Back"]
    assert alt_of(page) == (
        "Teal: rating over 4 games, from 1000 to 1180, between 1000 and 1180; the uncertainty is "
        "now 90."
    )


@pytest.mark.parametrize("direct", [False, True])
@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("game", [ALL, "pond"])
def test_no_word_about_a_person_is_left_untranslated(game, own, direct):
    summary, stats = replace(full_summary(), streak=2), full_stats(game)
    few = replace(stats, luck=(Luck("pond", "a", True, 9, 1.0, 0.0),))
    made = [
        pages.render_summary(MADE_UP, summary, own=own, direct=direct),
        pages.render_stats(MADE_UP, game, stats, direct=direct),
        pages.render_stats(MADE_UP, game, few, direct=direct),
        pages.render_no_stats(MADE_UP, game, HUGE, "", own=own),
    ]
    assert [find_unmarked(page.items, [LONG]) for page in made] == [[]] * 4


@pytest.mark.parametrize("deviation", [-3.0, -1.0, 0.0, 1.0, 3.0])
def test_no_word_about_luck_is_left_untranslated(deviation):
    luck = Luck("ducks", "startles", True, 50, 5.0, deviation)
    said = [pages.describe_luck(MADE_UP, luck, several=several) for several in (False, True)]
    assert find_unmarked([text(words) for words in said]) == []
