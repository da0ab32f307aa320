"""Rulings P1 to P10, each with cases that it allows and cases that it forbids."""

from itertools import product

import pytest

from engine.core import CHANCE, BadSetup, IllegalMove, NotYourTurn, Outcome
from engine.pond.moves import rank
from tests.engine.pond.scene import POND, at, legal, look, play, points, right, row

ROWS = ["mallard", "pintail", "canvasback", "teal", "shoveler"]
ONE_ROLL = [5, 8, 12, 15, 20]
SINGLY = [3, 6, 9, 12, 15]


def refused(state, text):
    """Check that a move is refused, and return whether the list of legal moves lacks it."""
    with pytest.raises(IllegalMove):
        play(state, text)
    return text not in legal(state)


# P1


@pytest.mark.parametrize("value", range(1, 6))
def test_P1_three_dice_of_one_day_in_an_untouched_row_score_the_higher_value(value):
    state = play(at(4, f"{value}" * 3), f"place {value} {value} {value}")
    assert row(state, ROWS[value - 1]).points == ONE_ROLL[value - 1] == points(state)


@pytest.mark.parametrize("value", range(1, 6))
def test_P1_a_row_filled_over_two_days_scores_the_lower_value(value):
    rows = "/".join("a1" if v == value else "-" for v in range(1, 6))
    state = play(at(4, f"{value}" * 3, rows=rows), f"place {value} {value}")
    assert row(state, ROWS[value - 1]).points == SINGLY[value - 1] == points(state)


def test_P1_three_dice_put_down_one_by_one_on_one_day_score_the_higher_value():
    state = play(at(4, "444"), "place 4", "place 4 4")
    assert row(state, "teal").points == 15


def test_P1_the_live_value_drops_with_the_day_that_left_the_row_open():
    state = play(at(3, "4456"), "place 4 4")
    assert row(state, "teal").live == 15
    state = play(state, "end day", "roll 1 2 4")
    assert row(state, "teal").live == 12
    assert row(state, "shoveler").live == 20


def test_P1_an_open_row_scores_nothing():
    assert points(play(at(3, "4456"), "place 4 4")) == 0


# P2


def test_P2_placing_is_optional_and_unplaced_dice_are_wasted():
    state = play(at(3, "4456"), "end day")
    assert (state.day, state.rolling, state.free, state.rows) == (4, 3, (), ((),) * 5)


def test_P2_nothing_can_be_placed_in_a_full_row():
    assert refused(at(3, "4456", rows="-/-/-/a1a1a1/-"), "place 4")


def test_P2_a_row_takes_no_more_dice_than_it_has_boxes():
    state = at(3, "4456", rows="-/-/-/a1a1/-")
    assert "place 4" in legal(state)
    assert refused(state, "place 4 4")


def test_P2_a_6_goes_into_no_row():
    assert not any(text.startswith("place") for text in legal(at(6, "6")))


# P3


def test_P3_a_full_house_is_three_and_two():
    assert "full-house 2 2 2 6 6" in legal(at(2, "22266"))
    assert not any("full" in text for text in legal(at(2, "22256")))


def test_P3_five_equal_dice_are_no_full_house():
    state = at(2, "22222")
    assert {"4-kind 2 2 2 2", "5-kind 2 2 2 2 2"} <= legal(state)
    assert not any("full" in text for text in legal(state))


@pytest.mark.parametrize(
    ("dice", "text", "score"),
    [
        ("22266", "full-house 2 2 2 6 6", 20),
        ("22226", "4-kind 2 2 2 2", 20),
        ("66666", "5-kind 6 6 6 6 6", 25),
        ("12366", "straight 1 2 3", 10),
        ("34566", "straight 3 4 5 6", 15),
        ("23456", "straight 2 3 4 5 6", 20),
        ("12345", "straight 1 2 3 4 5", 20),
    ],
)
def test_P3_the_right_side_sets_score_their_values(dice, text, score):
    assert points(play(at(2, dice), text)) == score


def test_P3_a_straight_does_not_wrap_around():
    assert not any("straight" in text for text in legal(at(4, "126")))


def test_P3_each_set_can_be_claimed_only_once():
    assert refused(at(2, "22266", sets="a5/-/-/-"), "full-house 2 2 2 6 6")


def test_P3_only_one_straight_of_any_length_can_be_claimed():
    state = at(2, "12345", sets="-/-/-/a3")
    assert refused(state, "straight 1 2 3 4 5")
    assert refused(state, "straight 3 4 5")


def test_P3_sets_take_no_dice_from_boxes():
    state = play(at(2, "22226"), "place 2")
    assert refused(state, "4-kind 2 2 2 2")


