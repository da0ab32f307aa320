"""Tests of Trophy Buck. Most are named after a ruling."""

import pytest

from engine.core import CHANCE, BadSetup, IllegalMove, MalformedMove, NotYourTurn, Outcome
from engine.trophy import FACES_NOTE, KINDS, State, TrophyBuck
from engine.trophy.dice import NONE
from engine.trophy.hunts import Turn
from tests.engine.replay import replay

GAME = TrophyBuck()
MISS = ("roll", "hunt bS bS bS")
TWO = ("roll", "hunt bP bT bT", "stop")
FOUR = ("roll", "hunt bP bP bT", "stop")


def begun(*totals: int, first: int = 0) -> State:
    return State(totals or (0, 0, 0), first, first)


def texts(moves) -> list[str]:
    return [str(move) for move in moves]


def view(state):
    return GAME.view(state, None)


def brink(bag=(4, 4, 1, 0), **more) -> State:
    """Return a game whose current turn has two Startles, one green and one orange."""
    fields = {"points": (1, 0, 0, 0), "startles": (0, 0, 1, 1), "roll": ("bP", "gS", "oS")}
    return State((0, 0, 0), 0, 0, Turn(bag, **{**fields, **more}))


def test_the_bag_holds_the_dice_of_the_rule_text():
    held = [(die.colour, die.dice) for die in view(begun()).bag]
    assert held == [("brown", 5), ("white", 4), ("green", 2), ("orange", 1)]


def test_the_dice_have_the_points_of_the_rule_text():
    assert [kind.points for kind in KINDS] == [2, 4, 6, 8]


def test_T1_the_faces_follow_the_ruling():
    assert [kind.sides for kind in KINDS] == [(3, 1, 2), (2, 2, 2), (1, 3, 2), (1, 3, 2)]


def test_T1_faces_are_labelled_an_assumption():
    assert "assumption" in FACES_NOTE


def test_T2_two_players_are_too_few_by_default():
    with pytest.raises(BadSetup, match="3 to 8"):
        GAME.start(2, {})


def test_T2_two_players_may_hunt_with_the_option():
    assert len(GAME.start(2, {"two_hunters": "on"}).totals) == 2


def test_T2_nine_players_are_too_many_even_with_the_option():
    with pytest.raises(BadSetup, match="2 to 8"):
        GAME.start(9, {"two_hunters": "on"})


def test_C1_the_first_hunter_is_drawn():
    state = replay(GAME, GAME.start(3, {}), "first 2")
    assert GAME.to_act(state) == (2,)


def test_C1_the_next_hunter_sits_to_the_left():
    state = replay(GAME, begun(0, 0, 0, first=2), *TWO)
    assert GAME.to_act(state) == (0,)


def test_a_given_first_hunter_is_not_drawn():
    assert GAME.to_act(GAME.start(3, {}, first=1)) == (1,)


def test_a_turn_can_only_begin_with_a_roll():
    assert texts(GAME.moves(begun(), 0)) == ["roll"]


def test_stopping_before_the_first_roll_is_illegal():
    with pytest.raises(IllegalMove):
        replay(GAME, begun(), "stop")


def test_after_a_roll_the_hunter_may_stop():
    state = replay(GAME, begun(), "roll", "hunt bP wT gS")
    assert texts(GAME.moves(state, 0)) == ["roll", "stop"]


def test_T4_a_hunter_cannot_stop_after_dice_are_drawn():
    state = replay(GAME, begun(), "roll", "hunt bP wT gS", "roll")
    with pytest.raises(NotYourTurn):
        GAME.apply(state, 0, GAME.parse("stop"))


def test_stopping_banks_all_points_aside():
    state = replay(GAME, begun(), "roll", "hunt bP wP gS", "roll", "hunt bT gP oP", "stop")
    assert state.totals == (2 + 4 + 6 + 8, 0, 0)


def test_the_bag_is_full_again_for_the_next_hunter():
    assert view(replay(GAME, begun(), *TWO)).bag == view(begun()).bag


def test_points_and_startles_stay_out_of_the_bag():
    state = replay(GAME, begun(), "roll", "hunt bP wS gS")
    assert [kind.dice for kind in view(state).bag] == [4, 3, 1, 1]


def test_T3_tracks_are_rolled_again():
    state = replay(GAME, begun(), "roll", "hunt bP wT gS", "roll")
    with pytest.raises(IllegalMove):
        replay(GAME, state, "hunt bP bP bP")


def test_T3_tracks_are_joined_by_dice_from_the_bag():
    state = replay(GAME, begun(), "roll", "hunt bP wT gS", "roll", "hunt bT wP oP")
    assert view(state).score == 2 + 4 + 8


def test_T3_only_dice_in_the_bag_are_drawn():
    state = replay(GAME, begun(), "roll", "hunt bT wT oS", "roll")
    with pytest.raises(IllegalMove):
        replay(GAME, state, "hunt bP wP oP")


