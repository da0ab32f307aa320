"""Where a hint and a review are offered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.display.pages.messages import render_table
from cogs.display.pages.more import Offers, Scene
from cogs.features.reviews.cog import ReviewCog, offer_advice, offer_review
from players.core import Level
from players.games import GAMES, game
from tables.play.computers import COMPUTERS
from tests.cogs.extremes import sent
from tests.cogs.pictures import all_emojis
from tests.cogs.scene import renderer_of, scene
from tests.people import text_of
from tests.pseudo import PSEUDO, find_unmarked
from tests.tabletop import playthrough


def advised(at, number):
    return [each["label"] for each in offer_advice(Scene(renderer_of(at), at, number, "more"))]


def test_a_hint_is_offered_to_the_only_person_on_their_turn():
    ducks = COMPUTERS[Level.EASY]
    at = scene("ducks", 3, "first 0")
    lone = replace(at, seats=(at.seats[0], *(sit(at.seats[n], ducks[n]) for n in (1, 2))))
    assert [advised(lone, number) for number in (0, 1, None)] == [["💡 Hint"], [], []]
    assert advised(replace(lone, private="2023-11-14"), 0) == []
    assert [advised(at, number) for number in (0, 1, None)] == [[], [], []]


def sit(player, duck):
    return replace(player, person_id=duck.id, name=duck.name, level=Level.EASY)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_the_end_of_a_game_with_a_hint_says_so_in_words_below_the_title(rules):
    *_, end = playthrough(rules, rules.info.max_seats, {}, seed=7)
    hinted = replace(end, seats=(replace(end.seats[0], hinted=True), *end.seats[1:]))
    renderer, offers = renderer_of(end), Offers([ReviewCog.offers])
    plain, marked = (
        text_of(sent(render_table(renderer, each, all_emojis(), 0.0, offers=offers))).split("\n")
        for each in (end, hinted)
    )
    assert plain[1] == "-# The game is over"
    assert marked == [
        plain[0],
        "-# The game is over · with tips: unranked",
        *plain[2:],
    ]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_the_end_leads_to_the_review_and_the_review_leads_back(rules):
    *_, end = playthrough(rules, rules.info.max_seats, {}, seed=7)
    offered = offer_review(Scene(renderer_of(end), end, way="replay-more"))
    ids = [each["custom_id"] for each in offered]
    assert ids == [f"n1:review:open:{end.id}:replay-more"] * renderer_of(end).has_hints
    assert advised(end, 0) == ["Review"] * renderer_of(end).has_hints
    assert advised(replace(end, progress=None), 0) == []


def test_no_word_that_reviews_add_to_pages_is_left_untranslated():
    (playing, *_, end) = playthrough(game("pond"), 1, {}, seed=7)
    scenes = [Scene(renderer_of(each), each, 0, language=PSEUDO) for each in (playing, end)]
    items = [item for scene in scenes for item in offer_advice(scene)]
    assert len(items) == 2
    assert find_unmarked(items, ["Mallard"]) == []
