"""The rules of Buck Dice, ruling by ruling."""

import pytest

from engine.buckdice import BuckDice, State
from engine.buckdice.dice import score
from engine.buckdice.opening import Opening
from engine.core import CHANCE, BadSetup, IllegalMove, MalformedMove, NotYourTurn, Outcome
from tests.engine.replay import replay

GAME = BuckDice()


def playing(game: str, *scores: int, point: int = 5, thrower: int = 0, paid=None) -> State:
    opening = Opening("done", (), first=0, point=point)
    return State(game, opening, scores, paid or (int(game == "pot"),) * len(scores), thrower)


def classic(*scores: int, thrower: int = 0) -> State:
    return playing("classic", *scores, thrower=thrower)


def fewer(*scores: int) -> State:
    return playing("thirteen-fourteen", *scores)


def pot(*scores: int, **more) -> State:
    return playing("pot", *scores, **more)


def throw(state: State, *throws: str) -> State:
    for dice in throws:
        state = replay(GAME, state, "throw", f"dice {dice}")
    return state


def view(state: State):
    return GAME.view(state, None)


def opened(seats: int, *texts: str, game: str = "classic") -> State:
    return replay(GAME, GAME.start(seats, {"game": game}), *texts)


# The opening


def test_K1_every_player_throws_for_the_order():
    assert len(GAME.chance(GAME.start(4, {})).sample(Sixes()).values) == 4


class Sixes:
    def below(self, n):
        return n - 1


def test_K1_the_highest_throw_goes_first():
    assert GAME.to_act(opened(3, "order 2 6 4", "dice 3")) == (1,)


def test_K1_the_lowest_thrower_throws_the_point_number():
    assert view(opened(3, "order 2 6 4")).opening[-1].seats == (0, 1, 2)
    assert view(opened(3, "order 2 6 4", "dice 3")).opening[-1].seats == (0,)


def test_K1_the_throw_of_the_lowest_is_the_point_number():
    assert view(opened(3, "order 2 6 4", "dice 3")).point == 3


def test_K1_play_goes_left_from_the_first():
    assert GAME.to_act(throw(opened(3, "order 2 4 6", "dice 3"), "1 1 2")) == (0,)


def test_K1_only_players_tied_for_the_highest_throw_again():
    state = opened(4, "order 6 2 6 3", "order 1 4", "dice 3")
    assert GAME.to_act(state) == (2,)


def test_K1_the_others_do_not_throw_for_the_highest_again():
    with pytest.raises(IllegalMove):
        opened(4, "order 6 2 6 3", "order 1 4 5 6")


def test_K1_only_players_tied_for_the_lowest_throw_again():
    state = opened(4, "order 2 6 2 3", "order 5 4", "dice 3")
    assert view(state).opening[-1].seats == (2,)


def test_K1_of_ties_at_both_ends_the_tie_for_the_highest_is_broken_first():
    state = opened(4, "order 2 6 2 6", "order 1 4", "order 5 1", "dice 3")
    assert [(each.stage, each.seats) for each in view(state).opening] == [
        ("order", (0, 1, 2, 3)),
        ("highest", (1, 3)),
        ("lowest", (0, 2)),
        ("point", (2,)),
    ]


def test_K1_fewer_players_may_be_tied_after_they_throw_again():
    state = opened(4, "order 6 6 6 3", "order 5 2 5", "order 1 2", "dice 3")
    assert view(state).first == 2


def test_K1_all_tied_players_may_be_tied_again():
    state = opened(3, "order 6 6 3", "order 5 5", "order 1 2", "dice 3")
    assert view(state).first == 1


def test_K1_if_all_are_equal_all_throw_again():
    state = opened(3, "order 4 4 4", "order 1 5 2", "dice 6")
    assert (view(state).first, view(state).opening[-1].seats) == (1, (0,))


def test_K1_a_low_throw_in_a_tie_for_the_highest_is_not_the_lowest_overall():
    state = opened(3, "order 6 6 3", "order 1 2", "dice 3")
    assert view(state).opening[-1].seats == (2,)


def test_K1_any_number_is_a_point_number_outside_the_pot_game():
    assert view(opened(2, "order 6 1", "dice 1")).point == 1


def test_K2_classic_is_the_default():
    assert view(GAME.start(2, {})).game == "classic"


@pytest.mark.parametrize("game", ["classic", "thirteen-fourteen", "pot"])
def test_K2_there_are_three_games(game):
    assert view(GAME.start(2, {"game": game})).game == game


