"""Counts the presses of two people who play like normal ducks."""

from __future__ import annotations

from collections import Counter
from statistics import mean

import pytest

from engine.core import CHANCE
from players.core import Level, know
from players.games import find_player, game
from tests.cogs.scene import offered, scene
from tests.tabletop import Dice

DUCKS = game("ducks")
NORMAL = find_player("ducks", Level.NORMAL)
GAMES = 100

OPENING = 2
"""The opener's presses from `/play` to the first dice: the game, then Start. The other joins."""


@pytest.mark.heavy
def test_a_game_for_two_takes_fifteen_presses_each_on_average_and_at_most_eighteen():
    counted = [OPENING + presses for seed in range(GAMES) for presses in count_presses(seed)]
    assert mean(counted) <= 15
    assert max(counted) <= 18


def count_presses(seed: int) -> list[int]:
    """Return each player's presses in one game: one for each move that is not forced."""
    dice, pressed, state = Dice(seed), Counter[int](), DUCKS.start(2, {})
    while acting := DUCKS.to_act(state):
        (seat,) = acting
        if seat == CHANCE:
            move = DUCKS.chance(state).sample(dice)
        elif (move := DUCKS.forced(state)) is None:
            move = NORMAL.choose(know(DUCKS, {}, state, seat, ()), dice)
            assert str(move) in offered(scene("ducks", 2, state=state))
            pressed[seat] += 1
        state = DUCKS.apply(state, seat, move)
    return [pressed[0], pressed[1]]
