"""Queries as values: their results, damaged rows, and their SQL on each backend."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from db.backends.postgresql_transaction import translate
from db.connection import Database
from db.errors import Conflict
from db.query import REGISTERED, Query, Write
from tests.db.test_transactions import table

if TYPE_CHECKING:
    from db.query import Waits


class Clock(NamedTuple):
    id: int
    waiting: Waits
    threaded: bool


class Waiting(NamedTuple):
    waiting: Waits


CLOCK = Query(Clock, "SELECT id, waiting, threaded FROM tables WHERE id = :id", table="id")
WAITING = Query(Waiting, "SELECT waiting FROM tables WHERE id = :number", table="number")
SILENT = Query(Waiting, "SELECT waiting FROM tables WHERE id = :number")
CHANNEL = Query(int, "SELECT channel_id FROM tables WHERE id = :id")
PAIR = Query(tuple[str, int | None], "SELECT game, guild_id FROM tables WHERE id = :id")
BACKEND = Query(str, "SELECT 'sqlite:no'", postgresql="SELECT 'postgresql:no'")
MOVE = Write("UPDATE tables SET channel_id = :channel WHERE id = :id", exact=True)
MOVE_ALL = Write("UPDATE tables SET channel_id = :channel WHERE id >= :least", exact=True)
BREAK = Write("UPDATE tables SET waiting = :waiting WHERE id = :id")


@pytest.fixture
async def database(database_url):
    async with await Database.open(database_url) as database:
        yield database


@pytest.fixture
async def number(database):
    async with database.write() as tx:
        return await tx.insert_table(table())


async def test_one_row_has_the_types_of_its_class(database, number):
    async with database.read() as tx:
        assert await tx.one(CLOCK, id=number) == Clock(number, {}, threaded=False)
        assert (await tx.one(CLOCK, id=number)).threaded is False
        assert await tx.one(CLOCK, id=number + 1) is None


async def test_a_single_column_and_a_tuple_need_no_class(database, number):
    async with database.read() as tx:
        assert await tx.one(CHANNEL, id=number) == 1
        assert await tx.all(CHANNEL, id=number) == (1,)
        assert await tx.all(PAIR, id=number) == (("pig", None),)
        assert await tx.all(PAIR, id=number + 1) == ()


async def test_a_write_is_seen_by_the_next_query_of_its_transaction(database, number):
    async with database.write() as tx:
        tx.run(MOVE, id=number, channel=7)
        assert await tx.one(CHANNEL, id=number) == 7


async def test_an_exact_write_that_finds_no_row_is_a_conflict(database, number):
    with pytest.raises(Conflict):
        async with database.write() as tx:
            tx.run_each(MOVE, [{"id": each, "channel": 7} for each in (number, number + 1)])
    async with database.read() as tx:
        assert await tx.one(CHANNEL, id=number) == 1


async def test_an_exact_write_that_finds_two_rows_is_a_conflict(database, number):
    async with database.write() as tx:
        await tx.insert_table(table())
    with pytest.raises(Conflict):
        async with database.write() as tx:
            tx.run(MOVE_ALL, least=number, channel=7)
    async with database.read() as tx:
        assert await tx.one(CHANNEL, id=number) == 1


@pytest.mark.parametrize(("query", "name"), [(CLOCK, "id"), (WAITING, "number")])
async def test_a_damaged_row_is_mended_and_its_table_noted(database, number, query, name):
    async with database.write() as tx:
        tx.run(BREAK, id=number, waiting="soon")
    async with database.read() as tx:
        assert (await tx.one(query, **{name: number})).waiting == {}
        assert tx.damaged == {number}


async def test_a_damaged_row_is_mended_but_not_noted_if_the_query_names_no_table(database, number):
    async with database.write() as tx:
        tx.run(BREAK, id=number, waiting="soon")
    async with database.read() as tx:
        assert await tx.one(SILENT, number=number) == Waiting({})
        assert tx.damaged == set()


async def test_each_backend_gets_its_own_sql(database, database_url):
    async with database.read() as tx:
        assert await tx.one(BACKEND) == f"{database_url.partition(':')[0]}:no"


def test_each_query_is_registered():
    assert {CLOCK, BACKEND, MOVE} <= set(REGISTERED)


def test_parameters_in_quotes_are_not_translated():
    sql = "SELECT ':a', \":b\", :c::double precision, x=:d"
    assert translate(sql) == "SELECT ':a', \":b\", %(c)s::double precision, x=%(d)s"
