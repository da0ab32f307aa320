"""Somebody plays the daily on a phone, and no page is higher than the list of messages."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from sandbox import Sandbox
from sandbox.tests.browser import as_person, browser, in_browser, keep  # noqa: F401 - a fixture
from tests.cogs.features.daily.e2e.test_daily import TUESDAY
from tests.e2e.clocked import Day
from tests.e2e.page.conftest import box  # noqa: F401 - a fixture
from tests.e2e.page.heights import measure
from tests.e2e.process import Bot

pytestmark = in_browser("games")

MOST = 150
"""Limit on the presses of a daily, including those that pick dice."""

MOVE = '[data-custom-id^="d1:t1:"]:enabled'
LOOK = '[data-custom-id^="d1:l1:"]:enabled'

HEIGHT = """() => {
    const whole = [...document.querySelectorAll("[data-private]")].at(-1);
    const frame = [...(whole?.querySelectorAll(".container") ?? [])].at(-1);
    return frame && frame.getBoundingClientRect().bottom - whole.getBoundingClientRect().top;
}"""
"""Script that returns the private page's height in pixels.

One call does it all, because the page may be redrawn between two calls.
"""


@pytest_asyncio.fixture(loop_scope="session")
async def clocked(
    box: Sandbox,  # noqa: F811 - the fixture
    tmp_path: Path,
) -> AsyncIterator[Bot]:
    day = Day(tmp_path)
    day.set(f"{TUESDAY} 12:00")
    async with Bot(box, tmp_path, clock=day.file) as process:
        await process.ready()
        yield process


@pytest.mark.usefixtures("clocked")
async def test_a_daily_is_played_on_a_phone(
    box: Sandbox,  # noqa: F811 - the fixture
    browser: Browser,  # noqa: F811 - the fixture
) -> None:
    async with as_person(browser, box.url, "Smew", phone=True) as page:
        await page.locator(".composer-text").fill("/daily")
        await page.keyboard.press("Enter")
        await press(page, "Begin")
        await play(page)
        await expect(message(page)).to_contain_text("of 100")
        await fits(page)
        await keep(page, "daily-card")
        for button in (
            "Places",
            "The week",
            "‹ Back",
            "⋯",
            "Streak",
            "‹ Back",
            "Remind me",
            "‹ Back",
            "Share",
        ):
            await press(page, button)
        await expect(page.get_by_text("🌅 Smew")).to_be_visible()


def message(page: Page) -> Locator:
    """Return the newest private page."""
    return page.locator("[data-message-id]").filter(has_text="Only you can see this").last


async def press(page: Page, label: str) -> None:
    """Check the height of the page, press a button, and wait for the answer."""
    button = message(page).get_by_role("button", name=label).first
    await expect(button).to_be_enabled()
    await fits(page)
    shown = message(page).locator(".message-content")
    before = await shown.inner_text()
    await button.click()
    await expect(shown).not_to_have_text(before, use_inner_text=True)


async def fits(page: Page) -> None:
    """Check the height from the name to the last button.

    The line that Discord adds below may be out of sight.
    """
    room = await measure(page, "#scroller")
    high = await (await page.wait_for_function(HEIGHT)).json_value()
    if high > room:
        await keep(page, "daily-too-high")
    assert high <= room


async def play(page: Page) -> None:
    """Make the first possible move, or pick a random die if there is none, until the end."""
    chance = random.Random(1)
    for number in range(MOST):
        moves, looks = message(page).locator(MOVE), message(page).locator(LOOK)
        over = message(page).get_by_text("of 100")
        await expect(moves.or_(looks).or_(over).first).to_be_visible()
        moves = moves if await moves.count() else looks
        if not await moves.count():
            return
        if number % 5 == 0:
            await fits(page)
        one = (
            moves.first if moves is not looks else looks.nth(chance.randrange(await looks.count()))
        )
        state = await one.get_attribute("data-custom-id")
        await one.click()
        await expect(message(page).locator(f'[data-custom-id="{state}"]')).to_have_count(0)
    raise AssertionError(f"the daily did not end within {MOST} presses")
