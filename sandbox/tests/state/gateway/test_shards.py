"""Shards: the events of each session, the number of shards, and the limits on new sessions."""

import tracemalloc
from contextlib import asynccontextmanager

import aiohttp
import pytest

from sandbox.settings import Quota, Sharding
from sandbox.tests.helpers import bot_with

HELLO, READY, INVALID, ACK, RECONNECT = 10, 0, 9, 11, 7


@pytest.fixture
def sharding():
    return Sharding(recommended=1, most=2, starts=Quota(4, 86_400))


@pytest.fixture
def identify(box):
    """Begins a session and gives its first message: `async with identify(0, 2) as (first, ws)`."""

    @asynccontextmanager
    async def identify(*shard, token=None, host=None):
        async with (
            aiohttp.ClientSession() as http,
            http.ws_connect(f"{box.url}/gateway?v=10", headers=host) as ws,
        ):
            assert (await ws.receive_json())["op"] == HELLO
            data = {"token": token or box.token, "intents": 1, "shard": list(shard)}
            await ws.send_json({"op": 2, "d": data})
            message = await ws.receive()
            yield (message.json() if message.type is aiohttp.WSMsgType.TEXT else None), ws

    return identify


async def list_guilds(message, ws):
    """Return the names of the guilds that a session receives at its beginning."""
    expected = len(message["d"]["guilds"])
    return [(await ws.receive_json())["d"]["name"] for _ in range(expected)]


async def ask(box, path="/gateway/bot", **headers):
    headers["Authorization"] = f"Bot {box.token}"
    async with aiohttp.ClientSession(headers=headers) as http, http.get(box.api_base + path) as got:
        return await got.json()


async def test_a_session_gets_the_guilds_of_its_shard(identify, box):
    async with identify(0, 3) as (none, _):
        assert none["d"]["guilds"] == []
    found = {}
    for number in (1, 2):
        box.core.clock.advance(5)
        async with identify(number, 3) as (message, ws):
            assert message["d"]["shard"] == [number, 3]
            found[number] = await list_guilds(message, ws)
    ids = {guild.name: guild.id for guild in box.core.world.guilds.values()}
    assert found == {(ids[name] >> 22) % 3: [name] for name in ids}


async def test_an_event_goes_to_its_shard_and_a_direct_message_to_the_first(
    identify, people, box, put
):
    await put({"name": "try", "description": "d"})
    smew = await people("Smew")
    (pond, *_) = box.core.world.guilds
    number = (pond >> 22) % 3
    async with identify(0, 3) as (_, first):
        box.core.clock.advance(5)
        async with identify(number, 3) as (message, ws):
            await list_guilds(message, ws)
            begun = [
                await smew.command("try", channel=where, wait=False) for where in ("games", "dm")
            ]
            heard = [(await each.receive_json())["d"]["id"] for each in (ws, first)]
    assert heard == [done.interaction_id for done in begun]


async def test_two_sessions_of_a_shard_get_the_same_interaction(identify, people, box, put):
    await put({"name": "try", "description": "d"})
    smew = await people("Smew")
    async with identify(0, 1) as (old, a):
        box.core.clock.advance(5)
        async with identify(0, 1) as (new, b):
            for message, ws in ((old, a), (new, b)):
                await list_guilds(message, ws)
            await smew.command("try", wait=False)
            first, second = [(await ws.receive_json())["d"]["id"] for ws in (a, b)]
    assert first == second


async def test_discord_py_launches_all_shards_and_gets_each_guild(login, people, box, monkeypatch):
    async def no_wait(*_, **__):
        box.core.clock.advance(5)

    async def answer(i):
        await i.response.send_message("here")

    bot = bot_with(answer, shard_count=3)
    monkeypatch.setattr(bot, "before_identify_hook", no_wait)
    smew = await people("Smew")
    async with login(bot):
        assert len(bot.guilds) == 2
        for where in ("games", "Far Lake/games", "dm"):
            assert (await smew.command("try", channel=where)).state == "answered"


