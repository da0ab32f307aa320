"""The health file shows that the gateway is connected; the metrics count Discord's answers."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace

import discord
import pytest

from cogs.app import health
from cogs.app.health import is_connected, show_life
from tests.cogs.conftest import until

QUICK = 0.01


@pytest.fixture
async def client(box):
    """A client that is connected to the sandbox's gateway."""
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True))
    running = asyncio.create_task(client.start(box.token))
    try:
        await until(lambda: is_connected(client) or running.done())
        yield client
    finally:
        await client.close()
        await asyncio.gather(running, return_exceptions=True)


@pytest.fixture
def saves():
    """An event that is set while the database can save."""
    event = asyncio.Event()
    event.set()
    return event


@pytest.fixture
async def shown(client, tmp_path, saves):
    """The health file, which a task touches while the client is alive."""
    path = tmp_path / "alive"
    task = asyncio.create_task(show_life(client, path, saves.is_set, every=QUICK))
    yield path
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_client_that_never_connected_is_not_alive():
    assert not is_connected(discord.AutoShardedClient(intents=discord.Intents(guilds=True)))


async def test_a_connected_client_touches_the_file_again_and_again(shown):
    await until(shown.exists)
    first = shown.stat().st_mtime_ns
    await until(lambda: shown.stat().st_mtime_ns > first)


async def test_the_health_file_is_not_written_through_a_link(shown, tmp_path, caplog):
    await until(shown.exists)
    elsewhere = tmp_path / "elsewhere"
    link = tmp_path / "link"
    link.symlink_to(elsewhere)
    link.rename(shown)
    await until(lambda: "HEALTH_FILE cannot be written" in caplog.text)
    assert not elsewhere.exists()


async def test_the_file_is_not_touched_while_nothing_can_be_saved(shown, saves):
    await until(shown.exists)
    saves.clear()
    shown.unlink()
    await asyncio.sleep(20 * QUICK)
    assert not shown.exists()


async def test_a_lost_connection_is_not_alive_until_it_is_back(box, client):
    box.core.faults.add({"gateway": "drop"})
    await until(lambda: not is_connected(client))
    await until(lambda: is_connected(client))


async def test_a_closed_client_leaves_no_file(client, shown):
    await until(shown.exists)
    await client.close()
    await until(lambda: not shown.exists())


async def test_the_file_of_an_earlier_process_is_removed_at_once(tmp_path):
    path = tmp_path / "alive"
    path.touch()
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True))
    task = asyncio.create_task(show_life(client, path, lambda: True))
    await until(lambda: not path.exists())
    task.cancel()


async def test_a_file_that_cannot_be_written_is_logged_and_harms_nothing(client, tmp_path, caplog):
    with caplog.at_level(logging.WARNING, "cogs.app.health"):
        await show_life(client, tmp_path / "no such folder" / "alive", lambda: True, every=QUICK)
    assert "HEALTH_FILE cannot be written" in caplog.text


@pytest.mark.parametrize(("status", "waited"), [(200, 0.0), (429, 2.5)])
async def test_answers_are_counted_by_status_and_waits_are_summed(status, waited):
    answers, waits = health.ANSWERS.labels(status)._value, health.WAITS._value
    before = answers.get(), waits.get()
    (count,) = health.trace_requests().on_request_end
    answer = SimpleNamespace(status=status, headers={"Retry-After": "2.5"})
    await count(None, None, SimpleNamespace(response=answer))
    assert (answers.get() - before[0], waits.get() - before[1]) == (1, waited)
