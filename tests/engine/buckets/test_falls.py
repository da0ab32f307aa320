"""Declining: which buckets fall and stay, and where the cards go. Drawing is automatic here."""

import pytest

from engine.buckets.pyramid import BOXES
from engine.core import CHANCE, IllegalMove
from tests.engine.buckets.scene import FULL, GAME, after, play, scene, standing, texts
from tests.engine.buckets.test_pyramid import FALLS, SPLITS, triangle

HANDS = ("h5 p1", "h1 c1", "h2 c2")


def declining(pyramid=FULL, hands=HANDS):
    """Return a state in which seat 0 has led a horse 5 against seat 1, who has `pyramid`."""
    state = scene(*hands, pyramids=(FULL, pyramid, FULL))
    return after(state, "0 play h5", "card 0 d1")


def left(state, seat=1):
    return tuple(box for box in range(15) if play(state).pyramids[seat][box] != ".")


def rest(*gone):
    return tuple(box for box in range(15) if box not in gone)


@pytest.mark.parametrize("box", [box for box in range(15) if box not in SPLITS])
def test_B6_a_single_bucket_falls_from_a_full_pyramid(box):
    state = after(declining(standing(range(15))), f"1 remove {box}")
    assert left(state) == rest(*FALLS[box])
    assert GAME.view(state, None).playing.fallen.boxes == FALLS[box]


@pytest.mark.parametrize("box", SPLITS)
@pytest.mark.parametrize("side", ["left", "right"])
def test_B6_a_split_of_a_full_pyramid_leaves_the_chosen_part(box, side):
    state = after(declining(standing(range(15))), f"1 remove {box}", f"1 keep {side}")
    kept = SPLITS[box][side == "right"]
    assert left(state) == kept
    assert GAME.view(state, None).playing.fallen.boxes == rest(*kept)


@pytest.mark.parametrize("first", range(5))
@pytest.mark.parametrize("last", range(5))
def test_B6_every_removal_from_a_reachable_bottom_row_leaves_one_part_or_a_choice(first, last):
    full = triangle(first, last)
    for box in range(first, last + 1):
        state = after(declining(standing(full)), f"1 remove {box}")
        sides = [triangle(first, box - 1), triangle(box + 1, last)]
        if first < box < last:
            assert texts(state, 1) == ["keep left", "keep right"]
            assert left(after(state, "1 keep left")) == sides[0]
            assert left(after(state, "1 keep right")) == sides[1]
        elif first < last:
            assert left(state) == sides[0] + sides[1]
            assert play(state).turn == 1


def test_B6_buckets_standing_on_both_parts_fall_before_the_choice():
    state = after(declining(standing(range(15))), "1 remove 2")
    assert left(state) == (0, 1, 3, 4, 5, 8)
    assert GAME.to_act(state) == (1,)


def test_B6_a_removal_above_the_bottom_row_never_splits():
    for box in range(5, 15):
        assert not play(after(declining(standing(range(15))), f"1 remove {box}")).split


def test_B6_a_part_is_chosen_once():
    state = after(declining(standing(range(15))), "1 remove 2", "1 keep left")
    with pytest.raises(IllegalMove):
        after(state, "1 keep left")


def test_B6_nobody_can_lead_before_a_part_is_chosen():
    with pytest.raises(IllegalMove):
        after(declining(standing(range(15))), "1 remove 2", "1 play h1")


def test_B6_a_part_can_only_be_chosen_after_a_split():
    with pytest.raises(IllegalMove):
        after(declining(), "1 keep left")


def test_B6_a_bucket_of_another_colour_is_refused():
    with pytest.raises(IllegalMove):
        after(declining(), "1 remove 0")


def test_B6_without_that_colour_any_bucket_may_be_removed():
    pyramid = standing(range(15), "c")
    assert texts(declining(pyramid), 1) == [f"remove {box}" for box in range(15)]


def test_B6_an_empty_box_is_refused():
    with pytest.raises(IllegalMove):
        after(declining(standing((0, 1), "c")), "1 remove 5")


