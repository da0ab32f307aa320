"""Luck is exact. Means and variances are compared with sums by hand, enumeration and games."""

import dataclasses
import math
import random
from collections import Counter

import pytest

from engine.buckdice.dice import ThrowDice
from engine.buckets.cards import DECK
from engine.buckets.draws import DealHand, DrawCard
from engine.core import CHANCE, Transition
from engine.ducks import RollDice as DucksRoll
from engine.pond.rolls import RollDice as PondRoll
from engine.trophy.dice import FULL_BAG, NONE, DrawAndRoll
from players import luck
from players.core import FinishedGame, Meter, Roll
from players.games import GAMES, KITS, find_kit, game
from players.luck import (
    _enumerate,
    compute_moments,
    measure_luck,
    measures,
    warm_up,
)
from tests.tabletop import Dice


def moments(key, chance, context=()):
    """Return mean and variance of each measure, in the order of the measures."""
    means, variances = compute_moments(find_kit(key).meter, Roll(0, chance, context))
    return list(zip(means, variances, strict=True))


@pytest.mark.parametrize("white", range(1, 6))
def test_each_white_die_equals_the_boss_with_a_chance_of_one_in_six(white):
    mean, variance = moments("ducks", DucksRoll(white))[1]
    # For a given Boss, the dice are independent, and the chance is the same for every Boss.
    assert (mean, variance) == pytest.approx((white / 6, white * 5 / 36))


def test_a_single_die_can_be_promoted_with_a_chance_of_one_in_six():
    mean, variance = moments("ducks", DucksRoll(1))[0]
    assert (mean, variance) == pytest.approx((1 / 6, 5 / 36))


def test_startles_of_a_full_bag():
    mean, _ = moments("trophy", DrawAndRoll(FULL_BAG, NONE))[0]
    # Three of twelve dice: 5 brown with one Startle, 4 white with two, 3 others with three.
    assert mean == pytest.approx(3 / 12 * (5 * 1 + 4 * 2 + 3 * 3) / 6)


def test_points_of_a_full_bag():
    mean, _ = moments("trophy", DrawAndRoll(FULL_BAG, NONE))[1]
    assert mean == pytest.approx(3 / 12 * (5 * 3 * 2 + 4 * 2 * 4 + 2 * 1 * 6 + 1 * 1 * 8) / 6)


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_point_numbers_of_a_throw(dice):
    mean, variance = moments("buckdice", ThrowDice(dice), ("classic", 4))[0]
    assert (mean, variance) == pytest.approx((dice / 6, dice * 5 / 36))


def test_one_throw_in_36_is_a_buck():
    mean, _ = moments("buckdice", ThrowDice(3), ("classic", 4))[1]
    assert mean == pytest.approx(6 / 216)


@pytest.mark.parametrize("dice", range(1, 7))
def test_pips_of_a_roll(dice):
    mean, variance = moments("pond", PondRoll(dice))[0]
    assert (mean, variance) == pytest.approx((3.5 * dice, dice * 35 / 12))


def test_three_dice_are_alike_with_a_chance_of_one_in_36():
    assert moments("pond", PondRoll(3))[1][0] == pytest.approx(6 / 216)


def test_a_card_of_the_full_pile_is_worth_four_and_a_half():
    assert moments("buckets", DrawCard(0, DECK))[0][0] == pytest.approx(4.5)


@pytest.mark.parametrize("chance", [DealHand(0, DECK[:9], 4), DealHand(0, DECK[10:15], 5),
                                    DrawCard(0, DECK[3:12])])  # fmt: skip
def test_the_formula_for_hands_equals_enumeration(chance):
    meter = find_kit("buckets").meter
    fell = [(meter.read_values((), move)[0], ways) for move, ways in chance.outcomes()]
    ways = sum(weight for _, weight in fell)
    mean = sum(value * weight for value, weight in fell) / ways
    variance = sum(value * value * weight for value, weight in fell) / ways - mean**2
    assert moments("buckets", chance)[0] == pytest.approx((mean, variance))


def played(rules, seed):
    """Play a whole game with random moves, or default moves in The Bucket King; return the game."""
    dice, choose = Dice(seed), random.Random(seed)
    options = rules.options({"two_hunters": "on"} if rules.info.key == "trophy" else {})
    seats = max(2, rules.info.min_seats)
    state, transitions = rules.start(seats, options), []
    while acting := rules.to_act(state):
        seat = acting[0]
        if seat == CHANCE:
            move = rules.chance(state).sample(dice)
        elif rules.info.key == "buckets":
            move = rules.default(state, seat)
        else:
            move = choose.choice([m for m in rules.moves(state, seat) if str(m) != "undo"])
        after = rules.apply(state, seat, move)
        transitions.append(Transition(state, seat, move, after))
        state = after
    return FinishedGame(rules, options, tuple(transitions), rules.outcome(state), frozenset())


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_every_measure_of_every_game_counts_something(rules):
    sums = Counter()
    for seed in range(3):
        for one in measure_luck(played(rules, seed)):
            sums[one.measure] += one.times
    assert set(sums) == {measure.key for measure in measures(rules.info.key)}


@pytest.mark.parametrize("key", ["ducks", "trophy", "buckdice"])
def test_the_sigmas_fit_played_games(key):
    """Luck is a martingale: squared deviations add up to the variances, on average."""
    off, squares, variances = Counter(), Counter(), Counter()
    for seed in range(300):
        for sums in measure_luck(played(game(key), seed)):
            if sums.seat == 0:
                off[sums.measure] += sums.actual - sums.expected
                squares[sums.measure] += (sums.actual - sums.expected) ** 2
                variances[sums.measure] += sums.variance
    for measure, variance in variances.items():
        assert abs(off[measure]) < 4 * math.sqrt(variance)
        assert 0.75 < squares[measure] / variance < 1.35


@pytest.mark.parametrize("key", ["ducks", "pond"])
def test_rolls_that_every_game_has_are_computed_beforehand(key):
    _enumerate.cache_clear()
    warm_up()
    before = _enumerate.cache_info().misses
    assert measure_luck(played(game(key), 5))
    assert _enumerate.cache_info().misses == before


def test_a_faulty_meter_does_not_keep_others_from_being_computed(monkeypatch, caplog):
    class Faulty(Meter):
        precomputed = (None,)

    others = [kit for kit in KITS if kit.meter]
    faulty = dataclasses.replace(others[0], meter=Faulty())
    monkeypatch.setattr(luck, "KITS", (faulty, *others))
    _enumerate.cache_clear()
    warm_up()
    assert _enumerate.cache_info().currsize == sum(len(kit.meter.precomputed) for kit in others)
    assert f"the odds of {faulty.key} cannot be computed" in caplog.text


def test_a_roll_counts_for_the_seat_that_made_it():
    rules = game("pond")
    finished = played(rules, 1)
    rolls = Counter()
    for made in finished.transitions:
        if made.seat == CHANCE and str(made.move).startswith("roll"):
            rolls[rules.view(made.before, None).seat] += 1
    assert {s.seat: s.times for s in measure_luck(finished) if s.measure == "pips"} == dict(rolls)


def test_a_game_without_measures_has_no_luck():
    assert measures("chess") == ()
