"""A game of Trophy Buck alone with two ducks takes few presses."""

from __future__ import annotations

from statistics import mean

from engine.core import CHANCE
from players.core import Level, know
from players.games import find_player, game
from tests.cogs.scene import offered, scene
from tests.tabletop import Dice

GAMES = 200
MOST = 13.8
"""Greatest number of presses after the lobby, on average: one for each throw and each stop."""

TROPHY = game("trophy")
DUCK = find_player("trophy", Level.NORMAL)


def count_presses(seed: int) -> int:
    """Count the presses of the first seat, played by a duck; each must be on the board."""
    dice, presses, state = Dice(seed), 0, TROPHY.start(3, {})
    while acting := TROPHY.to_act(state):
        (seat,) = acting
        if seat == CHANCE:
            move = TROPHY.chance(state).sample(dice)
        else:
            move = DUCK.choose(know(TROPHY, {}, state, seat, ()), dice)
        if seat == 0:
            assert str(move) in offered(scene("trophy", 3, state=state))
            presses += 1
        state = TROPHY.apply(state, seat, move)
    return presses


def test_a_game_with_two_ducks_takes_one_press_for_each_throw_and_each_stop():
    assert mean(map(count_presses, range(GAMES))) <= MOST