def test_K2_there_is_no_fourth_game():
    with pytest.raises(BadSetup):
        GAME.start(2, {"game": "general"})


@pytest.mark.parametrize("seats", [1, 9])
def test_two_to_eight_may_play(seats):
    with pytest.raises(BadSetup, match="2 to 8"):
        GAME.start(seats, {})


# Classic


def test_K3_each_point_number_scores_a_point():
    assert throw(classic(0, 0), "2 5 5").scores == (2, 0)


def test_K3_a_point_number_gives_another_throw():
    assert GAME.to_act(throw(classic(0, 0), "1 2 5")) == (0,)


def test_K3_a_throw_without_a_score_passes_the_dice():
    state = throw(classic(0, 0), "1 2 6")
    assert (state.scores, GAME.to_act(state)) == ((0, 0), (1,))


def test_K3_sums_of_lower_numbers_score_nothing_in_classic():
    assert GAME.to_act(throw(classic(0, 0), "1 2 2")) == (1,)


def test_K3_a_little_buck_is_five_points_and_passes_the_dice():
    state = throw(classic(3, 0), "2 2 2")
    assert (state.scores, GAME.to_act(state)) == ((8, 0), (1,))


def test_K3_a_big_buck_ends_a_players_game_at_any_score():
    state = throw(classic(2, 0, 0), "5 5 5")
    assert (view(state).left[0].seat, view(state).left[0].by) == (0, "big buck")


def test_K3_after_a_big_buck_the_next_player_throws():
    assert GAME.to_act(throw(classic(2, 0, 0), "5 5 5")) == (1,)


def test_K4_exactly_15_ends_a_players_game():
    state = throw(classic(13, 0, 0), "5 5 6")
    assert (view(state).left[0].seat, view(state).left[0].by) == (0, "buck")


def test_K4_a_score_of_14_does_not_end_a_players_game():
    assert throw(classic(13, 0, 0), "1 5 6").left == ()


def test_K4_a_little_buck_to_exactly_15_ends_a_players_game():
    assert throw(classic(10, 0, 0), "1 1 1").left[0].by == "buck"


def test_K4_a_throw_over_15_is_void():
    state = throw(classic(14, 0, 0), "5 5 6")
    assert (state.scores, view(state).throws[-1].void) == ((14, 0, 0), True)


def test_K4_a_void_throw_is_thrown_again_by_the_same_player():
    assert GAME.to_act(throw(classic(14, 0, 0), "5 5 6")) == (0,)


def test_K4_a_little_buck_over_15_is_void_and_does_not_pass():
    state = throw(classic(11, 0, 0), "2 2 2")
    assert (state.scores, GAME.to_act(state)) == ((11, 0, 0), (0,))


def test_K4_a_miss_after_a_void_throw_still_passes():
    assert GAME.to_act(throw(classic(14, 0, 0), "5 5 6", "1 2 3")) == (1,)


def test_K4_a_big_buck_is_never_void():
    assert throw(classic(14, 0, 0), "5 5 5").left[0].by == "big buck"


def test_K4_players_who_are_safe_are_passed_over():
    state = throw(classic(14, 14, 0, 0), "1 2 5", "1 2 5", "1 2 3", "1 2 3")
    assert GAME.to_act(state) == (2,)


def test_K5_the_last_player_left_is_the_loser():
    state = throw(classic(14, 9, 14), "1 2 5", "1 2 3", "1 2 5")
    assert (GAME.to_act(state), view(state).loser) == ((), 1)


def test_K5_the_game_goes_on_with_two_players_left():
    assert GAME.outcome(throw(classic(14, 9, 14), "1 2 5")) is None


def test_K5_places_follow_the_order_of_leaving():
    state = throw(classic(0, 9, 14), "5 5 5", "1 2 3", "1 2 5")
    assert GAME.outcome(state) == Outcome((0, 9, 15), (1, 3, 2))


# Thirteen-fourteen


def test_K6_three_dice_are_thrown_up_to_12():
    assert view(fewer(12, 0)).dice == 3


def test_K6_two_dice_are_thrown_at_13():
    assert view(fewer(13, 0)).dice == 2


def test_K6_one_die_is_thrown_at_14():
    assert view(fewer(14, 0)).dice == 1


def test_K6_the_number_of_dice_changes_within_a_turn_too():
    assert view(throw(fewer(12, 0), "1 2 5")).dice == 2


