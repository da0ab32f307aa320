"""The cache of tables is bounded, and never older than the database."""

from __future__ import annotations

from pathlib import Path

import pytest

from db.backends.postgresql_transaction import PostgresqlTransaction
from db.backends.sqlite_transaction import Connection, SqliteTransaction
from db.errors import DatabaseError, DatabaseLocked, DatabaseUnwritable
from engine.core import RuleError
from tables.model.errors import AlreadySeated, NoSuchTable
from tables.play.seating import Join
from tables.storage.repository import TableRepository
from tests.tables.games import Pig
from tests.tables.house import ANNA, BEN, CLEO


async def test_the_cache_keeps_the_tables_used_last(house):
    repository = TableRepository([Pig()], capacity=3)
    numbers = [(await house.lobby(ANNA)).id for _ in range(5)]
    async with house.database.read() as store:
        for number in (*numbers[:3], numbers[0], *numbers[3:]):
            await repository.load(store, number)
    assert list(repository._cache) == [numbers[0], numbers[3], numbers[4]]


async def test_a_cached_game_counts_by_its_kept_moves(house):
    repository = TableRepository([Pig()], capacity=6)
    lobbies = [(await house.lobby(ANNA)).id for _ in range(5)]
    game = await house.act(await house.game(ANNA, BEN), "hold")
    async with house.database.read() as store:
        for number in (*lobbies, game.id):
            await repository.load(store, number)
    kept = 5 - len(game.recent)
    assert list(repository._cache) == [*lobbies[len(lobbies) - kept :], game.id]


async def test_a_game_longer_than_the_cache_is_kept_alone(house):
    repository = TableRepository([Pig()], capacity=1)
    game = await house.act(await house.game(ANNA, BEN), "hold")
    async with house.database.read() as store:
        await repository.load(store, game.id)
    assert list(repository._cache) == [game.id]


async def test_a_cached_game_is_not_folded_again(house):
    table = await house.game(ANNA, BEN)
    assert (await house.tables.lookup.get(table.id)).state is table.state


async def test_peeking_at_a_table_does_not_cache_it(house):
    table = await house.game(ANNA, BEN)
    other = await house.restarted()
    assert (await other.tables.lookup.peek(table.id)).state == table.state
    assert other.tables.lookup.key_of(table.id) is None
    with pytest.raises(NoSuchTable):
        await other.tables.lookup.peek(table.id + 1)


async def test_a_change_by_another_process_is_read_again(house):
    table = await house.lobby(ANNA, BEN)
    await house.tamper("UPDATE tables SET message_id = 8, revision = revision + 1")
    assert (await house.tables.lookup.get(table.id)).message_id == 8


async def test_a_table_whose_opening_was_rolled_back_is_not_taken_for_the_next(house, monkeypatch):
    async def no_commit(_):
        raise DatabaseUnwritable

    with monkeypatch.context() as patch:
        for session in (SqliteTransaction, PostgresqlTransaction):
            patch.setattr(session, "commit", no_commit)
        with pytest.raises(DatabaseUnwritable):
            await house.lobby(ANNA)
    assert (await house.lobby(BEN)).opener == BEN


async def test_a_change_starts_from_the_newest_state_whichever_process_wrote_it(house):
    table = await house.lobby(ANNA)
    other = await house.restarted()
    await other.tables.do(table.id, Join(BEN, 5))
    joined = await house.tables.do(table.id, Join(CLEO, 6))
    assert [seat.person for seat in joined.seats] == [ANNA, BEN, CLEO]
    assert (await other.tables.lookup.get(table.id)).seats == joined.seats


async def test_an_outdated_cache_refuses_no_click(house):
    table = await house.game(ANNA, BEN)
    other = await house.restarted()
    newer = await other.act(table, "hold")
    assert (await house.act(newer, "hold")).seq == newer.seq + 1


async def test_a_refused_act_changes_nothing(house):
    table = await house.lobby(ANNA)
    with pytest.raises(AlreadySeated):
        await house.tables.do(table.id, Join(ANNA, 5))
    assert await house.tables.lookup.get(table.id) == table
    assert await house.rows("SELECT revision FROM tables") == [(0,)]


async def test_a_move_takes_one_trip_to_the_database(house, monkeypatch):
    table = await house.game(ANNA, BEN)
    hops = []

    def count(owner, name):
        go = getattr(owner, name)

        async def counted(*arguments, **more):
            hops.append(name)
            return await go(*arguments, **more)

        monkeypatch.setattr(owner, name, counted)

    count(Connection, "run")
    count(PostgresqlTransaction, "_send")
    await house.act(table, "hold")
    assert len(hops) == 1


@pytest.mark.sqlite
async def test_a_move_writes_its_tables_row_and_the_log_and_no_index(house):
    table = await house.game(ANNA, BEN)
    path = Path(house.database.name)
    log, frame = path.with_name(f"{path.name}-wal"), 4096 + 24
    before = log.stat().st_size
    await house.act(table, "hold")
    assert log.stat().st_size - before == 2 * frame


async def test_an_error_after_a_refusal_does_not_carry_the_refusal(house, monkeypatch):
    """A refusal may quote a secret move, and errors are logged."""
    table = await house.game(ANNA, BEN)

    async def locked(*_, **__):
        raise DatabaseLocked

    monkeypatch.setattr(Connection, "run", locked)
    monkeypatch.setattr(PostgresqlTransaction, "_send", locked)
    with pytest.raises(DatabaseError) as failure:
        await house.act(table, "die 6")
    error = failure.value
    while error is not None:
        assert not isinstance(error, RuleError)
        error = error.__cause__ or error.__context__
