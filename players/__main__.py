"""The games on the command line.

    python -m players ducks --seats 4 --seed 7 --option wild=off      # a random game as text
    python -m players ducks --json                                    # the same as JSON lines
    python -m players pond --position "1 1 - -/-/-/-/- -/-/-/- ?6 -"  # the moves of a position
    python -m players verify table-12.txt                             # check a transcript

Exit status: 1 if a transcript is not proved fair, 2 if the command is malformed or the file cannot
be read, else 0.
"""

from __future__ import annotations

import argparse
import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from engine.core import BadSetup, BadTranscript, RuleError
from engine.playthrough import as_json, as_text, at_position
from engine.transcript import read_file
from players.core import SeededSource
from players.games import GAMES, LOADED, game
from players.verification import verify

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.core import Game


class _Parser(argparse.ArgumentParser):
    """A parser that explains an error in one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    sys.stderr.writelines(f"{notice}\n" for notice in LOADED.notices)
    for name, reason in LOADED.reasons.items():
        sys.stderr.write(f"{name} cannot be loaded: {reason}\n")
    parser = _make_parser()
    asked = parser.parse_args(arguments)
    try:
        return _verify(asked.file) if asked.command == "verify" else _play(asked)
    except RuleError as error:
        parser.error(str(error))


def _make_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m players",
        description=(__doc__ or "").partition("\n")[0],
        epilog="`python -m players COMMAND --help` lists the options of a command.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for each in GAMES:
        _add_game(commands.add_parser(each.info.key, help=f"a random game of {each.info.title}"))
    check = commands.add_parser("verify", help="check the transcript of a table")
    check.add_argument(
        "file", type=Path, metavar="FILE", help="a transcript, as Log gives it behind Fair dice"
    )
    return parser


def _add_game(parser: argparse.ArgumentParser) -> None:
    rules = game(parser.prog.rsplit(" ", 1)[-1])
    known = ", ".join(f"{o.key}={'|'.join(c.value for c in o.choices)}" for o in rules.info.options)
    parser.add_argument("--seats", type=int, help="number of players (without it: the fewest)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the dice (without it: 1)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help=f"can be repeated; {known or 'this game has no options'}",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")
    parser.add_argument("--position", metavar="TEXT", help="show a position and its legal moves")


def _play(asked: argparse.Namespace) -> int:
    for line in _tell(game(asked.command), asked):
        print(line)
    return 0


def _tell(rules: Game[Any, Any, Any], asked: argparse.Namespace) -> Iterator[str]:
    """Return the lines of a playthrough or of a position."""
    if asked.position is not None:
        return at_position(rules, asked.position)
    options = dict(map(_read_option, asked.option))
    seats = rules.seat_range(options)[0] if asked.seats is None else asked.seats
    tell = as_json if asked.json else as_text
    return tell(rules, seats, options, SeededSource(asked.seed))


def _read_option(text: str) -> tuple[str, str]:
    """Read KEY=VALUE; raises BadSetup for any other text."""
    key, equals, value = text.partition("=")
    if not equals:
        raise BadSetup(f"Option {text!r} is not of the form KEY=VALUE.")
    return key, value


def _verify(file: Path) -> int:
    """Print the result of a check and return the exit status."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):  # a pipe would be waited for, perhaps for ever
            raise BadTranscript(f"{file} is not a file.")
        with file.open("rb") as opened:
            found = verify(read_file(opened))
    except OSError as error:
        raise BadTranscript(f"{file}: {error.strerror}") from error
    print(found)
    return 0 if found.fair else 1


def _run() -> int:
    """Run `main` and return its exit status; 0 if the reader of the output has closed it."""
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes again at exit, which would fail, too. So the output goes to `os.devnull`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


if __name__ == "__main__":
    sys.exit(_run())
