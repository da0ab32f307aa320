"""The moves of the caretaker."""

from engine.core import CHANCE
from tests.engine.buckets.scene import FULL, GAME, after, building, scene, standing, walk


def default(state, seat):
    return str(GAME.default(state, seat))


def test_the_caretaker_builds_an_unfinished_pyramid():
    assert default(after(building("h8", "c1", "d1"), "0 place 0 c"), 0) == "auto"


def test_the_caretaker_confirms_a_finished_pyramid_unchanged():
    steps = [f"0 place {box} {colour}" for box, colour in enumerate(FULL)]
    assert default(after(building("h8", "c1", "d1"), *steps), 0) == "confirm"


def test_the_caretaker_leads_the_lowest_card():
    assert default(scene("h8 d2 p2 s3", "c1", "c2"), 0) == "play d2"


def test_the_caretaker_defends_with_the_smallest_sum_that_is_enough():
    state = after(scene("h5", "h2 h4 h7 h8", "c2"), "0 play h5", "card 0 s1")
    assert default(state, 1) == "play h2 h4"


def test_the_caretaker_defends_with_the_fewest_cards_of_equal_sum():
    state = after(scene("h5", "h2 h4 h6 h8", "c2"), "0 play h5", "card 0 s1")
    assert default(state, 1) == "play h6"


def test_the_caretaker_without_a_defence_removes_the_bucket_that_costs_least():
    # horses are in boxes 6, 7 and 8; box 8 carries the fewest buckets
    state = after(scene("h5", "h2", "c2"), "0 play h5", "card 0 s1")
    assert default(state, 1) == "remove 8"


def test_the_caretaker_removes_a_bottom_bucket_that_carries_less_than_one_above():
    # box 4 carries four buckets, box 6 carries five
    pyramids = (FULL, "cccchchcccccccc", FULL)
    state = after(scene("h5", "h2", "c2", pyramids=pyramids), "0 play h5", "card 0 s1")
    assert default(state, 1) == "remove 4"


def test_the_caretaker_removes_the_highest_of_buckets_that_cost_the_same():
    pyramids = (FULL, standing([0, 1, 2, 3, 4, 5]), FULL)
    state = after(scene("h5", "h2", "c2", pyramids=pyramids), "0 play h5", "card 0 s1")
    assert default(state, 1) == "remove 5"


def test_the_caretaker_keeps_the_larger_part():
    whole = (FULL, standing(range(15)), FULL)
    state = after(scene("h5", "h2", "c2", pyramids=whole), "0 play h5", "card 0 s1")
    assert default(after(state, "1 remove 1"), 1) == "keep right"
    assert default(after(state, "1 remove 3"), 1) == "keep left"


def test_the_caretaker_draws_by_hand():
    state = after(scene("h5 h6", "h2", "c2", by_hand=True), "0 play h5")
    assert default(state, 0) == "draw"


def test_B11_the_caretaker_without_a_lead_draws():
    assert default(scene("", "h2", "c2", by_hand=True), 0) == "draw"


def test_the_caretaker_finishes_every_match_with_legal_moves():
    for seats in (3, 6):
        for options in ({}, {"draw": "hand", "accumulate": "leader", "rounds": "3"}):
            steps = list(walk(seats, options, seed=2, careful=True))
            for before, who, move, _ in steps:
                assert who == CHANCE or move in GAME.moves(before, who)
            assert GAME.outcome(steps[-1][3]) is not None


def test_the_caretaker_builds_in_two_moves():
    state = building("h8", "c1", "d1")
    state = after(state, f"0 {default(state, 0)}")
    assert default(state, 0) == "confirm"
