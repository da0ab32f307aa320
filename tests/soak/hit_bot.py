"""Runs the bot with a failing disk and a clock that jumps: `hit_bot.py BLOW CLOCK`.

BLOW is two numbers: `at` and `failures` of a `Blow`. CLOCK is two numbers: the seconds by which the
clock is wrong before its jump, and after it.
"""

from __future__ import annotations

import runpy
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.soak.life import Blow  # noqa: E402

_LATER = 1.5
"""Seconds after the start at which the clock jumps."""


def main(blow: Blow, first: float, then: float) -> None:
    """Run the bot until it is killed or stopped."""
    right, begun = time.time, time.monotonic()
    time.time = lambda: right() + (first if time.monotonic() < begun + _LATER else then)
    blow.prepare(early=True)
    sys.argv = ["bot.py", "--trust-clock"]
    runpy.run_path(str(ROOT / "bot.py"), run_name="__main__")


if __name__ == "__main__":
    at, failures, *clock = sys.argv[1:]
    main(Blow(int(at), int(failures), early=True), *map(float, clock))
