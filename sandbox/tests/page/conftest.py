"""The sandbox, the show bot and Smew's page, for the tests of the page."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Page

from sandbox import Sandbox
from sandbox.testing import UNHURRIED
from sandbox.tests.browser import as_person, browser  # noqa: F401 - a fixture
from sandbox.tests.page.show_bot import ShowBot, show_bot


@pytest_asyncio.fixture(loop_scope="session")
async def box() -> AsyncIterator[Sandbox]:
    async with Sandbox(answer_within=UNHURRIED) as box:
        yield box


@pytest_asyncio.fixture(loop_scope="session")
async def bot(box: Sandbox) -> AsyncIterator[ShowBot]:
    async with show_bot(box.api_base, box.token) as bot:
        yield bot


@pytest_asyncio.fixture(loop_scope="session")
async def smew(
    box: Sandbox,
    bot: ShowBot,
    browser: Browser,  # noqa: F811 - the fixture
) -> AsyncIterator[Page]:
    async with as_person(browser, box.url, "Smew") as page:
        yield page
