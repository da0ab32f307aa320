"""Rulings D5 and D6: all 252 hands of five dice, and smaller ones, against a reference.

The reference shares nothing with the engine. A hand is a multiset of values, and its rank is the
first in the list below that fits. The values, in the order of comparison, break ties.
"""

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

from engine.ducks import RANKS, evaluate

FIVES = list(combinations_with_replacement(range(1, 7), 5))
SMALLER = [d for n in range(1, 5) for d in combinations_with_replacement(range(1, 7), n)]

DESCRIPTIONS = [  # best first, each with the counts of its equal values, in descending order
    ("five of a kind", (5,)),
    ("four of a kind", (4,)),
    ("straight", None),
    ("full house", (3, 2)),
    ("three of a kind", (3,)),
    ("two pair", (2, 2)),
    ("one pair", (2,)),
    ("no pair", ()),
]


def plain(hand):
    """Return the rank of a hand without wild dice, and its values in the order of comparison."""
    counts = sorted(Counter(hand).values(), reverse=True)
    straight = len(hand) == 5 and len(set(hand)) == 5 and max(hand) - min(hand) == 4
    for name, shape in DESCRIPTIONS:
        if (shape is None and straight) or (
            shape is not None and tuple(c for c in counts if c > 1) == shape and not straight
        ):
            order = sorted(hand, key=lambda value: (-hand.count(value), -value))
            return name, order
    raise AssertionError(hand)


def key(hand):
    name, order = plain(hand)
    best_first = [name for name, _ in DESCRIPTIONS]
    # A missing kicker counts as 0, lower than any die.
    return -best_first.index(name), order + [0] * (5 - len(order))


def best_conversion(hand):
    ways = product(*[range(1, 7) if value == 2 else [value] for value in hand])
    return max(ways, key=key)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_D6_every_hand_without_wilds_follows_the_definition(size):
    for dice in combinations_with_replacement(range(1, 7), size):
        hand = evaluate(dice, wild=False)
        assert (hand.rank, list(hand.values)) == plain(dice)
        assert hand.ducks == ()


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_D5_every_hand_with_wilds_is_its_best_conversion(size):
    for dice in combinations_with_replacement(range(1, 7), size):
        hand = evaluate(dice, wild=True)
        assert (hand.rank, list(hand.values)) == plain(best_conversion(dice))


def test_D5_each_duck_names_the_value_it_became():
    for dice in FIVES + SMALLER:
        hand = evaluate(dice, wild=True)
        others = [value for value in dice if value != 2]
        assert sorted([*others, *hand.ducks]) == sorted(hand.values)
        assert len(hand.ducks) == dice.count(2)


@pytest.mark.parametrize("wild", [False, True])
def test_D6_strengths_order_all_hands_by_the_definition(wild):
    hands = FIVES + SMALLER
    reference = {d: key(best_conversion(d) if wild else d) for d in hands}
    by_strength = sorted(hands, key=lambda d: evaluate(d, wild=wild).strength)
    assert [reference[d] for d in by_strength] == sorted(reference.values())


@pytest.mark.parametrize("wild", [False, True])
def test_D6_only_hands_of_equal_values_are_equal(wild):
    for dice in FIVES + SMALLER:
        hand = evaluate(dice, wild=wild)
        # The strength is the rank and then all values, so equal strengths are equal hands.
        assert hand.strength == (RANKS.index(hand.rank), *hand.values)


def test_D6_the_252_hands_without_wilds_have_the_counted_ranks():
    # By hand. Five: 6. Four: 6 * 5 kickers. Straight: 2. Full house: 6 * 5. Three: 6 * C(5,2).
    # Two pair: C(6,2) * 4. One pair: 6 * C(5,3). No pair: C(6,5) - 2 straights. Sum 252.
    assert Counter(evaluate(dice, wild=False).rank for dice in FIVES) == {
        "five of a kind": 6,
        "four of a kind": 30,
        "straight": 2,
        "full house": 30,
        "three of a kind": 60,
        "two pair": 60,
        "one pair": 60,
        "no pair": 4,
    }


