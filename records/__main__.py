"""For hosts: check the records against the log, write them anew, or forget somebody.

    python -m records check   [--database URL]     do the summaries equal the log?
    python -m records rebuild [--database URL]     write them anew; stop the bot for that
    python -m records forget ID [--database URL]   forget the account of that number, as
                                                  `/privacy delete` does

Exit status 0: done, or they are equal; 1: they differ; 2: the database cannot be used.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

from db.connection import Database
from db.errors import DatabaseError
from engine import GAMES
from records.service import Records


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m records")
    commands = parser.add_subparsers(dest="command", required=True)
    for command, words in (
        ("check", "do the summaries equal the log?"),
        ("rebuild", "write the summaries anew; stop the bot for that"),
        ("forget", "forget somebody, as /privacy delete does"),
    ):
        one = commands.add_parser(command, help=words)
        one.add_argument("--database", default="sqlite:///ducks.db", metavar="URL")
        if command == "forget":
            one.add_argument("person", type=int, metavar="ID")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command == "forget":
            asyncio.run(_forget(chosen.database, chosen.person))
            return 0
        return _say(chosen.database, repair=chosen.command == "rebuild")
    except DatabaseError as error:
        print(error, file=sys.stderr)
        return 2


def _say(url: str, *, repair: bool) -> int:
    """Print what differs; returns the exit status."""
    differences = asyncio.run(_rebuild(url, repair=repair))
    for difference in differences:
        print(difference)
    if not differences:
        print("The records equal the log.")
    elif repair:
        print("They were written anew and equal the log now.")
    return int(bool(differences) and not repair)


async def _rebuild(url: str, *, repair: bool) -> tuple[str, ...]:
    async with await Database.open(url) as database:
        return await Records(database, GAMES, time.time).rebuild.compare(repair=repair)


async def _forget(url: str, person_id: int) -> None:
    async with await Database.open(url) as database:
        records = Records(database, GAMES, time.time)
        await records.privacy.forget(person_id)
        swept = await records.privacy.sweep()
    print(f"Nothing in the database names the account {person_id} any more.")
    if not swept:
        print("The bot removes older copies from the database's log within the hour.")


if __name__ == "__main__":
    sys.exit(main())
