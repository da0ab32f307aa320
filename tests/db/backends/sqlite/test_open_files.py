"""Once the database file is removed or replaced while open, no change counts as saved."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.backends.sqlite_transaction import OpenFiles, blame_network
from db.connection import Database
from db.errors import DatabaseGone, DatabaseLocked
from db.store import LIVE
from tests.db.test_transactions import table

ENDS = ("", "-wal", "-shm")


@pytest.fixture
async def database(url):
    async with await Database.open(url, busy_timeout=0.1) as database:
        yield database


async def wrote(database):
    async with database.write() as store:
        return await store.insert_table(table())


async def live(database):
    async with database.read() as store:
        return await store.all(LIVE)


def replaced(path, end):
    """Replace the file by a copy, as the restore of a backup does."""
    shutil.copy(f"{path}{end}", f"{path}.copy")
    Path(f"{path}.copy").replace(f"{path}{end}")


@pytest.mark.parametrize("end", ENDS)
async def test_after_a_file_was_removed_nothing_is_written(database, path, end):
    first = await wrote(database)
    path.with_name(path.name + end).unlink()
    with pytest.raises(DatabaseGone, match=r"removed or replaced while it was in use\.$"):
        await wrote(database)
    assert await live(database) == (first,)


@pytest.mark.parametrize("end", ENDS)
async def test_after_a_file_was_replaced_nothing_is_written(database, path, end):
    await wrote(database)
    replaced(path, end)
    with pytest.raises(DatabaseGone):
        await wrote(database)


async def test_a_removal_during_a_commit_is_noticed(database, path, monkeypatch):
    looks = []
    look = OpenFiles._look

    def between(self):
        looks.append(1)
        seen = look(self)
        if len(looks) == 1:
            path.unlink()  # removed right after the check that precedes the commit
        return seen

    monkeypatch.setattr(OpenFiles, "_look", between)
    with pytest.raises(DatabaseGone):
        await wrote(database)


async def test_rewrites_are_refused_too(database, path):
    path.unlink()
    with pytest.raises(DatabaseGone):
        async with database.rewrite() as store:
            await store.insert_table(table())


async def test_a_removed_file_is_logged_once(database, path, caplog):
    assert database.can_save()
    path.unlink()
    for _ in range(3):
        assert not database.can_save()
        with pytest.raises(DatabaseGone):
            await wrote(database)
    (record,) = (record for record in caplog.records if record.levelno >= logging.ERROR)
    assert "removed or replaced" in record.getMessage()


async def test_no_empty_file_replaces_a_removed_one(database, path):
    path.unlink()
    with pytest.raises(DatabaseGone):
        await database.checkpoint()
    with pytest.raises(Exception, match="cannot be opened"):
        await database.read_parallel([lambda store: store.all(LIVE)])
    assert not path.exists()


@pytest.mark.parametrize("tidy", [Database.checkpoint, Database.compact])
async def test_a_removed_file_is_not_tidied(database, path, tidy):
    await wrote(database)
    path.unlink()
    with pytest.raises(DatabaseGone):
        await tidy(database)


async def test_a_backup_and_a_compaction_keep_the_file_in_place(database, path, tmp_path):
    await wrote(database)
    async with await Database.open(f"sqlite:///{path}") as other:
        await other._backend._writer.execute_fetchall(f"VACUUM INTO '{tmp_path / 'backup.db'}'")
        await other._backend._writer.execute_fetchall("VACUUM")
    assert await database.checkpoint()
    assert await wrote(database) == 2


async def locked(path):
    """Return the error text about a file that another program has locked."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseLocked) as caught:
            await Database.open(f"sqlite:///{path}", busy_timeout=0.1)
    return str(caught.value)


async def test_a_failed_lock_names_the_network_folder(disk, monkeypatch):
    place = disk / "a folder"
    place.mkdir()
    assert (await locked(place / "ducks.db")).endswith("is locked by another program.")
    monkeypatch.setattr("db.backends.sqlite_transaction._NETWORKS", ("tmpfs",))
    said = await locked(place / "ducks.db")
    assert said.startswith(f"The database {place}/ducks.db cannot be locked. It is in a network")
    assert "(tmpfs)" in said
    (disk / "link").symlink_to(place)
    assert "(tmpfs)" in await locked(disk / "link" / "ducks.db")


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "smb3", "fuse.sshfs", "9p", "ext4", "overlay"])
def test_a_file_belongs_to_the_deepest_and_latest_mount(monkeypatch, kind):
    mounts = (
        f"/dev/a / ext4 rw 0 0\nhost:/b /srv/a\\040b ext4 rw 0 0\nb /srv/a\\040b {kind} rw 0 0\n"
    )
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: mounts)
    networks = kind not in {"ext4", "overlay"}
    assert bool(blame_network("/srv/a b/ducks.db")) == networks
    assert not blame_network("/srv/a bc/ducks.db")
