"""A process that thinks for others: `python -m players.worker`.

It reads questions from its input, each a pickled player, what that knows, and its source. It writes
the pickled moves, each behind its length in four bytes; before the first it writes how many players
there are, once it is ready. It ends with its input, and so with the process that has started it.
"""

from __future__ import annotations

import os
import pickle
import sys
from typing import Any

from players import PLAYERS

NICENESS = 10
"""By how much this process lets others go first: who clicks does not wait for who thinks."""


def main() -> None:
    """Answer until the input ends."""
    os.nice(NICENESS)
    _write(len(PLAYERS))
    while True:
        try:
            player, known, source = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our own process
        except EOFError:
            return
        _write(player.choose(known, source))


def _write(answer: Any) -> None:  # noqa: ANN401 - a move of any game
    data = pickle.dumps(answer)
    sys.stdout.buffer.write(len(data).to_bytes(4, "big") + data)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
