"""Slots for new sessions on both backends, by the clock that all workers share."""

from __future__ import annotations

import asyncio
import time

import pytest

from db.connection import Database
from tests.rows import Rows
from workers.leases import DAY, IDENTIFY_EVERY, LEAD, Slots, find_slot

MOST = 1000

AHEAD = 5.0
"""Seconds until a slot, enough that the slot is still ahead when the test continues."""

WAY = 2.0
"""Upper bound in seconds for asking the database for its time."""


@pytest.fixture
async def database(database_url):
    async with await Database.open(database_url) as opened:
        yield opened


@pytest.fixture
def rows(database_url):
    rows = Rows(database_url)
    yield rows
    rows.close()


@pytest.fixture
def shift(rows):
    """Move all slots some seconds into the past, as if time had passed."""
    return lambda seconds: rows.run(f"UPDATE session_starts SET at = at - {seconds}")


class Slow:
    """A monotonic clock that jumps by one second before some of its reads, numbered from 1."""

    def __init__(self, *looks):
        self.looks, self.count, self.more = looks, 0, 0

    def __call__(self):
        self.count += 1
        self.more += self.count in self.looks
        return time.monotonic() + self.more


def taken(rows):
    """Return the slots of the first bucket."""
    return [
        at for (at,) in rows.select("SELECT at FROM session_starts WHERE bucket = 0 ORDER BY at")
    ]


def is_next(rows):
    """Return whether the second slot follows the first at the right distance, apart from delays."""
    first, second = taken(rows)
    return IDENTIFY_EVERY - 0.001 < second - first < IDENTIFY_EVERY + WAY


def test_a_slot_follows_the_last_one_and_none_follows_a_future_one():
    assert find_slot(100.0, None, 0.1) == 100.1
    assert find_slot(100.0, 90.0, 0.1) == 100.1
    assert find_slot(100.0, 98.0, 0.1) == 98.0 + IDENTIFY_EVERY
    assert find_slot(100.0, 100.1, 0.1) is None


async def test_slots_of_a_bucket_are_apart_over_all_workers(database, rows, shift):
    first, second = Slots(database), Slots(database)
    assert (await first.take(0, MOST, lead=AHEAD)).number
    assert (await second.take(1, MOST)).number
    ask_again = await second.take(0, MOST)
    assert not ask_again.number
    assert ask_again.begins - time.monotonic() <= AHEAD + WAY
    shift(AHEAD + WAY)
    assert (await second.take(0, MOST)).number
    assert is_next(rows)


async def test_a_slot_is_chosen_after_the_lock(database, rows, database_url):
    """If the clock were read before the lock, two slots could be too close to each other."""
    other = Rows(database_url)
    postgresql = database_url.startswith("postgresql")
    other.run("BEGIN" if postgresql else "BEGIN IMMEDIATE")
    if postgresql:
        other.run("SELECT pg_advisory_xact_lock(x'6475636B73'::bigint)")
    taking = asyncio.create_task(Slots(database).take(0, MOST, lead=0))
    await asyncio.sleep(0.3)
    let_go = time.time()
    other.run("COMMIT")
    other.close()
    assert (await taking).number
    assert taken(rows)[0] >= let_go - 0.001


async def test_a_worker_that_missed_its_slot_takes_another(database, rows):
    """The commit takes a second, and then the process is paused before it sends."""
    begun = time.time()
    await Slots(database, Slow(3, 8)).wait(0, MOST)
    ((number, at),) = rows.select("SELECT number, at FROM session_starts")
    assert number == 1  # the first slot was moved
    assert 2 * LEAD + 4 * LEAD - 0.01 <= at - begun < IDENTIFY_EVERY


async def test_a_missed_slot_moves_behind_that_of_another_worker(database, rows, shift):
    first, second = Slots(database), Slots(database)
    missed = await first.take(0, MOST)
    shift(LEAD + WAY)
    assert (await second.take(0, MOST)).number
    assert not (await first.take(0, MOST, missed.number)).number  # the first worker must ask again
    shift(IDENTIFY_EVERY)
    assert (await first.take(0, MOST, missed.number)).number == missed.number
    assert is_next(rows)


async def test_a_slow_answer_makes_the_slot_longer(database, rows):
    """Otherwise a worker far from the database could never begin a session."""
    begun, clock = time.time(), Slow(2)
    slot = await Slots(database, clock).take(0, MOST)
    assert slot.begins < slot.ends
    assert slot.begins - clock() <= LEAD
    (at,) = taken(rows)
    assert at >= begun + LEAD + 1 - 0.01  # SQLite gives the time in milliseconds


@pytest.mark.parametrize("ahead", [60, 3600, 10 * DAY])
async def test_a_clock_set_back_delays_one_slot_at_most(database, rows, shift, ahead):
    slots = Slots(database)
    assert (await slots.take(0, MOST)).number
    shift(-ahead)
    ask_again = await slots.take(0, MOST)
    assert not ask_again.number
    assert ask_again.begins - time.monotonic() <= IDENTIFY_EVERY
    shift(IDENTIFY_EVERY)
    assert (await slots.take(0, MOST)).number
    assert is_next(rows)


async def test_one_of_many_gets_the_next_slot(database):
    taking = (Slots(database).take(0, MOST, lead=AHEAD) for _ in range(4))
    slots = await asyncio.gather(*taking)
    assert [bool(slot.number) for slot in slots].count(True) == 1


async def test_the_daily_limit_of_sessions_is_kept(database, shift):
    slots = Slots(database)
    assert (await slots.take(0, 2)).number
    assert (await slots.take(1, 2)).number
    wait = await slots.take(2, 2)
    assert not wait.number
    assert DAY - 60 < wait.begins - time.monotonic() <= DAY + LEAD + WAY
    shift(DAY + LEAD + WAY)
    assert (await slots.take(2, 2)).number


@pytest.mark.sqlite
async def test_a_worker_asks_again_after_a_database_error(database_url, rows, caplog):
    async with await Database.open(database_url, busy_timeout=0.1) as database:
        rows.run("BEGIN IMMEDIATE")
        assert not (await Slots(database)._ask(0, MOST, 0, LEAD)).number
        assert "locked by another program" in caplog.text
        rows.run("ROLLBACK")
        assert (await Slots(database)._ask(0, MOST, 0, LEAD)).number
