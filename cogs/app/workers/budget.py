"""A worker's share of the requests that Discord allows the whole bot.

Discord allows the bot's token 50 requests a second, and an address 10,000 invalid ones in ten
minutes. Each worker takes an equal share, by the number of workers, so no request waits for the
database. Requests with an interaction's token do not count for the first limit. If they are
refused, they count for the second.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import aiohttp
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

if TYPE_CHECKING:
    from collections.abc import Callable

    import discord

REQUESTS: Final = 50
"""Requests per second with the bot's token (Discord's documentation, "Rate Limits")."""

INVALID: Final = 9_000
"""Invalid requests in ten minutes. After 10,000 Discord bans the address for a while (there)."""

INVALID_FOR: Final = 600.0
"""Seconds for which an invalid request counts."""


class TooManyInvalid(aiohttp.ClientError):
    """Discord would ban the address after a few more invalid requests."""


class Budget:
    """This worker's share.

    Args:
        clock: Returns monotonic seconds.

    Attributes:
        workers: The number of workers.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.workers = 1
        self._clock = clock
        self._sent: deque[float] = deque()
        self._invalid: deque[float] = deque()
        self._turn = asyncio.Lock()

    def pace(self, client: discord.Client) -> None:
        """Delay the requests with the bot's token as needed, and note all answers.

        A trace of aiohttp's would slow the responses to clicks by some three percent.
        """
        request = partial(client.http.request, middlewares=(self._send,))
        client.http.request = request  # type: ignore[method-assign]
        async_context.set(_NotingAdapter(self._note_answer))

    async def take(self) -> None:
        """Wait until a request with the bot's token may be sent; raise TooManyInvalid."""
        async with self._turn:
            _forget(self._invalid, self._clock() - INVALID_FOR)
            if len(self._invalid) * self.workers >= INVALID:
                raise TooManyInvalid("Discord has refused too many requests lately")
            await asyncio.sleep(self._pause())
            self._sent.append(self._clock())

    def _pause(self) -> float:
        """Return the seconds until this worker's share has room for a request."""
        now, part = self._clock(), REQUESTS / self.workers
        most, window = max(1, int(part)), max(1.0, 1 / part)
        _forget(self._sent, now - 2 * window)
        if len(self._sent) < most:
            return 0.0
        return max(0.0, self._sent[-most] + window - now)

    def note(self, status: int, scope: str | None) -> None:
        """Note an answer: 401, 403 and 429 are invalid requests, but a shared limit is not."""
        if status in {401, 403} or (status == 429 and scope != "shared"):
            self._invalid.append(self._clock())

    async def _send(
        self, request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        await self.take()
        return await self._note_answer(request, send)

    async def _note_answer(
        self, request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        if isinstance(request.body, aiohttp.MultipartWriter):  # sent in one piece, not in nine
            await request.update_body(await request.body.as_bytes())
        response = await send(request)
        self.note(response.status, response.headers.get("X-RateLimit-Scope"))
        return response


class _NotingAdapter(AsyncWebhookAdapter):
    """discord.py's adapter for requests with an interaction's token, with notes of the answers.

    Args:
        note: A middleware that sees each answer.
    """

    def __init__(self, note: aiohttp.ClientMiddlewareType) -> None:
        super().__init__()
        self._note = note
        self._session: Any = None
        self._noting: Any = None

    async def request(self, route: Any, session: Any, **options: Any) -> Any:  # noqa: ANN401 - as in discord.py
        if session is not self._session:  # made once, as it slows each click
            self._session = session
            self._noting = SimpleNamespace(
                request=partial(session.request, middlewares=(self._note,))
            )
        return await super().request(route, self._noting, **options)


def _forget(times: deque[float], before: float) -> None:
    while times and times[0] <= before:
        times.popleft()
