"""The examples of the rule text, in our own words."""

import pytest

from engine.core import IllegalMove
from tests.engine.pond.scene import POND, at, legal, look, play, points, right, row


def test_a_cloudy_6_5_5_1_fills_the_shovelers_in_one_roll():
    state = play(at(3, "1556"), "change 6 to 5", "place 5 5 5")
    assert row(state, "shoveler").points == 20


def test_a_partly_cloudy_4_4_2_1_1_fills_the_teals_with_two_ones_on_one_die():
    state = play(at(2, "11244"), "change 2 to 3", "change 3 to 4", "place 4 4 4")
    assert row(state, "teal").points == 15


def test_a_rainy_5_and_1_make_the_last_day_sunny():
    state = play(at(5, "15"), "change 5 to 6", "sunny", "end day")
    assert (state.day, state.rolling) == (6, 6)


def test_a_rainy_3_re_rolls_the_other_3_into_a_6_for_a_sunny_last_day():
    state = play(at(5, "33"), "reroll 3", "roll 6", "sunny", "end day")
    assert (state.day, state.rolling) == (6, 6)


def test_a_second_3_after_a_re_roll_cannot_re_roll_again():
    state = play(at(2, "33555"), "reroll 3 5", "roll 3 5")
    assert not any(text.startswith("reroll") for text in legal(state))
    with pytest.raises(IllegalMove):
        play(state, "reroll 5")


def test_a_stormy_3_has_no_dice_to_re_roll_and_ends_the_game():
    state = at(6, "3", rows="-/a1a1/a3a3a4/a1a2/-")
    assert legal(state) == {"end day"}
    assert POND.outcome(play(state, "end day")).scores == (9,)


def test_a_partly_cloudy_6_6_2_2_2_is_a_full_house():
    state = play(at(2, "22266"), "full-house 2 2 2 6 6")
    assert (right(state, "full-house").points, points(state)) == (20, 20)


def test_a_6_of_player_one_on_day_1_makes_day_3_sunny():
    state = play(at(1, "122456", who="2a"), "sunny", "end day")
    assert state.rolling == 5
    state = play(state, "roll 1 1 2 3 4", "end day")
    assert (state.day, state.rolling) == (3, 6)
    assert [day.weather for day in look(state).days] == [
        "Sunny",
        "Partly Cloudy",
        "Sunny",
        "Drizzly",
        "Rainy",
        "Stormy",
    ]
