"""Leases of shards: on one real file, with clocks that the test moves."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from db.connection import Database
from db.workers import ShardRow
from workers.leases import DAY, DEAD_AFTER, IDENTIFY_EVERY, Leases, choose


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self, now=1_000_000.0):
        self.now = now

    def __call__(self):
        return self.now


@pytest.fixture
async def database(tmp_path):
    async with await Database.open(f"sqlite:///{tmp_path}/ducks.db") as opened:
        yield opened


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def begin(database, clock):
    """Makes a worker: `await begin(3)` for three shards."""

    async def begin(total):
        worker = Leases(database, clock, clock)
        await worker.enter(total)
        await worker.look()
        return worker

    return begin


async def take_all(*workers):
    """Let workers look and take over in turn, until none takes anything more."""
    while True:
        taken = [await take_next(worker) for worker in workers]
        if not any(taken):
            break
    for worker in workers:
        await worker.look()
    return [sorted(worker.held) for worker in workers]


async def take_next(worker):
    await worker.look()
    row = worker.choose(worker.held)
    if row is None or not await worker.take(row):
        return False
    assert await worker.hold(row.shard)
    return True


def shards(*holders):
    return [ShardRow(number, holder, "") for number, holder in enumerate(holders)]


async def test_a_lone_worker_takes_all_shards_and_writes_nothing_while_it_is_alone(begin, clock):
    worker = await begin(3)
    assert await take_all(worker) == [[0, 1, 2]]
    before = await beat_of(worker)
    for _ in range(10):
        clock.now += 3
        await worker.look()
    assert await beat_of(worker) == before


async def beat_of(worker):
    async with worker._database.read_one() as store:
        return await store.session.fetch("SELECT id, beat FROM workers", {})


async def test_workers_share_equally_and_beat_while_there_are_several(begin):
    first = await begin(12)
    await take_all(first)
    others = [await begin(12), await begin(12)]
    assert [len(held) for held in await take_all(first, *others)] == [4, 4, 4]


async def test_one_that_is_found_at_the_start_is_taken_over_from_at_once(begin, database):
    killed = await begin(2)
    await take_all(killed)
    again = await begin(2)
    assert await take_all(again) == [[0, 1]]


async def test_one_that_beats_no_more_is_dead_after_a_while(begin, clock):
    first, second = await begin(4), await begin(4)
    await take_all(first, second)
    await first.look()
    clock.now += DEAD_AFTER - 1
    assert not await first.look()
    assert len(first.held) == 2
    clock.now += 1
    assert await first.look()  # a worker has gone
    assert await take_all(first) == [[0, 1, 2, 3]]


async def test_one_that_was_paused_finds_its_leases_gone_and_is_a_worker_again(begin, clock):
    first, paused = await begin(4), await begin(4)
    await take_all(first, paused)
    await first.look()
    clock.now += DEAD_AFTER
    await first.look()
    await take_all(first)
    await paused.look()
    assert paused.held == frozenset()
    assert [len(held) for held in await take_all(first, paused)] == [2, 2]


async def test_who_leaves_holds_its_shards_until_another_does(begin):
    first, second = await begin(2), await begin(2)
    await take_all(first, second)
    first.leaving = True
    await first.look()
    await second.look()
    row = second.choose(second.held)
    assert row is not None
    assert await second.take(row)
    await first.look()
    assert row.shard in first.held
    assert await second.hold(row.shard)
    await first.look()
    assert first.held == frozenset()
    assert first.choose(first.held) is None


async def test_after_a_clean_end_another_number_of_shards_may_follow(begin):
    first = await begin(2)
    second = Leases(first._database)
    assert await second.enter(5) == 2  # others have begun with two
    for worker in (first, second):
        await worker.leave()
    assert await Leases(first._database).enter(5) == 5


async def test_of_two_that_want_the_same_shard_one_has_it(begin):
    first, second = await begin(1), await begin(1)
    row = first.choose(first.held)
    assert row is not None
    assert [await first.take(row), await second.take(row)] == [True, False]
    await first.give_up(row.shard)
    assert await second.take(row)
    assert not await first.hold(row.shard)


def test_nobody_takes_more_than_an_equal_share_of_what_is_free():
    assert choose(shards("a", "", ""), {"a", "b"}, "b", ()) == ShardRow(1, "", "")
    assert choose(shards("a", "a", ""), {"a", "b"}, "a", (0, 1)) is None


def test_from_one_with_two_more_one_is_taken():
    assert choose(shards("a", "a"), {"a", "b"}, "b", ()) == ShardRow(0, "a", "")
    assert choose(shards("a", "a", "b"), {"a", "b"}, "b", (2,)) is None


@pytest.mark.parametrize(("holder", "taker"), [("", "a"), ("b", "a"), ("a", "")])
def test_what_one_could_not_take_while_the_database_was_away_is_taken_first(holder, taker):
    rows = [ShardRow(0, "", ""), ShardRow(1, holder, taker)]
    assert choose(rows, {"a", "b"}, "a", ()) == rows[1]
    assert choose(rows, {"a", "b"}, "b", (1,)) == rows[0]


async def test_an_identify_waits_for_those_of_all_workers_in_its_bucket(begin, clock):
    first, second = await begin(2), await begin(2)
    assert await first._pause(0, 1000) == 0
    assert await second._pause(1, 1000) == 0
    assert await second._pause(0, 1000) == IDENTIFY_EVERY
    clock.now += 2
    assert await second._pause(0, 1000) == pytest.approx(IDENTIFY_EVERY - 2)
    clock.now += IDENTIFY_EVERY
    assert await second._pause(0, 1000) == 0


async def test_who_cannot_ask_the_database_asks_again_before_an_identify(tmp_path, clock, caplog):
    file = tmp_path / "ducks.db"
    async with await Database.open(f"sqlite:///{file}", busy_timeout=0.1) as database:
        worker = Leases(database, clock, clock)
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert await worker._pause(0, 1000) == IDENTIFY_EVERY
        assert "locked by another program" in caplog.text
        assert await worker._pause(0, 1000) == 0


async def test_two_that_identify_at_the_same_time_are_counted_apart(begin):
    workers = [await begin(2) for _ in range(4)]
    pauses = await asyncio.gather(*(worker._pause(0, 1000) for worker in workers))
    assert sorted(pauses)[:2] == [0, IDENTIFY_EVERY]


async def test_who_ends_and_starts_again_waits_for_nothing_but_is_counted(begin, clock):
    first = await begin(1)
    assert await first._pause(0, 2) == 0
    await first.leave()
    again = await begin(1)
    assert await again._pause(0, 2) == 0
    await again.leave()
    clock.now += IDENTIFY_EVERY
    assert await (await begin(1))._pause(0, 2) == pytest.approx(DAY - IDENTIFY_EVERY)
    clock.now += DAY
    assert await (await begin(1))._pause(0, 2) == 0
