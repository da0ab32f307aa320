"""A process that plays at a table as fast as it can: `clicker.py PATH TABLE CLICKS`.

Prints the seq of each move of its own once the service has said that it is applied.
"""

from __future__ import annotations

import asyncio
import sys
import time

from db.connection import Database
from engine.errors import RuleError
from tables.errors import TableError
from tables.service import Tables
from tests.tables.games import Pig


async def main(path, table_id, count):
    async with await Database.open(f"sqlite:///{path}") as database:
        tables = Tables(database, [Pig()], time.time)
        for number in range(count):
            table = await tables.get(table_id)
            person = table.seats[table.to_act[0]].person
            try:
                await tables.act(table_id, person, table.seq, ("roll", "hold")[number % 2])
            except (TableError, RuleError):
                continue
            sys.stdout.write(f"{table.seq}\n")
            sys.stdout.flush()


asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