def test_B6_declining_plays_no_card_and_draws_none():
    state = after(declining(), "1 remove 8")
    assert play(state).hands[1] == ("c1", "h1")
    assert play(state).drawing is None


def test_B6_a_player_who_declined_leads_next_and_may_use_the_same_colour():
    state = after(declining(), "1 remove 8")
    assert GAME.to_act(state) == (1,)
    assert texts(state, 1) == ["play c1", "play h1"]


def test_B6_all_cards_of_the_trick_are_discarded():
    state = after(
        scene("h5 p1", "h6 c1", "h1 c2", pile="d1 d1"),
        *("0 play h5", "card 0 d1", "1 play h6", "card 1 d1"),
    )
    before = GAME.view(state, None).playing.discards
    state = after(state, "2 remove 8")
    assert GAME.view(state, None).playing.discards == before + 2
    assert GAME.view(state, None).playing.trick is None


def test_B6_declining_reveals_nothing_about_the_hand():
    weak, strong = declining(hands=HANDS), declining(hands=(HANDS[0], "h8 c8", HANDS[2]))
    views = [GAME.view(after(state, "1 remove 8"), None) for state in (weak, strong)]
    assert views[0] == views[1]


def test_the_view_shows_the_cost_of_each_bucket():
    removals = {one.box: one for one in GAME.view(declining(), None).playing.removals}
    assert {box: one.falls for box, one in removals.items()} == {
        box: FALLS[box] for box in (6, 7, 8)
    }
    assert not any(one.parts for one in removals.values())


@pytest.mark.parametrize("box", SPLITS)
def test_the_view_shows_the_parts_that_a_split_would_leave(box):
    removals = GAME.view(declining(standing(range(15))), None).playing.removals
    assert next(one for one in removals if one.box == box).parts == SPLITS[box]


def test_the_view_shows_the_parts_during_the_choice():
    state = after(declining(standing(range(15))), "1 remove 1")
    assert GAME.view(state, None).playing.split == SPLITS[1]


def test_the_view_keeps_the_pyramid_as_it_was_before_the_fall():
    fallen = GAME.view(after(declining(), "1 remove 8"), None).playing.fallen
    assert (fallen.seat, fallen.box, fallen.before, fallen.boxes) == (1, 8, FULL, (8, 11, 13, 14))


def test_B7_an_empty_pile_is_renewed_from_the_discards_when_a_card_is_needed():
    state = after(scene(*HANDS, pile="d8"), "0 play h5", "card 0 d8")
    view = GAME.view(state, None).playing
    assert (view.pile, view.discards) == (0, 110 - 6 - 1)
    state = after(state, "1 remove 8", "1 play c1")
    view = GAME.view(state, None).playing
    # The new pile has all discards, with the earlier trick's horse 5, but not seat 1's lead.
    assert (view.pile, view.discards) == (110 - 6 - 1 + 1, 0)
    assert play(state).pile.count("h5") == 3


def test_B7_the_cards_of_the_current_trick_are_not_shuffled_in():
    state = after(scene("h5 p1", "h6 c1", "h1 c2", pile=""), "0 play h5")
    assert play(state).pile.count("h5") == 2
    state = after(state, "card 0 d1", "1 play h6")
    assert (play(state).pile.count("h5"), play(state).pile.count("h6")) == (2, 2)


def test_B7_the_pile_is_not_renewed_before_a_card_is_needed():
    state = after(scene(*HANDS, pile="d8"), "0 play h5", "card 0 d8", "1 remove 8")
    assert GAME.view(state, None).playing.pile == 0


def test_B7_the_reshuffled_cards_can_be_drawn():
    state = after(scene(*HANDS, pile=""), "0 play h5")
    assert GAME.to_act(state) == (CHANCE,)
    drawn = {move.card for move, _ in GAME.chance(state).outcomes()}
    assert len(drawn) == 40


def test_boxes_are_numbered_row_by_row():
    assert BOXES[:6] == ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 0))
