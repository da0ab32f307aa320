"""Leases of shards: on real databases, with clocks that the test moves."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from db.connection import Database
from db.errors import DatabaseUnreachable
from workers.leases import (
    DEAD_AFTER,
    MOVES_EVERY,
    SILENT_AFTER,
    UNSEEN_AFTER,
    Leases,
    LeasesUnavailable,
)

pytestmark = pytest.mark.postgresql

LOOK_EVERY = 3.0


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self, now=1_000_000.0):
        self.now = now

    def __call__(self):
        return self.now


@pytest.fixture
async def database(database_url):
    async with await Database.open(database_url) as opened:
        yield opened


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def begin(database, clock):
    """Makes a worker for a number of shards: `await begin(3)`."""

    async def begin(total):
        worker = Leases(database, clock)
        await worker.enter()
        await worker.settle(total)
        await worker.look()
        return worker

    return begin


async def take_all(*workers):
    """Let workers look and take over shards in turn, until no worker takes another shard."""
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
    assert await worker.hold(row)
    return True


async def watch(clock, seconds, *workers):
    """Let time pass while these workers look every three seconds."""
    end = clock.now + seconds
    while clock.now < end:
        clock.now = min(end, clock.now + LOOK_EVERY)
        for worker in workers:
            await worker.look()


async def test_a_lone_worker_takes_all_shards_and_then_writes_nothing(begin, clock):
    worker = await begin(3)
    assert await take_all(worker) == [[0, 1, 2]]
    before = await beat_of(worker)
    for _ in range(10):
        clock.now += 3
        await worker.look()
    assert await beat_of(worker) == before


async def beat_of(worker):
    async with worker._database.read_one() as store:
        return await store.raw.fetch("SELECT id, beat FROM workers", {})


async def test_several_workers_share_the_shards_equally(begin):
    first = await begin(12)
    await take_all(first)
    others = [await begin(12), await begin(12)]
    assert [len(held) for held in await take_all(first, *others)] == [4, 4, 4]


async def test_a_new_worker_takes_over_at_once(begin, database):
    killed = await begin(2)
    await take_all(killed)
    again = await begin(2)
    assert await take_all(again) == [[0, 1]]


async def test_a_worker_without_beats_is_dead_after_a_while(begin, clock):
    first, second = await begin(4), await begin(4)
    await take_all(first, second)
    await first.look()
    await watch(clock, DEAD_AFTER - 1, first)
    assert len(first.held) == 2
    clock.now += 1
    assert await first.look()  # it reports that a worker has gone
    assert await take_all(first) == [[0, 1, 2, 3]]


async def test_a_paused_worker_loses_its_leases_and_works_again(begin, clock):
    first, paused = await begin(4), await begin(4)
    await take_all(first, paused)
    await first.look()
    await watch(clock, DEAD_AFTER, first)
    await take_all(first)
    await paused.look()
    assert paused.held == frozenset()
    assert [len(held) for held in await take_all(first, paused)] == [2, 2]


@pytest.fixture
def away(monkeypatch, database):
    """A block in which the database fails for workers that look: `with away(): ...`."""

    def fail():
        raise DatabaseUnreachable("The database does not answer.")

    @contextmanager
    def away():
        with monkeypatch.context() as patch:
            patch.setattr(database, "read", fail)
            yield

    return away


async def test_an_unobserved_worker_is_not_dead(begin, clock, away):
    """The database fails for 12 seconds, so all beats are old when the first worker looks."""
    first, second, third = [await begin(3) for _ in range(3)]
    before = await take_all(first, second, third)
    await first.look()
    for _ in range(4):
        clock.now += LOOK_EVERY
        with away(), pytest.raises(LeasesUnavailable):
            await first.look()
    assert not await first.look()
    assert await take_all(first, second, third) == before


async def test_a_failed_look_has_seen_nothing(begin, clock, away):
    first, second = await begin(2), await begin(2)
    await take_all(first, second)
    await first.look()
    for _ in range(3):
        clock.now += LOOK_EVERY
        with away(), pytest.raises(LeasesUnavailable):
            await first.look()
        clock.now += LOOK_EVERY
        assert not await first.look()


async def test_a_worker_that_cannot_beat_still_sees_others_shards(begin, database, monkeypatch):
    first, second = await begin(1), await begin(1)
    await take_all(first)
    await second.look()
    (row,) = second._shards
    assert await second.take(row)
    assert await second.hold(row)
    assert first.held == {0}

    def fail():
        raise DatabaseUnreachable("away")

    monkeypatch.setattr(database, "write", fail)
    await first.look()
    assert first.held == set()


async def test_own_pauses_make_no_other_worker_dead(begin, clock):
    first, second = await begin(2), await begin(2)
    await take_all(first, second)
    await first.look()
    clock.now += DEAD_AFTER  # this worker was paused, or the database answered late
    assert not await first.look()
    await watch(clock, DEAD_AFTER - 1, first)
    assert first.workers == 2
    clock.now += 1
    assert await first.look()


async def test_regular_looks_leave_no_gap():
    assert UNSEEN_AFTER > LOOK_EVERY + 2  # a look may take two seconds


async def test_a_leaving_worker_holds_its_shards_until_another_does(begin):
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
    assert await second.hold(row)
    await first.look()
    assert first.held == frozenset()
    assert first.choose(first.held) is None


async def test_after_a_clean_end_another_number_of_shards_may_follow(begin):
    first = await begin(2)
    later = [Leases(first._database) for _ in range(3)]
    for worker in later:
        await worker.enter()
    assert await later[0].settle(5) == 2  # others have begun with two
    for worker in (first, later[0]):
        await worker.leave()
    assert [
        await worker.settle(number) for worker, number in zip(later[1:], (5, 7), strict=True)
    ] == [5, 5]


async def test_a_worker_is_known_before_it_takes_shards(begin):
    first = await begin(2)
    second = Leases(first._database)
    await second.enter()
    assert second.workers == 2
    await first.look()
    assert first.workers == 2
    assert first.live == {first.worker}
    await second.look()
    assert second.choose(()) is None
    await first.look()
    assert first.live == {first.worker}


async def test_of_two_workers_that_want_a_shard_one_gets_it(begin):
    first, second = await begin(1), await begin(1)
    row = first.choose(first.held)
    assert row is not None
    assert [await first.take(row), await second.take(row)] == [True, False]
    await first.give_up(row.shard)
    assert await second.take(row)
    assert not await first.hold(row)


FINE, QUIET, SILENT = 1.0, 12.0, 20.0
"""Seconds since Discord last sent anything."""


async def look_with(worker, silence):
    await worker.look(dict.fromkeys(worker.held, silence))


async def move(*silences):
    """Let workers with these silences look and take over shards, until no shard moves."""
    while True:
        taken = False
        for worker, silence in silences:
            await look_with(worker, silence)
            row = worker.choose(worker.held)
            if row is not None:
                assert await worker.take(row)
                assert await worker.hold(row)
                taken = True
        if not taken:
            return [len(worker.held) for worker, _ in silences]


@pytest.fixture
async def three(begin):
    workers = [await begin(12) for _ in range(3)]
    assert [len(held) for held in await take_all(*workers)] == [4, 4, 4]
    return workers


async def test_shards_of_a_cut_off_worker_go_to_workers_that_discord_answers(three):
    cut, second, third = three
    assert await move((cut, SILENT), (second, FINE), (third, FINE)) == [0, 6, 6]


async def test_all_workers_keep_their_shards_while_discord_is_silent_for_all(three):
    cut, second, third = three
    assert await move((cut, SILENT), (second, SILENT), (third, SILENT)) == [4, 4, 4]
    assert await move((cut, SILENT), (second, QUIET), (third, QUIET)) == [4, 4, 4]


async def test_after_an_outage_other_workers_get_time_to_come_back(three, clock):
    cut, second, third = three
    assert await move((cut, SILENT), (second, SILENT), (third, SILENT)) == [4, 4, 4]
    assert await move((cut, SILENT), (second, FINE), (third, FINE)) == [4, 4, 4]
    clock.now += SILENT_AFTER
    assert await move((cut, SILENT), (second, FINE), (third, FINE)) == [0, 6, 6]


async def test_a_single_silent_session_moves_alone(three):
    cut, second, _ = three
    lost, *others = sorted(cut.held)
    await cut.look({lost: SILENT} | dict.fromkeys(others, FINE))
    await look_with(second, FINE)
    row = second.choose(second.held)
    assert row is not None
    assert row.shard == lost
    assert await second.take(row)
    assert await second.hold(row)
    await look_with(second, FINE)
    assert second.choose(second.held) is None


async def test_a_worker_with_a_lost_session_takes_free_shards(three, clock):
    first, second, third = three
    await watch(clock, DEAD_AFTER + LOOK_EVERY, first, second)  # the third worker dies
    lost, *others = sorted(first.held)
    await first.look({lost: SILENT} | dict.fromkeys(others, FINE))
    row = first.choose(first.held)
    assert row is not None
    assert row.holder == third.worker
    await look_with(first, SILENT)
    assert first.choose(first.held) is None  # the worker may be cut off


async def test_a_cut_off_worker_takes_no_shards_before_discord_answers(three):
    cut, second, third = three
    await move((cut, SILENT), (second, FINE), (third, FINE))
    await cut.look()
    assert cut.cut_off
    assert cut.choose(()) is None
    cut.cut_off = False  # Discord has greeted the worker
    assert await move((cut, FINE), (second, FINE), (third, FINE)) == [4, 4, 4]


async def test_a_cut_off_worker_gets_no_share(three, clock):
    cut, second, third = three
    await move((cut, SILENT), (second, FINE), (third, FINE))
    await watch(clock, DEAD_AFTER + LOOK_EVERY, cut, second)  # the third worker dies
    assert await move((cut, FINE), (second, FINE)) == [0, 12]


async def test_a_shard_moves_for_silence_once_in_ten_minutes(three):
    cut, second, third = three
    await move((cut, SILENT), (second, FINE), (third, FINE))
    # The two shards that have just come from the first worker stay.
    assert await move((second, SILENT), (third, FINE)) == [2, 10]
    await pass_by(cut._database, MOVES_EVERY)
    assert await move((second, SILENT), (third, FINE)) == [0, 12]


async def pass_by(database, seconds):
    """Date the latest moves of shards back by this many seconds."""
    async with database.write() as store:
        store.raw.put(f"UPDATE shards SET moved_at = moved_at - {seconds}", [{}])


async def test_sessions_ask_discord_when_quiet_and_when_another_worker_reports_silence(three):
    cut, second, _ = three
    await look_with(second, FINE)
    assert second.to_ask() == []
    await second.look({0: FINE, 1: QUIET})
    assert second.to_ask() == [1]
    await look_with(cut, SILENT)
    await second.look({0: FINE, 1: FINE})
    assert second.to_ask() == [0, 1]


async def test_a_session_that_answers_again_keeps_its_shard(three):
    cut, second, _ = three
    await look_with(cut, SILENT)
    await look_with(cut, FINE)
    await look_with(second, FINE)
    assert second.choose(second.held) is None


async def test_workers_with_other_features_switched_off_are_reported(database, clock, caplog):
    first, alike, other = (
        Leases(database, clock, without) for without in (["a", "b"], ["b", "a"], ["b"])
    )
    for worker in (first, alike, other):
        await worker.enter()
    for worker in (first, alike, other) * 2:
        await worker.look()
    told = [each for each in caplog.messages if each.startswith("WITHOUT is 'a,b' here")]
    assert len(told) == 2
    assert all(f"but 'b' for the worker {other.worker}" in each for each in told)


async def test_an_ended_worker_is_not_reported(begin, clock, caplog):
    ended = Leases((await begin(1))._database, clock, ["a"])
    await ended.enter()
    caplog.clear()
    first = await begin(1)
    await watch(clock, DEAD_AFTER + 1, first)
    assert not any("WITHOUT" in each for each in caplog.messages)
