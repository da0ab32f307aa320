"""A process that thinks for others: `python -m players.thinker NICENESS`.

It reads pickled functions with their arguments from its input, calls them, and writes the pickled
results, each behind its length in four bytes. Before the first it writes how many players there
are: it is ready. It ends with its input, and so with the process that has started it; with a call
that takes more seconds of processor time than it may; and when nobody asks it for a while.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from typing import Any

from players import PLAYERS

NICENESS = 5
"""By how much such a process lets others go first: who clicks does not wait for who thinks."""

IDLE = 300.0
"""Seconds without a question after which it ends: it holds some 50 MB."""


def main() -> None:
    """Answer until the input ends."""
    os.nice(int(sys.argv[1]))
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # numpy: who thinks has one core
    _write(len(PLAYERS))
    while True:
        signal.setitimer(signal.ITIMER_REAL, IDLE)  # its signal ends the process
        try:
            limit, call, args = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our own process
        except EOFError:
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, limit)  # so does this one's
        result = call(*args)
        signal.setitimer(signal.ITIMER_PROF, 0)
        _write(result)


def _write(result: Any) -> None:  # noqa: ANN401 - of any type
    data = pickle.dumps(result)
    sys.stdout.buffer.write(len(data).to_bytes(4, "big") + data)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
