"""A migration and its record are committed together or not at all, and a kill leaves no lock."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import psycopg
import pytest

from db.backends.backend import statements
from db.connection import Database
from db.errors import DatabaseError, SchemaTooOld
from tests.rows import Rows

SECOND = "CREATE TABLE two (id BIGINT);\nINSERT INTO two VALUES (1);\n"
BAD = f"{SECOND}INSERT INTO nowhere VALUES (1);\n"
KILL = "CREATE TABLE two (id BIGINT);\nSELECT 'kill';\n"
START = """
import asyncio, os, signal, sys
from pathlib import Path
from db.connection import Database
from db.backends import backend as migrating

statements, migrating.MIGRATIONS = migrating.statements, Path(sys.argv[2])

def dying(sql, backend):
    for statement in statements(sql, backend):
        if "kill" in statement:
            os.kill(os.getpid(), signal.SIGKILL)
        yield statement

migrating.statements = dying
asyncio.run(Database.open(sys.argv[1]))
"""


@pytest.fixture
def select(database_url):
    """Reads rows of the database."""
    with closing(Rows(database_url)) as rows:
        yield rows.select


async def start(url, **options):
    await (await Database.open(url, **options)).close()


def recorded(select):
    return [row[0] for row in select("SELECT migration_id FROM applied_migrations ORDER BY 1")]


def is_there(select, table):
    try:
        return bool(select(f"SELECT COUNT(*) FROM {table}"))
    except (sqlite3.OperationalError, psycopg.errors.UndefinedTable):
        return False


async def test_a_later_migration_is_added_once(database_url, later, select):
    before = recorded(select)
    (later / "0002_second.sql").write_text(SECOND)
    for _ in range(2):
        await start(database_url)
    assert select("SELECT * FROM two") == [(1,)]
    assert recorded(select) == [*before, "0002_second"]


async def test_a_check_of_an_older_database_changes_nothing(database_url, later, select):
    (later / "0002_second.sql").write_text(SECOND)
    with pytest.raises(SchemaTooOld, match="older version: start the bot once"):
        await start(database_url, existing=True)
    assert not is_there(select, "two")


async def test_a_migration_that_fails_leaves_nothing_behind(database_url, later, select):
    before = recorded(select)
    (later / "0002_bad.sql").write_text(BAD)
    with pytest.raises(DatabaseError, match="nowhere"):
        await start(database_url)
    assert recorded(select) == before
    assert not is_there(select, "two")


async def test_a_process_killed_in_a_migration_leaves_nothing_behind(database_url, later, select):
    before = recorded(select)
    (later / "0002_kill.sql").write_text(KILL)
    command = [sys.executable, "-c", START, database_url, later]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = await asyncio.to_thread(subprocess.run, command, env=environment, check=False)
    assert done.returncode == -signal.SIGKILL
    (later / "0002_kill.sql").unlink()
    await start(database_url)
    assert recorded(select) == before
    assert not is_there(select, "two")


async def test_several_processes_that_start_together_migrate_once(database_url, later, select):
    (later / "0002_second.sql").write_text(SECOND)
    await asyncio.gather(*(start(database_url) for _ in range(5)))
    assert select("SELECT * FROM two") == [(1,)]


@pytest.mark.parametrize("backend", ["sqlite", "postgresql"])
def test_sql_for_one_backend_is_a_comment_for_the_other(backend):
    sql = """
        CREATE TABLE one (id /*sqlite INTEGER*/ /*postgresql BIGINT*/ PRIMARY KEY, at TEXT) /*sqlite
        WITHOUT ROWID*/; -- what follows has its own
        INSERT INTO one VALUES (1, ';')
    """
    table, row = statements(sql, backend)
    mine, other = ("INTEGER", "BIGINT") if backend == "sqlite" else ("BIGINT", "INTEGER")
    uncommented = re.sub(r"/\*.*?\*/", "", table, flags=re.DOTALL)
    assert mine in uncommented
    assert other not in uncommented
    assert ("WITHOUT ROWID" in uncommented) == (backend == "sqlite")
    assert row.split() == ["INSERT", "INTO", "one", "VALUES", "(1,", "';')"]
