"""Requests that cannot be read, lack the token, or have no route."""

import aiohttp
import discord
import pytest

from sandbox.tests.helpers import Bot


async def test_invalid_json_is_refused(send):
    status, answer = await send(None, raw=b"{")
    assert (status, answer["code"]) == (400, 50109)
    status, answer = await send([])
    assert (status, answer["code"]) == (400, 50035)


async def test_requests_without_the_token_are_refused(box):
    async with aiohttp.ClientSession() as http, http.get(box.api_base + "/users/@me") as response:
        assert response.status == 401
        assert await response.json() == {"message": "401: Unauthorized", "code": 0}


async def test_unknown_routes_and_methods(login):
    async with login(Bot()) as bot:
        with pytest.raises(discord.NotFound) as caught:
            await bot.http.request(discord.http.Route("GET", "/nothing/here"))
        assert caught.value.code == 0
        with pytest.raises(discord.HTTPException) as caught:
            await bot.http.request(discord.http.Route("PUT", "/users/@me"))
        assert caught.value.status == 405
