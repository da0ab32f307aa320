"""The exact odds of an inning, compared with a search through all its rolls and moves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core import CHANCE
from engine.ducks.hands import evaluate
from engine.ducks.inning import Setup, State
from engine.ducks.odds import chance_to_win, count_empty
from players.games import game

DUCKS = game("ducks")


def win(state, to_beat):
    """Return the chance that the inning ends with a hand above `to_beat`, with the best moves."""
    if state.hands:
        (bucket,) = state.hands
        wild = state.setup.wild
        return Fraction(bool(bucket) and evaluate(bucket, wild=wild).strength > to_beat)
    if DUCKS.to_act(state) == (CHANCE,):
        outcomes = list(DUCKS.chance(state).outcomes())
        ways = sum(weight for _, weight in outcomes)
        parts = (weight * win(DUCKS.apply(state, CHANCE, m), to_beat) for m, weight in outcomes)
        return sum(parts, Fraction(0)) / ways
    return max(win(DUCKS.apply(state, 0, m), to_beat) for m in DUCKS.moves(state, 0))


@pytest.mark.parametrize("bust", [False, True])
@pytest.mark.parametrize("wild", [False, True])
@pytest.mark.parametrize("bucket", [(3, 3, 6), (2, 4, 5), (6, 6, 6)])
def test_the_chance_to_win_follows_from_the_rules(bucket, wild, bust):
    state = State(Setup(2, wild, 1, bust), 0, "rolling", 2, (), 0, bucket)
    to_beat = evaluate((5, 5, 5), wild=wild).strength
    exact = float(win(state, to_beat))
    assert chance_to_win(bucket, 2, to_beat, wild=wild, bust=bust) == pytest.approx(exact, 1e-12)


def test_a_roll_of_one_die_promotes_it_only_on_a_match():
    assert count_empty(1) == (30, 36)


@pytest.mark.parametrize("left", range(1, 6))
def test_an_empty_roll_is_counted_by_the_rules(left):
    state = State(Setup(2, True, 1, False), 0, "rolling", left)
    falls = DUCKS.chance(state).outcomes()
    empty = sum(w for m, w in falls if len(DUCKS.moves(DUCKS.apply(state, CHANCE, m), 0)) == 1)
    assert count_empty(left) == (empty, 6 ** (left + 1))
