"""For hosts: copy the database while the bot runs, or put a copy back in its place.

    python -m db backup [--to FOLDER] [--keep NUMBER] [--database URL]
    python -m db restore FILE [--database URL]

Without --database it is the bot's, as DATABASE_URL in the environment or in `.env` names it.
Backups go to the folder `backups` beside it, and the newest 14 are kept. A restore is refused while
the bot runs.

Exit status 0: done; 2: not done, and a sentence says why.
"""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from db.backup import AHEAD, back_up, restore
from db.errors import DatabaseError
from db.settings import path_of, read_database_url

KEEP = 14
"""How many backups are kept, if nothing else is said: two weeks of daily ones."""


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says, and return the exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        path = Path(path_of(chosen.database or read_database_url()))
        if chosen.command == "backup":
            folder = chosen.to or path.parent / "backups"
            print(back_up(path, folder, chosen.keep, datetime.now(UTC)))
        else:
            _restore(chosen.file, path)
    except DatabaseError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m db")
    commands = parser.add_subparsers(dest="command", required=True)
    backup = commands.add_parser("backup", help="copy the database while the bot runs")
    backup.add_argument("--to", type=Path, metavar="FOLDER", help="instead of `backups` beside it")
    backup.add_argument("--keep", type=_count, default=KEEP, metavar="NUMBER", help="of backups")
    back = commands.add_parser("restore", help="put a backup in its place; stop the bot first")
    back.add_argument("file", type=Path, metavar="FILE", help="the backup, which stays")
    for command in (backup, back):
        command.add_argument("--database", metavar="URL", help="the bot's, unless it is named")
    return parser


def _count(text: str) -> int:
    """Read a number from 1; raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number from 1")
    return int(text)


def _restore(backup: Path, path: Path) -> None:
    done = restore(backup, path, datetime.now(UTC))
    print(f"{path} is now as {backup} was. New tables have numbers that are {AHEAD:,} higher.")
    if done.closed:
        print(f"Tables that were open then, and are closed now: {done.closed}.")
    if done.aside:
        print(f"What was there before is {done.aside}: delete it when you do not need it.")


if __name__ == "__main__":
    sys.exit(main())
