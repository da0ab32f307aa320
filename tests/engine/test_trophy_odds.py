"""The odds of Trophy Buck, each worked out by hand in a comment.

A Startle shows on 1 of the 6 sides of a brown die, 2 of a white, 3 of a green, 3 of the orange one.
"""

from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from engine.trophy import State, TrophyBuck
from engine.trophy.dice import FULL_BAG, HUNTS, NONE, DrawAndRoll
from engine.trophy.hunts import Turn

GAME = TrophyBuck()
ROLL = ("bP",)  # not empty, so the turn has begun


def end_chance(turn: Turn) -> Fraction:
    view = GAME.view(State((0, 0, 0), 0, 0, turn), None)
    return Fraction(view.end_ways, view.end_of)


def test_a_full_bag_has_the_chance_by_hand():
    # All three must startle. The product of the Startle sides, summed over all triples of dice, is
    # the x^3 coefficient of (1+x)^5 (1+2x)^4 (1+3x)^3. The first two factors together have the
    # coefficients 1, 13, 74, 242, and the third has 1, 9, 27, 27. So the sum is
    # 242 + 74*9 + 13*27 + 27 = 1286, out of C(12,3) * 216 = 47520.
    assert end_chance(Turn()) == Fraction(1286, 47520)


def test_three_brown_tracks_and_no_startle_have_the_chance_by_hand():
    # Nothing is drawn, and all three must startle: (1/6)^3.
    assert end_chance(Turn((2, 4, 2, 1), NONE, NONE, (3, 0, 0, 0), 0, ROLL)) == Fraction(1, 216)


def test_three_brown_tracks_and_two_startles_have_the_chance_by_hand():
    # Nothing is drawn, and one Startle is enough: 1 - (5/6)^3.
    turn = Turn((2, 2, 2, 1), NONE, (0, 2, 0, 0), (3, 0, 0, 0), 0, ROLL)
    assert end_chance(turn) == Fraction(91, 216)


def test_three_white_tracks_and_one_startle_have_the_chance_by_hand():
    # Two or three of the three must startle, each with 1/3: 3 * (1/9) * (2/3) + 1/27.
    turn = Turn((4, 1, 2, 1), NONE, (1, 0, 0, 0), (0, 3, 0, 0), 0, ROLL)
    assert end_chance(turn) == Fraction(7, 27)


def test_green_and_orange_tracks_and_two_startles_have_the_chance_by_hand():
    # One of green, green, orange must startle, each with 1/2: 1 - (1/2)^3.
    turn = Turn((4, 3, 0, 0), NONE, (1, 1, 0, 0), (0, 0, 2, 1), 0, ROLL)
    assert end_chance(turn) == Fraction(7, 8)


def test_green_and_orange_dice_alone_in_the_bag_have_the_chance_by_hand():
    # The draw is certain, and all three must startle: (1/2)^3.
    turn = Turn((0, 0, 2, 1), (5, 4, 0, 0), NONE, NONE, 0, ROLL)
    assert end_chance(turn) == Fraction(1, 8)


def test_brown_dice_in_the_bag_and_one_startle_have_the_chance_by_hand():
    # Two or three of the three must startle, each with 1/6: 3 * (1/36) * (5/6) + 1/216 = 16/216.
    turn = Turn((5, 0, 0, 0), (0, 4, 2, 0), (0, 0, 0, 1), NONE, 0, ROLL)
    assert end_chance(turn) == Fraction(16, 216)


def test_brown_and_white_tracks_and_one_drawn_die_have_the_chance_by_hand():
    # Two Startles are out, so the turn goes on if no die startles: brown 5/6, white 2/3, and the
    # drawn die, which is white or orange, (2/3 + 1/2) / 2 = 7/12. Together 35/108.
    turn = Turn((0, 1, 0, 1), (4, 0, 2, 0), (0, 2, 0, 0), (1, 1, 0, 0), 0, ROLL)
    assert end_chance(turn) == 1 - Fraction(35, 108)


def test_an_orange_track_and_two_drawn_dice_have_the_chance_by_hand():
    # Two Startles are out, so the turn goes on if no die startles. The drawn pair is brown-white
    # (5/9), brown-green (5/12) or white-green (1/3), on average 47/108. The orange die has 1/2.
    # Together 47/216.
    turn = Turn((1, 1, 1, 0), (4, 2, 0, 0), (0, 1, 1, 0), (0, 0, 0, 1), 0, ROLL)
    assert end_chance(turn) == 1 - Fraction(47, 216)


def test_a_roll_after_one_of_each_face_has_the_chance_by_hand():
    # A white die shows a Track, one Startle is out, and two of 3 brown, 3 white, 2 green, 1 orange
    # dice are drawn. The product of the Startle sides, summed over all pairs, is the x^2
    # coefficient of (1+x)^3 (1+2x)^3 (1+3x)^3: 3 + 12 + 27 + 3*6 + 3*9 + 6*9 = 141. So both drawn
    # dice startle with 141 / (C(9,2) * 36) = 141/1296. The mean number that startle is
    # 2 * (18/9) / 6 = 2/3, so exactly one does with 2/3 - 2 * 141/1296 = 582/1296. The turn ends if
    # both startle, or if one and the white die (1/3) do: (141 + 194) / 1296.
    turn = Turn((3, 3, 2, 1), (1, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), 0, ROLL)
    assert end_chance(turn) == Fraction(335, 1296)


