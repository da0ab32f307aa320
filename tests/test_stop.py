"""The bot stops when told to, even if discord.py loses the cancellation."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from cogs.app.connection import serve


class Deaf:
    """Connects and loses its first cancellation, like `asyncio.wait_for` before Python 3.12."""

    def __init__(self) -> None:
        self.connecting = asyncio.Event()

    async def connect(self) -> None:
        with suppress(asyncio.CancelledError):
            self.connecting.set()
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    async def hand_over(self) -> None:
        """Do nothing: nobody is there to take over."""


async def test_a_cancellation_that_is_lost_while_connecting_stops_the_bot_all_the_same():
    deaf = Deaf()
    serving = asyncio.create_task(serve(deaf, deaf))
    await deaf.connecting.wait()
    serving.cancel()
    await asyncio.wait({serving}, timeout=5)
    assert serving.cancelled()