def test_K6_the_next_player_throws_three_dice_again():
    assert view(throw(fewer(12, 0), "1 2 5", "1 2")).dice == 3


def test_K6_three_dice_cannot_be_thrown_at_13():
    with pytest.raises(IllegalMove, match="Dice to throw: 2"):
        throw(fewer(13, 0), "1 2 5")


def test_K6_classic_keeps_three_dice_at_14():
    assert view(classic(14, 0)).dice == 3


def test_K6_two_equal_dice_are_no_little_buck():
    assert GAME.to_act(throw(fewer(13, 0), "2 2")) == (1,)


def test_K6_two_point_numbers_at_13_make_15():
    assert throw(fewer(13, 0, 0), "5 5").left[0].by == "buck"


def test_K6_a_single_point_number_at_14_is_no_big_buck():
    assert throw(fewer(14, 0, 0), "5").left[0].by == "buck"


# Pot


def test_K7_the_first_player_is_drawn():
    state = opened(3, "first 2", "dice 4", game="pot")
    assert (GAME.to_act(state), view(state).point) == ((2,), 4)


@pytest.mark.parametrize("value", [4, 5, 6])
def test_K7_four_five_and_six_are_point_numbers(value):
    assert view(opened(2, "first 0", f"dice {value}", game="pot")).point == value


@pytest.mark.parametrize("value", [1, 2, 3])
def test_K7_numbers_below_four_are_no_point_numbers(value):
    assert view(opened(2, "first 0", f"dice {value}", game="pot")).point is None


def test_K7_everyone_antes_a_unit():
    assert (view(pot_start()).pot, view(pot_start()).chips) == (3, (-1, -1, -1))


def pot_start(*texts: str) -> State:
    return opened(3, "first 1", *texts, game="pot")


def test_K7_the_mulligan_is_free():
    assert view(pot_start("dice 2")).pot == 3


def test_K7_every_later_throw_without_a_point_number_costs_a_unit():
    assert view(pot_start("dice 2", "dice 1", "dice 3")).chips == (-1, -3, -1)


def test_K7_a_throw_with_a_point_number_is_free():
    assert view(pot_start("dice 2", "dice 1", "dice 6")).pot == 4


def test_K7_there_are_no_chips_in_the_other_games():
    assert (view(GAME.start(2, {})).pot, view(GAME.start(2, {})).chips) == (0, (0, 0))


@pytest.mark.parametrize(("dice", "points"), [((1, 2, 2), 1), ((2, 3, 5), 2), ((1, 2, 4), 1)])
def test_K7_the_examples_of_the_rule_text_hold(dice, points):
    assert score("pot", 5, dice).points == points


@pytest.mark.parametrize(
    ("point", "dice", "points"),
    [
        (5, (1, 5, 6), 1),  # a point number
        (5, (1, 1, 6), 0),  # nothing
        (4, (2, 2, 6), 1),  # two equal lower dice add up
        (4, (1, 1, 2), 1),  # three dice add up
        (4, (2, 2, 4), 2),  # a point number and a sum
        (6, (1, 2, 3), 1),  # 1 + 2 + 3
        (6, (1, 5, 5), 1),  # the 1 is used once
        (5, (4, 4, 6), 0),  # no sum
    ],
)
def test_K7_point_numbers_and_disjoint_sums_score_one_each(point, dice, points):
    assert score("pot", point, dice).points == points


def test_K7_the_groups_show_the_scoring_dice():
    assert score("pot", 5, (2, 3, 5)).groups == ((5,), (2, 3))


def test_K7_two_point_numbers_are_a_little_buck():
    assert score("pot", 5, (1, 5, 5)).kind == "little buck"


def test_K7_two_point_numbers_are_no_little_buck_in_classic():
    assert score("classic", 5, (1, 5, 5)).kind == "points"


@pytest.mark.parametrize(("point", "dice"), [(5, (3, 3, 3)), (6, (2, 2, 2)), (6, (3, 3, 3))])
def test_K7_three_equal_other_numbers_are_a_little_buck_alone(point, dice):
    assert score("pot", point, dice).points == 5


@pytest.mark.parametrize("dice", ["1 2 2", "1 5 5", "3 3 3"])
def test_K7_any_score_gives_another_throw(dice):
    assert GAME.to_act(throw(pot(0, 0), dice)) == (0,)


def test_K7_a_throw_without_a_score_passes_the_dice():
    assert GAME.to_act(throw(pot(0, 0), "1 1 6")) == (1,)


