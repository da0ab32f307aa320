"""Attack and defence, and the cards shown in them. Drawing is automatic here."""

import pytest

from engine.core import CHANCE, IllegalMove, NotYourTurn
from tests.engine.buckets.scene import GAME, after, play, scene, texts


def attacked(lead="h5", defender="h3 h7 c8"):
    """Return a state in which seat 0 has led horses and seat 1 is to defend."""
    return after(scene(f"{lead} p1", defender, "h8 h8 s1"), f"0 play {lead}", "card 0 d1")


def test_B4_a_lead_is_one_to_three_cards_of_one_colour():
    assert texts(scene("c1 h2 h2 h3", "c2", "c3"), 0) == [
        "play c1",
        "play h2",
        "play h3",
        "play h2 h2",
        "play h2 h3",
        "play h2 h2 h3",
    ]


def test_B4_cards_of_two_colours_are_refused():
    with pytest.raises(IllegalMove):
        after(scene("c1 h2", "c2", "c3"), "0 play c1 h2")


def test_B4_cards_that_are_not_in_the_hand_are_refused():
    with pytest.raises(IllegalMove):
        after(scene("c1 h2", "c2", "c3"), "0 play h2 h2")


def test_B4_one_card_is_drawn_for_any_number_of_cards_played():
    state = after(scene("h2 h2 h3 p1", "c2", "c3"), "0 play h2 h2 h3")
    assert GAME.to_act(state) == (CHANCE,)
    state = after(state, "card 0 s8")
    assert play(state).hands[0] == ("p1", "s8")
    assert GAME.to_act(state) == (1,)


def test_B4_the_drawn_card_leaves_the_pile():
    before = scene("h2 p1", "c2", "c3")
    state = after(before, "0 play h2", "card 0 s8")
    assert play(before).pile.count("s8") - play(state).pile.count("s8") == 1


def test_B4_a_card_drawn_by_another_seat_is_refused():
    with pytest.raises(IllegalMove):
        after(scene("h2 p1", "c2", "c3"), "0 play h2", "card 1 s8")


def test_B4_a_card_that_is_not_in_the_pile_is_refused():
    state = after(scene("h2 p1", "c8 c8", "c3"), "0 play h2")
    with pytest.raises(IllegalMove):
        after(state, "card 0 c8")


def test_C3_a_player_cannot_make_natures_moves():
    with pytest.raises(IllegalMove):
        after(scene("h2 p1", "c8 c8", "c3"), "0 card 0 s8")


def test_C3_nature_cannot_make_a_players_moves():
    with pytest.raises(IllegalMove):
        GAME.apply(after(scene("h2 p1", "c8", "c3"), "0 play h2"), CHANCE, GAME.parse("remove 7"))


def test_the_lead_attacks_the_neighbour_on_the_left():
    trick = GAME.view(attacked(), None).playing.trick
    assert (trick.leader, trick.attacked, trick.colour, trick.beat) == (0, 1, "h", 5)


def test_a_defence_follows_the_example_of_the_rule_text():
    # A horse 5 is led. 3 and 7 make 10, and the 7 alone is enough.
    assert [text for text in texts(attacked(), 1) if "play" in text] == ["play h7", "play h3 h7"]


def test_B5_an_equal_sum_does_not_defend():
    state = attacked("h5", "h5 h6")
    assert "play h5" not in texts(state, 1)
    with pytest.raises(IllegalMove):
        after(state, "1 play h5")


def test_a_defence_has_to_be_of_the_attacking_colour():
    with pytest.raises(IllegalMove):
        after(attacked(), "1 play c8")


def test_only_the_attacked_player_may_defend():
    with pytest.raises(NotYourTurn):
        after(attacked(), "2 play h8")


def test_B5_the_next_player_has_to_beat_the_sum_just_shown():
    state = after(attacked("h5", "h3 h6 c1"), "1 play h3 h6", "card 1 c2")
    assert GAME.view(state, None).playing.trick.beat == 9
    assert [text for text in texts(state, 2) if "play" in text] == ["play h8 h8"]


