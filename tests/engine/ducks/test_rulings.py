"""Rulings D1 to D9 and C1 to C3, played move by move."""

from itertools import chain

import pytest

from engine.core import CHANCE, BadSetup, First, IllegalMove, MalformedMove, NotYourTurn
from engine.ducks import Bust, Fall, Promote, Roll, Stop, ThrowAway
from engine.ducks.inning import GOOSE_EGG, Setup, State, rank_hands
from tests.engine.ducks.innings import DUCKS, ROLLED, begun, goose_egg, hand
from tests.engine.replay import replay


def legal(state):
    return [str(move) for move in DUCKS.moves(state, state.seat)]


def test_C1_the_first_player_is_drawn_from_all_seats():
    state = DUCKS.start(4, {})
    assert DUCKS.to_act(state) == (CHANCE,)
    assert list(DUCKS.chance(state).outcomes()) == [(First(seat), 1) for seat in range(4)]


def test_C1_the_next_seat_sits_to_the_left():
    state = replay(DUCKS, DUCKS.start(3, {}), "first 2", *goose_egg())
    assert state.seat == 0


def test_C3_a_roll_waits_for_a_chance_move():
    state = begun(2, "roll")
    assert DUCKS.to_act(state) == (CHANCE,)


def test_D1_any_number_of_matching_dice_or_one_sum_can_be_promoted():
    assert legal(begun(2, *ROLLED)) == ["promote 5", "promote 5 5", "promote 2 3", "throw away"]


def test_D1_promoted_dice_are_locked_in_the_bucket():
    state = begun(2, *ROLLED, "promote 5 5")
    assert (state.bucket, state.dice) == ((5, 5), (2, 3, 6))


@pytest.mark.parametrize("text", ["promote 2 3 5 5", "promote 6", "promote 2", "promote 5 5 5"])
def test_D1_other_dice_are_refused(text):
    with pytest.raises(IllegalMove):
        begun(2, *ROLLED, text)


def test_D1_a_roll_allows_one_promotion():
    with pytest.raises(IllegalMove):
        begun(2, *ROLLED, "promote 5", "promote 5")


def test_D2_a_player_stops_or_rolls_after_a_promotion():
    assert legal(begun(2, *ROLLED, "promote 5")) == ["stop", "roll"]


def test_D2_every_unbucketed_die_and_the_boss_are_rolled_again():
    state = begun(2, *ROLLED, "promote 2 3", "roll")
    assert {(len(f.dice), w > 0) for f, w in DUCKS.chance(state).outcomes()} == {(3, True)}


def test_D2_nobody_can_stop_without_a_promotion():
    with pytest.raises(IllegalMove):
        begun(2, *ROLLED, "stop")


def test_D2_declining_throws_one_die_away_and_rolls_the_rest():
    state = begun(2, *ROLLED, "throw away")
    assert DUCKS.to_act(state) == (CHANCE,)
    assert state.left == 4


def test_D2_a_die_has_to_be_thrown_away_if_none_can_be_promoted():
    assert legal(begun(2, "roll", "dice 3 3 4 6 6 boss 5")) == ["throw away"]


def test_D3_throwing_away_the_last_die_loses_the_bucket():
    state = begun(
        2, "roll", "dice 5 5 5 5 6 boss 5", "promote 5 5 5 5", "roll", "dice 6 boss 5", "throw away"
    )
    assert state.hands == (GOOSE_EGG,)


def test_D3_throwing_away_the_last_die_but_one_keeps_the_bucket():
    state = begun(
        2, "roll", "dice 5 5 5 6 6 boss 5", "promote 5 5 5", "roll", "dice 6 6 boss 5", "throw away"
    )
    assert (state.bucket, state.left, state.hands) == ((5, 5, 5), 1, ())


def test_D4_the_inning_ends_at_once_when_all_dice_are_promoted():
    state = begun(2, "roll", "dice 5 5 5 5 5 boss 5", "promote 5 5 5 5 5")
    assert (state.hands, state.seat) == (((5, 5, 5, 5, 5),), 1)


def test_D4_promoting_the_last_die_left_ends_the_inning_and_the_hand_counts():
    state = begun(
        2, "roll", "dice 1 1 1 1 6 boss 5", "throw away", "dice 2 3 3 3 boss 2", "promote 2",
        "roll", "dice 3 3 3 boss 3", "promote 3 3 3",
    )  # fmt: skip
    assert state.hands == ((2, 3, 3, 3),)


