"""Opening a database: a new file is set up, and an unusable file is refused with one sentence."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from db.connection import Database
from db.errors import (
    BadDatabaseUrl,
    DatabaseCorrupt,
    DatabaseError,
    DatabaseLocked,
    DatabaseUnwritable,
)


@contextlib.contextmanager
def plainly(path):
    """Open the file with an ordinary connection, as any other program would."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


async def pragma(database, name):
    async with database.write() as store:
        rows = await store.raw.fetch(f"PRAGMA {name}", {})
    return next(iter(rows))[0]


async def made(url):
    """Make a database of the bot, and close it."""
    await (await Database.open(url)).close()


async def test_a_new_file_gets_the_tables(url, path):
    await made(url)
    with plainly(path) as file:
        names = {row[0] for row in file.execute("SELECT name FROM sqlite_master")}
    assert {"tables", "seats", "moves"} <= names


async def test_a_relative_url_is_a_path_from_here(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    await made("sqlite:///here.db")
    assert (tmp_path / "here.db").is_file()


async def test_a_path_may_contain_blanks_and_special_characters(tmp_path):
    await made(f"sqlite:///{tmp_path}/a b%20#c.db")
    assert (tmp_path / "a b%20#c.db").is_file()


@pytest.mark.parametrize(
    ("name", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)]
)
async def test_a_connection_has_a_wal_full_sync_and_foreign_keys(url, name, value):
    async with await Database.open(url) as database:
        assert await pragma(database, name) == value


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ducks.db",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///file.db?mode=ro",
        "mysql://host/db",
    ],
)
async def test_urls_that_name_no_file_are_refused(url):
    with pytest.raises(BadDatabaseUrl):
        await Database.open(url)


async def test_the_error_about_a_refused_url_does_not_quote_it(url):
    with pytest.raises(BadDatabaseUrl) as caught:
        await Database.open("mysql://bot:hunter2@host/db")
    assert "hunter2" not in str(caught.value)


@contextlib.contextmanager
def held_by_another_program(path):
    script = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('BEGIN EXCLUSIVE'); print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", script, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"held\n"
        yield
        holder.stdin.close()


async def test_a_file_locked_by_another_program_is_refused(url, path):
    await made(url)
    with held_by_another_program(path), pytest.raises(DatabaseLocked):
        await Database.open(url, busy_timeout=0.1)
    await made(url)


async def test_a_directory_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(DatabaseUnwritable, match="directory"):
        await Database.open(f"sqlite:///{tmp_path}/nowhere/ducks.db")


async def test_a_directory_is_no_database(tmp_path):
    with pytest.raises(DatabaseUnwritable, match="directory"):
        await Database.open(f"sqlite:///{tmp_path}")


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="not even root can write there")
async def test_a_place_where_nobody_can_write_is_refused():
    with pytest.raises(DatabaseUnwritable):
        await Database.open("sqlite:////proc/self/ducks.db")


async def test_a_file_that_is_no_database_is_refused_and_left_alone(url, path):
    path.write_text("Dear diary, " * 500)
    with pytest.raises(DatabaseCorrupt):
        await Database.open(url)
    assert path.read_text().startswith("Dear diary")


async def test_a_truncated_file_is_refused(url, path):
    await made(url)
    path.write_bytes(path.read_bytes()[:8192])
    with pytest.raises(DatabaseCorrupt):
        await Database.open(url)


async def test_a_file_with_a_damaged_page_is_refused(url, path):
    await made(url)
    content = bytearray(path.read_bytes())
    content[4096:8192] = b"\xab" * 4096
    path.write_bytes(content)
    with pytest.raises(DatabaseCorrupt):
        await Database.open(url)


FAILING = """
import asyncio, sys
from db.connection import Database
from db.errors import DatabaseError
from tests.soak.disk import Disk

async def start():
    await (await Database.open(url)).close()

async def look():
    async with await Database.open(url) as database:
        disk.fail_at(number, 1)
        print(type(await database.find_damage()).__name__)

disk, number, (_, url, what) = Disk(), 0, sys.argv
while disk.failed == number:
    number += 1
    if what == "start":
        disk.fail_at(number, 1)
    try:
        asyncio.run(globals()[what]())
    except DatabaseError as error:
        print(type(error).__name__)
print(disk.failed)
"""


@pytest.mark.heavy
@pytest.mark.parametrize(("what", "calls"), [("start", 50), ("look", 10)])
async def test_a_failing_disk_raises_a_named_error(url, what, calls):
    await made(url)
    command = [sys.executable, "-c", FAILING, url, what]
    said = await asyncio.to_thread(subprocess.check_output, command, text=True)
    *answers, failed = said.split()
    assert int(failed) > calls
    assert "DatabaseUnwritable" in answers


async def test_every_refusal_is_one_sentence(url, path):
    path.write_text("Dear diary, " * 500)
    with pytest.raises(DatabaseError) as caught:
        await Database.open(url)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("damage", [b"CREATE \xff\xfeDEX", b"CREATE \xd6NDEX"])
async def test_a_damaged_schema_is_refused_in_one_sentence(url, path, damage):
    await made(url)
    path.write_bytes(path.read_bytes().replace(b"CREATE INDEX", damage))
    with pytest.raises(DatabaseCorrupt, match=r"ducks\.db is damaged, or .*\.$") as caught:
        await Database.open(url)
    assert caught.value.__cause__ is None


async def test_a_file_with_invalid_rows_can_be_opened(url, path):
    await made(url)
    schema = "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'guild_settings'"
    for old, new in (("TEXT NOT NULL", "TEXT"), ("TEXT", "TEXT NOT NULL")):
        with plainly(path) as file:
            file.execute("PRAGMA ignore_check_constraints = ON")
            file.execute("INSERT OR IGNORE INTO contributions VALUES (1, -1, 1, 'seat', 1)")
            file.execute("INSERT OR IGNORE INTO guild_settings (guild_id) VALUES (1)")
            file.execute("PRAGMA writable_schema = ON")
            file.execute(schema, (old, new))
    with plainly(path) as file:
        assert len(file.execute("PRAGMA quick_check").fetchall()) == 2
    async with await Database.open(url) as database:
        assert await database.find_damage() is None
