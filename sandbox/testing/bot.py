"""A bot that is online while a test runs."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from sandbox.process import BotEnded, run_bot
from sandbox.testing.person import Person

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import AsyncGenerator

    from sandbox import Sandbox


@asynccontextmanager
async def launch(box: Sandbox, *command: str) -> AsyncGenerator[Process]:
    """Start a bot, wait until it is online, and stop it at the end.

    Raises BotEnded if the bot ends before it is online, and TimeoutError.
    """
    anybody = next(iter(box.core.world.list_people()))
    async with Person(box, str(anybody.id)) as person, run_bot(box.url, command) as bot:
        online = asyncio.create_task(person.wait_for_event("bot_status", _is_online))
        ended = asyncio.create_task(bot.wait())
        await asyncio.wait({online, ended}, return_when=asyncio.FIRST_COMPLETED)
        if not online.done():
            online.cancel()
            raise BotEnded(ended.result())
        ended.cancel()
        online.result()
        yield bot


def _is_online(status: dict[str, bool]) -> bool:
    return status["online"]
