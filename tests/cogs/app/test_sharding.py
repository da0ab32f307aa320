"""Sessions of shards on the sandbox: they answer, wait for their turn, and end when dropped."""

from __future__ import annotations

import asyncio
import logging
import math
import threading

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket, KeepAliveHandler, ReconnectWebSocket
from discord.shard import EventType

from cogs.app import sharding
from cogs.app.client import DucksClient
from cogs.app.sharding import Sharding
from db.connection import Database
from sandbox.state.gateway import Connection
from tests.cogs.conftest import PATIENCE, until
from tests.test_play import free_port
from workers.alone import Alone
from workers.leases import LeasesUnavailable, ShardRow, Slots

pytestmark = pytest.mark.heavy


@pytest.fixture
async def client(box, tmp_path, monkeypatch):
    """A client that is a worker and holds the only shard."""
    gateway = yarl.URL(f"{box.url}/gateway").with_scheme("ws")
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    async with await Database.open(f"sqlite:///{tmp_path}/ducks.db") as database:
        client = DucksClient()
        client.sharding = Sharding(client, Alone(), Slots(database), client.budget)
        await client.sharding.enter()
        await client.login(box.token)
        running = asyncio.create_task(client.connect())
        await until(client.sharding.holds.is_set)
        yield client
        await client.close()
        await asyncio.gather(running, return_exceptions=True)
        await client.sharding.close()
        assert not beating()


def beating():
    """Return the running threads that send heartbeats for this event loop's connections."""
    threads = [each for each in threading.enumerate() if isinstance(each, KeepAliveHandler)]
    here = asyncio.get_running_loop()
    return [each for each in threads if each.ws.loop is here and not each._stop_ev.is_set()]


async def do_nothing(*_, **__):
    """Let a connection identify at once."""


def session_of(client):
    (session,) = client.sharding._sessions.values()
    return session


@pytest.fixture
def gate(client, monkeypatch):
    """Holds back connections to the gateway until `open` is set; an attempt sets `arrived`."""

    class Gate:
        arrived, open = asyncio.Event(), asyncio.Event()

    connect = client.http.ws_connect

    async def wait(*words, **more):
        Gate.arrived.set()
        await Gate.open.wait()
        return await connect(*words, **more)

    monkeypatch.setattr(client.http, "ws_connect", wait)
    return Gate


async def test_a_lost_session_is_resumed(client, box):
    session = session_of(client)
    (before,) = box.core.gateway.sessions
    resumed = asyncio.ensure_future(client.wait_for("shard_resumed"))
    await asyncio.sleep(0)
    box.core.faults.add({"gateway": "drop"})
    await asyncio.wait_for(resumed, PATIENCE)
    assert list(box.core.gateway.sessions) == [before]
    assert session_of(client) is session


async def test_queued_events_do_not_bring_back_a_dropped_shard(client, box):
    session = session_of(client)
    await client.sharding._drop(0)
    await session.reidentify(ReconnectWebSocket(0))
    await session.reconnect()
    assert not session.ws.open
    await until(lambda: not box.core.gateway.connections)
    assert session._again is None


async def test_a_shard_that_is_dropped_while_it_reconnects_does_not_come_back(client, box, gate):
    session = session_of(client)
    box.core.faults.add({"gateway": "drop"})
    await gate.arrived.wait()
    await client.sharding._drop(0)
    gate.open.set()
    await asyncio.gather(session._again, return_exceptions=True)
    assert not session.ws.open


async def test_dropping_a_shard_ends_its_wait_for_a_slot(client, box, monkeypatch):
    waiting = asyncio.Event()

    async def wait(*_):
        waiting.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(client.sharding._slots, "wait", wait)
    session = session_of(client)
    await session.reidentify(ReconnectWebSocket(0, resume=False))
    await waiting.wait()
    await client.sharding._drop(0)
    await asyncio.wait_for(asyncio.gather(session._again, return_exceptions=True), PATIENCE)
    await until(lambda: not box.core.gateway.connections)


async def test_a_connection_that_cannot_go_on_with_its_session_is_closed(client, box, monkeypatch):
    async def fail(_):
        raise ConnectionResetError

    monkeypatch.setattr(DiscordWebSocket, "resume", fail)
    with pytest.raises(ConnectionResetError):
        await discord.shard.DiscordWebSocket.from_client(client, shard_id=0, resume=True)
    await until(lambda: len(box.core.gateway.connections) == 1)


async def test_a_connection_that_was_made_after_the_drop_is_closed(client, monkeypatch):
    """The cancellation may come too late, when the session has already resumed."""
    session = session_of(client)
    await client.sharding._drop(0)
    monkeypatch.setattr(client, "before_identify_hook", do_nothing)
    new = await DiscordWebSocket.from_client(client, shard_id=0)
    session.ws = new
    session.launch()
    await session._again
    assert not new.open


