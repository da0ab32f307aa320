"""For hosts: forget a person, compute dailies anew, tidy the file.

    python -m records forget ID [--database URL]   forget the account with this id, as
                                                   `/privacy` does
    python -m records keep-dailies FOLDER [--database URL]
                                                   write what the boards of dailies follow from
    python -m records daily FOLDER                 print the boards of dailies from it alone
    python -m records compact  [--database URL]    write the file anew, so that nothing of forgotten
                                                   people is left in it; stop the bot first

Without --database it is the bot's, as DATABASE_URL in the environment or in `.env` names it. A
database is neither created nor migrated: that is for the bot.

Exit status 0: done; 1: a daily is not what the folder says, or somebody else uses the file; 2: the
database cannot be used.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import sys
import time
from pathlib import Path
from typing import Final

from db.connection import Database, read_database_url, typed_url
from db.errors import DatabaseError
from db.query import Query
from players.games import GAMES
from records.daily.folder import BadFolder, print_boards, read_folder, write_folder
from records.daily.service import read_graded
from records.service import Records
from tables.model.challenge import add_days, first_open
from tables.service import Tables


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m records")
    commands = parser.add_subparsers(dest="command", required=True)
    for command, words in (
        ("forget", "forget a person, as /privacy does"),
        ("compact", "write the file anew after people were forgotten; stop the bot first"),
        ("keep-dailies", "write what the boards of dailies follow from into a folder"),
        ("daily", "print the boards of dailies from such a folder alone"),
    ):
        one = commands.add_parser(command, help=words)
        if command in {"keep-dailies", "daily"}:
            one.add_argument("folder", type=Path, metavar="FOLDER")
        if command != "daily":
            one.add_argument(
                "--database", type=typed_url, metavar="URL", help="the bot's, unless it is named"
            )
        if command == "forget":
            one.add_argument("person", type=int, metavar="ID")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command == "daily":
            print(*print_boards(read_folder(chosen.folder)), sep="\n")
            return 0
        url = chosen.database or read_database_url()
        if chosen.command == "forget":
            asyncio.run(_forget(url, chosen.person))
            if chosen.database:
                print("DATABASE_URL may name another one for the bot.")
            return 0
        if chosen.command == "keep-dailies":
            asyncio.run(_keep_dailies(url, chosen.folder))
            return 0
        return asyncio.run(_compact(url))
    except (DatabaseError, BadFolder, OSError) as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, DatabaseError) else 1


async def _forget(url: str, person_id: int) -> None:
    async with await Database.open(url, existing=True) as database:
        records = Records(database, GAMES, time.time)
        await records.privacy.forget(person_id)
        swept = await records.privacy.sweep() and await records.privacy.compact()
        name = database.name
    print(f"No row of {name} names the account {person_id} any more.")
    if not swept:
        print("Older copies may be left in its files:")
        print('see "Remove somebody\'s data" in docs/hosting.md.')


GUILDS_OF_DAILIES: Final = Query(
    int, "SELECT DISTINCT guild_id FROM dailies WHERE guild_id > 0 ORDER BY guild_id"
)


async def _keep_dailies(url: str, folder: Path) -> None:
    """Write the dailies of all closed days, with their transcripts."""
    async with await Database.open(url, existing=True) as database:
        async with database.read_slow() as store:
            last, guilds = add_days(first_open(time.time()), -1), await store.all(GUILDS_OF_DAILIES)
            rows = [row for guild in guilds for row in await read_graded(store, guild, "", last)]
        read = Tables(database, GAMES, time.time).transcripts.text
        write_folder(folder, rows, {row.table_id: await read(row.table_id) for row in rows})
    print(f"Dailies in {folder}: {len(rows)}.")


async def _compact(url: str) -> int:
    """Write the file anew, and return the exit status."""
    async with await Database.open(url, existing=True) as database:
        done = await Records(database, GAMES, time.time).privacy.compact(math.inf)
    print("Nothing is left between the rows." if done else "Somebody reads the file: stop the bot.")
    return int(not done)


if __name__ == "__main__":
    sys.exit(main())
