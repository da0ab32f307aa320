"""`python -m tests.screenshots`: take the pictures of the README anew.

The sandbox and the bot run as in the tests, three people play, and Chromium takes a picture when
one of them is to decide. The dice are new in every run, so the pictures are too: look at them
before you commit them.
"""

from __future__ import annotations

import asyncio
import random
import re
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from sandbox import Sandbox
from tests.browser import ARGUMENTS, as_person, find_chromium
from tests.e2e import buckets, table
from tests.e2e.process import Bot
from tests.people import UNHURRIED, Json, Person, labels, parts, text_of

IMAGES = Path(__file__).parents[1] / "docs/images"
REMARK = "No pressure, Wigeon."
MOST, TRIES = 200, 10
"""Clicks in one game, and games, after which there will be no picture."""
CUT = """() => {
    const top = document.querySelector("#scroller").getBoundingClientRect().top;
    const all = [...document.querySelectorAll("[data-message-id]")];
    const tops = all.map((one) => one.getBoundingClientRect().top - top);
    return Math.floor(Math.min(...tops.filter((one) => one >= 0)));
}"""
LOADED = """async () => {
    const seen = (one) => one.getBoundingClientRect().bottom > 0;
    await Promise.all([...document.images].filter(seen).map((one) => one.decode()));
}"""

People = tuple[Person, ...]


class NoPicture(Exception):
    """No game had a moment that is worth a picture."""


async def main() -> None:
    """Play and take both pictures; raises NoPicture where no game offers one."""
    IMAGES.mkdir(exist_ok=True)
    async with async_playwright() as playwright:
        path = find_chromium()
        browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        await _photograph(browser, _play_ducks, "ducks-in-a-bucket-phone", (390, 1040))
        await _photograph(browser, _play_buckets, "bucket-king-desktop", (1280, 1240))
        await browser.close()


async def _photograph(
    browser: Browser,
    play: Callable[[People], Awaitable[bool]],
    name: str,
    size: tuple[int, int],
) -> None:
    """Play until there is something to see, and take a picture of it; raises NoPicture."""
    for _ in range(TRIES):
        async with _world() as (box, people):
            if await play(people):
                await _take(browser, box, name, size)
                return
    raise NoPicture(name)


@asynccontextmanager
async def _world() -> AsyncIterator[tuple[Sandbox, People]]:
    """A sandbox, the bot on it, and three people; Wigeon, the first, is the one who looks."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        box = await stack.enter_async_context(Sandbox(answer_within=UNHURRIED))
        bot = await stack.enter_async_context(Bot(box, Path(folder)))
        await bot.wait_until(lambda: "emojis are in place" in bot.said())
        await bot.ready()
        names = ("Wigeon", "Eider", "Gadwall")
        people = [await stack.enter_async_context(Person(box, name)) for name in names]
        yield box, tuple(people)


async def _play_ducks(people: People) -> bool:
    await table.seated(people, "ducks")

    async def board() -> Json:
        return await people[0].until(lambda: table.ready_board(people[0], people))

    async def step() -> None:
        before = await board()
        label = max(labels(before), key=_liking)
        player = table.actor(before, people)
        assert player is not None
        await player.click(label, player.message(before["id"]))
        await people[0].until(lambda: _is_new(table.ready_board(people[0], people), before))

    def is_late(now: Json) -> bool:
        return "Round 1" not in text_of(now)

    def is_open(now: Json) -> bool:
        return any(_liking(label) == 3 for label in labels(now)) and len(labels(now)) > 1

    return await _reach(people, board, step, is_late, is_open)


def _liking(label: str) -> int:
    """Return how much a player of Ducks in a Bucket likes a move: to stop with a hand, most."""
    if label.startswith("Stop"):
        return 0 if "no pair" in label else 3
    return 2 if label.startswith("Promote") else 1 if label.startswith("Roll") else -1


def _is_new(now: Json | None, before: Json) -> bool:
    return now is not None and table.drawn(now) != table.drawn(before)


async def _play_buckets(people: People) -> bool:
    await buckets.begun(people)
    for person in people:
        await buckets.build(person)
    await people[0].until(lambda: buckets.phase(buckets.board_of(people[0])) == "play")
    chance = random.Random(5)

    async def board() -> Json:
        await buckets.catch_up(people, people[0])
        return buckets.board_of(people[0])

    async def step() -> None:
        player = buckets.actor(await board(), people)
        await buckets.move(player, chance)
        await buckets.catch_up(people, player)

    def left(now: Json) -> list[int]:
        shown = [item for part in parts(now) for item in part.get("items", ())]
        words = " ".join(item["description"] for item in shown)
        return [int(buckets) for buckets in re.findall(r": (\d+) buckets,", words)]

    def is_late(now: Json) -> bool:
        return sorted(left(now))[1] < 14

    def is_open(now: Json) -> bool:
        return ": beat " in text_of(now) and len(left(now)) == 3 and min(left(now)) > 5

    return await _reach(people, board, step, is_late, is_open)


async def _reach(
    people: People,
    board: Callable[[], Awaitable[Json]],
    step: Callable[[], Awaitable[None]],
    is_late: Callable[[Json], bool],
    is_open: Callable[[Json], bool],
) -> bool:
    """Play until the first person is to decide, late in the game, after somebody's remark.

    Returns whether this happened before the game was over.
    """
    remarked = False
    for _ in range(MOST):
        now = await board()
        if table.over(now):
            return False
        if is_late(now):
            player = table.actor(now, people)
            if player is people[0] and remarked and is_open(now):
                return True
            if player is people[2] and not remarked:
                await people[1].say(REMARK)
            remarked = player is people[2] or (player is people[0] and remarked)
        await step()
    return False


async def _take(browser: Browser, box: Sandbox, name: str, size: tuple[int, int]) -> None:
    """Take a picture as Wigeon sees the page, of no more than this width and height."""
    width, height = size
    async with as_person(browser, box.url, "Wigeon", phone=width < 500) as page:
        await page.set_viewport_size({"width": width, "height": height})
        await page.set_viewport_size({"width": width, "height": height - await _cut(page)})
        await page.locator(".composer-text").blur()
        await page.evaluate(LOADED)
        await page.screenshot(path=IMAGES / f"{name}.png")


async def _cut(page: Page) -> int:
    """Return how many pixels of a message are seen at the top whose beginning is not."""
    return await page.evaluate(CUT)


if __name__ == "__main__":
    asyncio.run(main())
