"""Rounds of chores, tested without Discord."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import discord
import pytest

from cogs.app.maintenance import CALM, MaintenanceCog
from cogs.app.services import Chore
from db.connection import Database
from db.errors import DatabaseLocked
from tables.model.table import Status
from tables.service import GAME_AGE, IDLE_AFTER
from tests.tables.games import Heaps, Pig
from tests.tables.house import ANNA, BEN, Clock, House


async def nothing():
    return None


async def locked():
    raise DatabaseLocked("The database is locked by another program.")


async def test_boards_that_could_not_be_updated_are_tried_again():
    caught_up = []

    async def catch_up():
        caught_up.append(len(caught_up))
        if len(caught_up) == 1:
            await locked()

    cog = made(publisher=SimpleNamespace(catch_up=catch_up, settle=nothing))
    for _ in range(3):
        await cog.go_round(here=False)
    assert caught_up == [0, 1]


@pytest.mark.parametrize(("workers", "at"), [(1, [0.0, 8.0]), (3, [0.0, 8.0 + CALM])])
async def test_boards_are_updated_once_no_other_worker_edits_them(monkeypatch, workers, at):
    """A shard's previous worker still edits the shard's boards for a while."""
    caught_up, sharding, now = [], alone(), 0.0

    async def catch_up():
        caught_up.append(now)

    there = client(connected=False)
    there.budget = SimpleNamespace(workers=workers)
    monkeypatch.setattr("time.monotonic", lambda: now)
    cog = made(there, sharding, publisher=SimpleNamespace(catch_up=catch_up, settle=nothing))
    for now in (0.0, 4.0, 8.0, 7.9 + CALM, 8.0 + CALM, 12.0 + CALM):
        sharding.news = sharding.news or now in {0.0, 8.0}
        await cog.go_round(here=False)
    assert caught_up == at


def made(there=None, sharding=None, **services):
    """Return the cog with these services; all other services do nothing."""
    idle = SimpleNamespace(
        tables=None,
        records=None,
        publisher=SimpleNamespace(settle=nothing, catch_up=nothing),
        chores=[],
    )
    vars(idle).update(services)
    return MaintenanceCog(there or client(connected=True), idle, sharding or alone())


def alone():
    """Return the sharding of a single worker, which holds all shards."""
    event = asyncio.Event()
    event.set()
    return SimpleNamespace(holds=event, housekeeping=event, news=False)


async def next_round(cog):
    """Let the cog look once, and wait for the round that begins."""
    await cog.look()
    await asyncio.gather(*[each for name, each in cog._under_way.items() if name == "a round"])


class Watched:
    """Stands for the publisher and records the tables to be redrawn."""

    def __init__(self):
        self.refreshed = []

    def refresh(self, tables):
        self.refreshed += [table.id for table in tables]

    def call(self, tables):
        """Nobody is called here."""

    def remind(self, tables):
        """Nobody is reminded here."""

    async def settle(self):
        """Nothing is left to store."""

    catch_up = settle


def client(*, connected):
    shard = SimpleNamespace(is_closed=lambda: not connected, latency=0.1)
    budget = SimpleNamespace(workers=1)
    return SimpleNamespace(shards={0: shard}, budget=budget, is_ready=lambda: True)


@pytest.fixture
async def house(tmp_path):
    async with await Database.open(f"sqlite:///{tmp_path}/ducks.db") as database:
        yield House(database, Clock(), (Pig(), Heaps()))


@pytest.fixture
async def game(house):
    """A game of a bot whose heartbeat has been stored."""
    await house.tables.heartbeat.beat()
    return await house.game(ANNA, BEN)


async def looked_after(house, *, connected):
    """Let the cog look once at the tables; return the ids of the redrawn tables."""
    publisher = Watched()
    cog = made(client(connected=connected), tables=house.tables, publisher=publisher)
    await next_round(cog)
    return publisher.refreshed


async def test_no_table_ages_while_discord_is_unreachable(house, game):
    for _ in range(3):
        house.clock.pass_by(GAME_AGE)
        assert await looked_after(house, connected=False) == []
    assert await looked_after(house, connected=True) == []
    assert (await house.tables.lookup.get(game.id)).status is Status.PLAYING


@pytest.mark.parametrize("step", [2 * GAME_AGE, -2 * GAME_AGE])
async def test_a_step_of_the_clock_without_a_beat_ends_no_game(house, game, step):
    house.clock.pass_by(step)
    assert await looked_after(house, connected=True) == []
    assert (await house.tables.lookup.get(game.id)).status is Status.PLAYING


async def test_an_idle_player_is_found_after_the_clock_steps_back(house, game):
    house.clock.pass_by(-GAME_AGE)
    assert await looked_after(house, connected=True) == []
    found = []
    for _ in range(IDLE_AFTER // 30 + 1):
        found += await looked_after(house, connected=True)
        house.clock.pass_by(30)
    assert found == [game.id]


async def test_a_chore_that_fails_stops_no_other(house, game, monkeypatch):
    monkeypatch.setattr(house.tables.maintenance, "expire", locked)
    for _ in range(IDLE_AFTER // 30):
        await looked_after(house, connected=True)
        house.clock.pass_by(30)
    assert await looked_after(house, connected=True) == [game.id]


async def test_a_refusal_by_discord_is_only_a_warning(caplog):
    async def limited():
        raise discord.RateLimited(60.0)

    cog = made(records=SimpleNamespace(privacy=SimpleNamespace(sweep=limited, compact=limited)))
    cog._update_guilds = limited
    await cog._purge()
    assert {(record.levelname, record.exc_info) for record in caplog.records} == {("WARNING", None)}


async def test_unfinished_tables_outside_servers_are_deleted_by_the_purge(caplog):
    done = []

    async def purge():
        return ()

    async def delete_unfinished():
        done.append("unfinished")

    records = SimpleNamespace(
        privacy=SimpleNamespace(sweep=nothing, compact=nothing),
        guilds=SimpleNamespace(purge=purge, delete_unfinished=delete_unfinished),
    )
    cog = made(records=records)
    cog._update_guilds = nothing
    await cog._purge()
    assert done == ["unfinished"]
    assert caplog.records == []


@pytest.fixture
def done():
    return []


def chore(done, name, **how):
    async def work():
        done.append(name)

    return Chore(name, work, **how)


async def test_only_the_housekeeper_does_chores_that_run_once(done):
    sharding = alone()
    sharding.housekeeping = asyncio.Event()
    cog = made(sharding=sharding, chores=[chore(done, "each"), chore(done, "once", once=True)])
    await cog.go_round(here=False)
    await cog.go_round(here=True)
    assert done == ["each"]
    sharding.housekeeping.set()
    await cog.go_round(here=True)
    assert done == ["each", "each", "once"]


async def test_a_chore_is_done_again_after_its_interval(done, monkeypatch):
    cog = made(chores=[chore(done, "rare", every=60.0, away=True)])
    for now, times in (1.0, 1), (6.0, 1), (60.0, 1), (61.0, 2), (66.0, 2):
        monkeypatch.setattr("time.monotonic", lambda now=now: now)
        await cog.go_round(here=False)
        assert len(done) == times


async def test_long_work_delays_nothing_and_is_not_begun_twice(done):
    over = asyncio.Event()

    async def last():
        done.append("long")
        await over.wait()

    cog = made(chores=[Chore("long", last, away=True, long=True), chore(done, "rest", away=True)])
    for _ in range(2):
        await cog.go_round(here=False)
        await asyncio.sleep(0)
    assert sorted(done) == ["long", "rest", "rest"]
    over.set()


async def test_beats_come_during_a_long_round(house, done, monkeypatch):
    monkeypatch.setattr(house.tables.heartbeat, "beat", chore(done, "beat").work)
    stuck = Chore("stuck", asyncio.Event().wait, away=True)
    cog = made(tables=house.tables, publisher=Watched(), chores=[stuck])
    for _ in range(2):
        await cog.look()
        await asyncio.sleep(0)
    assert done == ["beat", "beat"]
    await cog.cog_unload()
