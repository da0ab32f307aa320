"""Computer players on the command line.

    python -m players verify table-12.txt     # check a transcript, with the moves of computers

Exit status: 0; 1 when a transcript is not proved fair; 2 when the command cannot be understood.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core import BadTranscript
from engine.transcript import read_file
from players.verification import verify

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m players", description="Computer players.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    check = commands.add_parser("verify", help="check a transcript with the moves of computers")
    check.add_argument("file", type=Path, metavar="FILE", help="as `/table log` hands it out")
    asked = parser.parse_args(arguments)
    try:
        with asked.file.open("rb") as opened:
            found = verify(read_file(opened))
    except (OSError, BadTranscript) as error:
        parser.error(str(error))
    print(found)
    return 0 if found.fair else 1


if __name__ == "__main__":
    sys.exit(main())
