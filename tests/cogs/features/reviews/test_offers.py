"""Where a hint and a review are offered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.display.pages.more import Scene
from cogs.features.reviews.cog import (
    count_hints,
    describe_hints,
    offer_advice,
    offer_hints,
    offer_review,
)
from cogs.interactions.parts import text
from players.games import GAMES, game
from tests.cogs.scene import renderer_of, scene
from tests.pseudo import PSEUDO, find_unmarked
from tests.tabletop import playthrough, seat, table


def advised(at, number):
    return [each["label"] for each in offer_advice(Scene(renderer_of(at), at, number, "more"))]


def test_a_hint_is_offered_to_the_player_to_act_if_all_agree():
    seats = tuple(replace(seat(i), agrees=True) for i in range(3))
    at = replace(scene("ducks", 3, "first 0"), seats=seats)
    assert [advised(at, number) for number in (0, 1, None)] == [["💡 Hint"], [], []]
    others = replace(at, seats=(*seats[:2], seat(2)))
    assert advised(others, 0) == []


def test_several_people_can_agree_to_hints():
    at = table(game("ducks"), 2, {})
    (option,) = offer_hints(Scene(renderer_of(at), at))
    assert option["value"] == "hints"
    assert offer_hints(Scene(renderer_of(at), replace(at, seats=at.seats[:1]))) == []


def test_a_lobby_says_how_many_agree_to_hints_once_somebody_does():
    at = table(game("ducks"), 2, {})
    said = []
    for agrees in ((False, False), (True, False), (True, True)):
        seats = tuple(replace(seat(i), agrees=each) for i, each in enumerate(agrees))
        said.append(
            [
                each["content"]
                for each in describe_hints(Scene(renderer_of(at), replace(at, seats=seats)))
            ]
        )
    assert said == [[], ["Hints: 1 of 2 agree"], ["Hints: on"]]


def test_the_end_says_who_was_shown_how_many_hints():
    at = table(game("ducks"), 2, {})
    hinted = replace(at, seats=(at.seats[0], replace(at.seats[1], name="Mallard", hints=3)))
    (told,) = count_hints(Scene(renderer_of(at), hinted))
    assert told["content"] == "-# Hints shown: **Mallard** 3"
    assert count_hints(Scene(renderer_of(at), at)) == []


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_the_end_leads_to_the_review_and_the_review_leads_back(rules):
    *_, end = playthrough(rules, rules.info.max_seats, {}, seed=7)
    offered = offer_review(Scene(renderer_of(end), end, way="replay-more"))
    ids = [each["custom_id"] for each in offered]
    assert ids == [f"n1:review:open:{end.id}:replay-more"] * renderer_of(end).has_hints
    assert advised(end, 0) == ["Review"] * renderer_of(end).has_hints
    assert advised(replace(end, progress=None), 0) == []


def test_no_word_that_reviews_add_to_pages_is_left_untranslated():
    at = table(game("ducks"), 2, {})
    hinted = replace(seat(0), name="Mallard", agrees=True, hints=3)
    lobbies = [replace(at, seats=(hinted, replace(seat(1), agrees=each))) for each in (False, True)]
    (playing, *_, end) = playthrough(game("ducks"), 2, {}, seed=7)
    playing = replace(playing, seats=tuple(replace(each, agrees=True) for each in playing.seats))
    scenes = [Scene(renderer_of(each), each, language=PSEUDO) for each in (*lobbies, end)]
    scenes.append(Scene(renderer_of(playing), playing, playing.to_act[0], language=PSEUDO))
    for add in (count_hints, describe_hints, offer_advice):
        items = [item for scene in scenes for item in add(scene)]
        assert items
        assert find_unmarked(items, ["Mallard"]) == []
    (option,) = offer_hints(scenes[0])
    assert find_unmarked([text(option["label"]), text(option["description"])]) == []
