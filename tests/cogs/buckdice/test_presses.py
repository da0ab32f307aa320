"""Presses of a whole game alone with ducks."""

from __future__ import annotations

from statistics import mean

from engine.core import CHANCE
from players.games import game
from tests.tabletop import Dice

GAMES = 200
MOST = 15
LOBBY = 1
"""Presses from the command to the first board: one button adds the ducks and starts."""


def count_presses(ducks, seed):
    """Return the presses of the person in seat 0, from the command on."""
    rules, dice, presses = game("buckdice"), Dice(seed), LOBBY
    state = rules.start(1 + ducks, {})
    while acting := rules.to_act(state):
        move = rules.chance(state).sample(dice) if acting == (CHANCE,) else rules.forced(state)
        if move is None:
            move = rules.moves(state, acting[0])[0]
            presses += acting[0] == 0
        state = rules.apply(state, acting[0], move)
    return presses


def test_a_game_alone_with_ducks_takes_15_presses():
    for ducks in (1, 2):
        assert mean(count_presses(ducks, seed) for seed in range(GAMES)) <= MOST
