"""A real browser for tests: Debian's Chromium, driven by Playwright.

`browser` is a fixture (import it into the test module). `as_person` opens the sandbox's page as one
person. `keep` writes a screenshot to the directory that the environment variable ARTEFACTS names,
or to a temporary directory. The browser runs in the event loop of the whole test session, so a
module that uses `browser` needs `pytestmark = in_browser(GROUP)`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

DESKTOP = (1280, 800)
PHONE = (390, 844)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 60_000
IN_VIEW = """what => {
    const pictures = what.isConnected ? [...what.querySelectorAll("img")] : [];
    const missing = pictures.find((picture) => !picture.naturalWidth);
    (missing ?? what).scrollIntoView({ block: "nearest" });
    return !missing;
}"""
expect.set_options(timeout=PATIENCE_MS)


def in_browser(group: str) -> list[pytest.MarkDecorator]:
    """Return the marks of tests in a browser; the tests of a group share one browser."""
    return [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group(f"browser {group}")]


def find_chromium() -> str | None:
    """Return Chromium's path or None.

    The headless shell comes first, because it needs a third of the processor time.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    return next(filter(None, map(shutil.which, names)), None)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    path = find_chromium()
    if path is None:
        reason = "no Chromium on this machine: install chromium-headless-shell to run this test"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield chromium
        await chromium.close()


@asynccontextmanager
async def as_person(
    browser: Browser,
    url: str,
    name: str,
    *,
    channel: str | None = None,
    phone: bool = False,
    light: bool = False,
) -> AsyncIterator[Page]:
    """Open the page as a person, in a browser context of their own.

    An error in the page's JavaScript fails the test.
    """
    width, height = PHONE if phone else DESKTOP
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="light" if light else "dark",
        has_touch=phone,
        is_mobile=phone,
    )
    context.set_default_timeout(PATIENCE_MS)
    errors: list[str] = []
    try:
        page = await context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(f"{url}/?as={name}" + (f"#/{channel}" if channel else ""))
        await ready(page)
        yield page
        assert errors == []
    finally:
        await context.close()


async def ready(page: Page) -> None:
    """Wait until a page that was opened or reloaded has read the sandbox's world."""
    await expect(page.locator("html[data-ready]")).to_be_attached()


async def reload(page: Page) -> None:
    """Reload the page, and wait until it is ready."""
    await page.reload()
    await ready(page)


async def bring_into_view(what: Locator) -> None:
    """Scroll an element into view, and wait for its pictures, which load only then.

    The page may redraw a message at any time. So an element that has gone is no error.
    """
    await what.page.wait_for_function(IN_VIEW, arg=await what.element_handle())


async def keep(page: Page, name: str) -> Path:
    """Write a screenshot as NAME.png among the artefacts; return its path."""
    path = artefacts() / f"{name}.png"
    await page.screenshot(path=path)
    return path


@cache
def artefacts() -> Path:
    """Return the directory for screenshots, outside the repository."""
    named = os.environ.get("ARTEFACTS")
    path = Path(named) if named else Path(tempfile.mkdtemp(prefix="ducks-artefacts-"))
    path.mkdir(parents=True, exist_ok=True)
    return path
