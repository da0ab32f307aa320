"""Commands for hosts: to forget a person and to compact the database file. Features add more.

Run them as `python -m records`:

    python -m records forget ID [--database URL]   forget the account with this id, as
                                                   `/privacy` does
    python -m records compact  [--database URL]    write the file anew, so that no data of forgotten
                                                   people is left in it; stop the bot first

`--help` also lists the commands of features. Without --database, a command uses the bot's database,
which DATABASE_URL names in the environment or in `.env`. Only the bot creates and migrates a
database; no command does.

Exit status 0: done; 1: not done, for example because another program uses the file; 2: the database
cannot be used.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import sys
import time
from typing import Final

from cogs.app.feature import HostCommand, list_kept
from cogs.features import FEATURES
from db.connection import Database, read_database_url, typed_url
from db.errors import DatabaseError
from players.games import GAMES
from records.service import Records


def main(arguments: list[str] | None = None) -> int:
    """Run the command that the arguments name, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m records")
    commands = parser.add_subparsers(dest="command", required=True)
    for command in COMMANDS:
        one = commands.add_parser(command.name, help=command.words)
        one.set_defaults(run=command.run)
        for name, kind in command.arguments.items():
            one.add_argument(name, type=kind, metavar=name.upper())
        if command.on_database:
            words = "URL of the database; without it, DATABASE_URL is used"
            one.add_argument("--database", type=typed_url, metavar="URL", help=words)
    chosen = parser.parse_args(arguments)
    try:
        if "database" in chosen:
            chosen.url = chosen.database or read_database_url()
        return chosen.run(chosen)
    except (DatabaseError, OSError) as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, DatabaseError) else 1


def _make_records(database: Database) -> Records:
    return Records(database, GAMES, time.time, list_kept(FEATURES))


def _forget(chosen: argparse.Namespace) -> int:
    asyncio.run(_forget_person(chosen.url, chosen.id))
    if chosen.database:
        print("If the bot uses another database (DATABASE_URL), forget the person there too.")
    return 0


async def _forget_person(url: str, person_id: int) -> None:
    async with await Database.open(url, existing=True) as database:
        privacy = _make_records(database).privacy
        await privacy.forget(person_id)
        swept = await privacy.sweep() and await privacy.compact()
        name = database.name
    print(f"No row of {name} names the account {person_id} any more.")
    if not swept:
        print("Older copies may be left in its files:")
        print('see "Remove somebody\'s data" in docs/hosting.md.')


def _compact(chosen: argparse.Namespace) -> int:
    done = asyncio.run(_compact_file(chosen.url))
    said = "Done: no deleted data is left in the file."
    print(said if done else "Another program uses the file: stop the bot first.")
    return int(not done)


async def _compact_file(url: str) -> bool:
    async with await Database.open(url, existing=True) as database:
        return await _make_records(database).privacy.compact(math.inf)


COMMANDS: Final = (
    HostCommand("forget", "forget a person, as /privacy does", _forget, {"id": int}),
    HostCommand(
        "compact", "write the file anew after people were forgotten; stop the bot first", _compact
    ),
    *(command for feature in FEATURES for command in feature.commands),
)


if __name__ == "__main__":
    sys.exit(main())