def test_P3_a_sunny_day_lifts_the_weather_limits():
    stormy = at(6, "222266", sunny="6")
    assert {"4-kind 2 2 2 2", "full-house 2 2 2 6 6"} <= legal(stormy)


def test_P3_the_printed_weather_leaves_too_few_dice_for_a_full_house_from_day_3_on():
    assert [day.dice for day in look(at(2, "22266")).days] == [6, 5, 4, 3, 2, 1]


def test_P3_one_set_and_one_row_can_be_made_on_the_same_day():
    state = play(at(1, "123555"), "straight 1 2 3", "place 5 5 5")
    assert points(state) == 30


# P4


def test_P4_a_die_can_be_used_once():
    state = play(at(5, "16"), "place 1")
    assert refused(state, "place 1")
    assert refused(state, "change 6 to 5")


def test_P4_a_changed_die_counts_as_its_new_value():
    state = play(at(5, "15"), "change 5 to 4")
    assert "place 4" in legal(state)
    assert refused(state, "place 5")


def test_P4_a_5_changed_to_6_can_make_the_next_day_sunny():
    assert "sunny" in legal(play(at(5, "15"), "change 5 to 6"))
    assert refused(at(5, "15"), "sunny")


def test_P4_a_2_changed_to_3_can_re_roll():
    state = at(4, "126")
    assert not any("reroll" in text for text in legal(state))
    assert "reroll 6" in legal(play(state, "change 2 to 3"))


# P5


def test_P5_a_1_changes_a_die_by_one_within_1_to_6():
    changes = {text for text in legal(at(4, "136")) if text.startswith("change")}
    assert changes == {"change 3 to 2", "change 3 to 4", "change 6 to 5"}


def test_P5_a_1_never_changes_itself():
    assert refused(at(5, "12"), "change 1 to 2")


def test_P5_a_1_may_change_another_1():
    state = play(at(5, "11"), "change 1 to 2")
    assert (state.free, look(state).dice[-1].spent) == ((2,), "change")


def test_P5_several_1s_may_change_the_same_die():
    assert play(at(4, "112"), "change 2 to 3", "change 3 to 4").free == (4,)


def test_P5_the_1_is_spent_by_a_change():
    state = play(at(4, "122"), "change 2 to 3")
    assert state.free == (2, 3)
    assert refused(state, "place 1")


# P6


def test_P6_a_3_re_rolls_any_of_the_other_dice():
    rerolls = {text for text in legal(at(4, "335")) if text.startswith("reroll")}
    assert rerolls == {"reroll 3", "reroll 5", "reroll 3 5"}


def test_P6_kept_and_re_rolled_dice_are_one_roll():
    state = play(at(2, "34555"), "reroll 4", "roll 5", "place 5 5 5")
    assert row(state, "shoveler").points == 20


def test_P6_a_set_may_combine_kept_and_re_rolled_dice():
    assert "4-kind 2 2 2 2" in legal(play(at(2, "22234"), "reroll 4", "roll 2"))


def test_P6_a_re_roll_is_allowed_once_a_day():
    state = play(at(4, "335"), "reroll 5", "roll 5")
    assert refused(state, "reroll 5")
    state = play(state, "end day", "roll 3 5")
    assert "reroll 5" in legal(state)


def test_P6_dice_already_used_are_never_re_rolled():
    state = play(at(4, "345"), "place 4")
    assert refused(state, "reroll 4")
    assert "reroll 5" in legal(state)


def test_P6_abilities_and_placements_can_come_in_any_order():
    state = play(at(4, "345"), "place 4", "reroll 5", "roll 4", "place 4")
    assert look(state).dice[-1].spent == "row"
    assert len(state.rows[3]) == 2


def test_P6_the_spent_3_is_not_re_rolled():
    assert refused(at(5, "35"), "reroll 3")


# P7


def test_P7_two_dice_become_one_wild_die_and_the_other_stays_in_the_feeding_area():
    state = play(at(5, "26"), "feed 2 6 as 4", "place 4w")
    assert len(state.rows[3]) == 1
    assert [(die.token, die.spent) for die in look(state).dice] == [("4w", "row"), ("6", "feeding")]


def test_P7_feeding_is_allowed_once_a_day():
    state = play(at(3, "2266"), "feed 2 6 as 4", "place 4w")
    assert refused(state, "feed 2 6 as 4")


def test_P7_the_wild_die_is_never_a_6():
    assert not any(text.endswith("as 6") for text in legal(at(5, "26")))


def test_P7_the_wild_die_counts_for_a_row_in_one_roll():
    state = play(at(3, "2446"), "feed 2 6 as 4", "place 4 4 4w")
    assert row(state, "teal").points == 15