def test_T3_three_tracks_need_no_draw():
    state = replay(GAME, begun(), "roll", "hunt bT wT gT", "roll", "hunt bT wT gT")
    assert [kind.dice for kind in view(state).bag] == [4, 3, 1, 1]


def test_T3_a_bag_with_just_enough_dice_makes_no_new_stand():
    turn = Turn((3, 0, 0, 0), points=(2, 4, 2, 1), roll=("wP",))
    assert not view(State((0, 0, 0), 0, 0, turn)).new_stand


def test_T3_a_bag_with_too_few_dice_makes_a_new_stand():
    turn = Turn((2, 0, 0, 0), points=(3, 4, 2, 1), roll=("wP",))
    assert view(State((0, 0, 0), 0, 0, turn)).new_stand


def test_T3_an_empty_bag_makes_no_new_stand_if_tracks_fill_the_roll():
    turn = Turn(NONE, points=(5, 4, 0, 0), tracks=(0, 0, 2, 1), roll=("gT", "gT", "oT"))
    assert not view(State((0, 0, 0), 0, 0, turn)).new_stand


def new_stand() -> State:
    """Return a game in which the hunter rolls with too few dice, and so makes a new stand.

    Before the roll, 4 brown, 3 white and 2 green dice lie aside as Points, and one die is in the
    bag.
    """
    turn = Turn((0, 0, 0, 1), (4, 3, 2, 0), (0, 1, 0, 0), (1, 0, 0, 0), 0, ("bT", "wS", "gP"))
    return replay(GAME, State((0, 0, 0), 0, 0, turn), "roll")


def test_T3_a_new_stand_notes_the_points():
    assert view(new_stand()).noted == 4 * 2 + 3 * 4 + 2 * 6


def test_T3_a_new_stand_returns_only_the_points_dice():
    assert [kind.dice for kind in view(new_stand()).bag] == [4, 3, 2, 1]


def test_T3_startles_stay_out_of_the_bag_at_a_new_stand():
    assert [die.letter for die in view(new_stand()).startles] == ["w"]


def test_T3_tracks_stay_out_of_the_bag_at_a_new_stand():
    assert [die.letter for die in view(new_stand()).tracks] == ["b"]


def test_T3_returned_dice_may_be_drawn_in_place_of_the_one_left():
    assert view(replay(GAME, new_stand(), "hunt bP gP gP")).score == 32 + 2 + 6 + 6


def test_T3_noted_points_are_banked():
    assert replay(GAME, new_stand(), "hunt bS bT wP", "stop").totals == (32 + 4, 0, 0)


def test_T4_a_turn_goes_on_after_two_startles():
    state = replay(GAME, begun(), "roll", "hunt bP bS bS")
    assert GAME.to_act(state) == (0,)


def test_T4_three_startles_in_one_roll_score_nothing():
    state = replay(GAME, begun(), *MISS)
    assert (state.totals, GAME.to_act(state)) == ((0, 0, 0), (1,))


def test_T4_startles_add_up_over_rolls():
    state = replay(GAME, brink(), "roll", "hunt bP bP bS")
    assert (state.totals, GAME.to_act(state)) == ((0, 0, 0), (1,))


def test_T4_more_than_three_startles_end_the_turn_as_well():
    state = replay(GAME, brink(), "roll", "hunt bS bS wS")
    assert GAME.to_act(state) == (1,)


def test_T4_noted_points_are_lost_as_well():
    state = replay(GAME, new_stand(), "hunt bS wS wT")
    assert (state.totals, state.hunter) == ((0, 0, 0), 1)


def test_T4_points_banked_before_are_kept():
    assert replay(GAME, begun(10, 0, 0), *MISS).totals == (10, 0, 0)


def test_the_view_shows_the_points_of_each_last_turn():
    assert view(begun()).latest == (None, None, None)
    assert view(replay(GAME, begun(), *MISS, *TWO)).latest == (0, 2, None)
    again = replay(GAME, begun(), *TWO, *TWO, *TWO, *MISS)
    assert view(again).latest == (0, 2, 2)


def test_T5_the_view_shows_the_points_of_each_last_turn_in_a_tiebreak():
    tied = replay(GAME, begun(34, 34, 0), *TWO, *TWO, *MISS, *MISS)
    assert view(tied).latest == (0, 2, 0)


def test_T5_thirty_four_points_are_not_enough():
    assert GAME.outcome(replay(GAME, begun(32, 0, 0), *TWO, *MISS, *MISS)) is None


def test_T5_thirty_six_points_are_enough():
    outcome = GAME.outcome(replay(GAME, begun(34, 0, 0), *TWO, *MISS, *MISS))
    assert outcome == Outcome((36, 0, 0), (1, 2, 2))


def test_T5_the_round_is_finished_after_somebody_reaches_36():
    state = replay(GAME, begun(34, 0, 0), *TWO, *MISS)
    assert (GAME.to_act(state), view(state).final_round) == ((2,), True)


