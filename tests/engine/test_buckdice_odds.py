"""The exact odds of one turn of Buck Dice, worked out by hand and computed with the engine.

By hand: of 216 throws, `one` is the number that add 1 point, `two` that add 2, `little` that add 5,
`big` that are a big buck, and `none` that score nothing and pass the dice. At a score s, void(s)
throws would pass 15. They are thrown again, so 216 - void(s) throws count. Let f(s) be the
chance that the thrower reaches s and throws from there (f(0) = 1). Then

    f(s) = one f(s-1) / (216 - void(s-1)) + two f(s-2) / (216 - void(s-2))  [+ little .., pot only]

and the turn ends

- at s < 15 with the chance f(s) none / (216 - void(s)) by a throw that scores nothing,
- at 15 with the chance f(15),
- by a big buck with the sum of f(s) big / (216 - void(s)) over all s.

In the classic game a little buck ends the turn as well.
"""

from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from engine.buckdice import BuckDice, State
from engine.buckdice.dice import ThrowDice, score
from engine.buckdice.opening import Opening

GAME = BuckDice()

# Exactly one point number: 3 * 25 throws, two: 3 * 5, three: 1, three equal others: 5.
CLASSIC = {"one": 75, "two": 15, "little": 5, "big": 1, "none": 120}

# Pot. Two point numbers or three equal others: 15 + 5 little bucks. One point number scores two if
# the other two dice add up to it: 4 as 13 31 22, 5 as 14 41 23 32, 6 as 15 51 24 42 33, each in
# three places. The rest of the 75 score one. Of the 125 throws without a point number, those in
# which two or three dice add up to the point number score one, except three equal dice. Two given
# values are in 125 - 2 * 64 + 27 = 24 throws if they differ, and in 3 * 4 = 12 if they are equal.
# Sums of three dice are 112 in 3 throws, 113 in 3, 122 in 3, 114 in 3, 123 in 6.
# 4: 13, 22, 112: 24 + 12 + 3 = 39.   5: 14, 23, 113, 122: 24 + 24 + 3 + 3 = 54.
# 6: 15, 24, 33, 114, 123: 24 + 24 + 12 + 3 + 6 = 69.
POT = {
    4: {"one": 75 - 9 + 39, "two": 9, "little": 20, "big": 1, "none": 120 - 39},
    5: {"one": 75 - 12 + 54, "two": 12, "little": 20, "big": 1, "none": 120 - 54},
    6: {"one": 75 - 15 + 69, "two": 15, "little": 20, "big": 1, "none": 120 - 69},
}


def live(ways: dict[str, int], s: int) -> dict[str, Fraction]:
    """Return the chance of each result at a score, with void throws thrown again."""
    adds = {"one": 1, "two": 2, "little": 5, "big": 0, "none": 0}
    kept = {way: n for way, n in ways.items() if s + adds[way] <= 15}
    return {way: Fraction(kept.get(way, 0), sum(kept.values())) for way in ways}


def near_the_end(s: int) -> dict[str, Fraction]:
    """Return the chances in thirteen-fourteen: two dice are thrown at 13, and one die at 14."""
    if s == 13:
        one, two, none = Fraction(10, 36), Fraction(1, 36), Fraction(25, 36)
    elif s == 14:
        one, two, none = Fraction(1, 6), Fraction(0), Fraction(5, 6)
    else:
        return live(CLASSIC, s)
    return {"one": one, "two": two, "little": Fraction(0), "big": Fraction(0), "none": none}


def by_hand(chances, little_goes_on: bool) -> dict:
    """Return the chance of each ending, a score or "big buck", by the recurrence above."""
    f, ends = defaultdict(Fraction), defaultdict(Fraction)
    f[0] = Fraction(1)
    for s in range(15):
        at = {way: f[s] * chance for way, chance in chances(s).items()}
        f[s + 1] += at["one"]
        f[s + 2] += at["two"]
        (f if little_goes_on else ends)[s + 5] += at["little"]
        ends[s] += at["none"]
        ends["big buck"] += at["big"]
    ends[15] += f[15]
    return {end: chance for end, chance in ends.items() if chance}


