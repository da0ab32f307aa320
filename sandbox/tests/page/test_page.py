"""The page around the messages: people, width, touch, connection, safety."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page, WebSocketRoute, expect

from sandbox import Sandbox
from sandbox.tests.browser import as_person, in_browser, keep, reload
from sandbox.tests.page.show_bot import ShowBot
from sandbox.tests.page.steps import newest, open_board, send

pytestmark = in_browser("page")


async def test_another_person_sees_a_message_at_once(
    box: Sandbox,
    smew: Page,
    browser: Browser,
) -> None:
    async with as_person(browser, box.url, "Scoter") as scoter:
        await send(smew, "hello **pond**")
        await expect(newest(scoter).locator("strong")).to_have_text("pond")
        await expect(newest(scoter).locator(".author")).to_have_text("Smew")


async def test_a_ping_is_highlighted_and_counted_on_the_channel(
    box: Sandbox,
    smew: Page,
    browser: Browser,
) -> None:
    async with as_person(browser, box.url, "Scoter") as scoter:
        await scoter.get_by_role("link", name="#lounge").click()
        await expect(scoter.get_by_role("heading", name="lounge", exact=True)).to_be_visible()
        await send(smew, "/show ping friend:Scoter")
        badge = scoter.get_by_role("link", name="#games, 1 mention")
        await expect(badge).to_be_visible()
        await badge.click()
        await expect(scoter.locator(".pings-me")).to_contain_text("@Scoter it is your turn!")
        await expect(scoter.get_by_role("link", name="#games", exact=True)).to_be_visible()


async def test_a_ping_is_highlighted_while_the_message_names_the_person(
    box: Sandbox,
    bot: ShowBot,
    smew: Page,
    browser: Browser,
) -> None:
    async with as_person(browser, box.url, "Scoter") as scoter:
        await send(smew, "/show ping friend:Scoter")
        marked = scoter.locator(".pings-me")
        number = int(await marked.get_attribute("data-message-id") or 0)
        channel = bot.get_partial_messageable(int(scoter.url.rpartition("/")[2]))
        await channel.get_partial_message(number).edit(content="It was Scoter's turn.")
        await expect(newest(scoter)).to_contain_text("It was Scoter's turn.")
        await expect(marked).to_have_count(0)


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize("phone", [False, True])
async def test_nothing_is_wider_than_the_screen(
    box: Sandbox,
    bot: ShowBot,
    browser: Browser,
    phone: bool,
    light: bool,
) -> None:
    async with as_person(browser, box.url, "Smew", phone=phone, light=light) as page:
        board = await open_board(page)
        await send(page, "/show classic")
        await expect(newest(page)).to_contain_text("As of old:")
        await send(page, "a_very_long_word_" * 20)
        await expect(newest(page)).to_contain_text("a_very_long_word")
        await expect(board.locator("img.thumbnail-image")).to_have_js_property("naturalWidth", 320)
        too_wide = """() => [document.documentElement, document.querySelector("#scroller")]
            .map((node) => node.scrollWidth - node.clientWidth)"""
        assert await page.evaluate(too_wide) == [0, 0]
        await keep(page, f"page-{'phone' if phone else 'desktop'}-{'light' if light else 'dark'}")


async def test_touch_targets_on_a_phone_are_forty_pixels_high(
    box: Sandbox,
    bot: ShowBot,
    browser: Browser,
) -> None:
    async with as_person(browser, box.url, "Smew", phone=True) as page:
        await open_board(page)
        heights = await page.locator("main button:visible, .banner button:visible").evaluate_all(
            "nodes => nodes.map((n) => [n.textContent, n.getBoundingClientRect().height])"
        )
        assert [h for h in heights if h[1] < 40] == []


async def test_the_drawer_on_a_phone_opens_and_escape_closes_it(
    box: Sandbox,
    bot: ShowBot,
    browser: Browser,
) -> None:
    async with as_person(browser, box.url, "Smew", phone=True) as page:
        await page.get_by_role("button", name="Servers and channels").click()
        await expect(page.get_by_role("link", name="#lounge")).to_be_in_viewport()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("link", name="#lounge")).not_to_be_in_viewport()


async def test_the_page_says_that_it_is_not_discord(smew: Page) -> None:
    await expect(smew.get_by_text("Local stand-in, not Discord.")).to_be_visible()


async def test_another_person_is_one_click_away(smew: Page) -> None:
    await smew.get_by_role("button", name="You are: Smew").click()
    await smew.get_by_role("menuitem", name="Merganser", exact=True).click()
    await expect(smew.get_by_role("button", name="You are: Merganser")).to_be_visible()
    assert "as=merganser" in smew.url.lower()


class Line:
    """The page's WebSocket, which a test can cut and mend."""

    def __init__(self) -> None:
        self.up = True
        self.open: WebSocketRoute | None = None

    async def connect(self, route: WebSocketRoute) -> None:
        if self.up:
            route.connect_to_server()
            self.open = route
        else:
            await route.close()

    async def cut(self) -> None:
        self.up = False
        assert self.open is not None
        await self.open.close()


async def test_a_lost_connection_is_reported_and_missed_events_are_loaded(
    box: Sandbox,
    smew: Page,
    browser: Browser,
) -> None:
    line = Line()
    async with as_person(browser, box.url, "Scoter") as scoter:
        await scoter.route_web_socket(re.compile("/sandbox/live"), line.connect)
        await reload(scoter)
        await line.cut()
        await expect(scoter.get_by_text("Connection lost.")).to_be_visible()
        await send(smew, "said meanwhile")
        await expect(newest(smew)).to_contain_text("said meanwhile")
        line.up = True
        await expect(newest(scoter)).to_contain_text("said meanwhile")
        await expect(scoter.get_by_text("Connection lost.")).to_be_hidden()


async def test_no_request_goes_to_another_machine(
    box: Sandbox,
    bot: ShowBot,
    browser: Browser,
) -> None:
    async with as_person(browser, box.url, "Smew") as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        await reload(page)
        await open_board(page)
        assert [url for url in asked if not url.startswith((box.url, "data:"))] == []