@pytest.mark.parametrize(
    ("dice", "feed", "claim"),
    [
        ("122366", "feed 1 3 as 2", "full-house 2 2 2w 6 6"),
        ("222366", "feed 2 3 as 2", "full-house 2 2 2w 6 6"),
        ("223366", "feed 6 6 as 3", "full-house 2 2 3 3 3w"),
        ("222566", "feed 5 6 as 2", "4-kind 2 2 2 2w"),
        ("222266", "feed 6 6 as 2", "5-kind 2 2 2 2 2w"),
        ("224566", "feed 2 2 as 3", "straight 3w 4 5 6"),
    ],
)
def test_P7_the_wild_die_goes_into_a_right_side_set(dice, feed, claim):
    assert claim in legal(play(at(1, dice), feed))


def test_P7_the_wild_die_has_to_be_placed_before_anything_else():
    state = play(at(1, "123456"), "feed 5 6 as 4")
    assert legal(state) == {
        "place 4w",
        "place 4 4w",
        "straight 1 2 3 4w",
        "straight 2 3 4w",
    }
    for text in ("end day", "place 4", "change 2 to 3", "reroll 1", "sunny", "feed 1 2 as 3"):
        assert refused(state, text)


def test_P7_the_wild_die_cannot_be_changed_re_rolled_or_fed():
    state = play(at(3, "1366"), "feed 6 6 as 2")
    for text in ("change 2 to 3", "reroll 2", "feed 1 2 as 5"):
        assert refused(state, text)


def test_P7_a_wild_3_does_not_re_roll():
    state = play(at(3, "1266"), "feed 6 6 as 3")
    assert refused(state, "reroll 1")


def test_P7_feeding_is_refused_for_a_value_without_a_place():
    state = at(5, "26", rows="-/-/-/a1a1a1/-")
    assert refused(state, "feed 2 6 as 4")
    assert "feed 2 6 as 5" in legal(state)


def test_P7_a_full_row_does_not_keep_a_wild_die_out_of_a_set():
    rows = "-/-/-/a1a1a1/-"
    assert "feed 2 6 as 4" in legal(at(2, "23566", rows=rows))
    assert refused(at(2, "23566", rows=rows, sets="-/-/-/a3"), "feed 2 6 as 4")


# P8


def test_P8_a_6_makes_the_next_day_sunny_and_the_printed_track_goes_on():
    state = play(at(4, "246"), "sunny", "end day")
    assert state.rolling == 6
    state = play(state, "roll 1 1 2 2 4 5", "end day")
    assert state.rolling == 1


def test_P8_a_6_makes_no_seventh_day():
    assert refused(at(6, "6"), "sunny")
    assert "sunny" in legal(at(5, "26"))


def test_P8_with_two_a_6_makes_the_players_own_next_day_sunny():
    state = play(at(2, "11246", who="2a"), "sunny", "end day")
    assert state.rolling == 4
    assert state.sunny == (4,)


@pytest.mark.parametrize("day", [5, 6])
def test_P8_with_two_a_6_is_refused_if_no_own_day_is_left(day):
    dice = "16" if day == 5 else "6"
    assert refused(at(day, dice, who="2a"), "sunny")


def test_P8_with_two_the_last_call_for_sun_is_on_day_4():
    assert "sunny" in legal(at(4, "126", who="2a"))


def test_P8_a_second_6_is_refused_if_the_day_is_already_sunny():
    assert refused(play(at(4, "266"), "sunny"), "sunny")


def test_P8_every_day_may_be_made_sunny_one_after_the_other():
    state = at(1, "123456")
    for _ in range(5):
        state = play(state, "sunny", "end day", "roll 1 2 3 4 5 6")
    assert (state.day, state.sunny) == (6, (2, 3, 4, 5, 6))


# P9


def test_P9_the_third_box_scores_the_row_even_if_another_player_began_it():
    state = play(at(2, "44566", who="2a", rows="-/-/-/a1a1/-"), "place 4")
    assert [score.total for score in look(state).scores] == [0, 12]
    assert row(state, "teal").seat == 1


def test_P9_a_claimed_set_scores_for_its_player_and_nobody_else_can_claim_it():
    state = play(at(1, "222366", who="2b"), "full-house 2 2 2 6 6", "end day")
    assert [score.total for score in look(state).scores] == [0, 20]
    state = play(state, "roll 2 2 2 6 6")
    assert POND.to_act(state) == (0,)
    assert refused(state, "full-house 2 2 2 6 6")


def test_P9_both_players_together_can_claim_one_straight():
    state = play(at(1, "123466", who="2a"), "straight 1 2 3", "end day", "roll 2 3 4 5 6")
    assert refused(state, "straight 2 3 4 5 6")


