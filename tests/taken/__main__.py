"""Take a game and a feature away, and see that all else works: `python -m tests.taken [NUMBER]`.

In a copy of the project, their folders, their tests and their lines in the lists are deleted. Then
the bot must start there, another game must be played to its end, a person exported and forgotten,
and a sample of the tests that do not name them must pass. NUMBER chooses one of `PAIRS`; without
it, all pairs are tried.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.taken.away import PAIRS, take_away, try_out


def main() -> int:
    """Try each pair, or the numbered one; return the number of failures."""
    numbers = [int(number) for number in sys.argv[1:]] or range(len(PAIRS))
    failed = 0
    for number in numbers:
        game, feature = PAIRS[number]
        with tempfile.TemporaryDirectory() as folder:
            take_away(Path(folder), game, feature)
            said = try_out(Path(folder), game, feature)
        failed += said is not None
        print(
            f"{number}: without {game.info.key} and {feature}: {said or 'all else goes on'}",
            flush=True,
        )
    return failed


if __name__ == "__main__":
    sys.exit(main())
