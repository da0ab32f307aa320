"""Counts the presses of a person who plays The Bucket King alone with ducks, as a duck would."""

from __future__ import annotations

from itertools import count
from typing import Any

from engine.buckets.moves import Auto, Confirm
from engine.buckets.state import Building
from engine.core import CHANCE
from players.core import Level, know
from players.games import find_player
from tables.model.table import Table
from tests.cogs.buckets.messages import GAME, alone, at, board, offered, ways
from tests.tabletop import Dice

SEATS = 3
DUCK = find_player("buckets", Level.NORMAL)


def count_presses(seed: int) -> int:
    """Count the presses of a game on the board, from the first bucket to the last."""
    dice, presses = Dice(seed), 0
    state = GAME.start(SEATS, {})
    while acting := GAME.to_act(state):
        seat, forced = acting[0], GAME.forced(state)
        if seat == CHANCE:
            move = GAME.chance(state).sample(dice)
        elif forced is not None:
            move = forced
        elif seat == 0 and len(moves := GAME.moves(state, 0)) == 1:  # made without a press
            (move,) = moves
        else:
            move = choose(state, seat, dice)
            presses += 0 if seat else count_taps(alone(at(state)), str(move))
        state = GAME.apply(state, seat, move)
    return presses


def choose(state: Any, seat: int, dice: Dice) -> Any:
    """Return the normal duck's move; a pyramid is built with one press."""
    if isinstance(state.stage, Building):
        return Auto() if Auto() in GAME.moves(state, seat) else Confirm()
    return DUCK.choose(know(GAME, {}, state, seat, ()), dice)


def count_taps(table: Table, move: str) -> int:
    """Return the fewest presses on a board that make a move."""
    seen, pages = {""}, [""]
    for taps in count(1):
        if any(move in offered(board(table, focus)) for focus in pages):
            return taps
        found = {way for focus in pages for way in ways(board(table, focus))}
        pages = sorted(found - seen)
        seen |= found
        assert pages, f"no press makes {move}"
    raise AssertionError
