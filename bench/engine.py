"""How fast the rules are: random play of every game on one core.

    python -m bench.engine [games] [key ...]

plays so many games (1,000 unless told) of every game, or of those named, with their default options
and four seats where four may sit. A move is one of a player or of nature: asking who is to act and
what is legal, choosing or sampling at random from a fixed seed, and applying. The house aims at
90,000 a second for the dice games, and at 10,000 games of each in under a minute.
"""

from __future__ import annotations

import random
import sys
import time
from typing import TYPE_CHECKING, Any

from engine import GAMES, game
from engine.core import CHANCE, Game

if TYPE_CHECKING:
    from collections.abc import Iterable

SEED = 1
SEATS = 4


class Seeded:
    """Randomness for `Chance.sample` that is the same on every run."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a measurement keeps no secret

    def below(self, n: int) -> int:
        """Return 0 to n - 1."""
        return self._random.randrange(n)


def play(rules: Game[Any, Any, Any], seats: int, source: Seeded) -> int:
    """Play one game at random to its end and return the number of moves, nature's included."""
    state, moves = rules.start(seats, {}), 0
    while acting := rules.to_act(state):
        seat = acting[0]
        if seat == CHANCE:
            move = rules.chance(state).sample(source)
        else:
            legal = rules.moves(state, seat)
            move = legal[source.below(len(legal))]
        state = rules.apply(state, seat, move)
        moves += 1
    return moves


def measure(rules: Game[Any, Any, Any], games: int) -> str:
    """Play many games and return a line of the table."""
    seats = min(rules.seat_range({}), key=lambda n: abs(n - SEATS))
    source, begun = Seeded(SEED), time.process_time()
    moves = sum(play(rules, seats, source) for _ in range(games))
    seconds = time.process_time() - begun
    rate = moves / seconds
    return f"{rules.info.key:<9} {seats:>5} {games:>7} {moves:>10} {seconds:>8.2f} {rate:>10,.0f}"


def main(arguments: Iterable[str]) -> None:
    """Measure the games named, or all of them."""
    words = list(arguments)
    games = int(words.pop(0)) if words and words[0].isdigit() else 1_000
    print(f"{'game':<9} {'seats':>5} {'games':>7} {'moves':>10} {'seconds':>8} {'moves/s':>10}")
    for rules in [game(key) for key in words] or GAMES:
        print(measure(rules, games), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