async def test_the_limits_of_shards_and_sessions_are_returned(identify, box):
    box.core.world.add_empty_guild(0)
    async with identify(0, 3):
        told = await ask(box)
    limit = {"total": 4, "remaining": 3, "reset_after": 86_400_000, "max_concurrency": 1}
    assert (told["shards"], told["session_start_limit"]) == (3, limit)


async def test_a_second_session_within_five_seconds_is_invalid(identify, box):
    async with identify(0, 2):
        box.core.clock.advance(4)
        async with identify(1, 2) as (message, _):
            assert (message["op"], message["d"]) == (INVALID, False)
        box.core.clock.advance(5)
        async with identify(1, 2) as (message, _):
            assert message["op"] == READY
    assert box.core.gateway.starts.early == 1


async def test_the_gateway_can_be_silent_for_some_shards(identify, people, box):
    smew = await people("Smew")
    async with identify(0, 2) as (first, silent):
        box.core.clock.advance(5)
        async with identify(1, 2) as (second, heard):
            for message, ws in ((first, silent), (second, heard)):
                await list_guilds(message, ws)
            await smew.fault(gateway="silence", shards=[0])
            for ws in (silent, heard):
                await ws.send_json({"op": 1, "d": None})
            assert (await heard.receive_json())["op"] == ACK
            await smew.fault(gateway="reconnect", shards=[0])
            assert (await silent.receive_json())["op"] == RECONNECT


class TestBuckets:
    @pytest.fixture
    def sharding(self):
        return Sharding(max_concurrency=2)

    async def test_shards_of_different_buckets_begin_at_once(self, identify):
        zero, one, two = (identify(number, 4) for number in range(3))
        async with zero as (first, _), one as (second, _), two as (third, _):
            assert [each["op"] for each in (first, second, third)] == [READY, READY, INVALID]


async def test_after_too_many_sessions_in_a_day_the_token_is_refused(identify, box):
    for _ in range(4):
        async with identify(0, 2):
            box.core.clock.advance(5)
    async with identify(0, 2) as (_, ws):
        assert ws.close_code == 4004
    box.core.clock.advance(86_400)
    async with identify(0, 2) as (message, _):
        assert message["op"] == READY


@pytest.mark.parametrize("shard", [(2, 2), (-1, 2), (0, 0), (0,), ("a", "b")])
async def test_an_impossible_shard_is_refused(identify, shard):
    async with identify(*shard) as (_, ws):
        assert ws.close_code == 4010


async def test_more_guilds_than_a_shard_may_have_need_more_shards(identify, box):
    box.core.world.add_empty_guild(1)  # the two other guilds are both in the first of two shards
    async with identify(0, 1) as (_, ws):
        assert ws.close_code == 4011
    async with identify(0, 2) as (message, _):
        assert message["op"] == READY


class TestManyGuilds:
    @pytest.fixture
    def sharding(self):
        return Sharding()

    async def test_ten_thousand_guilds_take_little_memory(self, identify, people, box):
        smew = await people("Smew")
        tracemalloc.start()
        await smew.admin("add_guilds", count=10_000)
        used, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert used < 60 * 2**20
        assert (await ask(box))["shards"] == 11
        async with identify(5, 12) as (message, ws):
            assert 820 < len(message["d"]["guilds"]) < 850
            assert (await ws.receive_json())["t"] == "GUILD_CREATE"
        assert len((await smew.look())["guilds"]) == 2


async def test_the_gateways_address_has_the_host_of_the_request(identify, box):
    between = {"Host": "localhost:4321"}
    url = "ws://localhost:4321/gateway"
    assert (await ask(box, **between))["url"] == url
    async with identify(0, 1, host=between) as (message, _):
        assert message["d"]["resume_gateway_url"] == url
    assert [entry["host"] for entry in box.core.record.entries()] == ["localhost:4321"]
