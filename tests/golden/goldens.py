"""Golden playthroughs: what a command printed when it was right.

Each file begins with its command: `$ python -m players ducks --seats 3 --seed 7`. To add one, write
that line into a new file of the game's folder and run `python -m tests.golden`.
"""

import contextlib
import io
import shlex
from pathlib import Path

from players.__main__ import main

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*/*.txt"))
PROMPT = "$ python -m players "


def command(file: Path) -> list[str]:
    """Return the arguments in the first line of a golden file; raises ValueError if it has none."""
    line = file.read_text(encoding="utf-8").split("\n", 1)[0]
    if not line.startswith(PROMPT):
        raise ValueError(f"{file.name} does not begin with a command")
    return shlex.split(line.removeprefix(PROMPT))


def made_anew(file: Path) -> str:
    """Return what the file should hold by the present rules."""
    arguments, printed = command(file), io.StringIO()
    with contextlib.redirect_stdout(printed):
        main(arguments)
    return f"{PROMPT}{shlex.join(arguments)}\n{printed.getvalue()}"