def test_a_roll_after_two_startles_at_first_has_the_chance_by_hand():
    # A brown die shows Points, and a green and the orange die show Startles. The turn goes on if
    # none of the three drawn dice startles. Brown, white and green dice have 5, 4 and 3 sides
    # without a Startle, so the ways are the x^3 coefficient of (1+5x)^4 (1+4x)^4 (1+3x). The first
    # two factors together have the coefficients 566 at x^2 and 5076 at x^3. So there are
    # 5076 + 3 * 566 = 6774 ways, out of C(9,3) * 216 = 18144.
    turn = Turn((4, 4, 1, 0), (1, 0, 0, 0), (0, 0, 1, 1), NONE, 0, ROLL)
    assert end_chance(turn) == 1 - Fraction(6774, 18144)


def test_T3_new_stand_counts_with_all_points_dice_back_in_the_bag():
    # The bag has one brown die, and two white dice show Startles. The nine Points dice go back
    # first, so three of 5 brown, 2 white, 2 green, 1 orange are drawn. The ways without a Startle
    # are the x^3 coefficient of (1+5x)^5 (1+4x)^2 (1+3x)^3. The first two factors together have the
    # coefficients 1, 33, 466, 3650, and the third has 1, 9, 27, 27. So there are
    # 3650 + 466*9 + 33*27 + 27 = 8762 ways, out of C(10,3) * 216 = 25920. The number would
    # differ if the brown die were drawn first.
    turn = Turn((1, 0, 0, 0), (4, 2, 2, 1), (0, 2, 0, 0), NONE, 0, ROLL)
    assert end_chance(turn) == 1 - Fraction(8762, 25920)


def test_the_chance_is_the_same_while_the_dice_are_in_the_air():
    state = State((0, 0, 0), 0, 0, Turn((1, 0, 0, 0), (4, 2, 2, 1), (0, 2, 0, 0), NONE, 0, ROLL))
    before = GAME.view(state, None)
    rolling = GAME.view(GAME.apply(state, 0, GAME.parse("roll")), None)
    assert (before.end_ways, before.end_of) == (rolling.end_ways, rolling.end_of)


BAGS = [
    (FULL_BAG, NONE),
    ((3, 3, 2, 1), (0, 1, 0, 0)),
    ((0, 1, 0, 1), (1, 1, 0, 0)),
    ((2, 4, 2, 1), (3, 0, 0, 0)),
    ((0, 0, 2, 1), NONE),
]


@pytest.mark.parametrize(("bag", "tracks"), BAGS)
def test_weights_add_up_to_draws_times_sides(bag, tracks):
    total = sum(weight for _, weight in DrawAndRoll(bag, tracks).outcomes())
    assert total == comb(sum(bag), 3 - sum(tracks)) * 216


@pytest.mark.parametrize(("bag", "tracks"), BAGS)
def test_sampling_follows_the_weights_exactly(bag, tracks):
    class Fixed:
        def below(self, n):
            assert n == total
            return self.value

    chance, source = DrawAndRoll(bag, tracks), Fixed()
    weights = dict(chance.outcomes())
    total = sum(weights.values())
    sampled = Counter()
    for source.value in range(total):
        sampled[chance.sample(source)] += 1
    assert sampled == weights


def test_a_single_outcome_has_the_weight_by_hand():
    # Brown, brown, orange out of the full bag: C(5,2) * 1 draws. Two brown Points have 3 * 3 sides,
    # and the orange Startle has 3: 10 * 27.
    weights = {str(hunt): weight for hunt, weight in DrawAndRoll(FULL_BAG, NONE).outcomes()}
    assert weights["hunt bP bP oS"] == 270


def test_unequal_faces_of_one_colour_are_counted_in_every_order():
    # Brown, brown, white: C(5,2) * 4 draws. Points on one brown die and Tracks on the other have
    # 2 * 3 * 2 sides, and the white Startle has 2: 40 * 24.
    weights = {str(hunt): weight for hunt, weight in DrawAndRoll(FULL_BAG, NONE).outcomes()}
    assert weights["hunt bP bT wS"] == 960


def test_a_full_bag_can_give_every_roll():
    # There are C(14,3) = 364 multisets of three of the twelve sides. The bag has two green dice and
    # one orange die, which rules out three green sides (10), three orange sides (10) and two orange
    # sides with another (6 * 9 = 54).
    assert len(HUNTS) == 364 - 10 - 10 - 54 == len(dict(DrawAndRoll(FULL_BAG, NONE).outcomes()))