def test_D5_wild_ducks_are_on_by_default():
    views = [
        DUCKS.view(begun(2, "roll", "dice 2 3 3 6 6 boss 2", "promote 2", **options), None)
        for options in ({}, {"wild": "on"}, {"wild": "off"})
    ]
    assert [view.hand.values for view in views] == [(6,), (6,), (2,)]


def test_D5_ducks_are_plain_2s_outside_the_bucket():
    assert legal(begun(2, "roll", "dice 2 3 3 4 4 boss 6")) == [
        "promote 2 4",
        "promote 3 3",
        "throw away",
    ]


def test_D6_the_earlier_of_identical_hands_is_better():
    state = begun(2, *hand(4, 4), *hand(4, 4))
    assert state.results[0].points == (2, 1)


def test_D6_the_earlier_hand_is_earlier_in_the_order_of_play_and_not_of_seats():
    state = replay(DUCKS, DUCKS.start(2, {}, first=1), *hand(4, 4), *hand(4, 4))
    assert state.results[0].points == (1, 2)


def test_D6_hands_identical_after_conversion_are_identical():
    state = begun(2, *hand(2, 5), *hand(5, 5))
    assert state.results[0].points == (2, 1)


def test_D7_points_follow_the_table_of_the_rule_text():
    # May 3-3-1, Kent 4-4-3, Will lost his bucket, Barry 6-5-4-4, Dwana 5-6-6.
    innings = [hand(3, 3, 1), hand(4, 4, 3), goose_egg(), hand(6, 5, 4, 4), hand(5, 6, 6)]
    state = begun(5, *chain(*innings))
    assert state.results[0].points == (2, 3, 0, 4, 5)


def test_D7_goose_eggs_use_up_no_rank():
    state = begun(3, *goose_egg(), *hand(1), *goose_egg())
    assert state.results[0].points == (0, 3, 0)


def test_D7_a_round_of_goose_eggs_scores_nothing():
    state = begun(2, *goose_egg(), *goose_egg())
    assert state.results[0].points == (0, 0)


def test_D7_points_go_to_seats_wherever_the_button_is():
    state = replay(DUCKS, DUCKS.start(3, {}, first=2), *hand(6), *hand(5), *goose_egg())
    result = state.results[0]
    assert (result.points, result.hands) == ((2, 0, 3), ((5,), (), (6,)))


def test_D7_six_hands_are_ranked():
    hands = ((1,), (), (6, 6), (3, 3), (), (6, 6))
    assert rank_hands(hands, wild=False) == [2, 5, 3, 0]


def test_D8_the_button_moves_left_every_round():
    state = replay(DUCKS, DUCKS.start(3, {}), "first 1", *(goose_egg() * 3))
    assert (state.button, state.seat) == (2, 2)


