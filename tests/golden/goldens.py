"""Golden playthroughs. Each is the output of a command, checked once and then committed.

A file begins with its command: `$ python -m players ducks --seats 3 --seed 7`. To add a file, write
such a line into a new file in the game's folder, and run `python -m tests.golden`.
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
    """Return the arguments of the command in a golden file's first line.

    Raises ValueError if that line is no command.
    """
    line = file.read_text(encoding="utf-8").split("\n", 1)[0]
    if not line.startswith(PROMPT):
        raise ValueError(f"{file.name} does not begin with a command")
    return shlex.split(line.removeprefix(PROMPT))


def made_anew(file: Path) -> str:
    """Run a file's command, and return the content that the file should have."""
    arguments, printed = command(file), io.StringIO()
    with contextlib.redirect_stdout(printed):
        main(arguments)
    return f"{PROMPT}{shlex.join(arguments)}\n{printed.getvalue()}"
