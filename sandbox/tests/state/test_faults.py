"""REST requests that fail on demand: discord.py tries again as it does on Discord."""

import aiohttp
import discord
import pytest

from sandbox.testing import Refused
from sandbox.tests.helpers import Bot, bot_with, code_of

WRITING = "POST /channels/*/messages"


@pytest.fixture
async def place(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        yield bot.get_channel(int(smew.channel("games"))), smew


def statuses(record) -> list[int]:
    return [
        entry["status"] for entry in record if entry["route"] == "/channels/{channel_id}/messages"
    ]


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_rate_limit_is_waited_for(place, everywhere):
    games, smew = place
    await smew.fault(on=WRITING, status=429, retry_after=0.05, times=2, **{"global": everywhere})
    await games.send("x")
    assert statuses(await smew.record()) == [429, 429, 200]
    assert len(smew.messages()) == 1


@pytest.mark.parametrize("status", [500, 502, 504])
async def test_an_error_of_the_server_is_tried_again(place, status):
    games, smew = place
    await smew.fault(on=WRITING, status=status)
    await games.send("x")
    assert statuses(await smew.record()) == [status, 200]


async def test_after_status_503_discord_py_does_not_try_again(place):
    games, smew = place
    await smew.fault(on=WRITING, status=503)
    with pytest.raises(discord.DiscordServerError):
        await games.send("x")


async def test_a_request_can_be_refused_on_demand(place):
    games, smew = place
    await smew.fault(on=WRITING, status=403, code=50013, message="Missing Permissions")
    assert await code_of(games.send("x")) == 50013
    await games.send("x")


async def test_a_slow_answer_arrives(place):
    games, smew = place
    await smew.fault(on=WRITING, delay=0.05)
    await games.send("x")


@pytest.mark.parametrize(("drop", "written"), [("before", 0), ("after", 1)])
async def test_a_connection_is_lost_before_or_after_the_message_is_written(place, drop, written):
    games, smew = place
    await smew.fault(on=WRITING, drop=drop)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await games.send("x")
    await games.send("y")
    await smew.wait_for(lambda m: m["content"] == "y")
    assert len(smew.messages()) == 1 + written


async def test_faults_may_begin_later_and_be_cancelled(place):
    games, smew = place
    await smew.fault(on=WRITING, status=403, skip=1)
    await games.send("x")
    assert await code_of(games.send("y")) == 0
    await smew.fault(on=WRITING, status=403)
    await smew.ask("DELETE", "/sandbox/faults")
    await games.send("z")


async def test_a_fault_that_does_not_exist_is_refused(people):
    smew = await people("Smew")
    for order in ({"gateway": "nonsense"}, {"status": 500}):
        with pytest.raises(Refused) as caught:
            await smew.fault(**order)
        assert caught.value.status == 400


async def test_a_rate_limited_answer_to_an_interaction_is_repeated(login, people):
    async def answer(i: discord.Interaction):
        await i.response.send_message("x")

    smew = await people("Smew")
    async with login(bot_with(answer)):
        await smew.fault(on="POST /interactions/*/*/callback", status=429, retry_after=0.05)
        assert (await smew.command("try")).state == "answered"


async def test_the_record_holds_requests_without_the_token(place, box):
    games, smew = place
    await games.send("x")
    record = await smew.record()
    last = record[-1]
    assert (last["method"], last["status"]) == ("POST", 200)
    assert last["path"] == f"/channels/{games.id}/messages"
    assert last["json"]["content"] == "x"
    assert last["response"]["content"] == "x"
    assert box.token not in str(record)


async def limited(place, box, **order):
    """Cause a 429; return its headers and body, and the headers of the successful answer after."""
    games, smew = place
    await smew.fault(on=WRITING, status=429, retry_after=64.57, **order)
    url = f"{box.api_base}/channels/{games.id}/messages"
    head, body = {"Authorization": f"Bot {box.token}"}, {"content": "x"}
    async with (
        aiohttp.ClientSession(headers=head) as http,
        http.post(url, json=body) as refused,
        http.post(url, json=body) as taken,
    ):
        return refused.headers, await refused.json(), taken.headers


async def test_a_rate_limit_of_a_route_has_its_buckets_headers(place, box):
    headers, body, then = await limited(place, box)
    assert headers["X-RateLimit-Bucket"] == then["X-RateLimit-Bucket"]
    assert (headers["X-RateLimit-Remaining"], headers["X-RateLimit-Scope"]) == ("0", "user")
    assert (headers["Retry-After"], headers["X-RateLimit-Reset-After"]) == ("65", "64.57")
    assert float(headers["X-RateLimit-Reset"]) - box.core.clock.now() == pytest.approx(64, abs=5)
    assert (body["retry_after"], body["global"]) == (64.57, False)


async def test_a_global_rate_limit_has_no_bucket(place, box):
    headers, body, _ = await limited(place, box, **{"global": True})
    assert (headers["X-RateLimit-Global"], headers["X-RateLimit-Scope"]) == ("true", "global")
    assert "X-RateLimit-Bucket" not in headers
    assert body["global"] is True


async def test_a_shared_rate_limit_does_not_empty_the_bots_own_bucket(place, box):
    headers, body, _ = await limited(place, box, scope="shared")
    assert (headers["X-RateLimit-Remaining"], headers["X-RateLimit-Scope"]) == ("4", "shared")
    assert body["message"] == "The resource is being rate limited."
