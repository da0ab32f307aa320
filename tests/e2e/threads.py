"""Threads of the sandbox, and what the bot's token may ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aiohttp

if TYPE_CHECKING:
    from sandbox import Sandbox
    from tests.people import Json, Person

PUBLIC_THREAD, PRIVATE_THREAD = 11, 12


async def a_thread(box: Sandbox, person: Person, channel: str, kind: int) -> str:
    """A thread of a channel; its id."""
    path = f"/channels/{person.channel(channel)}/threads"
    made = await rest(box, "POST", path, name="corner", type=kind)
    await person.until(lambda: made["id"] in str(person.world))
    return made["id"]


async def rest(box: Sandbox, method: str, path: str, **body: Any) -> Json:
    """A request with the bot's token."""
    headers = {"Authorization": f"Bot {box.token}"}
    async with (
        aiohttp.ClientSession() as http,
        http.request(method, box.api_base + path, json=body or None, headers=headers) as response,
    ):
        assert response.status < 300, await response.text()
        return await response.json()
