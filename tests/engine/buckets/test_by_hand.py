"""Drawing by hand: a player who has shown cards draws, or misses the draw."""

import pytest

from engine.core import CHANCE, IllegalMove, NotYourTurn
from tests.engine.buckets.scene import BARE, FULL, GAME, after, play, scene, standing, texts

HANDS = ("h5 h8 p1", "h6 h7 c1", "h1 c2")


def led(**more):
    """Return a state in which seat 0 has led a horse 5 and not drawn yet."""
    return after(scene(*HANDS, by_hand=True, **more), "0 play h5")


def test_B4_by_hand_the_next_player_and_the_player_to_draw_act_at_once():
    assert GAME.to_act(led()) == (1, 0)
    assert texts(led(), 0) == ["draw"]
    assert GAME.view(led(), None).playing.may_draw == 0


def test_B4_by_hand_the_draw_move_draws_a_card():
    state = after(led(), "0 draw")
    assert GAME.to_act(state) == (CHANCE,)
    state = after(state, "card 0 s8")
    assert play(state).hands[0] == ("h8", "p1", "s8")
    assert GAME.to_act(state) == (1,)


def test_B4_by_hand_only_one_card_is_drawn():
    with pytest.raises(NotYourTurn):
        after(led(), "0 draw", "card 0 s8", "0 draw")


def test_B4_by_hand_the_next_player_cannot_draw():
    with pytest.raises(IllegalMove):
        after(led(), "1 draw")


def test_B4_by_hand_the_player_to_draw_cannot_play():
    with pytest.raises(IllegalMove):
        after(led(), "0 play h8")


def test_B4_by_hand_the_player_to_draw_cannot_decline_for_the_next():
    with pytest.raises(IllegalMove):
        after(led(), "0 remove 8")


def test_B4_by_hand_the_draw_is_missed_once_the_next_player_has_played():
    state = after(led(), "1 play h6")
    assert GAME.to_act(state) == (2, 1)
    with pytest.raises(NotYourTurn):
        after(state, "0 draw")
    assert GAME.view(state, None).hand_sizes == (2, 2, 2)


def test_B4_by_hand_the_draw_is_missed_once_the_next_player_has_declined():
    state = after(led(), "1 remove 8")
    assert GAME.to_act(state) == (1,)
    with pytest.raises(NotYourTurn):
        after(state, "0 draw")


def test_B4_by_hand_declining_ends_the_draw_before_the_part_is_chosen():
    state = led(pyramids=(FULL, standing(range(15)), FULL))
    assert GAME.to_act(after(state, "1 remove 2")) == (1,)


def test_B4_by_hand_a_missed_draw_never_comes_back():
    state = after(led(), "1 remove 8", "1 play c1", "1 draw", "card 1 c8", "2 play c2")
    assert GAME.to_act(state) == (0, 2)
    assert GAME.view(state, None).hand_sizes[0] == 2


def test_B4_by_hand_the_next_player_may_play_before_the_draw():
    state = after(led(), "1 play h6", "1 draw", "card 1 s8", "2 remove 8")
    assert GAME.view(state, None).hand_sizes == (2, 3, 2)


def test_B7_by_hand_the_pile_is_renewed_only_when_somebody_draws():
    state = led(pile="")
    assert GAME.view(state, None).playing.pile == 0
    state = after(state, "0 draw")
    assert GAME.view(state, None).playing.pile == 110 - 8
    assert play(state).pile.count("h5") == 2


def test_B11_an_empty_handed_defender_must_decline():
    state = after(scene("h5 h6", "", "c1", by_hand=True), "0 play h5")
    assert texts(state, 1) == ["remove 6", "remove 7", "remove 8"]


def test_B11_an_empty_handed_leader_first_draws_one_card():
    state = scene("", "c2", "c3", by_hand=True)
    assert texts(state, 0) == ["draw"]
    assert GAME.view(state, None).playing.must_draw
    state = after(state, "0 draw", "card 0 h5")
    assert texts(state, 0) == ["play h5"]
    assert not GAME.view(state, None).playing.must_draw


def test_B11_a_leader_who_drew_to_lead_may_draw_again_after_the_lead():
    state = after(scene("", "c2", "c3", by_hand=True), "0 draw", "card 0 h5", "0 play h5")
    assert GAME.to_act(state) == (1, 0)


def test_B11_a_leader_with_cards_cannot_draw_before_the_lead():
    with pytest.raises(IllegalMove):
        after(scene("h5", "c2", "c3", by_hand=True), "0 draw")


def test_B11_an_empty_handed_decliner_chooses_a_part_before_drawing():
    state = scene("h5", "", "c3", pyramids=(FULL, standing(range(15)), FULL), by_hand=True)
    state = after(state, "0 play h5", "1 remove 2")
    assert texts(state, 1) == ["keep left", "keep right"]
    with pytest.raises(IllegalMove):
        after(state, "1 draw")
    assert texts(after(state, "1 keep left"), 1) == ["draw"]


def test_B8_by_hand_the_next_player_in_the_game_leads_after_a_player_is_out():
    pyramids = (FULL, standing([0]), FULL, BARE.replace(".", "c", 1), FULL)
    state = scene("h5", "c1", "", "c2", "c3", pyramids=pyramids, by_hand=True)
    state = after(state, "0 play h5", "1 remove 0")
    assert (GAME.to_act(state), texts(state, 2)) == ((2,), ["draw"])


def test_B4_automatic_nobody_draws_by_hand():
    state = after(scene(*HANDS), "0 play h5", "card 0 s8")
    assert GAME.to_act(state) == (1,)
    with pytest.raises(NotYourTurn):
        after(state, "0 draw")


def test_B4_automatic_is_the_default():
    assert not GAME.start(3, {}).setup.by_hand
    assert not GAME.start(3, {}).setup.leader_only
