"""Copies of a whole database, from SQLite to PostgreSQL and back."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from db.backends.backend import path_of
from db.connection import Database
from db.store import LIVE
from tables.model.table import Status
from tests.db.test_refused import UNRELEASED
from tests.postgresql import dump
from tests.records.server import ANNA, BEN, CLEO, Clock, Server
from tests.rows import Rows

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.heavy


@pytest.fixture
def file(tmp_path):
    return f"sqlite:///{tmp_path / 'file.db'}"


@pytest.fixture
def other(server_of_postgresql):
    name = server_of_postgresql.make("template0")
    yield server_of_postgresql.url(name)
    server_of_postgresql.drop(name)


async def fill(url):
    """Play some games, leave one open, and return its table."""
    async with await Database.open(url) as database:
        server = Server(database, Clock(), url=url)
        await server.play("ducks", ANNA, BEN)
        await server.play("pond", ANNA)
        await server.reset("pond")
        cancelled = await server.lobby("trophy", ANNA)
        table = await server.move(await server.start("buckets", ANNA, BEN, CLEO))
        await server.tamper("DELETE FROM tables WHERE id = ?", cancelled.id)
    return table


async def contents(url):
    async with await Database.open(url, existing=True) as database:
        server = Server(database, Clock())
        return {
            name: sorted(map(repr, await server.rows(f"SELECT * FROM {name}")))
            for name in await server.table_names()
        }


async def test_a_copy_to_postgresql_and_back_is_equal(file, other, tmp_path, run_main, capfd):
    table = await fill(file)
    before = await contents(file)
    back = f"sqlite:///{tmp_path / 'back.db'}"
    assert await run_main("copy", file, other) == 0
    assert "were copied, read back and compared." in capfd.readouterr().out
    assert await run_main("copy", other, back) == 0
    assert await contents(back) == before
    assert any(before["moves"])
    for url in (other, back):
        async with await Database.open(url) as database:
            server = Server(database, Clock(), seed=9)
            there = await server.tables.lookup.get(table.id)
            assert (await server.move(there)).seq > table.seq
            assert (await server.lobby("pond", BEN)).id == table.id + 1


async def test_a_number_of_a_deleted_table_is_not_given_again(file, other, run_main):
    async with await Database.open(file) as database:
        server = Server(database, Clock())
        newest = await server.lobby("pond", ANNA)
        await server.tamper("DELETE FROM tables")
    assert await run_main("copy", file, other) == 0
    async with await Database.open(other) as database:
        assert (await Server(database, Clock()).lobby("pond", ANNA)).id > newest.id


async def test_a_target_with_tables_is_left_alone(file, other, run_main, capfd):
    await fill(other)
    await fill(file)
    before = await contents(other)
    assert await run_main("copy", file, other) == 2
    assert "already holds tables" in capfd.readouterr().err
    assert await contents(other) == before


@pytest.mark.parametrize("used", ["file", "other"])
async def test_a_database_in_use_is_not_copied(file, other, used):
    await fill(file)
    async with await Database.open({"file": file, "other": other}[used]) as database:
        async with database.read_one() as store:
            await store.all(LIVE)
        command = [sys.executable, "-m", "db", "copy", file, other]
        done = await asyncio.to_thread(
            subprocess.run, command, cwd=ROOT, capture_output=True, text=True, check=False
        )
    assert (done.returncode, "stop the bot first" in done.stderr) == (2, True)


def read(url):
    return Path(path_of(url)).read_bytes()


@pytest.mark.parametrize("old", ["file", "other"])
async def test_databases_from_before_the_first_release_are_not_copied(
    file, other, old, run_main, capfd
):
    await fill(file)
    await (await Database.open(other)).close()
    with closing(Rows({"file": file, "other": other}[old])) as rows:
        rows.run(UNRELEASED)
    held = read(file), dump(other)
    assert await run_main("copy", file, other) == 2
    assert "from before the first release" in capfd.readouterr().err
    assert held == (read(file), dump(other))


async def test_a_missing_database_is_not_copied(file, other, run_main, capfd):
    assert await run_main("copy", file, other) == 2
    assert "no database" in capfd.readouterr().err


async def test_after_a_restore_by_other_means_open_tables_are_closed(other, run_main, capfd):
    table = await fill(other)
    assert await run_main("restored", "--database", other) == 0
    assert "open in the backup: 1" in capfd.readouterr().out
    async with await Database.open(other) as database:
        server = Server(database, Clock())
        assert (await server.tables.lookup.get(table.id)).status is Status.CLOSED
        assert (await server.lobby("pond", ANNA)).id > table.id + 1_000_000


@pytest.mark.parametrize("command", [["backup"], ["restore", "x.db"]])
async def test_the_bot_makes_no_backups_of_postgresql(other, command, run_main, capfd):
    assert await run_main(*command, "--database", other) == 2
    assert "PostgreSQL has its own backups" in capfd.readouterr().err
