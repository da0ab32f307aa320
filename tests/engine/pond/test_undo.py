"""Taking back: any placement or ability of this day, until dice are rolled."""

import pytest

from engine.core import CHANCE
from engine.errors import IllegalMove
from tests.engine.pond.scene import POND, at, legal, look, play, random_game


@pytest.mark.parametrize(
    "text",
    [
        "place 1",
        "straight 1 2 3",
        "straight 2 3 4 5 6",
        "change 2 to 3",
        "feed 5 6 as 4",
        "sunny",
    ],
)
def test_a_placement_or_an_ability_can_be_taken_back(text):
    before = at(1, "123456")
    assert play(before, text, "undo") is before


def test_all_of_a_day_can_be_taken_back_step_by_step():
    before = at(1, "123456")
    state = play(before, "change 2 to 3", "sunny", "feed 3 4 as 2", "place 2w")
    assert play(state, "undo", "undo", "undo", "undo") is before


def test_nothing_can_be_taken_back_before_anything_is_done():
    state = at(1, "123456")
    assert "undo" not in legal(state)
    with pytest.raises(IllegalMove):
        play(state, "undo")


def test_a_re_roll_stands_with_all_before_it():
    state = play(at(1, "123456"), "place 1", "reroll 6", "roll 2")
    assert "undo" not in legal(state)
    assert not look(state).can_undo


def test_a_re_roll_cannot_be_taken_back_while_the_dice_still_roll():
    state = play(at(1, "123456"), "place 1", "reroll 6")
    assert (look(state).can_undo, look(state).rolling) == (False, 1)


def test_after_a_re_roll_what_follows_can_be_taken_back():
    after = play(at(1, "123456"), "place 1", "reroll 6", "roll 2")
    assert play(after, "place 2 2", "undo") is after


def test_an_ended_day_stands():
    state = play(at(1, "123456"), "place 1", "end day", "roll 1 2 3 4 5")
    assert "undo" not in legal(state)


def test_the_other_player_takes_nothing_back():
    state = play(at(1, "123456", who="2a"), "place 1", "end day", "roll 1 2 3 4 5")
    assert (POND.to_act(state), "undo" in legal(state)) == ((1,), False)


@pytest.mark.parametrize("seed", range(10))
def test_undo_is_legal_exactly_where_something_was_done_since_the_dice_fell(seed):
    done = 0
    for state, seat, move in random_game(seed, seats=1 + seed % 2):
        if seat is None:
            break
        if seat == CHANCE:
            done = 0
            continue
        assert ("undo" in legal(state)) == (done > 0)
        done = 0 if str(move) == "end day" else done + (-1 if str(move) == "undo" else 1)
