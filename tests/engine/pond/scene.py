"""Sheets set up by a position line, and moves on them as texts."""

from __future__ import annotations

import random

from engine.core import CHANCE
from engine.pond import Pond

POND = Pond()
EMPTY_ROWS = "-/-/-/-/-"
OPEN_SETS = "-/-/-/-"


def at(day, dice, *, rows=EMPTY_ROWS, sets=OPEN_SETS, sunny="-", spent="-", who="1"):
    """Return the state of a position, given by the fields of `engine.pond.position`."""
    return POND.from_position(f"{who} {day} {sunny} {rows} {sets} {dice or '-'} {spent}")


def play(state, *texts):
    """Make moves, each for the seat that is to act."""
    for text in texts:
        (seat,) = POND.to_act(state)
        state = POND.apply(state, seat, POND.parse(text))
    return state


def legal(state):
    """Return the texts of the legal moves."""
    acting = POND.to_act(state)
    return {str(move) for seat in acting for move in POND.moves(state, seat)}


def look(state):
    return POND.view(state, None)


def row(state, key):
    return next(row for row in look(state).rows if row.key == key)


def right(state, key):
    return next(kind for kind in look(state).sets if kind.key == key)


def points(state, seat=0):
    return look(state).scores[seat].total


class Dice:
    """A source of chance from a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def below(self, n):
        return self.random.randrange(n)


def random_game(seed, seats=1):
    """Play a random game. Yield every state with the seat and the move that follow."""
    dice = Dice(seed)
    state = POND.start(seats, {})
    while acting := POND.to_act(state):
        (seat,) = acting
        if seat == CHANCE:
            move = POND.chance(state).sample(dice)
        else:
            moves = POND.moves(state, seat)
            move = moves[dice.below(len(moves))]
        yield state, seat, move
        state = POND.apply(state, seat, move)
    yield state, None, None
