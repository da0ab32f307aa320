"""The bot as it is run, with a clock that a test sets: `clocked.py FILE`.

FILE holds by how many seconds the clock is ahead; it is read whenever somebody asks for the time.
"""

from __future__ import annotations

import runpy
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))


def main(file: Path) -> None:
    """Run the bot until it is stopped."""
    right = time.time
    time.time = lambda: right() + float(file.read_text(encoding="ascii"))
    sys.argv = ["bot.py", "--trust-clock"]
    runpy.run_path(str(ROOT / "bot.py"), run_name="__main__")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
