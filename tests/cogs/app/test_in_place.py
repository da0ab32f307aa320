"""One worker registers commands and emojis for all, and only if they differ from Discord's."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections import Counter
from types import SimpleNamespace

import discord
import pytest
from discord import app_commands

from cogs.app import in_place
from cogs.app.in_place import put_commands, put_emojis
from cogs.display import emojis as emojis_module
from cogs.display.emojis import name_of
from db.errors import DatabaseUnreachable
from tests.cogs.interactions.test_language import write_catalog
from tests.cogs.pictures import DRAWINGS, all_emojis, rendered
from tests.cogs.test_commands import make_client
from tests.e2e.past import put_emojis as put_all

pytestmark = pytest.mark.usefixtures("drawn_here")


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Search servers for old commands without a pause."""
    monkeypatch.setattr(in_place, "LOOK_EVERY", 0)


async def log_in(box):
    client = await make_client()
    client.sharding = SimpleNamespace(housekeeping=asyncio.Event())
    client.sharding.housekeeping.set()
    client.services.languages.loaded.set()
    await client.login(box.token)
    return client


@pytest.fixture
async def client(box):
    """The housekeeper's client, logged in, with all its commands."""
    async with await log_in(box) as client:
        yield client


def asked(box, guild=None):
    """Return how often commands were listed and registered, for all servers or for one server."""
    place = "" if guild is None else f"/guilds/{guild.id}"
    found = Counter(
        entry["method"]
        for entry in box.core.record.entries()
        if entry["path"] == f"/applications/{box.core.world.bot.id}{place}/commands"
    )
    return found["GET"], found["PUT"]


@pytest.fixture(params=["everywhere", "in one server"])
def guild(request, box):
    if request.param == "everywhere":
        return None
    return discord.Object(next(iter(box.core.world.guilds)))


async def test_commands_are_sent_once(client, box, guild):
    await put_commands(client, guild)
    await put_commands(client, guild)
    assert asked(box, guild) == (2, 1)


GERMAN = {"The tables here": "Die Tische hier", "Easy": "Leicht"}


async def test_commands_are_sent_once_in_all_languages(client, box, guild, tmp_path):
    write_catalog(tmp_path, "de", GERMAN)
    write_catalog(tmp_path, "es", {"The tables here": "Las mesas de aquí"})
    await client.services.languages.load(tmp_path)
    await put_commands(client, guild)
    await put_commands(client, guild)
    assert asked(box, guild) == (2, 1)
    told = box.core.world.commands[guild and guild.id].values()
    table = next(each for each in told if each["name"] == "table")
    assert table["description_localizations"] == {
        "de": "Die Tische hier",
        "es-ES": "Las mesas de aquí",
        "es-419": "Las mesas de aquí",
    }
    assert "Leicht" in str([*told])
    assert "'name_localizations': {'de': 'table" not in str([*told])


async def test_a_new_translation_is_sent(client, box, tmp_path):
    await put_commands(client, None)
    write_catalog(tmp_path, "uk", {"The tables here": "Столи тут"})
    await client.services.languages.load(tmp_path)
    await put_commands(client, None)
    assert asked(box) == (2, 2)


def places(box):
    """Return the places that have commands: server ids, and None for all servers."""
    return {place for place, commands in box.core.world.commands.items() if commands}


async def start(box, server):
    """Start the bot, with commands in one server or (None) in all servers."""
    async with await log_in(box) as client:
        await put_commands(client, None if server is None else discord.Object(server))


@pytest.mark.parametrize(("before", "after"), [*itertools.permutations((None, 0, 1), 2)])
async def test_commands_of_an_earlier_start_elsewhere_are_removed(box, before, after):
    servers = [*box.core.world.guilds]
    for place in (before, after):
        server = None if place is None else servers[place]
        await start(box, server)
        assert places(box) == {server}


async def test_a_server_that_forbids_commands_delays_no_other(box):
    first, second = box.core.world.guilds
    await start(box, second)
    box.core.faults.add({"on": f"GET /applications/*/guilds/{first}/commands", "status": 403})
    await start(box, None)
    assert places(box) == {None}


def describe_anew(tree):
    tree.get_command("ducks").description = "Other words"


def take_one_away(tree):
    tree.remove_command("ducks")


def add_one(tree):
    tree.add_command(app_commands.Command(name="new", description="x", callback=do_nothing))


def reserve(tree):
    tree.get_command("table").default_permissions = discord.Permissions(0)


def reserve_otherwise(tree):
    tree.get_command("table").default_permissions = discord.Permissions(8)


def keep_off_messages(tree):
    tree.get_command("ducks").allowed_contexts = app_commands.AppCommandContext(guild=True)


async def do_nothing(_):
    """The callback of a command that is never used."""


