"""A game in a thread of its own, played by mouse on the sandbox's page with the real bot."""

from __future__ import annotations

import re

from playwright.async_api import Browser, Page, expect

from sandbox import Sandbox
from sandbox.tests.browser import as_person, browser, in_browser, keep  # noqa: F401 - a fixture
from sandbox.tests.page.steps import newest, send
from tests.e2e.process import Bot

pytestmark = in_browser("games")

MOST = 60


async def test_a_game_is_played_in_its_thread_to_the_end_by_the_mouse(
    box: Sandbox,
    bot: Bot,
    browser: Browser,  # noqa: F811 - the fixture
) -> None:
    async with as_person(browser, box.url, "Smew", phone=True) as page:
        await send(page, "/pond start thread:true")
        await page.get_by_role("button", name="Start").click()
        await expect(newest(page)).to_contain_text("▶ Smew's turn")
        await expect(newest(page)).to_contain_text("It is played in #Ducks in the Pond #1")
        await keep(page, "thread-1-channel")
        await page.locator(".thread-link").click()
        await expect(newest(page)).to_contain_text("@Smew: you play here.")
        await keep(page, "thread-2-board")
        await end_all_days(page)
        await keep(page, "thread-3-end")
        await page.get_by_role("button", name="Servers and channels").click()
        await page.locator("#sidebar [data-channel-id]").first.click()
        await expect(newest(page)).to_contain_text("The game is over")
        await expect(page.locator(".thread-link")).to_contain_text("This thread is archived")
        await expect(newest(page).get_by_role("button", name="Play again")).to_be_enabled()
        await keep(page, "thread-4-result")


async def end_all_days(page: Page) -> None:
    """End each day until the game is over."""
    for _ in range(MOST):
        board = newest(page)
        end = board.locator("button", has_text=re.compile("^End")).last
        await expect(end.or_(board.get_by_role("button", name="Play again"))).to_be_visible()
        if not await end.count():
            return
        key = await end.get_attribute("data-custom-id")
        await end.click()
        await expect(page.locator(f'[data-custom-id="{key}"]')).to_have_count(0)
    raise AssertionError(f"the game did not end within {MOST} clicks")
