"""Backups of a database in use, and dice that a restored database must not repeat."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from db.__main__ import main
from db.connection import Database
from db.copies import AHEAD, back_up, restore
from db.errors import (
    DatabaseCorrupt,
    DatabaseForeign,
    DatabaseMissing,
    DatabaseUnwritable,
)
from tests.db.backends.sqlite.test_open_files import wrote
from tests.db.test_refused import OTHERS, change

NOW = datetime(2031, 5, 4, 4, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "backups"


def opened(path, count=1):
    """Open `count` tables, and return the number of the last one."""

    async def open_tables():
        async with await Database.open(f"sqlite:///{path}") as database:
            numbers = [await wrote(database) for _ in range(count)]
        return numbers[-1] if numbers else 0

    return asyncio.run(open_tables())


def run(*arguments):
    """Run the command in another process, because this one may have the database open."""
    command = [sys.executable, "-m", "db", *map(str, arguments)]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)


def rows(path, sql):
    with closing(sqlite3.connect(path)) as file:
        return file.execute(sql).fetchall()


@pytest.mark.heavy
async def test_a_backup_holds_all_commits_while_the_database_is_used(url, path, folder):
    async with await Database.open(url) as database:
        await wrote(database)
        done = run("backup", "--database", url)
        assert (done.returncode, done.stderr) == (0, "")
        copy = Path(done.stdout.strip())
        assert await wrote(database) == 2
    assert copy.parent == folder
    assert rows(copy, "SELECT id FROM tables") == [(1,)]
    assert rows(copy, "PRAGMA integrity_check") == [("ok",)]


def test_copies_are_dated_private_and_single_files(path, folder):
    opened(path)
    usual = os.umask(0)
    copy = back_up(path, folder, 3, NOW)
    os.umask(usual)
    assert copy.name == "ducks-2031-05-04T04-00-00Z.db"
    assert [file.name for file in folder.iterdir()] == [copy.name]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_newest_backups_are_kept_and_other_files_are_not_deleted(path, folder):
    opened(path)
    folder.mkdir()
    others = {"ducks-before-the-party.db", "ducks-replaced-2001-01-01T00-00-00Z.db", "notes"}
    others |= {"ducks-2001-01-01T00-00-00Z.db.gz", "old-ducks-2001-01-01T00-00-00Z.db"}
    for name in others:
        (folder / name).touch()
    for day in range(5):
        back_up(path, folder, 2, NOW + timedelta(days=day))
    left = {file.name for file in folder.iterdir()} - others
    assert left == {"ducks-2031-05-07T04-00-00Z.db", "ducks-2031-05-08T04-00-00Z.db"}
    assert others <= {file.name for file in folder.iterdir()}


def test_a_clock_that_was_ahead_deletes_no_backup(path, folder, caplog):
    opened(path)
    ahead = [back_up(path, folder, 2, NOW + timedelta(days=400 + day)) for day in range(2)]
    made = [back_up(path, folder, 2, NOW + timedelta(days=day)) for day in range(3)]
    assert {*folder.iterdir()} == {*ahead, *made[1:]}
    assert f"dated in the future is kept beside the others: {ahead[0].name}" in caplog.text
    assert f"dated in the future is kept beside the others: {ahead[1].name}" in caplog.text


@pytest.mark.parametrize("other", ["ducks-2", "ducks-2031", "ducks-", "ducks-2031-05-04T04-00-00Z"])
def test_databases_in_one_folder_do_not_delete_each_others_backups(path, folder, other):
    beside = path.with_name(f"{other}.db")
    for each in (path, beside, path.with_name("ducks.sqlite")):
        opened(each)
        back_up(each, folder, 1, NOW)
    back_up(path, folder, 1, NOW + timedelta(days=1))
    assert {file.name for file in folder.iterdir()} == {
        "ducks-2031-05-05T04-00-00Z.db",
        f"{other}-2031-05-04T04-00-00Z.db",
        "ducks.sqlite-2031-05-04T04-00-00Z.db",
    }


def test_a_backup_with_a_trigger_in_it_is_neither_made_nor_restored(path, folder):
    opened(path)
    copy = back_up(path, folder, 1, NOW)
    spy = "CREATE TRIGGER spy AFTER INSERT ON tables BEGIN DELETE FROM tables; END"
    change(copy, spy)
    before = path.read_bytes()
    with pytest.raises(DatabaseForeign, match="the trigger 'spy'"):
        restore(copy, path, NOW)
    assert path.read_bytes() == before
    change(path, spy)
    with pytest.raises(DatabaseForeign, match="the trigger 'spy'"):
        back_up(path, folder, 1, NOW + timedelta(days=1))
    assert [*folder.iterdir()] == [copy]


@pytest.mark.heavy
def test_a_damaged_database_is_not_backed_up_and_deletes_no_backup(path, folder):
    opened(path, 500)
    first = back_up(path, folder, 1, NOW)
    content = bytearray(path.read_bytes())
    content[-8192:] = b"\xab" * 8192
    path.write_bytes(content)
    with pytest.raises(DatabaseCorrupt):
        back_up(path, folder, 1, NOW + timedelta(days=1))
    assert list(folder.iterdir()) == [first]


@pytest.mark.parametrize("command", [["backup"], ["restore", "nothing.db"]])
def test_no_database_is_made(tmp_path, monkeypatch, capsys, command):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert main(command) == 2
    assert capsys.readouterr().err.startswith("There is no database")
    assert list(tmp_path.iterdir()) == []


def test_a_restore_closes_open_tables_with_a_reason(path, folder):
    opened(path, 3)
    change(path, "UPDATE tables SET status = 'playing', waiting = '0:1.5' WHERE id = 2")
    change(path, "UPDATE tables SET status = 'finished', ended_at = 1 WHERE id = 3")
    copy = back_up(path, folder, 1, NOW)
    assert restore(copy, path, NOW).closed == 2
    found = rows(path, "SELECT status, waiting, ended_at, revision FROM tables")
    assert found == [
        ("cancelled", "", NOW.timestamp(), 1), ("closed", "", NOW.timestamp(), 1),
        ("finished", "", 1, 0),
    ]  # fmt: skip
    said = rows(path, "SELECT reason FROM tables ORDER BY id")
    assert said[0] == said[1] != said[2]
    assert "restored from a backup" in said[0][0]


def test_later_dailies_do_not_repeat_dice_of_the_backup(path, folder):
    opened(path)
    change(path, "INSERT INTO daily_key VALUES (1, 'known to whoever has the backup')")
    restore(back_up(path, folder, 1, NOW), path, NOW)
    assert rows(path, "SELECT * FROM daily_key") == []


def test_table_numbers_given_after_the_backup_are_not_given_again(path, folder):
    opened(path, 3)
    copy = back_up(path, folder, 1, NOW)
    last = opened(path, 4)
    restore(copy, path, NOW)
    assert opened(path) == last + AHEAD + 1


@pytest.mark.parametrize("lost", ["the file", "what is in it"])
def test_table_numbers_are_not_given_again_even_if_the_last_is_unknown(path, folder, lost):
    opened(path, 3)
    copy = back_up(path, folder, 1, NOW)
    opened(path, 4)
    path.unlink() if lost == "the file" else path.write_bytes(b"quack" * 999)
    restore(copy, path, NOW)
    assert opened(path) == 3 + AHEAD + 1


def test_an_empty_database_skips_table_numbers_too(path, folder):
    opened(path, 0)
    restore(back_up(path, folder, 1, NOW), path, NOW)
    assert opened(path) == AHEAD + 1


def test_the_replaced_database_is_kept_with_its_log(path, folder):
    opened(path)
    copy = back_up(path, folder, 1, NOW)
    damaged = b"quack" * 999
    path.write_bytes(damaged)
    path.with_name("ducks.db-wal").write_bytes(b"log")
    aside = restore(copy, path, NOW).aside
    assert aside.read_bytes() == damaged
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"log"
    names = {file.name for file in path.parent.iterdir()}
    assert not {"ducks.db-wal", "ducks.db-shm", "ducks.db.part"} & names


@pytest.mark.heavy
async def test_a_restore_is_refused_while_somebody_uses_the_database(url, path, folder):
    async with await Database.open(url) as database:
        await wrote(database)
        copy = Path(run("backup", "--database", url).stdout.strip())
        before = path.stat()  # not read: closing the file would release its locks
        done = run("restore", copy, "--database", url)
        assert done.returncode == 2
        assert done.stderr == f"The database {path} is in use: stop the bot first.\n"
        assert path.stat().st_ino == before.st_ino
        assert await wrote(database) == 2
    assert run("restore", copy, "--database", url).returncode == 0


def refused(backup, path, error):
    before = path.read_bytes()
    with pytest.raises(error) as caught:
        restore(backup, path, NOW)
    assert path.read_bytes() == before
    assert str(caught.value).endswith(".")


def test_a_file_that_is_no_backup_is_refused(path, tmp_path):
    opened(path)
    other = tmp_path / "other.db"
    refused(other, path, DatabaseMissing)
    change(other, "CREATE TABLE people (name TEXT)")
    refused(other, path, DatabaseForeign)
    other.write_bytes(b"quack" * 999)
    refused(other, path, DatabaseCorrupt)
    for mark, error, _ in OTHERS:
        shutil.copy(path, other)
        change(other, mark)
        before = other.read_bytes()
        refused(other, path, error)
        assert other.read_bytes() == before
    refused(path, path, DatabaseUnwritable)


def test_a_backup_of_an_older_version_is_migrated(path, folder, later):
    opened(path)
    copy = back_up(path, folder, 1, NOW)
    (later / "0002_later.sql").write_text("CREATE TABLE later (id BIGINT);")
    restore(copy, path, NOW)
    assert rows(path, "SELECT COUNT(*) FROM later") == [(0,)]
    assert opened(path) == AHEAD + 2


def test_a_restore_forgets_the_secrets_of_future_games(path, folder):
    """A secret may have been used and shown after the backup was made."""
    opened(path)
    change(path, "UPDATE tables SET next_secret = 'ab'")
    restore(back_up(path, folder, 1, NOW), path, NOW)
    assert rows(path, "SELECT DISTINCT next_secret FROM tables") == [(None,)]


def test_remains_of_an_interrupted_restore_do_no_harm(path, folder):
    opened(path, 2)
    copy = back_up(path, folder, 1, NOW)
    for end in ("", "-wal", "-shm"):
        Path(f"{path}.part{end}").write_bytes(b"quack" * 999)
    restore(copy, path, NOW)
    assert rows(path, "SELECT count(*) FROM tables") == [(2,)]