def test_P9_days_alternate_from_the_starting_player():
    assert [day.seat for day in look(at(1, "?6", who="2b")).days] == [1, 0, 1, 0, 1, 0]


def test_P9_each_player_rolls_a_die_and_the_higher_starts():
    start = POND.start(2, {})
    assert POND.to_act(start) == (CHANCE,)
    assert POND.to_act(play(start, "start 5 3", "roll 1 1 2 2 3 3")) == (0,)
    assert POND.to_act(play(start, "start 3 5", "roll 1 1 2 2 3 3")) == (1,)


def test_P9_the_roll_for_the_start_has_36_equal_outcomes_of_one_die_each():
    outcomes = list(POND.chance(POND.start(2, {})).outcomes())
    assert {roll.values for roll, _ in outcomes} == set(product(range(1, 7), repeat=2))
    assert [weight for _, weight in outcomes] == [1] * 36


def test_P9_equal_dice_are_rolled_again():
    state = play(POND.start(2, {}), "start 4 4")
    assert POND.to_act(state) == (CHANCE,)
    assert look(state).phase == "start"
    assert play(state, "start 1 6").first == 1


def test_P9_in_a_rematch_the_winner_starts_without_a_roll():
    first = POND.rematch_first(Outcome((30, 41), (2, 1)))
    state = POND.start(2, {}, first)
    assert (first, state.rolling) == (1, 6)
    assert POND.to_act(play(state, "roll 1 1 2 2 3 3")) == (1,)


def test_P9_a_rematch_after_a_tie_starts_with_a_roll():
    assert POND.rematch_first(Outcome((30, 30), (1, 1))) is None
    assert look(POND.start(2, {})).phase == "start"


def test_P9_a_player_alone_does_not_roll_for_the_start():
    assert POND.start(1, {}).rolling == 6


# P10


@pytest.mark.parametrize(
    ("score", "name"),
    [
        (0, "Honorable Mention"),
        (69, "Honorable Mention"),
        (70, "Novice"),
        (79, "Novice"),
        (80, "Connoisseur"),
        (89, "Connoisseur"),
        (90, "Professional"),
        (137, "Professional"),
    ],
)
def test_P10_a_total_gets_its_rank(score, name):
    assert rank(score) == name


def test_P10_only_a_game_for_one_has_a_rank():
    assert look(at(6, "1")).rank == "Honorable Mention"
    assert look(at(6, "1", who="2a")).rank is None


# the common rulings


def test_C2_equal_totals_share_the_place():
    state = play(at(6, "6", who="2a", rows="-/-/-/-/-", sets="a5/b4/-/-"), "end day")
    assert POND.outcome(state) == Outcome((20, 20), (1, 1))


def test_C2_the_higher_total_wins():
    state = play(at(6, "6", who="2a", sets="a5/-/b5/-"), "end day")
    assert POND.outcome(state) == Outcome((20, 25), (2, 1))


def test_C3_a_re_roll_is_a_step_of_its_own():
    state = play(at(5, "35"), "reroll 5")
    assert POND.to_act(state) == (CHANCE,)
    assert [str(move) for move, _ in POND.chance(state).outcomes()] == [
        f"roll {value}" for value in range(1, 7)
    ]


@pytest.mark.parametrize("count", range(1, 7))
def test_C3_the_weights_of_a_roll_count_its_orders(count):
    state = at(7 - count, f"?{count}")
    weights = [weight for _, weight in POND.chance(state).outcomes()]
    assert sum(weights) == 6**count


def test_chance_refuses_another_number_of_dice():
    for text in ("roll 1", "start 5 3"):
        with pytest.raises(IllegalMove):
            POND.apply(at(5, "?2"), CHANCE, POND.parse(text))


def test_the_other_seat_cannot_move():
    with pytest.raises(NotYourTurn):
        POND.apply(at(5, "26", who="2a"), 1, POND.parse("place 2"))


def test_a_seat_outside_the_table_cannot_start():
    with pytest.raises(BadSetup):
        POND.start(2, {}, 2)


def test_nobody_can_play_after_the_sixth_day():
    state = play(at(6, "4"), "place 4", "end day")
    assert POND.to_act(state) == ()
    assert POND.outcome(state) == Outcome((0,), (1,))


def test_the_right_side_and_the_left_side_are_added_up_apart():
    state = play(at(1, "123555"), "straight 1 2 3", "place 5 5 5")
    score = look(state).scores[0]
    assert (score.left, score.right, score.total) == (20, 10, 30)
    assert right(state, "straight").seat == 0
