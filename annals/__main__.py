"""Check the annals against the log, or write them anew: `python -m annals check`.

Exit status 0: they equal the log (or do now); 1: they differ; 2: the database cannot be used.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

from annals.service import Annals
from db.connection import Database
from db.errors import DatabaseError
from engine import GAMES


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m annals", description=__doc__)
    parser.add_argument("command", choices=("check", "rebuild"))
    parser.add_argument("--database", default="sqlite:///ducks.db", metavar="URL")
    chosen = parser.parse_args(arguments)
    repair = chosen.command == "rebuild"
    try:
        differences = asyncio.run(_rebuild(chosen.database, repair=repair))
    except DatabaseError as error:
        print(error, file=sys.stderr)
        return 2
    for difference in differences:
        print(difference)
    if not differences:
        print("The annals equal the log.")
    elif repair:
        print("They were written anew and equal the log now.")
    return int(bool(differences) and not repair)


async def _rebuild(url: str, *, repair: bool) -> tuple[str, ...]:
    async with await Database.open(url) as database:
        return await Annals(database, GAMES, time.time).rebuild(repair=repair)


if __name__ == "__main__":
    sys.exit(main())
