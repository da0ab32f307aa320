"""Migrations: with their record or not at all, no lock that outlives a process, no names noted."""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import psycopg
import pytest

from db.connection import Database
from db.engines.url import is_postgresql
from db.errors import DatabaseError, SchemaTooOld
from tests.rows import Rows

SECOND = "CREATE TABLE two (id BIGINT);\nINSERT INTO two VALUES (1);\n"
BAD = f"{SECOND}INSERT INTO nowhere VALUES (1);\n"
KILL = """
import os, signal
from yoyo import step

step("CREATE TABLE two (id BIGINT)")
step(lambda connection: os.kill(os.getpid(), signal.SIGKILL))
"""
START = """
import asyncio, importlib, sys
from pathlib import Path
from db.connection import Database

importlib.import_module(sys.argv[2]).MIGRATIONS += (Path(sys.argv[3]),)
asyncio.run(Database.open(sys.argv[1]))
"""


@pytest.fixture
def engine(database_url):
    """The module of the engine's migrations."""
    name = "postgresql" if is_postgresql(database_url) else "sqlite"
    return importlib.import_module(f"db.engines.{name}.migrate")


@pytest.fixture
def later(tmp_path, monkeypatch, engine):
    """A folder of migrations of which this program knows, and the database does not yet."""
    folder = tmp_path / "later"
    folder.mkdir()
    monkeypatch.setattr(engine, "MIGRATIONS", (*engine.MIGRATIONS, folder))
    return folder


@pytest.fixture
def select(database_url):
    """Reads rows of the database."""
    with closing(Rows(database_url)) as rows:
        yield rows.select


async def start(url, **options):
    await (await Database.open(url, **options)).close()


def recorded(select):
    return [row[0] for row in select("SELECT migration_id FROM _yoyo_migration ORDER BY 1")]


def is_there(select, table):
    try:
        return bool(select(f"SELECT COUNT(*) FROM {table}"))
    except (sqlite3.OperationalError, psycopg.errors.UndefinedTable):
        return False


async def test_a_later_migration_is_added_once(database_url, later, select):
    before = recorded(select)
    (later / "0003_second.sql").write_text(SECOND)
    for _ in range(2):
        await start(database_url)
    assert select("SELECT * FROM two") == [(1,)]
    assert recorded(select) == [*before, "0003_second"]


async def test_a_check_of_an_older_database_changes_nothing(database_url, later, select):
    (later / "0003_second.sql").write_text(SECOND)
    with pytest.raises(SchemaTooOld, match="older version: start the bot once"):
        await start(database_url, existing=True)
    assert not is_there(select, "two")


async def test_a_migration_that_fails_leaves_nothing_behind(database_url, later, select):
    before = recorded(select)
    (later / "0003_bad.sql").write_text(BAD)
    with pytest.raises(DatabaseError, match="nowhere"):
        await start(database_url)
    assert recorded(select) == before
    assert not is_there(select, "two")


async def test_a_process_killed_in_a_migration_leaves_nothing_behind(
    database_url, engine, later, select
):
    before = recorded(select)
    (later / "0003_kill.py").write_text(KILL)
    command = [sys.executable, "-c", START, database_url, engine.__name__, later]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = await asyncio.to_thread(subprocess.run, command, env=environment, check=False)
    assert done.returncode == -signal.SIGKILL
    (later / "0003_kill.py").unlink()
    await start(database_url)
    assert recorded(select) == before
    assert not is_there(select, "two")


async def test_several_that_start_at_the_same_time_migrate_once(database_url, later, select):
    (later / "0003_second.sql").write_text(SECOND)
    await asyncio.gather(*(start(database_url) for _ in range(5)))
    assert select("SELECT * FROM two") == [(1,)]


async def test_no_names_of_user_or_host_are_noted_and_no_lock_is_left(database_url, select):
    assert select("SELECT * FROM _yoyo_log") == []
    assert not is_there(select, "yoyo_lock")
