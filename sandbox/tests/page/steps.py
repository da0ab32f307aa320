"""Steps of people on the page."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect


async def send(page: Page, text: str) -> None:
    """Write a message or a command and send it."""
    await page.locator(".composer-text").fill(text)
    await page.keyboard.press("Enter")


def newest(page: Page) -> Locator:
    return page.locator("[data-message-id]").last


async def open_board(page: Page) -> Locator:
    """Let the show bot post its board; return the message."""
    await send(page, "/show board")
    board = page.locator("[data-message-id]", has_text="The board")
    await expect(board).to_be_visible()
    return board
