"""Servers that the bot joins or leaves while it lists its servers are recorded correctly."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from cogs.app.maintenance import MaintenanceCog
from db.connection import Database
from tables.model.table import Status
from tests.records.server import ANNA, GUILD, Server
from tests.tables.house import Clock

OTHER = 78
CHANNEL = 1


@pytest.fixture
async def server(tmp_path):
    async with await Database.open(f"sqlite:///{tmp_path / 'keeper.db'}") as database:
        yield Server(database, Clock())


class Client:
    """Lists one server, then calls `meanwhile` before the list ends."""

    def __init__(self):
        self.meanwhile = None

    async def fetch_guilds(self, *, limit):
        yield SimpleNamespace(id=OTHER)
        if self.meanwhile:
            await self.meanwhile()


@pytest.fixture
def client():
    return Client()


@pytest.fixture
def cog(server, client):
    services = SimpleNamespace(
        tables=server.tables,
        records=server.records,
        publisher=SimpleNamespace(settle=None),
        chores=[],
    )
    return MaintenanceCog(client, services, None)


async def opened(server):
    return await server.tables.lobbies.open("ducks", {}, GUILD, CHANNEL, ANNA, 1)


async def departures(server):
    return await server.rows("SELECT guild_id FROM departures")


@pytest.mark.parametrize("event", ["on_guild_join", "on_guild_available"])
async def test_a_server_joined_during_the_listing_keeps_its_tables(cog, client, server, event):
    async def meanwhile():
        await getattr(cog, event)(SimpleNamespace(id=GUILD))
        await opened(server)

    client.meanwhile = meanwhile
    await cog._update_guilds()
    assert [table.status for table in await server.tables.lookup.all_live()] == [Status.LOBBY]
    assert await departures(server) == []


@pytest.mark.parametrize("when", ["known", "close"])
async def test_a_server_joined_while_the_list_is_stored_keeps_its_tables(
    cog, server, monkeypatch, when
):
    await opened(server)
    update = server.records.guilds.update

    async def noted(present, came):
        if when == "known":
            await cog.on_guild_join(SimpleNamespace(id=GUILD))
        left = await update(present, came)
        if when == "close":
            await cog.on_guild_join(SimpleNamespace(id=GUILD))
        return left

    monkeypatch.setattr(server.records.guilds, "update", noted)
    await cog._update_guilds()
    assert [table.status for table in await server.tables.lookup.all_live()] == [Status.LOBBY]
    assert await departures(server) == []


async def test_a_server_left_during_downtime_loses_its_tables(cog, server):
    await opened(server)
    await cog._update_guilds()
    assert await server.tables.lookup.all_live() == []
    assert await departures(server) == [(GUILD,)]


async def test_a_server_joined_and_left_again_loses_its_tables(cog, client, server):
    async def meanwhile():
        await cog.on_guild_join(SimpleNamespace(id=GUILD))
        await opened(server)
        await cog.on_guild_remove(SimpleNamespace(id=GUILD))

    client.meanwhile = meanwhile
    await cog._update_guilds()
    assert await server.tables.lookup.all_live() == []


@pytest.mark.parametrize("when", ["listed", "noted"])
async def test_a_departure_from_a_server_during_the_listing_stays_recorded(
    cog, client, server, monkeypatch, when
):
    await server.tables.lobbies.open("ducks", {}, OTHER, CHANNEL, ANNA, 1)
    update = server.records.guilds.update

    async def leave():
        await cog.on_guild_remove(SimpleNamespace(id=OTHER))

    async def noted(present, changed):
        if when == "noted":
            await leave()
        return await update(present, changed)

    client.meanwhile = leave if when == "listed" else None
    monkeypatch.setattr(server.records.guilds, "update", noted)
    await cog._update_guilds()
    assert await departures(server) == [(OTHER,)]


async def test_a_server_joined_before_the_listing_and_missing_from_it_loses_its_tables(cog, server):
    await cog.on_guild_join(SimpleNamespace(id=GUILD))
    await opened(server)
    await cog._update_guilds()
    assert await server.tables.lookup.all_live() == []
