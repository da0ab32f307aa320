"""A person adds the bot to their account and plays with a friend, by mouse on the page."""

from __future__ import annotations

from playwright.async_api import Browser, Page, expect

from sandbox import Sandbox
from sandbox.tests.browser import as_person, browser, in_browser, keep  # noqa: F401 - a fixture
from tests.e2e.page.test_browser import actor, newest
from tests.e2e.process import Bot

pytestmark = in_browser("games")

MOST = 400
"""More clicks than a game of Buck Dice takes, since a click plays a whole turn."""


async def test_two_friends_play_in_their_messages(
    box: Sandbox,
    bot: Bot,
    browser: Browser,  # noqa: F811 - the fixture
) -> None:
    async with (
        as_person(browser, box.url, "Smew", phone=True) as smew,
        as_person(browser, box.url, "Scoter", phone=True, light=True) as scoter,
    ):
        await write_to_a_friend(smew, "Scoter")
        await smew.locator(".composer-text").fill("/buckdice start")
        await smew.keyboard.press("Enter")
        await go_to_messages_with(scoter, "Smew")
        await scoter.get_by_role("button", name="Join").click()
        await expect(newest(smew)).to_contain_text("I am a guest here")
        await keep(smew, "friends-2-lobby")
        await smew.get_by_role("button", name="Start").click()
        await play({"Smew": smew, "Scoter": scoter})
        for page in (smew, scoter):
            await expect(newest(page)).to_contain_text("The game is over")
        await keep(smew, "friends-3-end")


async def write_to_a_friend(page: Page, name: str) -> None:
    """Add the bot to the person's account, and open messages with a friend."""
    await go_to_messages(page)
    await page.get_by_role("button", name="Add Ducks to my account").click()
    await expect(page.get_by_text("You can use Ducks everywhere")).to_be_visible()
    await page.get_by_role("button", name="New message").click()
    await page.get_by_role("checkbox", name=name).check()
    await keep(page, "friends-1-choose")
    await page.get_by_role("button", name="Open", exact=True).click()
    await expect(page.locator("#channel-name")).to_have_text(name)


async def go_to_messages(page: Page) -> None:
    """Open the list of direct messages, which a phone hides."""
    await page.get_by_role("button", name="Servers and channels").click()
    await page.get_by_role("link", name="Direct messages").click()
    await page.get_by_role("button", name="Servers and channels").click()


async def go_to_messages_with(page: Page, name: str) -> None:
    """Open the messages with a friend who has written first."""
    await go_to_messages(page)
    await page.locator("#sidebar").get_by_role("link", name=name).click()


async def play(pages: dict[str, Page]) -> None:
    """Throw for the player on turn until the game is over."""
    first = pages["Smew"]
    throw = first.locator('[data-custom-id^="t1:1:"]')
    for _ in range(MOST):
        await expect(throw.or_(first.get_by_text("The game is over")).first).to_be_visible()
        if not await throw.count():
            return
        state = await throw.first.get_attribute("data-custom-id")
        player = await actor(pages)
        await player.locator(f'[data-custom-id="{state}"]').click()
        await expect(first.locator(f'[data-custom-id="{state}"]')).to_have_count(0)
    raise AssertionError(f"the game did not end within {MOST} throws")
