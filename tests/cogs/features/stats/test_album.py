"""The album shows earned, near and missing achievements, within Discord's limits."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from cogs.display.art.card import Card, draw_sign
from cogs.display.art.charts import NAMED, Badge, break_name, draw_album
from cogs.display.components import ALL, TITLES
from cogs.features.stats.cog import render_album, render_earned_at
from cogs.features.stats.entering import GOALS, Earned, NearGoal, Summary
from cogs.interactions.language import ENGLISH
from tests.cogs.extremes import HUGE, LONG, sent
from tests.cogs.limits import faults
from tests.people import labels, text_of
from tests.pseudo import MADE_UP, find_unmarked

WITH_GOALS = [game for game in TITLES if any(goal.game == game for goal in GOALS.values())]
"""Games that have achievements; a new game may have none yet."""


def earned(key, at=8.0):
    goal = GOALS[key]
    return Earned(5, "Teal", key, goal.game, goal.sign, goal.title, goal.words, 1, at)


def goals(game):
    return [goal for goal in GOALS.values() if game in (ALL, goal.game)]


def album(game, keys=(), near=(), **more):
    have, name = tuple(map(earned, keys)), more.pop("name", "Teal")
    summary = Summary(HUGE, name, (), (), 0, 0, have, near)
    language, page, own = more.get("language", ENGLISH), more.get("page", 1), more.get("own", True)
    return render_album(language, game, summary, goals(game), page, own=own)


@pytest.mark.parametrize("game", [ALL, *WITH_GOALS])
@pytest.mark.parametrize("whole", [True, False])
def test_an_album_full_or_empty_is_within_the_limits(game, whole):
    near = tuple(NearGoal(goal, 9, 10) for goal in goals(game))
    page = album(game, GOALS if whole else (), near, name=LONG, own=False)
    assert faults(page) == []
    turning = [] if game == ALL else ["Next ▶"]
    assert labels(sent(page)) == [*turning, "‹ Back"]


def test_no_two_badges_of_a_game_look_alike():
    for game in TITLES:
        signs = [goal.sign for goal in goals(game)]
        assert len(set(signs)) == len(signs)


@pytest.mark.parametrize("game", WITH_GOALS)
def test_the_pages_of_a_game_say_once_what_each_badge_asks_for(game):
    said = "".join(
        text_of(sent(album(game, [f"{game}.first-win"], page=page))) + "\n" for page in range(1, 8)
    )
    assert f"### 🏅 Your album: 1 of {len(goals(game))}" in said
    for goal in goals(game):
        earned = " · ✓ earned" if goal.key == f"{game}.first-win" else ""
        assert f"{goal.sign} **{goal.title}**{earned}\n-# {goal.words}" in said
    last = text_of(sent(album(game, [f"{game}.first-win"], page=9)))
    assert last.split("\n", 1)[1] in said  # a page beyond the last shows the last


@pytest.mark.parametrize("game", WITH_GOALS)
def test_every_badge_of_a_game_is_in_its_picture_and_in_the_words_for_it(game):
    (shown,) = album(game, [f"{game}.first-win"]).pictures
    closest, badges = shown.draw.args
    assert closest is None
    assert sorted(badge.name for badge in badges) == sorted(goal.title for goal in goals(game))
    assert [badge.earned for badge in badges] == [True] + [False] * (len(badges) - 1)
    assert shown.alt.startswith(f"Earned: {badges[0].name} · Not yet earned: {badges[1].name}, ")
    assert all(badge.name in shown.alt for badge in badges)


def test_the_nearest_badge_is_large_and_comes_first_in_the_text():
    near = [
        NearGoal(GOALS["pond.some"], 7, 10),
        NearGoal(GOALS["ducks.streak"], 2, 3),
    ]
    page = album(ALL, near=tuple(near))
    closest, badges = page.pictures[0].draw.args
    assert (closest.name, closest.done, closest.needed) == ("A Picnic Basket", 7, 10)
    assert closest.name not in [badge.name for badge in badges]
    assert page.pictures[0].alt.startswith(
        "Closest to you: A Picnic Basket · 7 of 10 · Not yet earned: "
    )
    assert text_of(sent(page)).split("\n")[1:4:2] == [
        "🧺 **A Picnic Basket** · Ducks in the Pond · 7 of 10",
        "🎳 **Three Ducks in a Row** · Ducks in a Bucket · 2 of 3",
    ]


def test_a_badge_without_progress_is_not_called_close():
    (shown,) = album(ALL, near=(NearGoal(GOALS["trophy.first-win"], 0, 1),)).pictures
    assert shown.alt.startswith("Try this next: First Trophy · 0 of 1 · ")


def test_the_ring_of_a_badge_grows_with_the_progress():
    def amber(*badges):
        image = Image.open(io.BytesIO(draw_album(None, badges))).convert("RGB")
        return sum(n for n, colour in image.getcolors(1 << 20) if colour == (240, 178, 50))

    none, half, most = (amber(Badge("🦆", "Teal", "#f0b232", n, 4)) for n in (0, 2, 4))
    assert none == 0 < half < most


def test_every_name_has_room_below_its_badge():
    card = Card(9)
    lines = [line for goal in GOALS.values() for line in break_name(card, goal.title, 184)]
    assert max(card.measure(line, NAMED) for line in lines) <= 194


def test_no_two_badges_of_all_games_share_a_name():
    assert len({goal.title for goal in GOALS.values()}) == len(GOALS)


def test_the_font_of_signs_has_the_sign_of_every_badge():
    missing = draw_sign("A", 60).tobytes()
    assert all(draw_sign(goal.sign, 60).tobytes() != missing for goal in GOALS.values())


def test_the_album_of_somebody_else_has_a_name():
    assert "### 🏅 Teal · Album: 0 of" in text_of(sent(album(ALL, own=False)))


def test_achievements_of_a_table_are_listed_and_those_without_room_are_counted():
    few = text_of(sent(render_earned_at(ENGLISH, 3, [earned("ducks.five")])))
    assert few == (
        "### 🏅 Table #3 · 1 achievement\n🏅 **Teal**: **Quintuplets** · Recorded five of a kind."
    )
    many = [Earned(1, LONG, "k", "ducks", "🏅", "t" * 30, "w" * 90, 1, 0.0)] * 90
    page = render_earned_at(ENGLISH, 3, many)
    assert faults(page) == []
    assert "More are in the albums of `/stats`: " in text_of(sent(page))


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("game", [ALL, *WITH_GOALS])
def test_no_word_of_an_album_is_left_untranslated(game, own):
    near = (NearGoal(goals(game)[-1], 7, 10),)
    page = album(game, [goals(game)[0].key], near, own=own, language=MADE_UP)
    assert find_unmarked(page.items, ["Teal"]) == []
    many = [Earned(1, LONG, "k", "ducks", "🏅", "t" * 30, "w" * 90, 1, 0.0)] * 90
    assert find_unmarked(render_earned_at(MADE_UP, 3, many).items, [LONG]) == []