@pytest.mark.parametrize(
    "change",
    [describe_anew, take_one_away, add_one, reserve, reserve_otherwise, keep_off_messages],
)
async def test_changed_commands_are_sent(client, box, change):
    await put_commands(client, None)
    change(client.tree)
    await put_commands(client, None)
    await put_commands(client, None)
    assert asked(box) == (3, 2)


async def test_only_the_housekeeper_registers_the_commands(client, box):
    client.sharding.housekeeping.clear()
    putting = asyncio.create_task(put_commands(client, None))
    for _ in range(10):
        await asyncio.sleep(0)
    assert asked(box) == (0, 0)
    client.sharding.housekeeping.set()
    await putting
    assert asked(box) == (1, 1)


async def test_commands_are_sent_again_after_a_refusal(client, box, monkeypatch, caplog):
    monkeypatch.setattr(in_place, "AGAIN", 0.01)
    box.core.faults.add({"on": "PUT /applications/*/commands", "status": 403, "times": 2})
    with caplog.at_level(logging.WARNING, in_place.__name__):
        await put_commands(client, None)
    assert asked(box) == (3, 3)
    assert caplog.text.count("could not be put in place") == 2


class House:
    """Stands for the services, and counts how often boards are redrawn.

    The first `lost` attempts to read the tables fail. `looks` is called at each redrawing.
    """

    def __init__(self, lost=0, looks=lambda: None):
        self.lost = lost
        self.looks = looks
        self.emojis = all_emojis()
        self.publisher = SimpleNamespace(redraw_plain=self.redraw)
        self.tables = SimpleNamespace(lookup=SimpleNamespace(all_live=self.list_live))
        self.redrawn = 0

    async def redraw(self, _):
        self.redrawn += 1
        self.looks()

    async def list_live(self):
        self.lost -= 1
        if self.lost >= 0:
            raise DatabaseUnreachable("The database cannot be reached.")
        return ()


@pytest.mark.heavy
async def test_a_new_housekeeper_puts_the_emojis_in_place_at_once(client, box, monkeypatch):
    """Workers look again after growing pauses. A new housekeeper ends its pause at once."""
    monkeypatch.setattr(emojis_module, "PAUSE", 0)
    monkeypatch.setattr(in_place, "AGAIN", 3600)
    holds = client.sharding.holds = asyncio.Event()
    client.sharding.housekeeping.clear()
    client.services, ready = House(), asyncio.Event()
    monkeypatch.setattr(client, "wait_until_ready", ready.wait)
    looked = asyncio.Event()
    look = client.services.emojis.sync

    async def sync(*words, **more):
        looked.set()
        return await look(*words, **more)

    monkeypatch.setattr(client.services.emojis, "sync", sync)
    putting = asyncio.create_task(put_emojis(client))
    for event in (ready, holds):
        event.set()
    await looked.wait()
    assert box.core.world.emojis == {}
    client.sharding.housekeeping.set()
    await asyncio.wait_for(putting, 20)
    assert len(box.core.world.emojis) == len(DRAWINGS)
    assert client.services.redrawn == 1


@pytest.mark.heavy
async def test_boards_that_cannot_be_read_are_redrawn_later(client, monkeypatch):
    monkeypatch.setattr(emojis_module, "PAUSE", 0)
    monkeypatch.setattr(in_place, "AGAIN", 0)
    client.services, client.sharding.holds = House(lost=2), client.sharding.housekeeping
    monkeypatch.setattr(client, "wait_until_ready", client.sharding.holds.wait)
    await asyncio.wait_for(put_emojis(client), 20)
    assert (client.services.lost, client.services.redrawn) == (-1, 1)


OLD, NEW = "crown_xx", name_of("crown", rendered("crown").digest)


@pytest.fixture
def changed(box, client, monkeypatch):
    """A function that puts the emojis in place after a drawing has changed.

    It calls `then` when boards are redrawn, and returns the names of the emojis then and at last.
    """
    monkeypatch.setattr(emojis_module, "PAUSE", 0)
    monkeypatch.setattr(in_place, "OLD_STAY", 0)
    put_all(box)
    next(e for e in box.core.world.emojis.values() if e.name == NEW).name = OLD
    seen = []

    def look():
        seen.append({emoji.name for emoji in box.core.world.emojis.values()})

    async def put(then=lambda: None):
        client.services = House(looks=lambda: (look(), then()))
        client.sharding.holds = client.sharding.housekeeping
        monkeypatch.setattr(client, "wait_until_ready", client.sharding.holds.wait)
        await asyncio.wait_for(put_emojis(client), 20)
        look()
        return seen

    return put


async def test_an_outdated_emoji_goes_after_the_new_one_is_on_the_boards(changed):
    redrawn, last = await changed()
    assert {OLD, NEW} <= redrawn
    assert redrawn - last == {OLD}


async def test_only_the_housekeeper_deletes_outdated_emojis(client, changed):
    _, last = await changed(then=client.sharding.housekeeping.clear)
    assert {OLD, NEW} <= last
