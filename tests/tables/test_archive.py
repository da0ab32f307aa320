"""What is remembered of tables: bounded, and never older than the file."""

from __future__ import annotations

import sqlite3

import pytest

from db.errors import DatabaseError
from tables.archive import Archive
from tests.tables.games import Pig
from tests.tables.house import ANNA, BEN


async def test_the_tables_last_used_are_remembered(house):
    archive = Archive([Pig()], capacity=3)
    numbers = [(await house.lobby(ANNA)).id for _ in range(5)]
    async with house.database.read() as store:
        for number in (*numbers[:3], numbers[0], *numbers[3:]):
            await archive.load(store, number)
    assert list(archive._cache) == [numbers[0], numbers[3], numbers[4]]


async def test_a_remembered_game_is_not_folded_again(house):
    table = await house.game(ANNA, BEN)
    assert (await house.tables.get(table.id)).state is table.state


async def test_what_another_wrote_is_read_again(house):
    table = await house.lobby(ANNA, BEN)
    await house.tamper("UPDATE tables SET message_id = 8, revision = revision + 1")
    assert (await house.tables.get(table.id)).message_id == 8


async def test_a_table_whose_opening_was_undone_is_not_mistaken_for_the_next(house, monkeypatch):
    async def no_commit():
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(house.database._writer, "commit", no_commit)
        with pytest.raises(DatabaseError):
            await house.lobby(ANNA)
    assert (await house.lobby(BEN)).opener == BEN
