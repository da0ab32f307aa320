"""Two people play on the sandbox's page in Chromium, by mouse and keyboard, with the real bot."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from players.games import GAMES
from sandbox import Sandbox
from sandbox.tests.browser import (  # noqa: F401 - a fixture
    as_person,
    bring_into_view,
    browser,
    in_browser,
    keep,
)
from tests.e2e.process import Bot
from tests.people import Person

pytestmark = in_browser("games")

WISHES = ("Stop", "Promote", "Roll")
"""Beginnings of the labels to click, best first. These moves keep the game short."""

MOST = 200


@pytest.mark.parametrize(
    "phone",
    [pytest.param(False, id="desktop", marks=pytest.mark.soak), pytest.param(True, id="phone")],
)
async def test_two_people_play_a_whole_game_of_ducks(
    box: Sandbox,
    bot: Bot,
    browser: Browser,  # noqa: F811 - the fixture
    phone: bool,
) -> None:
    shots = "ducks-phone" if phone else "ducks-desktop"
    async with (
        as_person(browser, box.url, "Smew", phone=phone) as smew,
        as_person(browser, box.url, "Scoter", phone=phone, light=True) as scoter,
    ):
        await smew.locator(".composer-text").focus()
        await smew.keyboard.type("/ducks start")
        await smew.keyboard.press("Enter")
        await scoter.get_by_role("button", name="Join").click()
        await expect(newest(smew)).to_contain_text("Scoter")
        await picture(smew, scoter, f"{shots}-1-lobby")
        await smew.get_by_role("button", name="Start").click()
        await play({"Smew": smew, "Scoter": scoter}, shots)
        for page in (smew, scoter):
            await expect(newest(page)).to_contain_text("The game is over")
            await expect(newest(page).get_by_role("button", name="Rematch")).to_be_enabled()
        await picture(smew, scoter, f"{shots}-4-end")


async def test_the_focus_stays_on_a_die_that_a_key_has_picked(
    box: Sandbox,
    bot: Bot,
    browser: Browser,  # noqa: F811 - the fixture
) -> None:
    async with as_person(browser, box.url, "Smew") as page:
        await page.locator(".composer-text").focus()
        await page.keyboard.type("/pond start")
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="Start").click()
        wild = page.get_by_role("button", name="Wild die…")
        more = page.get_by_role("button", name="Powers…")
        await expect(wild.or_(more)).to_be_visible()
        if await more.is_visible():
            await more.click()
        await wild.click()
        await page.get_by_role("button", name="Other dice…").click()
        die = newest(page).locator('[data-custom-id^="l1:"]').nth(2)
        await expect(die).to_be_visible()
        picked = "✓" in (await die.text_content() or "")
        await die.focus()
        for _ in range(2):
            picked = not picked
            await page.keyboard.press("Enter")
            told = expect(die)
            await (told.to_contain_text if picked else told.not_to_contain_text)("✓")
            await expect(die).to_be_focused()


async def test_a_lobby_with_all_seats_taken_fits_on_the_phone_of_a_newcomer(
    box: Sandbox,
    bot: Bot,
    browser: Browser,  # noqa: F811 - the fixture
) -> None:
    async with Person(box, "Smew") as smew, as_person(browser, box.url, "Smew", phone=True) as page:
        for game in GAMES:
            ducks = game.info.max_seats - 1
            await smew.command(f"{game.info.key} start", ducks=ducks)
            await expect(newest(page)).to_contain_text(game.info.title)
            await keep(page, f"lobby-{game.info.key}")
            assert await height(newest(page)) <= await height(page.locator("#scroller"))
            await smew.command("table cancel")  # at most three lobbies of a person may be open


async def height(shown: Locator) -> float:
    """Return the height of a part of the page, in pixels. Retry while the part is redrawn."""
    while (box := await shown.bounding_box()) is None:
        pass
    return box["height"]


def newest(page: Page) -> Locator:
    """Return the last public message."""
    return page.locator("[data-message-id]:not([data-private])").last


def moves(page: Page, seq: str = "") -> Locator:
    """Return the game's enabled buttons: all of them, or those drawn for one seq."""
    return page.locator(f'[data-custom-id^="t1:1:{seq}"]:not([disabled])')


async def play(pages: dict[str, Page], shots: str) -> None:
    """Click for the player on turn until the game is over. Keep pictures of two boards."""
    choices = 0
    for _ in range(MOST):
        wanted = moves(pages["Smew"]).or_(pages["Smew"].get_by_text("The game is over"))
        await expect(wanted.first).to_be_visible()
        if not await moves(pages["Smew"]).count():
            return
        player = await actor(pages)
        label = await click(player, pages)
        choices += label.startswith("Roll")
        if label.startswith("Roll") and choices in (2, 3):
            await picture(*pages.values(), f"{shots}-{choices}-board")
    raise AssertionError(f"the game did not end within {MOST} clicks")


async def actor(pages: dict[str, Page]) -> Page:
    """Return the page of the person on turn."""
    board = newest(pages["Smew"])
    for name, page in pages.items():
        if await board.locator("p", has_text="▶").get_by_text(f"@{name}").count():
            return page
    raise AssertionError(await board.inner_text())


async def click(player: Page, pages: dict[str, Page]) -> str:
    """Click the best move by `WISHES`, and wait until everybody sees the result."""
    state = await moves(pages["Smew"]).first.get_attribute("data-custom-id")
    assert state is not None
    seq = state.split(":")[2] + ":"
    await expect(moves(player, seq).first).to_be_visible()
    labels = await moves(player, seq).all_inner_texts()
    label = next((x for wish in WISHES for x in labels if x.startswith(wish)), labels[0])
    await moves(player, seq).get_by_text(label, exact=True).click()
    for page in pages.values():
        await expect(moves(page, seq)).to_have_count(0)
    return label


async def picture(one: Page, other: Page, name: str) -> None:
    """Keep a screenshot of each page: the first is dark, the second light."""
    for page, theme in ((one, "dark"), (other, "light")):
        await bring_into_view(newest(page))
        await keep(page, f"{name}-{theme}")
