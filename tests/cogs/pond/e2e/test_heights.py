"""The fullest boards of the pond fit a phone in every language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

from playwright.async_api import Browser

from cogs.display.emojis import Emojis
from cogs.display.pages.messages import render_table
from cogs.interactions.content import MessageContent
from cogs.interactions.language import ENGLISH, NAMES, read_language
from sandbox import Sandbox
from tables.model.table import Table
from tests.browser import browser, in_browser  # noqa: F401 - a fixture
from tests.cogs.limits import SECTION, TEXT
from tests.cogs.pictures import RENDERERS
from tests.cogs.scene import every_focus, scene
from tests.e2e.page.conftest import box  # noqa: F401 - a fixture
from tests.e2e.page.test_heights import emojis_of, find_higher, seated
from tests.e2e.past import people_of

pytestmark = in_browser("heights")

PICKS, ROLLS = 3, 10
"""Pages with picked dice that are drawn, and rolls behind which they are searched."""

LINE, BUTTON_LINE, WIDTH, LETTERS, LETTER, PADDING, PICTURE = 22, 50, 295, 44, 8, 34, 25
"""Rough sizes on a phone, in pixels. `LETTERS`: characters in a line."""

TWO = (
    *("start 5 3", "roll 1 2 3 4 5 6", "sunny", "end day"),
    *("roll 1 1 2 3 4", "place 1 1", "place 2", "place 3", "place 4", "end day"),
)
"""Two days of two players, after which six dice are rolled."""


async def test_the_fullest_boards_of_the_pond_fit_a_phone_in_every_language(
    box: Sandbox,  # noqa: F811 - the fixture
    browser: Browser,  # noqa: F811 - the fixture
) -> None:
    emojis, folk = emojis_of(box), list(people_of(box).values())
    found = [(at, focus) for at, focus in fullest(emojis) for at in [seated(at, folk)]]
    assert await find_higher(box, browser, drawn(found, emojis)) == {}


def fullest(emojis: Emojis) -> Iterator[tuple[Table, str]]:
    """Yield the highest boards after any roll of six dice, and the highest pages behind them."""
    rolls = combinations_with_replacement(range(1, 7), 6)
    texts = [" ".join(["roll", *map(str, dice)]) for dice in rolls]
    for seats, moves in (1, ()), (2, TWO):
        boards = [scene("pond", seats, *moves, text) for text in texts]
        boards.sort(key=lambda at: -estimate(at, "", emojis))
        yield boards[0], ""
        pages = [(at, focus) for at in boards[:ROLLS] for focus in {*every_focus(at)} - {""}]
        pages.sort(key=lambda page: (-estimate(*page, emojis), page[1]))
        yield from ((boards[0], "end"), *pages[:PICKS])


def estimate(at: Table, focus: str, emojis: Emojis) -> float:
    """Return roughly the height of a board in English, in pixels."""
    page = render_table(RENDERERS["pond"], at, emojis, 0.0, focus)
    return sum(map(height, page.items[0]["components"]))


def height(part: Any) -> float:
    """Return roughly the height of a paragraph, a section or a row of buttons, in pixels."""
    if part["type"] == TEXT:
        return sum(LINE * (1 + len(line) // LETTERS) for line in part["content"].split("\n"))
    if part["type"] == SECTION:
        return BUTTON_LINE
    taken, in_lines = 0, 1
    for each in part["components"]:
        wide = PADDING + LETTER * len(each["label"]) + ("emoji" in each) * PICTURE
        in_lines += taken > 0 and taken + wide > WIDTH
        taken = wide if taken + wide > WIDTH else taken + wide
    return in_lines * BUTTON_LINE


def drawn(found: list[tuple[Table, str]], emojis: Emojis) -> Iterator[tuple[str, MessageContent]]:
    """Yield each board in each language, with its name."""
    for code in NAMES:
        language = ENGLISH if code == ENGLISH.code else read_language(code)
        for number, (at, focus) in enumerate(found):
            page = render_table(RENDERERS["pond"], at, emojis, 0.0, focus, language=language)
            yield f"{code}-{number}-{focus.replace(' ', '-')}", page
