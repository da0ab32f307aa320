"""For hosts: back up the database, restore it, and copy it from one backend to another.

    python -m db backup [--to FOLDER] [--keep NUMBER] [--database URL]
    python -m db restore FILE [--database URL]
    python -m db restored [--database URL]
    python -m db copy FROM TO

Without --database the commands use the bot's database, which DATABASE_URL names in the environment
or in `.env`. A URL on the command line must not hold a password. Set PGPASSWORD instead, or write
the password into the file ~/.pgpass.

`backup` copies an SQLite file while the bot runs. The copy goes to the folder `backups` beside the
file, and the newest 14 backups are kept. `restore` puts a backup in place of the database. After a
restore by other means, such as `pg_restore`, run `restored` before the bot starts. This closes the
tables that were open in the backup. `copy` copies all rows to a new database and compares them.
Stop the bot before `restore` and `copy`.

The exit status is 0 after success, 1 if a copy left out damaged rows, and 2 after a failure. A
failure prints one sentence that explains it.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path

from db.backends.backend import is_postgresql, path_of
from db.connection import read_database_url, typed_url
from db.copies import AHEAD, back_up, begin_anew, copy, restore
from db.errors import BadDatabaseUrl, DatabaseError

KEEP = 14
"""Number of backups that are kept by default: two weeks of daily backups."""


def main(arguments: list[str] | None = None) -> int:
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
    backup.add_argument(
        "--to", type=Path, metavar="FOLDER", help="default: `backups` beside the database"
    )
    backup.add_argument(
        "--keep", type=_count, default=KEEP, metavar="NUMBER", help="copies to keep"
    )
    back = commands.add_parser("restore", help="put a backup in place; stop the bot first")
    back.add_argument("file", type=Path, metavar="FILE", help="the backup; it is kept")
    restored = commands.add_parser("restored", help="finish a restore that was made by other means")
    for command in (backup, back, restored):
        command.add_argument(
            "--database", type=typed_url, metavar="URL", help="default: the bot's database"
        )
    move = commands.add_parser("copy", help="copy all rows to a new database; stop the bot first")
    move.add_argument(
        "source", type=typed_url, metavar="FROM", help="the URL of the database; it is kept"
    )
    move.add_argument("target", type=typed_url, metavar="TO", help="the URL of the new database")
    return parser


def _count(text: str) -> int:
    """Read a positive number; raise ArgumentTypeError for other texts."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return int(text)


def _file(url: str) -> Path:
    """Return the file of a database; raise BadDatabaseUrl for PostgreSQL."""
    if is_postgresql(url):
        raise BadDatabaseUrl(
            'PostgreSQL has its own backups: see "Use PostgreSQL" in docs/hosting.md.'
        )
    return Path(path_of(url))


def _restore(backup: Path, path: Path) -> None:
    done = restore(backup, path, datetime.now(UTC))
    print(f"{path} was restored from {backup}.")
    _tell_closed(done.closed)
    if done.aside:
        print(f"The replaced database is now {done.aside}. Delete it when you no longer need it.")


def _tell_closed(closed: int) -> None:
    print(f"The next {AHEAD:,} table numbers are skipped.")
    if closed:
        print(f"Tables closed because they were open in the backup: {closed}.")


def _copy(source: str, target: str) -> int:
    copied = asyncio.run(copy(source, target))
    for table, count in copied.counts.items():
        left_out = copied.left_out.get(table, 0)
        print(f"{table}: {count:,}" + (f", and {left_out:,} left out" if left_out else ""))
    if copied.unread:
        print(f"Texts copied with some unreadable bytes replaced: {copied.unread:,}.")
    if copied.left_out:
        print("The rows left out are damaged: the new database cannot hold them.")
    what = "All other rows" if copied.left_out else "All rows"
    print(f"{what} were copied, read back and compared.")
    return int(bool(copied.left_out))


if __name__ == "__main__":
    sys.exit(main())
