"""The housekeeping, where no Discord is needed to see it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import discord
import pytest

from cogs.app.maintenance import CALM, MaintenanceCog
from db.connection import Database
from db.errors import DatabaseLocked
from tables.model.table import Status
from tables.service import GAME_AGE, SILENCE
from tests.tables.games import Heaps, Pig
from tests.tables.house import ANNA, BEN, Clock, House


async def nothing():
    return None


async def locked():
    raise DatabaseLocked("The database is locked by another program.")


async def test_the_housekeeping_begins_though_the_boards_could_not_be_brought_up_to_date():
    services = SimpleNamespace(
        tables=None,
        records=None,
        publisher=SimpleNamespace(catch_up=locked),
        watching=None,
        chores=[],
    )
    cog = MaintenanceCog(SimpleNamespace(wait_until_ready=nothing), services, alone())
    assert await cog.catch_up() is None


@pytest.mark.parametrize(("workers", "at"), [(1, [0.0, 8.0]), (3, [0.0, 8.0 + CALM])])
async def test_boards_are_brought_up_to_date_once_nobody_else_edits_them(monkeypatch, workers, at):
    """Where a worker has taken a shard over, the one before still edits its boards for a while."""
    caught_up, sharding, now = [], alone(), 0.0

    async def catch_up():
        caught_up.append(now)

    publisher = SimpleNamespace(catch_up=catch_up, settle=nothing)
    services = SimpleNamespace(
        tables=None, records=None, publisher=publisher, watching=None, chores=[]
    )
    there = client(connected=False)
    there.budget, there.wait_until_ready = SimpleNamespace(workers=workers), nothing
    monkeypatch.setattr("time.monotonic", lambda: now)
    cog = MaintenanceCog(there, services, sharding)
    await cog.catch_up()
    for now in (4.0, 8.0, 7.9 + CALM, 8.0 + CALM, 12.0 + CALM):
        sharding.news = sharding.news or now == 8.0
        await cog.look_after_tables()
    assert caught_up == at


def alone():
    """What a worker without others knows of shards: it holds them."""
    event = asyncio.Event()
    event.set()
    return SimpleNamespace(holds=event, keeps_house=event, news=False)


class Watched:
    """Stands for the publisher: notes what it is to do."""

    def __init__(self):
        self.refreshed = []

    def refresh(self, tables):
        self.refreshed += [table.id for table in tables]

    def call(self, tables):
        """Nobody is called here."""

    def remind(self, tables):
        """Nobody is reminded here."""

    async def settle(self):
        """Nothing is behind."""


def client(*, connected):
    shard = SimpleNamespace(is_closed=lambda: not connected, latency=0.1)
    return SimpleNamespace(shards={0: shard}, budget=SimpleNamespace(workers=1))


@pytest.fixture
async def house(tmp_path):
    async with await Database.open(f"sqlite:///{tmp_path}/ducks.db") as database:
        yield House(database, Clock(), (Pig(), Heaps()))


@pytest.fixture
async def game(house):
    """A game of a bot that is running."""
    await house.tables.heartbeat.beat()
    return await house.game(ANNA, BEN)


async def looked_after(house, *, connected):
    """Let the housekeeping look once at the tables; returns those that are shown anew."""
    publisher = Watched()
    services = SimpleNamespace(
        tables=house.tables,
        records=None,
        publisher=publisher,
        watching=SimpleNamespace(send_cards=nothing),
        chores=[],
    )
    await MaintenanceCog(client(connected=connected), services, alone()).look_after_tables()
    return publisher.refreshed


async def test_nothing_ages_while_discord_is_away(house, game):
    for _ in range(3):
        house.clock.pass_by(GAME_AGE)
        assert await looked_after(house, connected=False) == []
    assert await looked_after(house, connected=True) == []
    assert (await house.tables.lookup.get(game.id)).status is Status.PLAYING


@pytest.mark.parametrize("step", [2 * GAME_AGE, -2 * GAME_AGE])
async def test_a_step_of_the_clock_ends_nothing_though_no_beat_came_between(house, game, step):
    house.clock.pass_by(step)
    assert await looked_after(house, connected=True) == []
    assert (await house.tables.lookup.get(game.id)).status is Status.PLAYING


async def test_who_is_silent_is_found_after_a_step_of_the_clock_back(house, game):
    house.clock.pass_by(-GAME_AGE)
    assert await looked_after(house, connected=True) == []
    found = []
    for _ in range(SILENCE // 30 + 1):
        found += await looked_after(house, connected=True)
        house.clock.pass_by(30)
    assert found == [game.id]


async def test_what_fails_keeps_nothing_else_from_being_done(house, game, monkeypatch):
    monkeypatch.setattr(house.tables.maintenance, "expire", locked)
    for _ in range(SILENCE // 30):
        await looked_after(house, connected=True)
        house.clock.pass_by(30)
    assert await looked_after(house, connected=True) == [game.id]


async def test_a_refusal_by_discord_is_no_error(caplog):
    async def limited():
        raise discord.RateLimited(60.0)

    services = SimpleNamespace(
        tables=None,
        records=SimpleNamespace(privacy=SimpleNamespace(sweep=limited, compact=limited)),
        publisher=None,
        watching=None,
        chores=[],
    )
    cog = MaintenanceCog(client(connected=True), services, alone())
    cog._update_guilds = limited
    await cog.purge()
    assert {(record.levelname, record.exc_info) for record in caplog.records} == {("WARNING", None)}


async def test_what_came_to_no_end_in_no_server_is_deleted_with_what_was_left(caplog):
    done = []

    async def purge():
        return ()

    async def delete_unfinished():
        done.append("unfinished")

    records = SimpleNamespace(
        privacy=SimpleNamespace(sweep=nothing, compact=nothing),
        guilds=SimpleNamespace(purge=purge, delete_unfinished=delete_unfinished),
    )
    services = SimpleNamespace(
        tables=None, records=records, publisher=None, watching=None, chores=[]
    )
    cog = MaintenanceCog(client(connected=True), services, alone())
    cog._update_guilds = nothing
    await cog.purge()
    assert done == ["unfinished"]
    assert caplog.records == []
