"""A worker's share of the requests that Discord allows the whole bot."""

from __future__ import annotations

import asyncio
import io
from email import message_from_bytes

import aiohttp
import discord
import pytest
from discord import http

from cogs.app import sharding
from cogs.app.health import trace_requests
from cogs.app.sharding import INVALID, INVALID_FOR, REQUESTS, Budget, TooManyInvalid
from sandbox import Sandbox
from sandbox.settings import Limits


class Clock:
    """A clock that moves on only when code sleeps."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now

    async def sleep(self, seconds):
        self.now += seconds


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(sharding.asyncio, "sleep", clock.sleep)
    return clock


async def sent(part, count):
    """Take this many requests from the budget; return their times."""
    times = []
    for _ in range(count):
        await part.take()
        times.append(part._clock())
    return times


@pytest.mark.parametrize("workers", [1, 3, 50, 120])
async def test_all_workers_together_send_as_many_as_discord_allows(clock, workers):
    part = Budget(clock)
    part.workers = workers
    times = await sent(part, 150)
    seconds = max(1.0, workers / REQUESTS)
    for begin in times:
        within = [at for at in times if begin <= at < begin + seconds]
        assert len(within) * workers <= REQUESTS * seconds + 0.001


async def test_few_requests_do_not_wait(clock):
    assert await sent(Budget(clock), REQUESTS) == [100.0] * REQUESTS


async def test_too_many_invalid_requests_stop_requests_with_the_token(clock):
    part = Budget(clock)
    part.workers = 3
    for status, scope in ((401, None), (403, None), (429, "user")):
        for _ in range(INVALID // 9):
            part.note(status, scope)
    for status, scope in ((200, None), (404, None), (429, "shared")):
        part.note(status, scope)
    with pytest.raises(TooManyInvalid):
        await part.take()
    clock.now += INVALID_FOR
    await part.take()


async def test_the_bots_own_requests_count_and_responses_to_clicks_do_not(monkeypatch):
    async with Sandbox(limits=Limits()) as box:
        monkeypatch.setattr(http.Route, "BASE", box.api_base)
        part = Budget()
        trace = trace_requests()  # as when METRICS_PORT is set
        client = discord.Client(intents=discord.Intents.none(), http_trace=trace)
        part.pace(client)
        async with client:
            await client.login(box.token)
            counted = len(part._sent)
            assert counted == len(box.core.record.entries())
            with pytest.raises(discord.HTTPException):
                await discord.Webhook.partial(1, "x", client=client).fetch()
            assert len(part._sent) == counted
            with pytest.raises(discord.NotFound):
                await client.fetch_user(1)
            assert len(part._sent) == counted + 1


async def test_a_refused_request_counts_whichever_token_it_had(monkeypatch):
    """Refusals of the bot's own token and of an interaction's token count alike."""
    async with Sandbox() as box:
        monkeypatch.setattr(http.Route, "BASE", box.api_base)
        part, client = Budget(), discord.Client(intents=discord.Intents.none())
        part.pace(client)
        async with client:
            await client.login(box.token)
            client.http.token = "of nobody"
            with pytest.raises(discord.HTTPException, match="401"):
                await client.application_info()
            assert len(part._invalid) == 1
            by_token = discord.Webhook.partial(client.application_id, "old", client=client)
            with pytest.raises(discord.HTTPException, match="401"):
                await by_token.delete_message(1)
            assert len(part._invalid) == 2


async def test_a_form_is_sent_in_one_piece():
    """The form's content stays the same. aiohttp alone would send each part on its own."""
    heard, bodies = [], []

    async def hear(reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).partition(b"\r\n")[2]
        size = int(message_from_bytes(head)["Content-Length"])
        heard.append(message_from_bytes(head + await reader.readexactly(size)))
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        writer.close()

    async def look(request, send):
        bodies.append(request.body)
        return await send(request)

    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", "{}")
    form.add_field("files[0]", io.BytesIO(b"a picture"), filename="a.png")
    server = await asyncio.start_server(hear, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    async with server, aiohttp.ClientSession(middlewares=(Budget()._note_answer, look)) as session:
        await (await session.post(f"http://{host}:{port}/", data=form)).read()
    assert isinstance(bodies[0], aiohttp.payload.BytesPayload)
    parts = [part.get_payload(decode=True) for part in heard[0].get_payload()]
    assert parts == [b"{}", b"a picture"]