ROUND_TABLE = ("0 play h2", "card 0 c1", "1 play h3", "card 1 c1", "2 play h4", "card 2 c2")
"""Three seats that all defend: the trick comes round with 4 to beat."""

TABLE = ("h2 h3 h6 p1", "h3 h4 p2", "h4 h5 p3")


def test_B5_the_leader_adds_to_his_earlier_cards():
    state = after(scene(*TABLE), *ROUND_TABLE)
    # Seat 0 has shown a 2: 2 + 3 = 5 beats 4.
    assert "play h3" in texts(state, 0)
    assert GAME.view(after(state, "0 play h3"), None).playing.trick.beat == 5


def test_B5_the_leaders_total_has_to_be_higher():
    hands = ("h2 h2 h6 p1", *TABLE[1:])
    state = after(scene(*hands), *ROUND_TABLE)
    # 2 + 2 = 4 does not beat 4.
    assert "play h2" not in texts(state, 0)
    with pytest.raises(IllegalMove):
        after(state, "0 play h2")


def test_B5_with_accumulation_for_everyone_the_others_add_too():
    state = after(scene(*TABLE), *ROUND_TABLE, "0 play h3", "card 0 c2")
    # Seat 1 has shown a 3: 3 + 4 = 7 beats 5.
    assert GAME.view(state, None).playing.trick.carried == (5, 3, 4)
    state = after(state, "1 play h4")
    assert GAME.view(state, None).playing.trick.beat == 7


def test_B5_with_accumulation_for_the_leader_the_leader_still_adds():
    state = after(scene(*TABLE, leader_only=True), *ROUND_TABLE)
    assert "play h3" in texts(state, 0)
    assert GAME.view(after(state, "0 play h3"), None).playing.trick.beat == 5


def test_B5_with_accumulation_for_the_leader_the_others_need_new_cards_alone():
    state = after(scene(*TABLE, leader_only=True), *ROUND_TABLE, "0 play h3", "card 0 c2")
    assert GAME.view(state, None).playing.trick.carried == (5, 0, 0)
    assert "play h4" not in texts(state, 1)
    with pytest.raises(IllegalMove):
        after(state, "1 play h4")


def test_B5_with_accumulation_for_the_leader_the_sum_to_beat_is_that_of_the_new_cards():
    hands = (TABLE[0], "h3 h6 p2", TABLE[2])
    state = after(scene(*hands, leader_only=True), *ROUND_TABLE, "0 play h3", "card 0 c2")
    assert GAME.view(after(state, "1 play h6"), None).playing.trick.beat == 6


def test_B5_accumulation_continues_over_several_rounds_of_the_table():
    hands = ("h1 h1 h2 h3", "h2 h3 h4", "h3 h4 h5")
    state = scene(*hands)
    sums = []
    for step in ("0 play h1", "1 play h2", "2 play h3", "0 play h3", "1 play h3", "2 play h4"):
        state = after(state, step, f"card {step[0]} c{len(sums) + 1}")
        sums.append(GAME.view(state, None).playing.trick.beat)
    # Each seat's total: 1, 2, 3, then 1 + 3, 2 + 3, 3 + 4.
    assert sums == [1, 2, 3, 4, 5, 7]
    assert [shown.seat for shown in GAME.view(state, None).playing.trick.plays] == [0, 1, 2] * 2


def test_B5_a_player_who_could_defend_may_decline():
    assert [text for text in texts(attacked(), 1) if "remove" in text] == [
        "remove 6",
        "remove 7",
        "remove 8",
    ]


def test_B5_the_leader_may_decline_when_the_trick_comes_round():
    state = after(scene(*TABLE), *ROUND_TABLE, "0 remove 8")
    assert GAME.view(state, None).playing.fallen.seat == 0


def test_a_lead_cannot_be_declined():
    with pytest.raises(IllegalMove):
        after(scene(*TABLE), "0 remove 8")


def test_more_than_three_cards_are_refused_in_every_way():
    move = type(GAME.parse("play h2"))(("h2", "h2", "h3", "h6"))
    with pytest.raises(IllegalMove):
        GAME.apply(scene("h2 h2 h3 h6", "c2", "c3"), 0, move)
