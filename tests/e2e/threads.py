"""Helpers for threads in the sandbox, and for requests to the sandbox with the bot's token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aiohttp

if TYPE_CHECKING:
    from sandbox import Sandbox
    from tests.people import Json, Person

PUBLIC_THREAD, PRIVATE_THREAD = 11, 12


async def a_thread(box: Sandbox, person: Person, channel: str, kind: int) -> str:
    """Open a thread in a channel as the bot, and return its id."""
    path = f"/channels/{person.channel(channel)}/threads"
    made = await rest(box, "POST", path, name="corner", type=kind)
    await person.until(lambda: person.sees(made["id"]))
    return made["id"]


async def a_private_thread(person: Person, channel: str, *others: str) -> str:
    """Open a private thread as a person, mention others to add them, and return its id."""
    where = {"channel_id": person.channel(channel), "user_id": person.id}
    made = await person.admin("open_thread", kind=PRIVATE_THREAD, **where)
    await person.until(lambda: person.sees(made["id"]))
    if others:
        await person.say(" ".join(f"<@{each}>" for each in others), made["id"])
    return made["id"]


async def rest(box: Sandbox, method: str, path: str, **body: Any) -> Json:
    """Send a request with the bot's token, and return the answer."""
    headers = {"Authorization": f"Bot {box.token}"}
    async with (
        aiohttp.ClientSession() as http,
        http.request(method, box.api_base + path, json=body or None, headers=headers) as response,
    ):
        assert response.status < 300, await response.text()
        return await response.json()
