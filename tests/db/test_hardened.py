"""With a read-only root file system, SQLite has no place for temporary files and needs none."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.hardened import hardened

pytestmark = pytest.mark.sqlite

START = """
import asyncio, sys
from db.connection import Database
from tables.play.heartbeat import PUT_SEEN_AT

async def start():
    async with await Database.open(sys.argv[1]) as database:
        async with database.write() as store:
            store.run(PUT_SEEN_AT, seen_at=1.0)

asyncio.run(start())
"""

SORT = """
import asyncio, sys
from db.connection import Database
from tests.tables.house import run

SELECT = '''
WITH RECURSIVE many(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM many WHERE n < 100000)
SELECT COUNT(*) FROM (SELECT DISTINCT hex(n * 7919 % 100001) || hex(n) FROM many ORDER BY 1)
'''

async def start():
    async with await Database.open(sys.argv[1]) as database:
        for begin in (database.read, database.read_slow, database.read_one, database.write):
            async with begin() as store:
                print(await run(store, SELECT))

asyncio.run(start())
"""
"""Sorts 100,000 rows, of which only about 30,000 fit into the cache."""

COMPACT = """
import asyncio, sys
from db.connection import Database

async def start():
    async with await Database.open(sys.argv[1]) as database:
        await database.compact()
        assert await database.checkpoint()

asyncio.run(start())
"""


@pytest.mark.parametrize("code", [START, SORT, COMPACT])
def test_a_database_needs_no_place_for_temporary_files(tmp_path, code):
    command = hardened(tmp_path, sys.executable, "-c", code, f"sqlite:///{tmp_path}/ducks.db")
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
