"""The books of a server, held to Discord's limits at their fullest, and what their pages say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annals.achievements import GOALS
from annals.model import (
    Board,
    Earned,
    Entry,
    Goal,
    GuildSettings,
    Held,
    History,
    Kept,
    Losses,
    Luck,
    Opponent,
    Period,
    RatingPoint,
    Row,
    Score,
    SoloBoard,
    SoloRow,
    SoloScore,
    Sort,
    Stats,
)
from cogs import pages, privacy, settings_page, stats_page
from cogs.book import ALL, TITLES
from cogs.history_page import history_page
from cogs.leaderboard_page import BOARDS, SOLO_SORTS, Asked, board_page, draw
from cogs.replay_page import EVERYBODY, replay_page
from engine import GAMES
from tests.cogs.limits import components, faults
from tests.cogs.test_limits import face_of, longest_emojis
from tests.people import controls, labels, text_of
from tests.tabletop import playthrough, replay_of

LONG = "_" * 32
"""A name as long as Discord allows, twice as long when it is made harmless."""

HUGE = 2**63 - 1
MANY = 10**7


def sent(page):
    """A page as people in tests read it."""
    return {"components": page.view().to_components()}


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
    return board_page(asked, found, draw(asked, found), **more)


@pytest.mark.parametrize("game", [ALL, *dict(BOARDS)])
@pytest.mark.parametrize("sort", list(Sort))
def test_the_fullest_leaderboard_is_within_the_limits(game, sort):
    asked = Asked(game, Period.SEASON, sort, MANY)
    solo = SoloRow(1, 1, LONG, MANY, MANY, 123456.7)
    found = (
        SoloBoard((solo,) * 10, 2, MANY, MANY, solo, float(HUGE))
        if asked.solo
        else board(TEN, row(MANY * 2))
    )
    assert faults(shown(asked, found)) == []
    assert faults(shown(asked, found, shared=True)) == []


def test_an_empty_leaderboard_can_be_turned_but_not_shared():
    page = sent(shown(Asked(), Board((), 1, 1, 0, None, None)))
    assert "Nobody is on this board yet." in text_of(page)
    assert "Share" not in labels(page)
    assert "Today" in labels(page)


@pytest.mark.parametrize("shared", [False, True])
def test_a_leaderboard_says_in_the_readers_own_time_since_when(shared):
    found = Board((row(1),), 1, 1, 1, None, 1.7e9)
    page = sent(shown(Asked(period=Period.TODAY), found, shared=shared))
    assert "Today · by wins · since <t:1700000000:f>" in text_of(page)


def test_a_leaderboard_of_all_time_has_no_beginning():
    assert "since" not in text_of(sent(shown(Asked(), Board((row(1),), 1, 1, 1, None, None))))


@pytest.mark.parametrize("game", [ALL, *dict(BOARDS)])
@pytest.mark.parametrize("sort", list(Sort))
def test_a_leaderboard_leads_with_what_it_says_it_is_ordered_by(game, sort):
    asked = Asked(game, sort=sort)
    solo = SoloRow(1, 1, "Teal", 3, 77, 55.5)
    found = (
        SoloBoard((solo,), 1, 1, 1, None, None)
        if asked.solo
        else board([row(1, wins=2, games=3, best_score=77, streak=4, rating=1234)])
    )
    said = text_of(sent(shown(asked, found)))
    facts = {
        Sort.WINS: "2 wins", Sort.GAMES: "3 games", Sort.STREAK: "4 wins in a row",
        Sort.RATING: "rating 1234?", Sort.SCORE: "best score 77",
        Sort.PLACE: "average score 55.5" if asked.solo else "average place 1.75",
    }  # fmt: skip
    assert f"by {asked.sorts[asked.order]}" in said
    assert f"** · **{facts[asked.order]}**" in said


@pytest.mark.parametrize(("streak", "told"), [(0, False), (1, False), (2, True)])
def test_wins_in_a_row_are_told_beside_another_order_from_two(streak, told):
    found = board([row(1, wins=2, streak=streak)])
    assert ("in a row" in text_of(sent(shown(Asked(), found)))) == told


def test_buck_dice_is_not_ordered_by_scores_that_do_not_compare():
    asked = Asked("buckdice", sort=Sort.SCORE)
    assert asked.order is Sort.WINS
    assert "This board has no order by best score." in text_of(sent(shown(asked, board(TEN))))


@pytest.mark.parametrize("game", [ALL, *dict(BOARDS)])
def test_nothing_is_said_of_an_order_that_nobody_asked_for(game):
    asked = Asked(game)
    found = SoloBoard((), 0, 1, 1, None, None) if asked.solo else board(TEN)
    assert "no order" not in text_of(sent(shown(asked, found)))


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("ducks", "5 games or more and a rating without a question mark come first"),
        (ALL, "5 games or more come first"),
    ],
)
def test_the_order_by_average_place_says_who_comes_first(game, said):
    assert said in text_of(sent(shown(Asked(game, sort=Sort.PLACE), board(TEN))))
    assert "come first" not in text_of(sent(shown(Asked(game), board(TEN))))


@pytest.mark.parametrize(("rank", "where"), [(27, "below"), (7, "above")])
def test_the_own_row_is_shown_on_the_side_of_a_page_on_which_it_stands(rank, where):
    own = row(rank, name="Eider", person_id=97)
    page = [row(11 + place, name="Teal") for place in range(10)]
    above, below = text_of(sent(shown(Asked(), board(page, own)))).split("\n⋯\n")
    assert f"`{rank}` **Eider**" in {"above": above, "below": below}[where]


def test_the_own_row_is_not_shown_twice():
    own = TEN[3]
    assert "⋯" not in text_of(sent(shown(Asked(), board(TEN, own))))


def test_an_order_that_a_board_does_not_have_becomes_the_first_that_it_has():
    assert Asked(ALL, sort=Sort.RATING).order is Sort.WINS
    assert Asked("pond-alone", sort=Sort.WINS).order is next(iter(SOLO_SORTS))


def test_a_shared_leaderboard_has_no_controls():
    assert labels(sent(shown(Asked(), board(TEN), shared=True))) == []


def test_a_shared_leaderboard_explains_its_question_marks_but_speaks_to_nobody():
    said = text_of(sent(shown(Asked("ducks"), board(TEN), shared=True)))
    assert "A rating with a question mark is provisional" in said
    assert "You are not on this board" not in said


def test_places_are_told_in_words_alone():
    assert draw(Asked(sort=Sort.PLACE), board(TEN)) is None


def test_the_chart_says_in_words_what_it_shows():
    found = board([row(1, name="Mallard", wins=3), row(2, name="Teal", wins=2)])
    gallery = next(
        c for c in components(sent(shown(Asked(), found))["components"]) if c["type"] == 12
    )
    assert "1. Mallard: 3 wins; 2. Teal: 2 wins" in gallery["items"][0]["description"]


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
        tuple(SoloScore(key, MANY, MANY, 1234.5) for key in keys),
        () if game == ALL else tuple(RatingPoint(i, 0.0, 1000 + i, 400, i + 1) for i in range(200)),
        (Opponent(1, LONG, MANY, MANY),) * 3,
        tuple(measures),
        tuple(Held(key, "most wins in a row", MANY) for key in keys for _ in range(5)),
        tuple(Earned(1, LONG, "k", keys[0], "t" * 30, "w" * 90, 1, 0.0) for _ in range(90)),
    )  # fmt: skip


@pytest.mark.parametrize("game", [ALL, *TITLES])
def test_the_fullest_statistics_are_within_the_limits(game):
    stats = full_stats(game)
    goals = [Goal("k", "ducks", "t", "w")] * 100
    for shared in (False, True):
        page = stats_page.stats_page(
            game, stats, goals, stats_page.draw(game, stats), shared=shared
        )
        assert faults(page) == []


@pytest.mark.parametrize("left", ["score", "solo", "luck", "achievements", None])
def test_statistics_are_told_where_there_is_anything_to_tell(left):
    whole = full_stats("ducks")
    nothing = {"score": None, "solo": (), "luck": (), "achievements": ()}
    kept = {} if left is None else {left: getattr(whole, left)}
    assert stats_page.any_of(replace(whole, **(nothing | kept))) == (left is not None)


@pytest.mark.parametrize(
    ("numbers", "oldest", "games"),
    [((1,), "first game", "1 game"), ((1, 6, 1000), "first game", "1,000 games"),
     ((4001, 9000), "4,999 games ago", "5,000 games")],
)  # fmt: skip
def test_a_thinned_course_counts_games_and_not_points(numbers, oldest, games):
    points = tuple(RatingPoint(n, 0.0, 1000, 400, n) for n in numbers)
    stats = Stats(1, "Teal", score("ducks"), (), (), points, (), (), (), ())
    assert stats_page.oldest_in_words(stats) == oldest
    assert f"over {games}: from" in stats_page.chart_in_words(stats)


@pytest.mark.parametrize("game", [ALL, *TITLES])
def test_every_achievement_is_found_on_the_page_of_its_game(game):
    goals = [goal for goal in GOALS.values() if game in (ALL, goal.game)]
    earned = tuple(Earned(1, LONG, g.key, g.game, g.title, g.words, 1, 0.0) for g in goals)
    stats = replace(full_stats(game), achievements=earned)
    page = stats_page.stats_page(game, stats, goals, None)
    assert faults(page) == []
    said = text_of(sent(page))
    if game == ALL:
        assert "more, on the pages of the games" in said
    else:
        assert [g.title for g in goals if g.title not in said] == []


def test_a_rating_of_one_game_is_no_course():
    first, second = full_stats("ducks").ratings[:2]
    assert stats_page.draw("ducks", replace(full_stats("ducks"), ratings=(first,))) is None
    assert stats_page.draw("ducks", replace(full_stats("ducks"), ratings=(first, second)))


@pytest.mark.parametrize(("game", "explained"), [("ducks", True), (ALL, False)])
def test_a_band_around_a_rating_is_explained(game, explained):
    stats = full_stats(game)
    said = text_of(sent(stats_page.stats_page(game, stats, [], stats_page.draw(game, stats))))
    assert (stats_page.BAND in said) is explained


@pytest.mark.parametrize(
    ("direct", "where"), [(True, "in direct messages"), (False, "on this server")]
)
def test_statistics_say_where_the_games_were_played(direct, where):
    page = stats_page.stats_page("ducks", full_stats("ducks"), [], None, direct=direct)
    assert f"Statistics {where} · Ducks in a Bucket" in text_of(sent(page))


def test_nobody_has_statistics_yet():
    assert faults(stats_page.nothing_page("ducks", HUGE, LONG)) == []


def test_who_has_played_nothing_is_offered_no_game_to_choose():
    other, none = (
        stats_page.nothing_page("ducks", 7, "Teal"),
        stats_page.nothing_page(ALL, 7, "Teal"),
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
    luck = Luck("ducks", "startles", lucky, 10, 5.0, 4.0, deviation)
    stats = Stats(1, "Teal", None, (), (), (), (), (luck,), (), ())
    assert f"{said}. Startles: **5**, expected 4" in text_of(
        sent(stats_page.stats_page("ducks", stats, [], None))
    )


@pytest.mark.parametrize(
    ("game", "said"), [(ALL, "🏆 Ducks in the Pond: best score, 33"), ("pond", "🏆 Best score, 33")]
)
def test_a_record_begins_with_its_game_or_with_a_capital(game, said):
    held = Held("pond", "best score", 33)
    stats = Stats(1, "Teal", None, (), (), (), (), (), (held,), ())
    assert said in text_of(sent(stats_page.stats_page(game, stats, [], None)))


def test_the_fullest_history_is_within_the_limits():
    entry = Entry(
        MANY, "buckets", 1.7e9, (LONG,) * 8, tuple(range(1, 9)), (12345,) * 8, (False, True) * 4
    )
    entries = tuple(Entry(MANY + i, *_rest(entry)) for i in range(10))
    assert faults(history_page(HUGE, ALL, History(entries, 2, MANY, MANY))) == []
    assert faults(history_page(0, "ducks", History((), 1, 1, 0))) == []


def test_a_score_in_the_history_does_not_run_into_a_name():
    entry = Entry(7, "ducks", 1.7e9, ("Teal", "Guest 14"), (2, 1), (0, 7), (False, False))
    said = text_of(sent(history_page(0, ALL, History((entry,), 1, 1, 1))))
    assert "1. Guest 14 (7) · 2. Teal (0)" in said


def _rest(entry):
    return (entry.game, entry.ended_at, entry.names, entry.places, entry.scores, entry.left)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_every_step_of_a_replay_is_within_the_limits_through_all_eyes(game):
    seats = game.seat_range(game.options({}))[-1]
    replay = replay_of(game, seats, 3)
    emojis, face = longest_emojis(), face_of(game)
    eyes = [EVERYBODY, *(["0", str(seats - 1)] if game.info.hidden else [])]
    steps = range(replay.length + 1)
    for step in {*steps[:25], *steps[25 :: max(1, len(steps) // 25)], replay.length}:
        for whose in eyes:
            assert faults(replay_page(face, replay, emojis, step, whose)) == []


def test_a_replay_has_none_of_the_games_own_controls():
    for game in GAMES:
        replay = replay_of(game, game.info.max_seats, 4)
        for step in range(min(40, replay.length) + 1):
            page = sent(replay_page(face_of(game), replay, longest_emojis(), step, "1"))
            ids = [c["custom_id"] for c in components(page["components"]) if c.get("custom_id")]
            assert all(each.startswith(("n1:replay:", "o1:replay:")) for each in ids)


def test_what_a_step_told_is_quoted_line_by_line():
    buck_dice = next(game for game in GAMES if game.info.key == "buckdice")
    replay = replay_of(buck_dice, 3, 1)
    told = []
    for step in range(replay.length + 1):
        page = sent(replay_page(face_of(buck_dice), replay, longest_emojis(), step, "p"))
        texts = [part.get("content", "") for part in components(page["components"])]
        told += [text.splitlines() for text in texts if text.startswith("> ")]
    assert max(map(len, told)) == 2
    assert {line[:2] for lines in told for line in lines} == {"> "}


def test_a_shared_position_has_no_controls():
    replay = replay_of(GAMES[0], 3, 5)
    page = replay_page(face_of(GAMES[0]), replay, longest_emojis(), 9, EVERYBODY, shared=True)
    assert [c for c in components(sent(page)["components"]) if c.get("custom_id")] == []


def test_a_replay_beyond_its_ends_stays_at_them():
    replay = replay_of(GAMES[0], 2, 6)
    page = replay_page(face_of(GAMES[0]), replay, longest_emojis(), 10**6, EVERYBODY)
    assert f"step {replay.length} of {replay.length}" in text_of(sent(page))


KEPT = Kept(*(MANY,) * 8)
NOTHING = Kept(*(0,) * 8)


@pytest.mark.parametrize(
    ("channels", "said"),
    [((), "in every channel"), ((7,), "in <#7> and its threads"),
     ((7, 8), "in <#7>, <#8> and their threads")],
)  # fmt: skip
def test_the_settings_say_where_tables_may_be_opened(channels, said):
    page = sent(settings_page.home_page(1, GuildSettings(channels=channels)))
    assert f"**Tables may be opened** {said}" in text_of(page)


@pytest.mark.parametrize(("game", "alone"), [("pond", True), ("ducks", False), (ALL, False)])
def test_a_reset_says_that_the_board_of_those_alone_goes_too(game, alone):
    said = text_of(sent(settings_page.losses_page(game, Losses(1, 1, 1, 1))))
    assert ("also on the board of those who play alone" in said) is alone


def test_the_privacy_pages_are_within_the_limits():
    for page in (
        privacy.kept_page(KEPT),
        privacy.kept_page(NOTHING),
        privacy.ask_page(KEPT),
        privacy.ask_page(NOTHING),
        privacy.forgotten_page(),
    ):
        assert faults(page) == []


def test_nobody_is_asked_to_confirm_what_there_is_not():
    assert "Forget me for good" not in labels(sent(privacy.ask_page(NOTHING)))


def test_an_export_that_is_too_large_is_compressed(monkeypatch):
    assert privacy.as_file(b'{"person": 1}').filename == "my-data.json"
    monkeypatch.setattr(privacy, "LARGEST", 5)
    assert privacy.as_file(b'{"person": 1}').filename == "my-data.json.gz"


def test_what_is_kept_names_results_and_interactions():
    said = text_of(sent(privacy.kept_page(Kept(1, 2, 3, 4, 5, 6, 7, 8))))
    assert "4 results, with your rating after each" in said
    assert "interaction by which you sat down" in said


FULL = GuildSettings(
    tuple(range(HUGE - 25, HUGE)),
    tuple(range(HUGE - 25, HUGE)),
    {
        game.info.key: {option.key: option.choices[-1].value for option in game.info.options}
        for game in GAMES
    },
)


def test_the_settings_pages_are_within_the_limits():
    assert faults(settings_page.home_page(1, GuildSettings())) == []
    assert faults(settings_page.home_page(1, FULL, "s" * 300)) == []
    for game in GAMES:
        if game.info.options:
            assert faults(settings_page.defaults_page(FULL, game.info.key)) == []
    for key in (ALL, *TITLES):
        assert faults(settings_page.losses_page(key, Losses(MANY, MANY, MANY, HUGE))) == []


def test_every_kind_of_channel_with_messages_can_be_allowed():
    page = sent(settings_page.home_page(1, GuildSettings()))
    menu = next(c for c in components(page["components"]) if c["type"] == 8)
    messages = {0, 2, 5, 13, 15}  # text, voice, news, stage, forum
    assert set(menu["channel_types"]) == messages


def test_a_reset_of_nothing_is_not_offered():
    assert "Reset for good" not in labels(
        sent(settings_page.losses_page("ducks", Losses(0, 0, 0, 9)))
    )


def test_a_final_board_tells_what_was_earned_within_the_limits():
    emojis = longest_emojis()
    earned = [Earned(1, LONG, "k", "ducks", "t" * 30, "w" * 90, 1, 0.0)] * 30
    for game in GAMES:
        end = list(playthrough(game, game.info.max_seats, {}, seed=7))[-1]
        page = pages.page(face_of(game), end, emojis, 0.0, earned=earned)
        assert faults(page) == []
        assert "and 24 more" in text_of(sent(page))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
@pytest.mark.parametrize("eyes", [EVERYBODY, "0"])
def test_a_replay_tells_every_step_in_words(game, eyes):
    replay = replay_of(game, game.seat_range(game.options({}))[0], 7)
    for step in range(1, replay.length + 1):
        said = text_of(sent(replay_page(face_of(game), replay, longest_emojis(), step, eyes)))
        told = [line for line in said.splitlines() if line.startswith("> ")]
        assert told
        for transition in replay.made(step):
            assert not [line for line in told if line.endswith(transition.step.text)]


def test_a_replay_tells_what_was_built_to_its_builder_alone():
    buckets = next(game for game in GAMES if game.info.key == "buckets")
    replay, face = replay_of(buckets, 3, 7), face_of(buckets)
    moves = [replay.made(step)[0].step for step in range(1, replay.length)]
    step, move = next((i, m) for i, m in enumerate(moves, 1) if m.text.startswith("place"))
    for seat in range(3):
        said = text_of(sent(replay_page(face, replay, longest_emojis(), step, str(seat))))
        assert ("bucket into place" in said) == (seat == move.seat)
        assert ("** builds in secret." in said) == (seat != move.seat)


@pytest.mark.parametrize("eyes", [EVERYBODY, "0", "1", "2"])
def test_a_replay_tells_the_fall_that_ended_a_round(eyes):
    buckets = next(game for game in GAMES if game.info.key == "buckets")
    replay, face = replay_of(buckets, 3, 7, {"rounds": "3"}), face_of(buckets)
    falls = [s for s in range(1, replay.length) if replay.made(s)[0].step.text.startswith("remove")]
    ends = [s for s in falls if buckets.view(replay.at(s).state, None).building is not None]
    assert len(ends) == 2
    for step in ends:
        said = text_of(sent(replay_page(face, replay, longest_emojis(), step, eyes)))
        assert "** declines and gives up " in said
        assert "** builds in secret." not in said
