"""A database that is refused at the start: one sentence says why, and no byte of it changes."""

from __future__ import annotations

import concurrent.futures.thread  # noqa: F401 - see `nobody`
import os
import re
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from db.backends import backend
from db.connection import Database
from db.errors import (
    DatabaseAhead,
    DatabaseCorrupt,
    DatabaseForeign,
    DatabaseUnwritable,
    SchemaTooNew,
    SchemaTooOld,
)
from tables.play.heartbeat import PUT_SEEN_AT, SEEN_AT

NOBODY = 65534


async def made(path):
    """Make a database of the bot, and close it."""
    await (await Database.open(f"sqlite:///{path}")).close()


def change(path, *statements):
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for statement in statements:
            file.execute(statement)


def copied(path, copy, *ends):
    """Copy the file and the files beside it, as a power cut would leave them."""
    for end in ("", *ends):
        Path(f"{copy}{end}").write_bytes(Path(f"{path}{end}").read_bytes())


async def refused(path, error, **options):
    """Check that opening the file fails with one sentence and changes no byte of the file.

    Returns the sentence.
    """
    before = path.read_bytes()
    with pytest.raises(error) as caught:
        await Database.open(f"sqlite:///{path}", busy_timeout=0.1, **options)
    assert path.read_bytes() == before
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("table", ["people", "tables", "applied_migrations"])
async def test_a_database_of_another_program_stays_as_it_is(path, table):
    change(path, f"CREATE TABLE {table} (migration_id TEXT)")
    assert "another program" in await refused(path, DatabaseForeign)


async def test_a_database_with_migrations_of_another_program_stays_as_it_is(path):
    change(
        path,
        "CREATE TABLE applied_migrations (migration_id TEXT)",
        "INSERT INTO applied_migrations VALUES ('0001_people')",
    )
    assert "another program" in await refused(path, DatabaseForeign)


LATER = "INSERT INTO applied_migrations VALUES ('9999_later')"
UNRELEASED = "CREATE TABLE _yoyo_migration (migration_hash TEXT, migration_id TEXT)"
OTHERS = [
    (LATER, SchemaTooNew, "written by a newer version: update"),
    (UNRELEASED, SchemaTooOld, "from before the first release.*begin with a new one"),
]


@pytest.mark.parametrize("mode", ["delete", "wal"])
@pytest.mark.parametrize("existing", [False, True])
@pytest.mark.parametrize(("mark", "error", "said"), OTHERS)
async def test_a_database_of_another_version_stays_as_it_is(
    path, mode, existing, mark, error, said
):
    await made(path)
    change(path, mark, f"PRAGMA journal_mode = {mode}")
    assert re.search(said, await refused(path, error, existing=existing))