async def test_a_session_that_cannot_resume_yet_holds_up_no_other(client, box, gate):
    """discord.py reidentifies sessions one by one, so `reidentify` may not wait to connect."""
    session = session_of(client)
    box.core.faults.add({"gateway": "drop"})
    await gate.arrived.wait()
    asking = asyncio.create_task(session.reidentify(ReconnectWebSocket(0)))
    for _ in range(5):
        await asyncio.sleep(0)
    assert asking.done()
    gate.open.set()


async def test_a_gateway_that_hangs_up_before_it_greets_does_not_end_the_bot(client, monkeypatch):
    async def hang_up(*_, **__):
        raise ReconnectWebSocket(0)

    session, queued = session_of(client), []
    monkeypatch.setattr(session, "_queue_put", queued.append)
    monkeypatch.setattr(DiscordWebSocket, "from_client", hang_up)
    await session.reconnect()
    await session._again
    assert not client.is_closed()
    assert [item.type for item in queued] == [EventType.resume]


async def test_a_session_tries_again_soon_however_long_it_was_cut_off(client):
    pauses = [session_of(client)._backoff.delay() for _ in range(50)]
    assert 4 < max(pauses) <= 8


async def test_a_connection_waiting_to_identify_reads_on_and_notices_its_end(
    client, box, monkeypatch
):
    """Otherwise the first heartbeat's answer is read late, and discord.py warns "Can't keep up"."""
    made, waiting = [], asyncio.Event()
    monkeypatch.setattr(client._connection, "_update_references", made.append)

    async def wait(*_, **__):
        waiting.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(client, "before_identify_hook", wait)
    connecting = asyncio.create_task(discord.shard.DiscordWebSocket.from_client(client, shard_id=0))
    await waiting.wait()
    await until(lambda: math.isfinite(made[0].latency))
    box.core.faults.add({"gateway": "drop"})
    with pytest.raises(ReconnectWebSocket):
        await asyncio.wait_for(connecting, PATIENCE)


async def wait_for_turn(client, monkeypatch):
    """Begin a connection that waits. Return its socket, its task, and the event to end the wait."""
    made, turn = [], asyncio.Event()
    monkeypatch.setattr(sharding, "ASKED_EVERY", 0.02)
    monkeypatch.setattr(client._connection, "_update_references", made.append)
    monkeypatch.setattr(client, "before_identify_hook", lambda *_, **__: turn.wait())
    connecting = asyncio.create_task(discord.shard.DiscordWebSocket.from_client(client, shard_id=0))
    await until(lambda: made and made[0]._keep_alive is not None)
    return made[0], connecting, turn


async def test_a_connection_waiting_to_identify_asks_for_answers(client, monkeypatch):
    socket, connecting, turn = await wait_for_turn(client, monkeypatch)
    alive, greeted = socket._keep_alive, socket._keep_alive._last_recv
    await until(lambda: alive._last_recv > greeted + 0.1)
    turn.set()
    assert await asyncio.wait_for(connecting, PATIENCE) is socket
    await socket.close()


async def test_a_connection_without_answers_does_not_identify(client, box, monkeypatch):
    """On a dead line, an IDENTIFY arrives late, perhaps right after another IDENTIFY."""
    _, connecting, turn = await wait_for_turn(client, monkeypatch)
    begun = len(box.core.gateway.starts._begun)
    monkeypatch.setattr(Connection, "_acknowledge", lambda _: None)
    monkeypatch.setattr(sharding, "ANSWERED_WITHIN", 0.2)
    await asyncio.sleep(0.3)
    turn.set()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(connecting, PATIENCE)
    assert len(box.core.gateway.starts._begun) == begun


async def test_discord_answers_when_a_session_asks(client):
    session = session_of(client)
    alive = session._keep_alive
    before = alive._last_ack
    assert session.silence >= 0
    await session.ask()
    await until(lambda: alive._last_ack > before)
    assert client.sharding._measure().keys() == {0}


async def test_an_answer_that_is_read_before_its_heartbeat_is_noted_is_not_late(client, caplog):
    """The heartbeat thread may note a heartbeat long after Discord has answered it."""
    session = session_of(client)
    alive = session._keep_alive
    before = alive._last_ack
    alive._last_send -= 41.25
    await session.ws.send_heartbeat(alive.get_payload())
    await until(lambda: alive._last_ack > before)
    assert alive.latency < PATIENCE
    assert "behind" not in caplog.text


