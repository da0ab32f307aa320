"""A game of The Bucket King, played by mouse on the sandbox's page, wide and narrow."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from sandbox import Sandbox
from sandbox.tests.browser import (  # noqa: F401 - a fixture
    as_person,
    bring_into_view,
    browser,
    in_browser,
    keep,
)
from tests.e2e.buckets import actor, begun, board_of, build, catch_up, move, phase, said
from tests.e2e.process import Bot
from tests.people import Person

pytestmark = in_browser("games")


@pytest_asyncio.fixture(loop_scope="session")
async def three(box: Sandbox, bot: Bot) -> AsyncIterator[tuple[Person, ...]]:
    """Smew, who also uses the page, and two others."""
    async with Person(box, "Smew") as a, Person(box, "Scoter") as b, Person(box, "Merganser") as c:
        yield a, b, c


@pytest.mark.parametrize(
    ("phone", "light"),
    [
        pytest.param(False, False, id="wide", marks=pytest.mark.soak),
        pytest.param(True, True, id="phone"),
    ],
)
async def test_a_hand_is_built_and_played_by_mouse(
    box: Sandbox,
    three: tuple[Person, ...],
    browser: Browser,  # noqa: F811 - the fixture
    phone: bool,
    light: bool,
) -> None:
    await begun(three)
    shots = Shots(f"buckets-{'phone' if phone else 'desktop'}-{'light' if light else 'dark'}")
    async with as_person(browser, box.url, "Smew", phone=phone, light=light) as page:
        await build_by_mouse(page, three[0], shots)
        for person in three[1:]:
            await build(person)
        await play(page, three, shots)
        over = page.locator("[data-message-id]", has_text="The game is over")
        await expect(over).to_be_visible()
        await shots.take(page, over, "end")
    assert {"build", "lead", "attack", "loss"} <= shots.taken


class Shots:
    """Screenshots of a game. Only the first of each kind is taken."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.taken: set[str] = set()

    async def take(self, page: Page, what: Locator, kind: str) -> None:
        if kind not in self.taken:
            self.taken.add(kind)
            await bring_into_view(what)
            await keep(page, f"{self._name}-{kind}")


async def open_hand(page: Page, smew: Person) -> Locator:
    """Open a fresh hand from the live board. The page may still show an older board."""
    private = page.locator("[data-message-id]", has_text="Only you can see this")
    before = await private.last.get_attribute("data-message-id") if await private.count() else ""
    board = page.locator(f'[data-message-id="{board_of(smew)["id"]}"]')
    await board.locator("button", has_text="My hand").click()
    await expect(private.last).not_to_have_attribute("data-message-id", before or "")
    return private.last


async def build_by_mouse(page: Page, smew: Person, shots: Shots) -> None:
    hand = await open_hand(page, smew)
    await expect(hand).to_contain_text("Build a pyramid")
    await hand.locator("button", has_text="Horse").click()
    await expect(hand.locator('img[alt^="Smew: 3 buckets"]')).to_be_visible()
    await hand.locator("button", has_text="One at a time").click()
    await expect(hand.locator("button", has_text="All of an animal")).to_be_visible()
    for built, animal in ((4, "Cow"), (5, "Pig")):
        await hand.locator("button", has_text=animal).click()
        await expect(hand.locator(f'img[alt^="Smew: {built} buckets"]')).to_be_visible()
    await shots.take(page, hand, "build")
    await hand.locator("button", has_text="Undo").click()
    await expect(hand.locator('img[alt^="Smew: 4 buckets"]')).to_be_visible()
    await hand.locator("button", has_text="Build the rest for me").click()
    await hand.locator("button", has_text="Confirm").click()
    await expect(hand).to_contain_text("The pyramid stands")


async def play(page: Page, people: tuple[Person, ...], shots: Shots) -> None:
    """Play to the end: Smew on the page, the others at random."""
    smew, chance = people[0], random.Random(11)
    await smew.until(lambda: phase(board_of(smew)) == "play")
    await catch_up(people, smew)
    while phase(board_of(smew)) != "over":
        person = actor(board_of(smew), people)
        before = said(board_of(smew))
        if person is smew:
            await move_by_mouse(page, smew, shots)
            try:
                await smew.until(lambda before=before: moved_on(smew, before))
            except TimeoutError as error:
                error.add_note(await page.locator("#messages").inner_text())
                raise
        else:
            await move(person, chance)
        await catch_up(people, person)


def moved_on(person: Person, before: str) -> bool:
    return bool(phase(board_of(person))) and said(board_of(person)) != before


async def move_by_mouse(page: Page, smew: Person, shots: Shots) -> None:
    """Lead, answer a split, or answer an attack. Give up a bucket at the first attack."""
    hand = await open_hand(page, smew)
    words = await hand.inner_text()
    if "Smew attacks" in words:
        await shots.take(page, hand, "lead")
        await lead(hand)
    elif "Split:" in words:
        await shots.take(page, hand, "split")
        await hand.locator("button", has_text="Keep left").click()
    else:
        await shots.take(page, hand, "attack")
        await defend_or_decline(page, hand, shots)


async def lead(hand: Locator) -> None:
    """Lead several cards of an animal if possible, or else the lowest card of one."""
    choose = hand.get_by_role("button", name="Choose cards…")
    if not await choose.count():
        single = re.compile(r"^(Cow|Duck|Horse|Pig|Sheep) \d$")
        await hand.get_by_role("button", name=single).first.click()
        return
    await choose.click()
    await expect(hand.locator("button", has_text="‹ Back")).to_be_visible()
    animals = hand.get_by_role("button", name=re.compile("^(Cows|Ducks|Horses|Pigs|Sheep)$"))
    if await animals.count():
        await animals.first.click()
    play = hand.locator("button", has_text=re.compile(r"^Play \d"))
    await expect(play).to_be_visible()
    lowest = await play.inner_text()
    await hand.get_by_role("button", name=re.compile(r"^\d$")).first.click()
    await expect(play).not_to_have_text(lowest)
    await play.click()


async def defend_or_decline(page: Page, hand: Locator, shots: Shots) -> None:
    play = hand.locator("button", has_text=re.compile(r"^Play \d"))
    if "loss" in shots.taken and await play.count():
        await play.first.click()
        return
    if await play.count():
        await hand.locator("button", has_text="Give up a bucket…").click()
    give_up = hand.get_by_role("button", name=re.compile(r"^[A-O]: \d"))
    await expect(give_up.first).to_be_visible()
    await shots.take(page, hand, "loss")
    await give_up.first.click()
