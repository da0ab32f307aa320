"""Heights of messages on a phone. The page's own code draws them, many in one call."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from itertools import count, islice
from typing import Any, NamedTuple, cast

import aiohttp
from playwright.async_api import Browser, Page, expect

from cogs.interactions.content import MessageContent
from cogs.interactions.drawing import Studio
from cogs.interactions.known import Messages
from cogs.interactions.letter import File, Letter
from sandbox import Sandbox
from sandbox.state.uploads import read_picture_size
from sandbox.tests.browser import as_person, keep
from tests.e2e.past import place_in

COMPONENTS_V2 = 1 << 15
AT_ONCE = 100
"""Messages that the page draws in one call."""

ATTACHED = "attachment://"
LOADED = "part => Promise.all([...part.querySelectorAll('img')].map((one) => one.decode()))"
LIST = "#scroller"

_NUMBERS = count()
_MESSAGES = Messages(cast("Any", None), Studio())

DRAW = """async (contents) => {
    const load = (name) => import(`/page/js/${name}.js`);
    const { messageItem } = await load("message");
    const { World } = await load("world");
    const api = await load("api");
    const world = new World(await api.worldAs("Smew"));
    const { id } = [...world.channels.values()].find((channel) => channel.name === "games");
    const [posted] = await api.apiFor(world.me.id).messages(id);
    const interactions = { busy: new Map(), picked: new Map(), failures: new Map() };
    const list = document.getElementById("messages");
    const isAlone = ({ children }) => children.length > 1 &&
        [...children].at(-1).offsetTop > [...children].at(-2).offsetTop;
    return contents.map((components) => {
        const item = messageItem({ ...posted, components }, { world, interactions });
        list.append(item);
        const rows = [...item.querySelectorAll(".action-row")];
        const more = rows.filter((row) => row.textContent.includes("⋯"));
        const drawn = [item.getBoundingClientRect().height, more.some(isAlone)];
        item.remove();
        return drawn;
    });
}"""
"""Draw messages with these components, each like the first posted message and with its heading.

No picture is loaded meanwhile: all of them have their sizes.
"""


class Drawn(NamedTuple):
    """A message on a phone.

    Attributes:
        height: in pixels, with the heading that names the author.
        alone: whether ⋯ stands alone on the last line of a row.
    """

    name: str
    content: MessageContent
    height: float
    alone: bool


@asynccontextmanager
async def on_phone(box: Sandbox, browser: Browser) -> AsyncIterator[Phone]:
    """Open the page of the sandbox as on a phone."""
    async with (
        as_person(browser, box.url, "Smew", phone=True) as page,
        aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as http,
    ):
        yield Phone(box, page, http)


class Phone(NamedTuple):
    """The page of the sandbox on a phone, and the bot's way to post there."""

    box: Sandbox
    page: Page
    http: aiohttp.ClientSession

    async def draw(self, pages: Iterable[tuple[str, MessageContent]]) -> list[Drawn]:
        """Draw messages. The first one is also posted as by the bot, and must be as high there."""
        waiting, posted, drawn = iter(pages), 0.0, list[Drawn]()
        while some := list(islice(waiting, AT_ONCE)):
            posted = posted or await measure(self.page, await self.post(some[0][1]))
            found = await self.page.evaluate(DRAW, [await sized(content) for _, content in some])
            drawn += [Drawn(*page, *each) for page, each in zip(some, found, strict=True)]
        assert drawn[0].height == posted
        return drawn

    async def post(self, content: MessageContent) -> str:
        """Post a message with its pictures as the bot does, and return its selector."""
        letter = await drawn_in_time(content)
        files = [each for each in letter.attached if isinstance(each, File)]
        form = aiohttp.FormData()
        names = [{"id": i, "filename": file.filename} for i, file in enumerate(files)]
        body = {"flags": COMPONENTS_V2, "components": letter.items, "attachments": names}
        form.add_field("payload_json", json.dumps(body), content_type="application/json")
        for i, file in enumerate(files):
            form.add_field(f"files[{i}]", file.data, filename=file.filename)
        address = f"{self.box.api_base}/channels/{place_in(self.box)[1]}/messages"
        async with self.http.post(address, data=form) as answer:
            body = await answer.json()
            assert answer.status == 200, body
            return f'[data-message-id="{body["id"]}"]'


async def find_higher(
    box: Sandbox,
    browser: Browser,
    pages: Iterable[tuple[str, MessageContent]],
    most: float | None = None,
) -> dict[str, float]:
    """Return the heights above `most` (by default the height of the list of messages)."""
    async with on_phone(box, browser) as phone:
        limit = most or await measure(phone.page, LIST)
        return await keep_higher(phone, await phone.draw(pages), limit)


async def keep_higher(phone: Phone, drawn: list[Drawn], most: float) -> dict[str, float]:
    """Return the heights above `most`, and keep a screenshot of each such message."""
    higher = [each for each in drawn if each.height > most]
    for each in higher:
        await measure(phone.page, await phone.post(each.content))
        await keep(phone.page, f"too-high-{each.name}")
    return {each.name: each.height for each in higher}


async def drawn_in_time(content: MessageContent) -> Letter:
    """Return a message with its pictures; a busy machine may be too slow to draw at first."""
    while True:
        letter, in_words = await _MESSAGES.compose(content)
        if not in_words:
            return letter


async def sized(content: MessageContent) -> list[Any]:
    """Return the components of a message; pictures have an address of the page, and their sizes."""
    letter = await drawn_in_time(content)
    files = [each for each in letter.attached if isinstance(each, File)]
    sizes = {f"{ATTACHED}{file.filename}": read_picture_size(file.data) for file in files}
    return [_with_sizes(part, sizes) for part in letter.items]


def _with_sizes(part: Any, sizes: dict[str, tuple[int, int] | None]) -> Any:
    if isinstance(part, list):
        return [_with_sizes(each, sizes) for each in part]
    if not isinstance(part, dict):
        return part
    if size := sizes.get(part.get("url", "")):
        # A new address each time: a loaded picture would have its own shape.
        address = f"/page/icon.svg?{next(_NUMBERS)}"
        return {**part, "url": address, "width": size[0], "height": size[1]}
    return {key: _with_sizes(each, sizes) for key, each in part.items()}


async def measure(page: Page, selector: str) -> float:
    """Return the height of a part of the page, in pixels, once its pictures are loaded."""
    part = page.locator(selector)
    await expect(part).to_be_visible()
    await part.evaluate(LOADED)
    box = await part.bounding_box()
    assert box is not None
    return box["height"]
