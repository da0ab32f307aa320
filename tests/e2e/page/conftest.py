"""The sandbox and the bot for tests in a browser, in the session's event loop."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from sandbox import Sandbox
from tests.e2e.past import put_emojis
from tests.e2e.process import Bot
from tests.people import UNHURRIED


@pytest_asyncio.fixture(loop_scope="session")
async def box() -> AsyncIterator[Sandbox]:
    async with Sandbox(answer_within=UNHURRIED) as box:
        put_emojis(box)
        yield box


@pytest_asyncio.fixture(loop_scope="session")
async def bot(box: Sandbox, tmp_path: Path) -> AsyncIterator[Bot]:
    async with Bot(box, tmp_path) as process:
        await process.wait_until(lambda: "emojis are in place" in process.said())
        await process.ready()
        yield process
