"""Removes a game and a feature, and checks that all else works: `python -m tests.taken [NUMBER]`.

In a copy of the project, the folders, tests and list entries of the game and the feature are
deleted. Then the bot must start in this copy, another game must be played to its end, a person must
be exported and forgotten, and a sample of the tests that name neither of the two must pass. NUMBER
chooses one of `PAIRS`. Without a number, all pairs are tried.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.taken.away import PAIRS, take_away, try_out


def main() -> int:
    """Try each pair, or only the numbered ones; return the number of failures."""
    numbers = [int(number) for number in sys.argv[1:]] or range(len(PAIRS))
    failed = 0
    for number in numbers:
        game, feature = PAIRS[number]
        with tempfile.TemporaryDirectory() as folder:
            take_away(Path(folder), game, feature)
            said = try_out(Path(folder), game, feature)
        failed += said is not None
        print(
            f"{number}: without {game.info.key} and {feature}: {said or 'all else works'}",
            flush=True,
        )
    return failed


if __name__ == "__main__":
    sys.exit(main())
