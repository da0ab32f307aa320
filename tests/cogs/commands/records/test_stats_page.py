"""Statistics, held to Discord's limits at their fullest, and what their pages say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.commands.records import stats_page
from cogs.display.controls.paging import ALL, TITLES
from records.facts.achievements import GOALS
from records.model.people import (
    Earned,
    Goal,
    Luck,
    Opponent,
    RatingPoint,
    RegretSpan,
    Score,
    ServerRecord,
    SoloScore,
    Stats,
)
from tests.cogs.extremes import HUGE, LONG, MANY, sent
from tests.cogs.limits import GALLERY, components, faults
from tests.people import controls, text_of

TITLE, WORDS = (
    max(len(getattr(goal, name)) for goal in GOALS.values()) for name in ("title", "words")
)
"""How long those of an achievement are at most."""


def score(game):
    return Score(game, MANY, MANY, 1.234, MANY, MANY, MANY, 12345, provisional=True)


def full_stats(game):
    keys = list(TITLES) if game == ALL else [game]
    measures = [
        Luck(key, "w" * 60, lucky, MANY, 1e9 + 0.5, 1e9, deviation)
        for key in keys
        for lucky in (True, False)
        for deviation in (0.1, 5.0)
    ]
    return Stats(
        HUGE, LONG, score(None if game == ALL else game),
        tuple(map(score, keys)) if game == ALL else (),
        tuple(map(score, keys)),
        tuple(SoloScore(key, MANY, MANY, MANY, 1234.5) for key in keys),
        () if game == ALL else tuple(RatingPoint(i, 0.0, 1000 + i, 400, i + 1) for i in range(200)),
        () if game == ALL else (RegretSpan(10, MANY, 12.345, 99.9),) * 20,
        (Opponent(1, LONG, MANY, MANY),) * 3,
        tuple(measures),
        tuple(ServerRecord(key, "most wins in a row", MANY) for key in keys for _ in range(5)),
        tuple(Earned(1, LONG, "k", keys[0], "t" * TITLE, "w" * WORDS, 1, 0.0) for _ in range(90)),
    )  # fmt: skip


@pytest.mark.parametrize("game", [ALL, *TITLES])
def test_the_fullest_statistics_are_within_the_limits(game):
    stats = full_stats(game)
    goals = [Goal("k", "ducks", "t", "w")] * 100
    for shared in (False, True):
        page = stats_page.render_stats(game, stats, goals, shared=shared)
        assert faults(page) == []


@pytest.mark.parametrize("left", ["score", "mixed", "solo", "luck", "achievements", None])
def test_statistics_are_told_where_there_is_anything_to_tell(left):
    whole = full_stats("ducks")
    nothing = {"score": None, "mixed": (), "solo": (), "luck": (), "achievements": ()}
    kept = {} if left is None else {left: getattr(whole, left)}
    assert stats_page.has_any(replace(whole, **(nothing | kept))) == (left is not None)


@pytest.mark.parametrize(
    ("numbers", "oldest", "games"),
    [((1,), "first game", "1 game"), ((1, 6, 1000), "first game", "1,000 games"),
     ((4001, 9000), "4,999 games ago", "5,000 games")],
)  # fmt: skip
def test_a_thinned_course_counts_games_and_not_points(numbers, oldest, games):
    points = tuple(RatingPoint(n, 0.0, 1000, 400, n) for n in numbers)
    stats = Stats(1, "Teal", score("ducks"), (), (), (), points, (), (), (), (), ())
    assert stats_page.describe_oldest(stats) == oldest
    assert f"over {games}: from" in stats_page.describe_chart(stats)


@pytest.mark.parametrize("game", [ALL, *TITLES])
def test_every_achievement_is_found_on_the_page_of_its_game(game):
    goals = [goal for goal in GOALS.values() if game in (ALL, goal.game)]
    earned = tuple(Earned(1, LONG, g.key, g.game, g.title, g.words, 1, 0.0) for g in goals)
    stats = replace(full_stats(game), achievements=earned)
    page = stats_page.render_stats(game, stats, goals)
    assert faults(page) == []
    said = text_of(sent(page))
    if game == ALL:
        assert "more, on the pages of the games" in said
    else:
        assert [g.title for g in goals if g.title not in said] == []


def test_a_rating_of_one_game_is_no_course():
    first, second = full_stats("ducks").ratings[:2]
    assert stats_page.make_chart("ducks", replace(full_stats("ducks"), ratings=(first,))) is None
    assert stats_page.make_chart("ducks", replace(full_stats("ducks"), ratings=(first, second)))


@pytest.mark.parametrize(("game", "explained"), [("ducks", True), (ALL, False)])
def test_a_band_around_a_rating_is_explained(game, explained):
    stats = full_stats(game)
    said = text_of(sent(stats_page.render_stats(game, stats, [])))
    assert (stats_page.BAND in said) is explained


@pytest.mark.parametrize(
    ("direct", "where"), [(True, "in direct messages"), (False, "on this server")]
)
def test_statistics_say_where_the_games_were_played(direct, where):
    page = stats_page.render_stats("ducks", full_stats("ducks"), [], direct=direct)
    assert f"Statistics {where} · Ducks in a Bucket" in text_of(sent(page))


def test_nobody_has_statistics_yet():
    assert faults(stats_page.render_no_stats("ducks", HUGE, LONG)) == []


def test_who_has_played_nothing_is_offered_no_game_to_choose():
    other, none = (
        stats_page.render_no_stats("ducks", 7, "Teal"),
        stats_page.render_no_stats(ALL, 7, "Teal"),
    )
    assert len(controls(sent(other))) == 1
    assert controls(sent(none)) == []


@pytest.mark.parametrize(
    ("lucky", "deviation", "said"),
    [
        (True, 2.5, "Very lucky"),
        (True, -1.0, "Unlucky"),
        (False, 1.0, "Unlucky"),
        (False, -2.5, "Very lucky"),
        (True, 0.2, "Even"),
    ],
)
def test_luck_is_called_by_what_more_of_it_means(lucky, deviation, said):
    luck = Luck("ducks", "startles", lucky, 50, 7.0, 5.0, deviation)
    assert f"{said}. Startles: **7**, expected 5" in read_luck(luck)


def read_luck(*measures):
    stats = Stats(1, "Teal", None, (), (), (), (), (), (), measures, (), ())
    return text_of(sent(stats_page.render_stats("ducks", stats, [])))


@pytest.mark.parametrize(("times", "expected"), [(49, 40.0), (500, 4.9), (12, 0.6)])
def test_luck_that_is_noise_is_not_told(times, expected):
    said = read_luck(Luck("ducks", "bucks", True, times, 0.0, expected, -3.0))
    assert "ucky" not in said
    assert "Too few rolls yet to tell the luck of the dice." in said


def test_measures_with_enough_rolls_are_told_beside_those_without():
    few, many = (Luck("ducks", what, True, n, 9.0, 6.0, 1.0) for what, n in (("a", 9), ("b", 90)))
    assert "🍀 Lucky. B: **9**, expected 6" in read_luck(few, many)
    assert " A: " not in read_luck(few, many)


@pytest.mark.parametrize(
    ("game", "said"), [(ALL, "🏆 Ducks in the Pond: best score, 33"), ("pond", "🏆 Best score, 33")]
)
def test_a_record_begins_with_its_game_or_with_a_capital(game, said):
    held = ServerRecord("pond", "best score", 33)
    stats = Stats(1, "Teal", None, (), (), (), (), (), (), (), (held,), ())
    assert said in text_of(sent(stats_page.render_stats(game, stats, [])))


def test_achievements_beyond_the_newest_are_counted():
    earned = tuple(Earned(1, "Teal", f"k{i}", "ducks", "Twins", "Won.", 1, 9.0) for i in range(12))
    stats = Stats(1, "Teal", None, (), (), (), (), (), (), (), (), earned)
    goals = [Goal("k", "ducks", "t", "w")] * 20
    said = text_of(sent(stats_page.render_stats(ALL, stats, goals)))
    assert "**Achievements** 12 of 20" in said
    assert f"and {12 - said.count('🏅')} more, on the pages of the games" in said


def test_a_whole_page_of_statistics_reads_so():
    stats = Stats(
        1, "Teal", Score("ducks", 12, 4, 1.75, 41, 2, 3, 1180, provisional=False), (),
        (Score("ducks", 5, 2, 1.5, 41, 0, 1, 1010, provisional=True),),
        (SoloScore("pond", 3, 1, 77, 40.25),),
        tuple(RatingPoint(i, 0.0, 1000 + 60 * i, 90, i + 1) for i in range(4)),
        (RegretSpan(2, 30, 0.5, 71.2), RegretSpan(10, 150, 0.25, 84.6)),
        (Opponent(2, "Smew", 9, 5),),
        (Luck("ducks", "rolls that let something be promoted", True, 80, 61.0, 55.5, 1.5),),
        (ServerRecord("ducks", "best score", 41),),
        (Earned(1, "Teal", "k", "ducks", "Quintuplets", "Recorded five of a kind.", 3, 9.0),),
    )  # fmt: skip
    goals = [Goal("k", "ducks", "t", "w")] * 16
    page = sent(stats_page.render_stats("ducks", stats, goals))
    assert text_of(page) == (
        "### 📈 Teal\n"
        "-# Statistics on this server · Ducks in a Bucket\n"
        "-# The band tells how far off the rating may be.\n"
        "**4 wins** of 12 games (33 %)\n"
        "average place 1.75 · best score 41 · wins in a row 2, at most 3 · rating **1180**\n"
        "With ducks: **2** of 5 won · rating **1010** (uncertain)\n"
        "Alone: 3 games, 1 unfinished · best score **77** · average 40.2\n"
        "**Plays most with**\n"
        "Smew (5 of 9 times ahead)\n"
        "**Accuracy 85** (best 100, random 0): 0.25 points a decision given away in 10 games\n"
        "-# By ten games: 71 → 85\n"
        "**Luck of the dice**\n"
        "🍀 Lucky. Rolls that let something be promoted: **61**, expected 55.5\n"
        "**Records of this server**\n"
        "🏆 Best score, 41\n"
        "**Achievements** 1 of 16\n"
        "🏅 **Quintuplets**: Recorded five of a kind."
    )
    (gallery,) = [part for part in components(page["components"]) if part["type"] == GALLERY]
    assert gallery["items"][0]["description"] == (
        "The rating of Teal over 4 games: from 1000 to 1180, between 1000 and 1180; now give or "
        "take 90."
    )
