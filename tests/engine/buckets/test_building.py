"""Building the pyramids."""

import pytest

from engine.buckets.building import MOST_MOVES
from engine.buckets.moves import Deal
from engine.buckets.state import MOST_TAKEN_BACK, Building, Playing
from engine.core import CHANCE, IllegalMove, NotYourTurn
from tests.engine.buckets.scene import FULL, GAME, Dice, after, building, texts

HANDS = ("h8 h7", "c1 c2", "d5 p6")


def placing(pyramid, seat=0):
    return [f"{seat} place {box} {colour}" for box, colour in enumerate(pyramid)]


def fresh():
    return building(*HANDS)


def built(state, seat=0):
    assert isinstance(state.stage, Building)
    return state.stage.sites[seat].built


def test_B2_all_build_at_the_same_time():
    assert GAME.to_act(fresh()) == (0, 1, 2)


def test_B2_a_seat_can_build_while_others_do():
    state = after(fresh(), "2 place 0 s", "0 place 0 h", "2 place 1 s")
    assert (built(state, 0), built(state, 1), built(state, 2)) == ("h", "", "ss")


def test_the_first_moves_are_a_bucket_of_each_colour_or_auto():
    wanted = ["place 0 c", "place 0 d", "place 0 h", "place 0 p", "place 0 s", "auto"]
    assert texts(fresh(), 1) == wanted


def test_a_bucket_can_only_go_into_the_next_box():
    with pytest.raises(IllegalMove):
        after(fresh(), "0 place 1 h")


def test_placing_twice_by_a_double_click_is_refused():
    with pytest.raises(IllegalMove):
        after(fresh(), "0 place 0 h", "0 place 0 h")


def test_a_fourth_bucket_of_a_colour_is_refused():
    state = after(fresh(), *placing("hhh"))
    assert "place 3 h" not in texts(state, 0)
    with pytest.raises(IllegalMove):
        after(state, "0 place 3 h")


def test_undo_takes_back_the_last_bucket():
    assert built(after(fresh(), *placing("hcd"), "0 undo 2")) == "hc"


def test_undo_twice_by_a_double_click_is_refused():
    with pytest.raises(IllegalMove):
        after(fresh(), *placing("hcd"), "0 undo 2", "0 undo 2")


def test_nothing_can_be_undone_before_a_bucket_is_placed():
    with pytest.raises(IllegalMove):
        after(fresh(), "0 undo 0")


def test_clear_takes_back_every_bucket_once():
    state = after(fresh(), *placing("hcd"), "0 clear")
    assert built(state) == ""
    with pytest.raises(IllegalMove):
        after(state, "0 clear")


@pytest.mark.parametrize("placed", ["", "s", "sss", "cdhps", "ssscccddd", FULL[:14]])
def test_auto_keeps_the_placed_buckets_and_builds_the_rest(placed):
    state = after(fresh(), *placing(placed), "0 auto")
    assert sorted(built(state)) == sorted(FULL)
    assert built(state).startswith(placed)


def test_auto_twice_by_a_double_click_is_refused():
    state = after(fresh(), "0 auto")
    assert "auto" not in texts(state, 0)
    with pytest.raises(IllegalMove):
        after(state, "0 auto")


def test_auto_leaves_a_finished_pyramid_as_it_is():
    state = after(fresh(), *placing(FULL))
    assert texts(state, 0) == ["confirm", "undo 14", "clear"]
    with pytest.raises(IllegalMove):
        after(state, "0 auto")


def test_an_unfinished_pyramid_cannot_be_confirmed():
    with pytest.raises(IllegalMove):
        after(fresh(), *placing(FULL[:14]), "0 confirm")


def test_B3_a_confirmed_pyramid_cannot_be_changed():
    state = after(fresh(), *placing(FULL), "0 confirm")
    assert texts(state, 0) == []
    with pytest.raises(NotYourTurn):
        after(state, "0 undo 14")