def test_T5_the_game_ends_with_the_round():
    assert GAME.to_act(replay(GAME, State((0, 34, 0), 0, 1), *TWO, *MISS)) == ()


def test_T5_the_round_ends_before_the_first_player_not_before_seat_0():
    state = replay(GAME, begun(0, 34, 0, first=1), *TWO, *MISS)
    assert GAME.to_act(state) == (0,)


def test_T5_a_later_player_may_pass_the_one_who_reached_36():
    outcome = GAME.outcome(replay(GAME, begun(34, 34, 0), *TWO, *FOUR, *MISS))
    assert outcome == Outcome((36, 38, 0), (2, 1, 3))


def test_T5_points_that_are_not_banked_do_not_count():
    state = replay(GAME, begun(34, 0, 0), "roll", "hunt bP bP bP")
    assert not view(state).final_round


def tie() -> State:
    """Return a game of four in which seats 1 and 3 are level at 40 points. Seat 3 went first."""
    return replay(GAME, State((0, 40, 20, 40), 3, 2), *MISS)


def test_T5_only_equal_leaders_hunt_on():
    assert [tried.seat for tried in view(tie()).tiebreak] == [3, 1]


def test_T5_the_tiebreak_begins_with_the_leader_nearest_the_first_player():
    assert GAME.to_act(tie()) == (3,)


def test_T5_each_tied_leader_has_a_turn_before_the_tiebreak_is_judged():
    state = replay(GAME, tie(), *TWO)
    assert (GAME.to_act(state), GAME.outcome(state)) == ((1,), None)


def test_T5_the_leader_of_the_tiebreak_wins():
    assert GAME.outcome(replay(GAME, tie(), *TWO, *FOUR)).winners == (1,)


def test_T5_tiebreak_points_do_not_count_toward_the_totals():
    assert GAME.outcome(replay(GAME, tie(), *TWO, *FOUR)).scores == (0, 40, 20, 40)


def test_T5_tied_leaders_who_do_not_win_share_the_next_place():
    state = replay(GAME, State((40, 40, 40, 10), 0, 3), *MISS, *MISS, *TWO, *FOUR)
    assert GAME.outcome(state).places == (2, 2, 1, 4)


def test_T5_an_equal_tiebreak_is_followed_by_another_round():
    state = replay(GAME, tie(), *TWO, *TWO)
    assert (GAME.to_act(state), view(state).tiebreak[0].points) == ((3,), None)


def test_T5_a_round_in_which_all_are_startled_is_equal():
    assert GAME.to_act(replay(GAME, tie(), *MISS, *MISS)) == (3,)


def test_T5_only_leaders_equal_in_the_tiebreak_go_on():
    state = replay(GAME, State((40, 40, 36), 0, 2), *FOUR, *FOUR, *TWO, *FOUR)
    assert [tried.seat for tried in view(state).tiebreak] == [0, 2]


def test_T5_points_of_an_earlier_tiebreak_round_do_not_count():
    state = replay(GAME, State((40, 40, 36), 0, 2), *FOUR, *FOUR, *TWO, *FOUR, *TWO, *FOUR)
    assert GAME.outcome(state).places == (2, 2, 1)


def test_the_default_is_to_roll_first_and_then_stop():
    begin = begun()
    rolled = replay(GAME, begin, "roll", "hunt bP bT bT")
    assert texts([GAME.default(begin, 0), GAME.default(rolled, 0)]) == ["roll", "stop"]


@pytest.mark.parametrize("text", ["hunt bP wT gS", "hunt bP bS bT", "roll", "stop", "first 7"])
def test_a_move_reads_back_from_its_text(text):
    assert str(GAME.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "Roll", "roll ", "stop now", "hunt", "hunt bP bP", "hunt bP bP bP bP"),
        *("hunt wT bP gS", "hunt bT bP gS", "hunt bP bP bX", "hunt  bP bP bP"),
        *("hunt gP gP gP", "hunt bP oP oP", "first 8", "first", "first 01"),
    ],
)
def test_any_other_text_is_malformed(text):
    with pytest.raises(MalformedMove):
        GAME.parse(text)


def test_chance_cannot_roll_for_the_hunter():
    with pytest.raises(NotYourTurn):
        GAME.apply(begun(), CHANCE, GAME.parse("roll"))


def test_the_hunter_cannot_choose_the_dice():
    with pytest.raises(IllegalMove):
        GAME.apply(begun(), 0, GAME.parse("hunt bP bP bP"))


def test_a_seat_outside_the_table_cannot_move():
    with pytest.raises(IllegalMove):
        replay(GAME, GAME.start(3, {}), "first 3")


def test_nobody_can_move_after_the_game():
    state = replay(GAME, begun(34, 0, 0), *TWO, *MISS, *MISS)
    with pytest.raises(NotYourTurn):
        GAME.apply(state, 0, GAME.parse("roll"))
