"""Take a game and a feature away, and see that all else goes on: `python -m tests.taken [NUMBER]`.

In a copy of the project their folders are deleted, with their tests and their lines in the lists.
Then the bot starts there, another game is played to its end, a person is exported and forgotten,
and a sample of the tests that do not name them passes. Without a number this is done for each pair
of `PAIRS`; NUMBER is that of one pair.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.taken.away import PAIRS, take_away, try_out


def main() -> int:
    """Try each pair, or the one that is named; return how many have failed."""
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