@pytest.mark.parametrize(("options", "rounds"), [({}, 3), ({"circuits": "2"}, 6)])
def test_D8_each_seat_goes_first_once_or_twice(options, rounds):
    state = begun(3, *(goose_egg() * 3 * rounds), **options)
    assert [result.button for result in state.results] == [0, 1, 2] * (rounds // 3)
    assert DUCKS.to_act(state) == ()


def test_D9_bust_ends_the_inning_even_with_an_empty_bucket():
    state = begun(2, "roll", "dice 3 3 4 6 6 boss 5", press="bust")
    assert legal(state) == ["bust"]
    assert replay(DUCKS, state, "bust").hands == (GOOSE_EGG,)


def test_D9_bust_loses_a_full_bucket():
    state = begun(
        2, "roll", "dice 5 5 5 5 6 boss 5", "promote 5 5 5 5", "roll", "dice 6 boss 5", press="bust"
    )
    assert replay(DUCKS, state, "bust").hands == (GOOSE_EGG,)


def test_D9_a_bust_by_choice_loses_the_bucket_too():
    assert begun(2, *ROLLED, "bust", press="bust").hands == (GOOSE_EGG,)


@pytest.mark.parametrize(("press", "text"), [("bust", "throw away"), ("discard", "bust")])
def test_D9_each_press_rule_has_its_own_move(press, text):
    with pytest.raises(IllegalMove):
        begun(2, *ROLLED, text, press=press)


def test_C2_equal_totals_share_the_place():
    # Seat 0 wins the first round, because it goes first. Seat 1 wins the second.
    # Seat 2 never scores.
    rounds = [hand(4), hand(4), goose_egg(), hand(4), goose_egg(), hand(4)]
    last = [goose_egg()] * 3
    state = begun(3, *chain(*rounds, *last))
    assert DUCKS.outcome(state).scores == (5, 5, 0)
    assert DUCKS.outcome(state).places == (1, 1, 3)


def test_there_is_no_outcome_before_the_end():
    assert DUCKS.outcome(begun(2, *goose_egg(), *goose_egg(), *goose_egg())) is None


def test_the_longest_game_reaches_the_bound():
    inning = hand(6, 6, 6, 6, 6)
    played = ["first 0", *inning * (3 * 3 * 2)]
    state = replay(DUCKS, DUCKS.start(3, {"circuits": "2"}), *played)
    assert DUCKS.to_act(state) == ()
    assert DUCKS.bound(3, {"circuits": "2"}) == len(played)


def longest(state):
    """Return the largest number of moves that an inning can still have, over all rolls."""
    if state.hands or state.results:
        return 0
    if state.phase == "rolling":
        if state.left not in longest.known:
            falls = [fall for fall, _ in DUCKS.chance(state).outcomes()]
            longest.known[state.left] = 1 + max(
                longest(DUCKS.apply(state, CHANCE, fall)) for fall in falls
            )
        return longest.known[state.left]
    moves = DUCKS.moves(state, state.seat)
    return 1 + max(longest(DUCKS.apply(state, state.seat, move)) for move in moves)


@pytest.mark.parametrize("press", ["discard", "bust"])
def test_no_inning_is_longer_than_its_bound(press):
    # An inning's length depends on the number of dice left, not on the bucket.
    longest.known = {}
    assert 1 + 2 * 2 * longest(begun(2, press=press)) == DUCKS.bound(2, {"press": press})


@pytest.mark.parametrize("seat", [-1, 3, 6])
def test_a_first_seat_outside_the_table_is_refused(seat):
    with pytest.raises(BadSetup):
        DUCKS.start(3, {}, first=seat)


@pytest.mark.parametrize(
    "move", [Fall((5, 3), 5), Fall((1, 1, 1, 1, 7), 1), Fall((1, 1, 1, 1, 1), 0), Fall((6,), 6)]
)
def test_impossible_dice_are_refused(move):
    with pytest.raises(IllegalMove):
        DUCKS.apply(begun(2, "roll"), CHANCE, move)


@pytest.mark.parametrize("move", [Roll(), Stop(), ThrowAway(), Bust(), Promote((5,)), First(0)])
def test_nature_cannot_make_a_players_move(move):
    with pytest.raises(IllegalMove):
        DUCKS.apply(begun(2, "roll"), CHANCE, move)


def test_another_seat_gets_an_out_of_turn_error():
    with pytest.raises(NotYourTurn):
        DUCKS.apply(begun(2, *ROLLED), 1, Promote((5,)))


@pytest.mark.parametrize(
    "text",
    ["", "Roll", "roll ", "promote", "promote 5 3", "promote 3  5", "promote 7", "promote 05",
     "promote 1 1 1 1 1 1", "dice 5 3 boss 1", "dice 3 5", "dice 3 5 boss 7", "dice boss 1",
     "throw", "first", "first -1", "first 6", "first 01", "first ٣", "stop\n"],
)  # fmt: skip
def test_malformed_texts_are_refused(text):
    with pytest.raises(MalformedMove):
        DUCKS.parse(text)


@pytest.mark.parametrize(
    ("texts", "move"),
    [
        ([], "roll"),
        (["roll", "dice 3 3 4 6 6 boss 5"], "throw away"),
        ([*ROLLED, "promote 5"], "stop"),
        (ROLLED, "promote 5 5"),
        # Promoting 1 and the wild duck would make a pair of 1s, which is less than a pair of 3s.
        (["roll", "dice 2 3 5 5 6 boss 5", "throw away", "dice 1 2 3 3 boss 3"], "promote 3 3"),
    ],
)
def test_the_caretaker_promotes_the_best_and_stops(texts, move):
    state = begun(2, *texts)
    assert str(DUCKS.default(state, 0)) == move


def test_the_caretaker_busts_if_it_has_to():
    state = begun(2, "roll", "dice 3 3 4 6 6 boss 5", press="bust")
    assert DUCKS.default(state, 0) == Bust()


def test_the_caretaker_has_no_move_for_a_seat_that_is_not_to_act():
    with pytest.raises(NotYourTurn):
        DUCKS.default(begun(2), 1)


def test_equal_states_compare_equal():
    assert begun(2, *ROLLED) == State(
        Setup(2, wild=True, circuits=1, bust=False), 0, "rolled", 5, (2, 3, 5, 5, 6), 5
    )