def test_D5_the_252_hands_with_wilds_have_the_counted_ranks():
    # By hand, by the number d of ducks. The other dice show one of five values: 1 3 4 5 6.
    # d=0, C(9,5) = 126 hands: five of a kind 5, four 5*4 = 20, full house 20, three
    #   5*C(4,2) = 30, two pair C(5,2)*3 = 30, pair 5*C(4,3) = 20, and 1 3 4 5 6, which is no pair.
    #   Without a 2 there is no straight.
    # d=1, 70 sets of four others: 5 quads make five of a kind, and 5*4 = 20 trips make four.
    #   C(5,2) = 10 two pairs make a full house. 5*C(4,2) = 30 pairs make three, as no straight has
    #   a pair. Of C(5,4) = 5 without a pair, 1 3 4 5 and 3 4 5 6 make a straight, the rest a pair.
    # d=2, 35 sets of three others: 5 trips make five of a kind, and 5*4 = 20 pairs make four. Of
    #   C(5,3) = 10 without a pair, 7 make a straight, within 1 to 5 (1 3 4, 1 3 5, 1 4 5, 3 4 5)
    #   or 2 to 6 (3 4 6, 3 5 6, 4 5 6). The others, 1 3 6, 1 4 6 and 1 5 6, make three of a kind.
    # d=3, 15 sets of two others: 5 pairs make five of a kind, and the other 10 make four.
    # d=4: 5 hands, all five of a kind. d=5: 1 hand, five sixes.
    assert Counter(evaluate(dice, wild=True).rank for dice in FIVES) == {
        "five of a kind": 5 + 5 + 5 + 5 + 5 + 1,
        "four of a kind": 20 + 20 + 20 + 10,
        "straight": 2 + 7,
        "full house": 20 + 10,
        "three of a kind": 30 + 30 + 3,
        "two pair": 30,
        "one pair": 20 + 3,
        "no pair": 1,
    }


def test_D5_five_ducks_are_five_sixes():
    assert evaluate((2, 2, 2, 2, 2), wild=True).values == (6, 6, 6, 6, 6)


def test_D5_ducks_take_different_values_when_that_is_best():
    assert evaluate((2, 2, 3, 4, 5), wild=True).ducks == (6, 2)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ((2, 3, 4, 5, 6), (1, 2, 3, 4, 5)),  # the higher straight
        ((1, 2, 3, 4, 5), (5, 5, 6, 6, 6)),  # a straight beats a full house
        ((1, 1, 4, 4, 4), (3, 3, 3, 6, 6)),  # trips before the pair
        ((4, 4, 4, 6, 6), (4, 4, 4, 5, 5)),  # then the pair
        ((1, 3, 3, 6, 6), (4, 4, 5, 5, 6)),  # high pair first
        ((1, 4, 4, 6, 6), (3, 3, 5, 6, 6)),  # then the low pair
        ((3, 3, 6, 6), (1, 1, 6, 6)),
        ((1, 3, 3, 6, 6), (3, 3, 6, 6)),  # a kicker is better than none
        ((4, 4), (3, 3, 5, 6)),  # the text: a pair of fours beats a pair of threes
        ((3, 3, 2), (3, 3)),  # the text, after conversion
        ((6,), (1, 3, 4, 5)),  # no pair: the highest die first
        ((4, 6), (3, 6)),
        ((1, 1), (6,)),
        ((5, 5, 5, 5), (4, 4, 4, 4, 6)),
    ],
)
def test_D6_the_better_hand_has_the_higher_strength(better, worse):
    better, worse = tuple(sorted(better)), tuple(sorted(worse))
    assert evaluate(better, wild=False).strength > evaluate(worse, wild=False).strength
