"""A table's message fits a phone: it is no higher than the list of messages.

These tests draw the messages and post them as the bot would. No bot runs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import aiohttp
import pytest
from playwright.async_api import Browser, Page, expect

from cogs.display.components import MORE, PageButton
from cogs.display.emojis import Emojis
from cogs.display.pages.board import render_context
from cogs.display.pages.messages import render_table
from cogs.display.pages.more import Spot, render_leaving, render_more
from cogs.interactions.content import MessageContent
from cogs.interactions.language import ENGLISH
from engine.core import Game
from players.games import game
from sandbox import Sandbox
from tables.model.table import Status, Table
from tables.model.time_control import TimeControl
from tests.browser import as_person, browser, in_browser, keep  # noqa: F401 - a fixture
from tests.cogs.offers import OFFERS
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.e2e.past import people_of, place_in
from tests.tabletop import playthrough, seat, table

pytestmark = in_browser("heights")

COMPONENTS_V2 = 1 << 15
DIGITS = "0123456789abcdef" * 4
SEEDS = 3
LOADED = "part => Promise.all([...part.querySelectorAll('img')].map((one) => one.decode()))"
ALONE = """rows => rows.some((row) => {
    const tops = [...row.children].map((one) => one.offsetTop);
    return tops.length > 1 && tops.at(-1) > tops.at(-2);
})"""
"""Whether the last button of a row stands alone on a line."""

HALF = 330
"""Greatest height of a private answer, in pixels: the board above should stay in sight."""

LINE = 44
"""Rough number of characters in a line on a phone."""

PHASES = {
    "ducks": lambda view: "round" if view.results and not view.innings else view.phase,
    "pond": lambda view: "wild" if any(d.wild and not d.spent for d in view.dice) else view.phase,
    "trophy": lambda view: "tiebreak" if view.tiebreak else "rolled" if view.rolled else "fresh",
    "buckets": lambda view: view.phase,
    "buckdice": lambda view: view.game,
}
"""A function for each game that names the phase of a view."""

FOCUSES = {"pond": ("", "dice 0", "dice 0 1", "end")}
"""The focuses of a board, for games with several."""

EXEMPT = {("buckets", "build"), ("buckets", "play", 6)}
"""Boards that may be higher: game, phase and, in one case, the number of seats."""


@pytest.mark.parametrize("key", PHASES)
async def test_a_message_is_no_higher_than_the_list_of_a_phone(
    box: Sandbox,
    browser: Browser,  # noqa: F811 - the fixture
    key: str,
) -> None:
    emojis, heights, alone = emojis_of(box), dict[str, float](), set[str]()
    async with (
        as_person(browser, box.url, "Smew", phone=True) as page,
        aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as http,
    ):
        room = await measure(page, "#scroller")
        for name, content in drawn(game(key), list(people_of(box).values()), emojis):
            number = await post(http, box, content)
            heights[name] = await measure(page, f'[data-message-id="{number}"]')
            rows = page.locator(f'[data-message-id="{number}"] .action-row')
            if await rows.filter(has_text="⋯").evaluate_all(ALONE):
                alone.add(name)
            if heights[name] > room:
                await keep(page, f"too-high-{name}")
    high = {name: each for name, each in heights.items() if each > room}
    assert high == {}
    assert alone == set()


async def test_with_six_players_the_pyramids_and_everything_below_them_fit(
    box: Sandbox,
    browser: Browser,  # noqa: F811 - the fixture
) -> None:
    """The story may scroll away. The turn, the attacked pyramid and the controls may not."""
    rules, folk = game("buckets"), list(people_of(box).values())
    played = [at for at in playthrough(rules, 6, {}, 1) if at.status is Status.PLAYING]
    at = next(at for at in played if PHASES["buckets"](rules.view(at.state, None)) == "play")
    async with (
        as_person(browser, box.url, "Smew", phone=True) as page,
        aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as http,
    ):
        room = await measure(page, "#scroller")
        number = await post(http, box, render(seated(at, folk), emojis_of(box)))
        message = f'[data-message-id="{number}"]'
        height = await measure(page, message)
        first = await page.locator(
            f"{message} .container img[src*=attachments]"
        ).first.bounding_box()
        whole = await page.locator(message).bounding_box()
        assert first is not None
        assert whole is not None
        assert height - (first["y"] - whole["y"]) <= room


@pytest.mark.parametrize("key", PHASES)
async def test_a_private_answer_is_at_most_half_as_high_as_a_phone(
    box: Sandbox,
    browser: Browser,  # noqa: F811 - the fixture
    key: str,
) -> None:
    found = answers(game(key), list(people_of(box).values()), emojis_of(box))
    assert await find_higher(box, browser, found, HALF) == {}


async def find_higher(
    box: Sandbox,
    browser: Browser,  # noqa: F811 - not the fixture
    pages: Iterable[tuple[str, MessageContent]],
    most: float | None = None,
) -> dict[str, float]:
    """Post messages, and return the heights above `most` (by default the height of the list)."""
    heights = dict[str, float]()
    async with (
        as_person(browser, box.url, "Smew", phone=True) as page,
        aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as http,
    ):
        limit = most or await measure(page, "#scroller")
        for name, content in pages:
            number = await post(http, box, content)
            height = await measure(page, f'[data-message-id="{number}"]')
            if height > limit:
                heights[name] = height
                await keep(page, f"too-high-{name}")
    return heights


def answers(
    rules: Game[Any, Any, Any], folk: list[Any], emojis: Emojis
) -> Iterator[tuple[str, MessageContent]]:
    """Yield the answers to presses on a board: the page behind ⋯, and the pages after it."""
    renderer, seats = RENDERERS[rules.info.key], rules.seat_range({})[-1]
    first, *_, end = playthrough(rules, seats, {}, 1)
    lobby = table(rules, seats, {}, seats=tuple(map(seat, range(seats))))
    slow = replace(seated(first, folk), time_control=TimeControl.DAY)
    told = {Spot.FIRST: [PageButton.of(MORE, 9, label="All achievements: 9")]}
    for name, at in ("lobby", seated(lobby, folk)), ("play", slow), ("end", seated(end, folk)):
        for person in folk[0].id, 7:
            yield (
                f"{name}-{person}",
                render_more(renderer, at, emojis, person, 1e9, told=told, offers=OFFERS),
            )
    leaving = render_leaving(ENGLISH, slow, folk[0].id)
    assert leaving is not None
    yield "leaving", leaving


def emojis_of(box: Sandbox) -> Emojis:
    """Return the emojis with their ids in the sandbox."""
    emojis = all_emojis()
    for number, emoji in box.core.world.emojis.items():
        key = emoji.name.rpartition("_")[0]
        emojis.use(key, emoji.name, number)
    return emojis


def drawn(
    rules: Game[Any, Any, Any], folk: list[Any], emojis: Emojis
) -> Iterator[tuple[str, MessageContent]]:
    """Yield the longest message of each phase, with the fewest and with the most seats."""
    key = rules.info.key
    for seats in {rules.seat_range({})[0], rules.seat_range({})[-1]}:
        lobby = table(rules, seats, {}, seats=tuple(map(seat, range(seats))))
        yield f"{key}-{seats}-lobby", render(seated(lobby, folk), emojis, newcomer=True)
        found: dict[str, tuple[int, MessageContent]] = {}
        for seed in range(SEEDS):
            for at in playthrough(rules, seats, {}, seed):
                for name, content in looks(seated(at, folk), emojis):
                    length = lines(content)
                    if length > found.get(name, (0, content))[0]:
                        found[name] = length, content
        for name, (_, content) in found.items():
            yield f"{key}-{seats}-{name}", content
        yield f"{key}-{seats}-end", render_end(rules, seats, folk, emojis)


def looks(at: Table, emojis: Emojis) -> Iterator[tuple[str, MessageContent]]:
    """Yield a board in progress in each focus, unless it is in `EXEMPT`."""
    key, view = at.game.info.key, render_context(at, emojis).view
    if at.status is not Status.PLAYING:
        return
    phase = PHASES[key](view)
    if {(key, phase), (key, phase, len(at.seats))} & EXEMPT:
        return
    for focus in FOCUSES.get(key, ("",)):
        yield "-".join([phase, *focus.split()]), render(at, emojis, focus)


def render_end(
    rules: Game[Any, Any, Any], seats: int, folk: list[Any], emojis: Emojis
) -> MessageContent:
    *_, end = playthrough(rules, seats, {}, 1)
    return render(seated(end, folk), emojis)


def render(at: Table, emojis: Emojis, focus: str = "", **more: Any) -> MessageContent:
    return render_table(RENDERERS[at.game.info.key], at, emojis, 0.0, focus, **more, offers=OFFERS)


def seated(at: Table, folk: list[Any]) -> Table:
    """Return the table with people of the sandbox in its seats."""
    pairs = zip(at.seats, folk, strict=False)
    seats = tuple(replace(each, person_id=person.id, name=person.name) for each, person in pairs)
    hashes = {"commitment": DIGITS}
    if at.status is not Status.LOBBY:
        hashes["start_hash"] = DIGITS
    if at.status.over:
        hashes["last_hash"] = DIGITS
    opener = {"opener_id": folk[0].id, "opener_name": folk[0].name}
    return replace(at, id=4321, seats=seats, **opener, **hashes)


def lines(content: MessageContent) -> int:
    """Estimate how many lines a message takes on a phone, including its rows of buttons."""

    def count(part: dict[str, Any]) -> int:
        inner = sum(map(count, part.get("components", ())))
        words = part.get("content", "").split("\n") if "content" in part else []
        own = sum(1 + len(line) // LINE for line in words)
        width = sum(6 + len(each.get("label") or "") for each in part.get("components", ()))
        return inner + own + (2 * (1 + width // LINE) if part["type"] == 1 else 0)

    return sum(map(count, content.items))


async def post(http: aiohttp.ClientSession, box: Sandbox, content: MessageContent) -> str:
    """Post a message with its pictures as the bot does, and return its id."""
    drawn_in_time, files = await content.drawn()
    while drawn_in_time.in_words:  # a busy machine may be too slow to draw: try again
        drawn_in_time, files = await content.drawn()
    form = aiohttp.FormData()
    names = [{"id": i, "filename": file.filename} for i, file in enumerate(files)]
    body = {"flags": COMPONENTS_V2, "components": content.items, "attachments": names}
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    for i, file in enumerate(files):
        form.add_field(f"files[{i}]", file.fp.read(), filename=file.filename)
    address = f"{box.api_base}/channels/{place_in(box)[1]}/messages"
    async with http.post(address, data=form) as answer:
        body = await answer.json()
        assert answer.status == 200, body
        return body["id"]


async def measure(page: Page, selector: str) -> float:
    """Return the height of a part of the page, in pixels, once its pictures are loaded."""
    part = page.locator(selector)
    await expect(part).to_be_visible()
    await part.evaluate(LOADED)
    box = await part.bounding_box()
    assert box is not None
    return box["height"]
