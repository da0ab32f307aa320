"""The process of a bot that logs in to the stand-in."""

from __future__ import annotations

import asyncio
import os
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from sandbox.rest.server import BASE
from sandbox.settings import TOKEN

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import AsyncGenerator, Sequence

STOP_WITHIN: Final = 10.0
"""Seconds that a bot has to stop before it is killed."""


def build_environment(url: str) -> dict[str, str]:
    """Return the variables by which a bot finds the stand-in at this address."""
    return {"DISCORD_TOKEN": TOKEN, "DISCORD_API_BASE": url + BASE, "no_proxy": "*"}


class BotEnded(Exception):
    """The bot has ended by itself; has its exit status."""

    def __init__(self, status: int) -> None:
        super().__init__(f"The bot has ended by itself, with status {status}.")


@asynccontextmanager
async def run_bot(url: str, command: Sequence[str]) -> AsyncGenerator[Process]:
    """Start a bot in its own session, so that Ctrl-C does not reach it, and stop it at the end.

    Raises OSError if the command cannot be started.
    """
    environment = os.environ | build_environment(url)
    process = await asyncio.create_subprocess_exec(
        *command, env=environment, stdin=asyncio.subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            await _stop(process)


async def _stop(process: Process) -> None:
    process.terminate()
    try:
        async with asyncio.timeout(STOP_WITHIN):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
