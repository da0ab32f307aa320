"""For hosts: check the annals against the log, write them anew, or forget somebody.

    python -m annals check   [--database URL]     do the summaries equal the log?
    python -m annals rebuild [--database URL]     write them anew; stop the bot for that
    python -m annals forget ID [--database URL]   forget the account of that number, as
                                                  `/privacy delete` does

Without --database it is the bot's, as DATABASE_URL in the environment or in `.env` names it. A
database is neither made nor migrated: that is for the bot.

Exit status 0: done, or they are equal; 1: they differ; 2: the database cannot be used.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

from annals.service import Annals
from db.connection import Database
from db.errors import DatabaseError
from db.settings import read_database_url
from engine import GAMES


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m annals")
    commands = parser.add_subparsers(dest="command", required=True)
    for command, words in (
        ("check", "do the summaries equal the log?"),
        ("rebuild", "write the summaries anew; stop the bot for that"),
        ("forget", "forget somebody, as /privacy delete does"),
    ):
        one = commands.add_parser(command, help=words)
        one.add_argument("--database", metavar="URL", help="the bot's, unless it is named")
        if command == "forget":
            one.add_argument("person", type=int, metavar="ID")
    chosen = parser.parse_args(arguments)
    try:
        url = chosen.database or read_database_url()
        if chosen.command == "forget":
            asyncio.run(_forget(url, chosen.person))
            return 0
        return _say(url, repair=chosen.command == "rebuild")
    except DatabaseError as error:
        print(error, file=sys.stderr)
        return 2


def _say(url: str, *, repair: bool) -> int:
    """Print what differs; returns the exit status."""
    differences = asyncio.run(_rebuild(url, repair=repair))
    for difference in differences:
        print(difference)
    if not differences:
        print("The annals equal the log.")
    elif repair:
        print("They were written anew and equal the log now.")
    return int(bool(differences) and not repair)


async def _rebuild(url: str, *, repair: bool) -> tuple[str, ...]:
    async with await Database.open(url, existing=True) as database:
        return await Annals(database, GAMES, time.time).rebuild(repair=repair)


async def _forget(url: str, person_id: int) -> None:
    async with await Database.open(url, existing=True) as database:
        annals = Annals(database, GAMES, time.time)
        await annals.forget(person_id)
        swept = await annals.sweep()
    print(f"Nothing in the database names the account {person_id} any more.")
    if not swept:
        print("The bot removes older copies from the database's log within the hour.")


if __name__ == "__main__":
    sys.exit(main())