@pytest.mark.parametrize(("mark", "error", "_"), OTHERS)
async def test_the_log_of_a_killed_process_of_another_version_is_kept(
    path, tmp_path, mark, error, _
):
    await made(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute(mark)
        copied(path, tmp_path / "copy.db", "-wal")
    log = tmp_path / "copy.db-wal"
    held = log.read_bytes()
    await refused(tmp_path / "copy.db", error)
    assert log.read_bytes() == held


async def test_a_damaged_database_stays_as_it_is(path):
    await made(path)
    change(path, "PRAGMA journal_mode = delete")
    content = bytearray(path.read_bytes())
    content[4096:8192] = b"\xab" * 4096
    path.write_bytes(content)
    await refused(path, DatabaseCorrupt)


async def test_a_half_done_change_of_a_killed_process_is_undone(path, tmp_path):
    copy = tmp_path / "copy.db"
    await made(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA journal_mode = delete")
        file.execute("PRAGMA cache_size = 1")
        file.execute("BEGIN")
        file.execute("CREATE TABLE half (done TEXT)")
        file.executemany("INSERT INTO half VALUES (?)", [("x" * 999,)] * 99)
        copied(path, copy, "-journal")
        file.execute("ROLLBACK")
    await made(copy)
    with closing(sqlite3.connect(copy)) as file:
        assert file.execute("SELECT name FROM sqlite_master WHERE name = 'half'").fetchall() == []


@pytest.fixture
def nobody(monkeypatch):
    """A folder of a user other than root. The rest of the test runs as that user.

    The user may have no right to read this project, so the migrations are copied.
    """
    with tempfile.TemporaryDirectory() as folder:
        if os.name != "posix" or os.geteuid():
            yield Path(folder)
            return
        os.chown(folder, NOBODY, NOBODY)
        with tempfile.TemporaryDirectory() as readable:
            Path(readable).chmod(0o755)
            migrations = shutil.copytree(backend.MIGRATIONS, Path(readable) / "migrations")
            monkeypatch.setattr(backend, "MIGRATIONS", migrations)
            os.seteuid(NOBODY)
            try:
                yield Path(folder)
            finally:
                os.seteuid(0)


@pytest.mark.parametrize("mode", ["delete", "wal"])
@pytest.mark.parametrize("what", ["file", "folder"])
async def test_a_read_only_database_is_refused(nobody, what, mode):
    path = nobody / "ducks.db"
    await made(path)
    change(path, f"PRAGMA journal_mode = {mode}")
    locked = {"file": path, "folder": nobody}[what]
    usual = locked.stat().st_mode
    locked.chmod(0o555 if what == "folder" else 0o444)
    try:
        assert "cannot be opened or written" in await refused(path, DatabaseUnwritable)
    finally:
        locked.chmod(usual)


CHRISTMAS = 1798156800.0
"""25 December 2026, 00:00 UTC."""
DAY = 24 * 60 * 60


async def used(path, moment):
    """Make a database that was last used at this moment."""
    async with await Database.open(f"sqlite:///{path}") as database, database.write() as store:
        store.run(PUT_SEEN_AT, seen_at=moment)
    change(path, "PRAGMA journal_mode = DELETE")


async def test_a_database_from_the_future_stays_as_it_is(path):
    await used(path, CHRISTMAS)
    sentence = await refused(path, DatabaseAhead, now=CHRISTMAS - DAY - 60)
    assert "clock says 2026-12-23 23:59 UTC" in sentence
    assert "last used on 2026-12-25 00:00 UTC" in sentence
    assert "--trust-clock" in sentence


@pytest.mark.parametrize("now", [CHRISTMAS - DAY, CHRISTMAS, CHRISTMAS + 3650 * DAY, None])
async def test_a_database_from_the_past_or_of_another_time_zone_is_opened(path, now):
    await used(path, CHRISTMAS)
    database = await Database.open(f"sqlite:///{path}", now=now)
    async with database, database.write() as store:
        assert await store.one(SEEN_AT) == CHRISTMAS


SECRETS_KNOWN = "BEGIN UPDATE tables SET secret = x'00' WHERE id = NEW.id; END"
STRANGE = [
    (f"CREATE TRIGGER spy AFTER INSERT ON tables {SECRETS_KNOWN}", "the trigger 'spy'"),
    ("CREATE VIEW shown AS SELECT secret FROM tables", "the view 'shown'"),
    ("CREATE TABLE more (id INTEGER)", "the table 'more'"),
    ("CREATE INDEX odd ON tables (secret)", "the index 'odd'"),
    ("ALTER TABLE tables ADD COLUMN more TEXT DEFAULT 'x'", "the table 'tables'"),
]


@pytest.mark.parametrize("existing", [False, True])
@pytest.mark.parametrize(("made_by_others", "named"), STRANGE)
async def test_a_schema_with_foreign_additions_is_refused(path, existing, made_by_others, named):
    await made(path)
    change(path, made_by_others, "PRAGMA journal_mode = delete")
    assert named in await refused(path, DatabaseForeign, existing=existing)


async def test_a_foreign_name_is_quoted_without_control_characters(path):
    await made(path)
    change(path, 'CREATE VIEW "\x1b[2J\n\nall is well" AS SELECT 1', "PRAGMA journal_mode = delete")
    assert "\x1b" not in await refused(path, DatabaseForeign)


async def test_a_trigger_that_poses_as_sqlites_own_is_refused(path):
    await made(path)
    change(
        path,
        "PRAGMA writable_schema = ON",
        f"CREATE TRIGGER spy AFTER INSERT ON tables {SECRETS_KNOWN}",
        "UPDATE sqlite_schema SET name = 'sqlite_stat1', sql = replace(sql, 'spy', 'sqlite_stat1')"
        " WHERE name = 'spy'",
        "PRAGMA writable_schema = RESET",
        "PRAGMA journal_mode = delete",
    )
    await refused(path, DatabaseForeign)


async def test_tables_of_analyze_are_allowed(path):
    await made(path)
    change(path, "ANALYZE")
    await made(path)