async def test_the_silence_of_a_lost_session_grows(client, box, gate):
    session = session_of(client)
    before = session.silence
    box.core.faults.add({"gateway": "drop"})
    await gate.arrived.wait()
    await session.ask()
    assert session.silence > before
    gate.open.set()


async def test_a_shard_waiting_for_its_turn_does_not_count_as_silent(client, monkeypatch):
    async def wait(*_):
        assert client.sharding._measure() == {}

    monkeypatch.setattr(client.sharding._slots, "wait", wait)
    await client.sharding.wait_to_identify(0)
    assert client.sharding._measure().keys() == {0}


async def test_a_shard_taken_during_a_look_is_not_dropped_by_it(client, monkeypatch):
    """The look reads the rows before the shard is taken, and ends afterwards."""
    sharding = client.sharding
    await sharding._look()

    async def look(_):
        sharding._held.add(1)
        return False

    monkeypatch.setattr(sharding._leases, "look", look)
    await sharding._look()
    assert sharding._held == {0, 1}


async def test_who_takes_the_first_shard_from_another_does_not_look_after_the_house_at_once(
    client, monkeypatch
):
    """The other worker learns of it only at its next look, and until then does the same work."""
    worker = client.sharding
    await until(worker.housekeeping.is_set)
    worker._looking.cancel()
    monkeypatch.setattr(worker, "_connect", connect_at_once)
    monkeypatch.setattr(worker._leases, "choose", lambda _: ShardRow(0, "another", ""))
    worker._leases.held = frozenset()
    await worker._look()
    assert not worker.housekeeping.is_set()
    await worker._taking
    await worker._look()
    assert worker._held == {0}
    assert not worker.housekeeping.is_set()
    worker._keeps_at -= sharding.KEEPS_AFTER
    await worker._look()
    assert worker.housekeeping.is_set()


async def connect_at_once(_shard):
    return True


async def test_a_worker_that_cannot_see_the_others_does_not_look_after_the_house(
    client, monkeypatch
):
    await until(client.sharding.housekeeping.is_set)
    look, lost = client.sharding._look, asyncio.Event()

    async def fail():
        lost.set()
        raise LeasesUnavailable

    monkeypatch.setattr(client.sharding, "_look", fail)
    client.sharding._look_now.set()
    await asyncio.wait_for(lost.wait(), PATIENCE)
    await until(lambda: not client.sharding.housekeeping.is_set())
    monkeypatch.setattr(client.sharding, "_look", look)
    client.sharding._look_now.set()
    await until(client.sharding.housekeeping.is_set)


async def test_a_shard_taken_during_a_look_is_not_taken_again_by_it(client, monkeypatch):
    """The look reads the rows before the take. A second take would leave the first session open."""
    sharding, leases, taken = client.sharding, client.sharding._leases, []
    sharding._looking.cancel()
    held = asyncio.Event()
    sharding._taking = asyncio.create_task(held.wait())
    look = leases.look

    async def look_slowly(silences):
        found = await look(silences)
        held.set()
        await sharding._taking
        return found

    async def take(row):
        taken.append(row.shard)

    monkeypatch.setattr(leases, "look", look_slowly)
    monkeypatch.setattr(leases, "choose", lambda _: ShardRow(1, "another", ""))
    monkeypatch.setattr(sharding, "_take", take)
    for count in (0, 1):
        await sharding._look()
        await asyncio.sleep(0)
        assert len(taken) == count


@pytest.mark.parametrize("turns", range(4))
async def test_a_worker_can_leave_while_a_look_is_due(client, monkeypatch, turns):
    """Python 3.11's `wait_for` ignores a cancellation if its result is already there."""
    looked = asyncio.Event()

    async def look():
        looked.set()

    monkeypatch.setattr(client.sharding, "_look", look)
    client.sharding._look_now.set()
    await asyncio.wait_for(looked.wait(), PATIENCE)
    client.sharding._look_now.set()
    for _ in range(turns):
        await asyncio.sleep(0)
    await asyncio.wait_for(client.sharding.close(), PATIENCE)


async def test_a_cut_off_worker_takes_part_again_once_the_gateway_greets_it(client, monkeypatch):
    leases = client.sharding._leases
    leases.cut_off = True
    with monkeypatch.context() as patch:
        nowhere = yarl.URL(f"ws://127.0.0.1:{free_port()}/gateway")
        patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", nowhere)
        await client.sharding._wait_for_greeting()
        assert leases.cut_off
    await client.sharding._wait_for_greeting()
    assert not leases.cut_off


async def test_resuming_a_session_logs_no_warning(client, box, caplog):
    with caplog.at_level(logging.WARNING):
        box.core.faults.add({"gateway": "reconnect"})
        await client.wait_for("shard_resumed")
    assert caplog.text == ""
