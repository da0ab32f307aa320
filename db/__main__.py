"""For hosts: copies of the database, and from one engine to the other.

    python -m db backup [--to FOLDER] [--keep NUMBER] [--database URL]
    python -m db restore FILE [--database URL]
    python -m db restored [--database URL]
    python -m db copy FROM TO

Without --database it is the bot's, as DATABASE_URL in the environment or in `.env` names it. A URL
on the command line holds no password: PGPASSWORD or the file ~/.pgpass has it.
`backup` copies a file of SQLite while the bot runs, to the folder `backups` beside it, where the
newest 14 are kept. `restore` puts such a copy back, while the bot is stopped. Who has restored a
database by other means, as by `pg_restore`, calls `restored` before the bot starts: tables that
were open are closed. `copy` moves everything from one database to another, new one, while the bot
is stopped, and compares all rows.

Exit status 0: done; 1: copied, but damaged rows are left out; 2: not done, and a sentence says why.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path

from db.connection import read_database_url, typed_url
from db.copies import AHEAD, back_up, begin_anew, copy, restore
from db.engines.engine import is_postgresql, path_of
from db.errors import BadDatabaseUrl, DatabaseError

KEEP = 14
"""How many backups are kept, if nothing else is said: two weeks of daily ones."""


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says, and return the exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        if chosen.command == "copy":
            return _copy(chosen.source, chosen.target)
        url = chosen.database or read_database_url()
        if chosen.command == "restored":
            _tell_closed(asyncio.run(begin_anew(url, 0, datetime.now(UTC).timestamp())))
        elif chosen.command == "backup":
            path = _file(url)
            folder = chosen.to or path.parent / "backups"
            print(back_up(path, folder, chosen.keep, datetime.now(UTC)))
        else:
            _restore(chosen.file, _file(url))
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
    restored = commands.add_parser("restored", help="after a restore by other means")
    for command in (backup, back, restored):
        command.add_argument(
            "--database", type=typed_url, metavar="URL", help="the bot's, unless it is named"
        )
    move = commands.add_parser("copy", help="copy all to a new database; stop the bot first")
    move.add_argument(
        "source", type=typed_url, metavar="FROM", help="the URL of the database; it stays"
    )
    move.add_argument("target", type=typed_url, metavar="TO", help="the URL of the new one")
    return parser


def _count(text: str) -> int:
    """Read a number from 1; raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number from 1")
    return int(text)


def _file(url: str) -> Path:
    """Return the file of a database; raises BadDatabaseUrl."""
    if is_postgresql(url):
        raise BadDatabaseUrl(
            'PostgreSQL has its own backups: see "Use PostgreSQL" in docs/hosting.md.'
        )
    return Path(path_of(url))


def _restore(backup: Path, path: Path) -> None:
    done = restore(backup, path, datetime.now(UTC))
    print(f"{path} is now as {backup} was.")
    _tell_closed(done.closed)
    if done.aside:
        print(f"What was there before is {done.aside}: delete it when you do not need it.")


def _tell_closed(closed: int) -> None:
    print(f"New tables have numbers that are {AHEAD:,} higher.")
    if closed:
        print(f"Tables that were open then, and are closed now: {closed}.")


def _copy(source: str, target: str) -> int:
    """Copy, and return the exit status."""
    copied = asyncio.run(copy(source, target))
    for table, count in copied.counts.items():
        left_out = copied.left_out.get(table, 0)
        print(f"{table}: {count:,}" + (f", and {left_out:,} left out" if left_out else ""))
    if copied.unread:
        print(f"Texts that hold what is no text, copied without that: {copied.unread:,}.")
    if copied.left_out:
        print("What is left out is damaged, so that it cannot be held there.")
    what = "All other rows" if copied.left_out else "All rows"
    print(f"{what} were copied, read back and compared.")
    return int(bool(copied.left_out))


if __name__ == "__main__":
    sys.exit(main())