def test_K7_a_throw_over_15_is_void():
    state = throw(pot(12, 0), "1 5 5")
    assert (state.scores, GAME.to_act(state)) == ((12, 0), (0,))


def test_K7_the_first_to_exactly_15_wins():
    assert view(throw(pot(10, 3), "1 5 5")).winner == 0


def test_K7_a_big_buck_wins_at_any_score():
    assert view(throw(pot(0, 14), "5 5 5")).winner == 0


def test_K7_the_winner_takes_the_pot():
    assert view(throw(pot(14, 3, 3), "1 2 5")).chips == (2, -1, -1)


def test_K7_a_player_who_never_scored_adds_a_unit_first():
    assert view(throw(pot(14, 3, 0), "1 2 5")).chips == (3, -1, -2)


def test_K7_a_player_who_never_had_a_turn_adds_a_unit_too():
    state = throw(pot_start("dice 5"), "1 5 5", "1 5 5", "1 5 5")
    assert view(state).chips == (-2, 4, -2)


def test_K7_nobody_adds_a_unit_after_a_big_buck():
    assert view(throw(pot(14, 3, 0), "5 5 5")).chips == (2, -1, -1)


def test_K7_a_winner_by_big_buck_without_points_adds_no_unit():
    assert view(throw(pot(0, 3), "5 5 5")).chips == (1, -1)


def test_K7_chips_are_won_from_each_other():
    assert sum(view(throw(pot_start("dice 1", "dice 1", "dice 5"), "5 5 5")).chips) == 0


def test_K7_places_below_the_winner_follow_the_points():
    outcome = GAME.outcome(throw(pot(4, 9, 11, 9), "5 5 5"))
    assert outcome == Outcome((4, 9, 11, 9), (1, 3, 2, 3))


# The table


def test_the_view_shows_every_throw_of_the_turn():
    told = view(throw(classic(0, 0), "1 2 5", "2 5 5")).throws
    assert [(each.dice, each.kind, each.points) for each in told] == [
        ((1, 2, 5), "points", 1),
        ((2, 5, 5), "points", 2),
    ]


def test_the_throws_of_a_turn_are_shown_until_the_next_player_throws():
    state = throw(classic(0, 0), "1 2 5", "1 2 3")
    assert (view(state).throws_by, len(view(state).throws), view(state).again) == (0, 2, False)


def test_the_next_player_starts_a_new_list_of_throws():
    state = throw(classic(0, 0), "1 2 3", "1 2 5")
    assert (view(state).throws_by, len(view(state).throws), view(state).again) == (1, 1, True)


def test_a_player_can_only_throw():
    assert [str(move) for move in GAME.moves(classic(0, 0), 0)] == ["throw"]


def test_the_default_move_is_a_throw():
    assert str(GAME.default(classic(0, 0), 0)) == "throw"


@pytest.mark.parametrize(
    "text", ["throw", "dice 2 5 5", "dice 1 6", "dice 4", "order 6 1", "first 0"]
)
def test_a_move_reads_back_from_its_text(text):
    assert str(GAME.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "Throw", "throw ", "dice", "dice 5 2 5", "dice 0", "dice 7", "dice 1 1 1 1"),
        *("dice 1  1", "order 3", "order 1 7", "order 1  2", "order 1 1 1 1 1 1 1 1 1"),
        *("order", "first", "first 8", "order 01 2"),
    ],
)
def test_any_other_text_is_malformed(text):
    with pytest.raises(MalformedMove):
        GAME.parse(text)


def test_only_the_thrower_can_throw():
    with pytest.raises(NotYourTurn):
        GAME.apply(classic(0, 0), 1, GAME.parse("throw"))


def test_the_thrower_cannot_choose_the_dice():
    with pytest.raises(IllegalMove):
        GAME.apply(classic(0, 0), 0, GAME.parse("dice 5 5 5"))


def test_chance_cannot_move_before_the_thrower():
    with pytest.raises(NotYourTurn):
        GAME.apply(classic(0, 0), CHANCE, GAME.parse("dice 5 5 5"))


@pytest.mark.parametrize("text", ["throw", "dice 1 2", "dice 3", "first 0"])
def test_the_order_is_thrown_by_a_move_of_its_own(text):
    with pytest.raises(IllegalMove):
        opened(2, text)


def test_a_seat_outside_the_table_cannot_move():
    with pytest.raises(IllegalMove):
        opened(2, "first 2", game="pot")
