"""The commands for hosts: write what the boards of dailies follow from, and compute them anew."""

from __future__ import annotations

import asyncio
import sys
import time
from typing import TYPE_CHECKING, Final

from cogs.features.daily.folder import BadFolder, print_boards, read_folder, write_folder
from cogs.features.daily.standings import read_graded
from db.connection import Database
from db.query import Query
from players.games import GAMES
from tables.model.challenge import add_days, first_open
from tables.service import Tables

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

GUILDS_OF_DAILIES: Final = Query(
    int, "SELECT DISTINCT guild_id FROM dailies WHERE guild_id > 0 ORDER BY guild_id"
)


def keep_dailies(chosen: Namespace) -> int:
    """Write the dailies of all closed days into a folder; return the exit status."""
    number = asyncio.run(_keep_dailies(chosen.url, chosen.folder))
    print(f"Dailies in {chosen.folder}: {number}.")
    return 0


async def _keep_dailies(url: str, folder: Path) -> int:
    """Write the dailies of all closed days, with their transcripts; return how many."""
    async with await Database.open(url, existing=True) as database:
        async with database.read_slow() as store:
            last, guilds = add_days(first_open(time.time()), -1), await store.all(GUILDS_OF_DAILIES)
            rows = [row for guild in guilds for row in await read_graded(store, guild, "", last)]
        read = Tables(database, GAMES, time.time).transcripts.text
        write_folder(folder, rows, {row.table_id: await read(row.table_id) for row in rows})
    return len(rows)


def print_dailies(chosen: Namespace) -> int:
    """Print the boards of the dailies in a folder; return the exit status."""
    try:
        print(*print_boards(read_folder(chosen.folder)), sep="\n")
    except BadFolder as error:
        print(error, file=sys.stderr)
        return 1
    return 0