def throws(game: str, point: int, s: int) -> dict:
    """Return how many of the engine's throws at a score lead to each pair ("on" or "end", result).

    "on" means that the turn goes on. The result is the new score or "big buck".
    """
    opening = Opening("done", (), first=0, point=point)
    state = GAME.apply(State(game, opening, (s, 3, 3), (0, 0, 0)), 0, GAME.parse("throw"))
    ways = Counter()
    for dice, weight in GAME.chance(state).outcomes():
        after = GAME.apply(state, -1, dice)
        big = bool(after.left) and after.left[0].by == "big buck"
        on = not after.left and after.thrower == 0
        ways["on" if on else "end", "big buck" if big else after.scores[0]] += weight
    return ways


def folded(game: str, point: int) -> dict:
    """Return the chance of each ending, from all outcomes of the engine except void throws."""
    here, ends = defaultdict(Fraction), defaultdict(Fraction)
    here[0] = Fraction(1)
    for s in range(15):
        ways = throws(game, point, s)
        ways.pop(("on", s), None)
        for (goes, to), weight in ways.items():
            (here if goes == "on" else ends)[to] += here[s] * Fraction(weight, sum(ways.values()))
    return {end: chance for end, chance in ends.items() if chance}


@pytest.mark.parametrize("point", range(1, 7))
def test_a_turn_of_classic_ends_with_the_chances_by_hand(point):
    expected = by_hand(lambda s: live(CLASSIC, s), little_goes_on=False)
    assert folded("classic", point) == expected


@pytest.mark.parametrize("point", range(1, 7))
def test_a_turn_of_thirteen_fourteen_ends_with_the_chances_by_hand(point):
    assert folded("thirteen-fourteen", point) == by_hand(near_the_end, little_goes_on=False)


@pytest.mark.parametrize("point", [4, 5, 6])
def test_a_turn_of_pot_ends_with_the_chances_by_hand(point):
    expected = by_hand(lambda s: live(POT[point], s), little_goes_on=True)
    assert folded("pot", point) == expected


@pytest.mark.parametrize(("game", "point"), [("classic", 3), ("thirteen-fourteen", 3), ("pot", 5)])
def test_a_turn_always_ends(game, point):
    assert sum(folded(game, point).values()) == 1


def test_a_turn_of_classic_without_a_point_has_the_chance_by_hand():
    # Neither a point number nor three of a kind: (125 - 5) / 216.
    assert folded("classic", 1)[0] == Fraction(120, 216)


def test_five_points_in_a_turn_of_classic_are_mostly_a_little_buck():
    # A little buck at once has 5/216. The other way is five points throw by throw, then a miss.
    # With a = 75/216 and b = 15/216, the orders of ones and twos that make five have the chance
    # a^5 + 4 a^3 b + 3 a b^2.
    a, b = Fraction(75, 216), Fraction(15, 216)
    thrown = (a**5 + 4 * a**3 * b + 3 * a * b**2) * Fraction(120, 216)
    assert folded("classic", 1)[5] == Fraction(5, 216) + thrown


def test_one_point_in_a_turn_of_pot_at_point_number_4_has_the_chance_by_hand():
    # One of the 105 throws that score one, then one of the 81 that score nothing.
    assert folded("pot", 4)[1] == Fraction(105, 216) * Fraction(81, 216)


@pytest.mark.parametrize("point", [4, 5, 6])
def test_throws_of_pot_score_as_counted_by_hand(point):
    ways = Counter()
    for dice, weight in ThrowDice(3).outcomes():
        worth = score("pot", point, dice.values)
        ways["big" if worth.kind == "big buck" else worth.points] += weight
    names = {"one": 1, "two": 2, "little": 5, "big": "big", "none": 0}
    assert ways == {names[way]: n for way, n in POT[point].items()}


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_throws_are_weighted_by_the_number_of_their_orders(dice):
    class Fixed:
        def below(self, n):
            assert n == 6**dice
            return self.value

    source, sampled = Fixed(), Counter()
    for source.value in range(6**dice):
        sampled[ThrowDice(dice).sample(source)] += 1
    assert sampled == dict(ThrowDice(dice).outcomes())