def test_B2_play_begins_when_the_last_seat_has_confirmed():
    state = after(fresh(), "0 auto", "0 confirm", "2 auto", "2 confirm", "1 auto")
    assert GAME.to_act(state) == (1,)
    state = after(state, "1 confirm")
    assert isinstance(state.stage, Playing)


def test_B3_the_first_leader_leads_even_if_another_seat_confirms_last():
    state = after(fresh(), "0 auto", "0 confirm", "2 auto", "2 confirm", "1 auto", "1 confirm")
    assert GAME.to_act(state) == (0,)


def test_B3_the_first_leader_is_drawn_before_the_deal():
    state = GAME.start(4, {})
    assert [str(move) for move, _ in GAME.chance(state).outcomes()] == [
        f"first {seat}" for seat in range(4)
    ]
    assert GAME.view(after(state, "first 2"), None).first == 2


def test_a_first_leader_outside_the_table_is_refused():
    with pytest.raises(IllegalMove):
        after(GAME.start(4, {}), "first 4")


def test_B1_each_seat_is_dealt_twelve_cards_in_a_chance_move_of_its_own():
    state, dice = after(GAME.start(3, {}), "first 0"), Dice(3)
    for seat in range(3):
        assert GAME.to_act(state) == (CHANCE,)
        assert GAME.view(state, None).hand_sizes == (12,) * seat + (0,) * (3 - seat)
        state = GAME.apply(state, CHANCE, GAME.chance(state).sample(dice))
    assert GAME.view(state, None).hand_sizes == (12, 12, 12)
    assert isinstance(state.stage, Building)


def test_a_dealt_hand_that_is_not_in_the_pile_is_refused():
    state = after(GAME.start(3, {}), "first 0")
    with pytest.raises(IllegalMove):
        after(state, "deal 0 c1 c1 c1 c2 c2 c2 c3 c3 c3 c4 c4 c4")


def test_B1_a_hand_of_another_size_is_refused():
    with pytest.raises(IllegalMove):
        GAME.apply(after(GAME.start(3, {}), "first 0"), CHANCE, Deal(0, ("c1", "h5")))


def test_a_deal_to_another_seat_is_refused():
    state = after(GAME.start(3, {}), "first 0")
    with pytest.raises(IllegalMove):
        after(state, "deal 1 c1 c1 c2 c2 c2 c3 c3 c3 c4 c4 c4 c5")


def test_the_number_of_undone_buckets_is_bounded():
    state = fresh()
    for _ in range(MOST_TAKEN_BACK // 15):
        state = after(state, "0 auto", "0 clear")
    state = after(state, "0 auto")
    assert texts(state, 0) == ["confirm"]
    with pytest.raises(IllegalMove):
        after(state, "0 undo 14")


def test_clear_is_refused_if_it_exceeds_the_bound_of_undone_buckets():
    state = after(fresh(), "0 auto", "0 undo 14")
    for _ in range(MOST_TAKEN_BACK // 15 - 1):
        state = after(state, "0 auto", "0 clear")
    state = after(state, "0 auto")
    assert "undo 14" in texts(state, 0)
    assert "clear" not in texts(state, 0)
    with pytest.raises(IllegalMove):
        after(state, "0 clear")


def test_building_never_takes_more_moves_than_its_bound():
    state, count = fresh(), 0
    while "confirm" in texts(state, 0) or "auto" in texts(state, 0):
        undo = [text for text in texts(state, 0) if text.startswith("undo")]
        place = [text for text in texts(state, 0) if text.startswith("place")]
        step = (place if len(built(state)) < 15 else undo) or ["confirm"]
        state, count = after(state, f"0 {step[0]}"), count + 1
    assert 15 + 2 * MOST_TAKEN_BACK < count <= MOST_MOVES


def test_playing_is_refused_while_pyramids_are_built():
    with pytest.raises(IllegalMove):
        after(fresh(), "0 play h8")


def test_B12_a_refused_bucket_is_not_named():
    with pytest.raises(IllegalMove) as refused:
        after(fresh(), *placing("hhh"), "0 place 3 h")
    assert "3" not in str(refused.value)
