"""Ruling D1 and the odds of rolls, checked on every ordered roll of six dice."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from engine.ducks import Fall, RollDice, promotable


def sums(dice):
    """Return, for each sum, the multisets of two or more of the dice that make it."""
    made = {}
    for mask in range(1 << len(dice)):
        some = tuple(sorted(die for i, die in enumerate(dice) if mask >> i & 1))
        if len(some) >= 2:
            made.setdefault(sum(some), set()).add(some)
    return made


@pytest.mark.parametrize("white", [1, 2, 3, 4, 5])
def test_D1_every_ordered_roll_has_its_promotable_sets(white):
    # 6^(white + 1) rolls; for five white dice all 46,656.
    for dice in product(range(1, 7), repeat=white):
        adding = sums(dice)
        for boss in range(1, 7):
            matching = {(boss,) * n for n in range(1, dice.count(boss) + 1)}
            found = promotable(tuple(sorted(dice)), boss)
            assert len(found) == len(set(found))
            assert set(found) == matching | adding.get(boss, set())


@pytest.mark.heavy
def test_all_first_rolls_have_the_counted_numbers_of_promotable_sets():
    # The number of ordered rolls that allow 0, 1, 2 ... different sets, counted from all subsets.
    counts = Counter()
    for dice in product(range(1, 7), repeat=5):
        adding = sums(dice)
        for boss in range(1, 7):
            counts[dice.count(boss) + len(adding.get(boss, ()))] += 1
    found = Counter()
    for fall, weight in RollDice(5).outcomes():
        found[len(promotable(fall.dice, fall.boss))] += weight
    assert found == counts
    assert found == {0: 8948, 1: 17492, 2: 14730, 3: 5180, 4: 300, 5: 6}


def stuck_dice(boss):
    """Count the ordered rolls of five white dice that allow nothing under this Boss."""
    return sum(
        all(
            sum(die for i, die in enumerate(dice) if mask >> i & 1) != boss for mask in range(1, 32)
        )
        for dice in product(range(1, 7), repeat=5)
    )


@pytest.mark.heavy
def test_the_chance_of_no_promotion_on_the_first_roll_is_as_counted():
    # Nothing can be promoted when no die shows the Boss and no set of dice adds up to it.
    # Ordered rolls of five white dice, by hand. k is the number of 1s, and [x y]^n is the number of
    # ways in which n dice show only x and y:
    # Boss 1: no 1: 5^5 = 3125.
    # Boss 2: no 2, and at most one 1: 4^5 + 5 * 4^4 = 2304.
    # Boss 3: no 3. k=0: [2 4 5 6]^5 = 1024. With 1s there is no 2: k=1: 5 * 3^4 = 405;
    #   k=2: 10 * 3^3 = 270. Sum 1699.
    # Boss 4: no 4. k=0: at most one 2: 3^5 + 5 * 3^4 = 648. With 1s there is no 3: k=1, at most
    #   one 2: 5 * (2^4 + 4 * 2^3) = 240; k=2, no 2: 10 * 2^3 = 80; k=3, no 2: 10 * 2^2 = 40.
    #   Sum 1008.
    # Boss 5: no 5. k=0: not both 2 and 3: 3^5 + 3^5 - 2^5 = 454. With 1s there is no 4:
    #   k=1: [3 6]^4 or one 2 and 6s: 5 * (16 + 4) = 100; k=2: 6s and at most one 2:
    #   10 * (1 + 3) = 40; k=3 and k=4: 6s: 10 + 5. Sum 609.
    # Boss 6: no 6. k=0: at most one 3, at most two 2s, not both 2 and 4: without 2s
    #   2^5 + 5 * 2^4 = 112; with one 2: 5 * (1 + 4) = 25; with two: 10 * (1 + 3) = 40. k=1: 4s and
    #   at most one 3: 5 * (1 + 4) = 25. k=2 to 4: none. k=5: 1. Sum 203.
    by_hand = [3125, 2304, 1699, 1008, 609, 203]
    assert [stuck_dice(boss) for boss in range(1, 7)] == by_hand
    by_engine = sum(
        weight for fall, weight in RollDice(5).outcomes() if not promotable(fall.dice, fall.boss)
    )
    assert Fraction(by_engine, 6**6) == Fraction(sum(by_hand), 6**6) == Fraction(2237, 11664)


@pytest.mark.parametrize(
    ("dice", "boss", "sets"),
    [
        # The four pictures of the rule text, with the dice that the text names.
        ((2, 3, 5, 5), 5, {(5,), (5, 5), (2, 3)}),
        ((1, 1, 2), 2, {(2,), (1, 1)}),
        ((1, 1, 2, 2), 6, {(1, 1, 2, 2)}),
        ((3, 3, 5, 6, 6), 2, set()),
        # Several sets, and sums of three or more dice.
        ((1, 2, 3, 6, 6), 6, {(6,), (6, 6), (1, 2, 3)}),
        ((1, 1, 1, 1, 1), 5, {(1, 1, 1, 1, 1)}),
    ],
)
def test_D1_the_boss_permits_matches_and_sums(dice, boss, sets):
    assert set(promotable(dice, boss)) == sets


def test_D1_a_match_and_a_sum_cannot_be_combined():
    assert (2, 3, 5, 5) not in promotable((2, 3, 5, 5), 5)


@pytest.mark.parametrize("white", [1, 2, 3, 4, 5])
def test_C3_rolls_are_weighted_by_the_number_of_their_orders(white):
    ordered = Counter(
        Fall(tuple(sorted(dice)), boss)
        for dice in product(range(1, 7), repeat=white)
        for boss in range(1, 7)
    )
    assert dict(RollDice(white).outcomes()) == ordered


class Counting:
    """A source that draws the digits of a number. All numbers together give each roll once."""

    def __init__(self, number):
        self.number = number

    def below(self, n):
        self.number, digit = divmod(self.number, n)
        return digit


def test_C3_every_ordered_roll_is_sampled_exactly_once():
    sampled = Counter(RollDice(3).sample(Counting(number)) for number in range(6**4))
    assert sampled == dict(RollDice(3).outcomes())
