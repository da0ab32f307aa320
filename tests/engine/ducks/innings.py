"""Whole innings of Ducks in a Bucket as lists of moves."""

from players.games import game
from tests.engine.replay import replay

DUCKS = game("ducks")
ROLLED = ("roll", "dice 2 3 5 5 6 boss 5")


def begun(seats=2, *texts, **options):
    """Return a game in which seat 0 has the button, after these moves."""
    return replay(DUCKS, DUCKS.start(seats, options, first=0), *texts)


def goose_egg(white=5):
    """Return the moves of an inning that loses every die."""
    moves = ["roll"]
    for left in range(white, 0, -1):
        moves += [f"dice {' '.join('6' * left)} boss 1", "throw away"]
    return moves


def hand(*dice):
    """Return the moves of an inning that records these dice, promoted one by one."""
    moves = []
    for left, die in zip(range(5, 0, -1), dice, strict=False):
        moves += ["roll", f"dice {' '.join(str(die) * left)} boss {die}", f"promote {die}"]
    return moves if len(dice) == 5 else [*moves, "stop"]
