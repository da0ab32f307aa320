"""Tips on a phone: each is as high as its place, in every language, and the fullest boards fit."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from playwright.async_api import Browser

from cogs.display.emojis import Emojis
from cogs.display.pages.board import render_hand
from cogs.display.pages.messages import render_table
from cogs.features.reviews.hint_pages import tell_tip
from cogs.features.reviews.lessons import PLACE
from cogs.features.reviews.regrets import Hint
from cogs.interactions.content import MessageContent
from cogs.interactions.language import ENGLISH, NAMES, Language, read_language
from cogs.interactions.parts import frame, text
from engine.core import Seat
from players.core import Assessed
from sandbox import Sandbox
from sandbox.tests.browser import browser, in_browser  # noqa: F401 - a fixture
from tables.model.table import Status, Table
from tests.cogs.features.reviews.test_reasons import play
from tests.cogs.features.reviews.test_tips import HINTED
from tests.cogs.pictures import RENDERERS
from tests.e2e.page.conftest import box  # noqa: F401 - a fixture
from tests.e2e.page.heights import keep_higher, on_phone
from tests.e2e.page.test_heights import FULLEST, ROOM, Board, emojis_of, find_longest, seated
from tests.e2e.past import people_of

pytestmark = in_browser("heights")

GAMES, CHOICES = 12, 40
"""Games of each kind, and choices in each, for which a tip is written."""

Ranked = tuple[Table, Seat, tuple[Assessed, ...]]


def rank(key: str) -> Iterator[Ranked]:
    """Yield choices in random games, with the moves in a random order of their values."""
    chance = random.Random(1)
    for seed in range(GAMES):
        for at, known, _ in islice(play(key, seed), CHOICES):
            moves = [move for move in known.moves if str(move) != "undo"]
            first, *others = chance.sample(moves, min(len(moves), 9))
            found = [Assessed(first, 90.0), *(Assessed(each, 10.0) for each in others)]
            yield at, known.seat, tuple(found)


def languages() -> Iterator[tuple[str, Language]]:
    for code in NAMES:
        yield code, ENGLISH if code == ENGLISH.code else read_language(code)


def draw(board: Board, emojis: Emojis, tip: str, language: Language) -> MessageContent:
    """Return a board, or a private page, with a tip."""
    renderer = RENDERERS[board.at.game.info.key]
    if board.seat is not None:
        return render_hand(renderer, board.at, emojis, board.seat, board.focus, language, tip)
    return render_table(renderer, board.at, emojis, 0.0, board.focus, tip=tip, language=language)


@pytest.mark.parametrize("key", HINTED)
async def test_a_tip_is_as_high_as_its_place(
    box: Sandbox,  # noqa: F811 - the fixture
    browser: Browser,  # noqa: F811 - the fixture
    key: str,
) -> None:
    async with on_phone(box, browser) as phone:
        drawn = await phone.draw(write_tips(key, emojis_of(box)))
    heights = {each.name: each.height for each in drawn}
    least = min(heights.values())
    assert [tip for tip, height in heights.items() if height > least] == []
    assert len(heights) > len(NAMES) * 4


def write_tips(key: str, emojis: Emojis) -> Iterator[tuple[str, MessageContent]]:
    """Yield the place of a tip and many tips, in every language."""
    found = [Hint(*each) for each in rank(key)]
    for code, language in languages():
        told = {tell_tip(language, RENDERERS[key], hint, emojis) for hint in found}
        for tip in sorted({language(PLACE), *filter(None, told)}):
            yield f"{code} {tip}", written(tip)


def written(tip: str) -> MessageContent:
    """Return a message with a tip alone, as wide as on a board."""
    return MessageContent([frame(0, [text(f"-# 💡 {tip}")])])


@pytest.mark.parametrize("key", HINTED)
async def test_the_fullest_boards_have_room_for_a_tip_in_every_language(
    box: Sandbox,  # noqa: F811 - the fixture
    browser: Browser,  # noqa: F811 - the fixture
    key: str,
) -> None:
    folk, rules = list(people_of(box).values()), RENDERERS[key].game
    async with on_phone(box, browser) as phone:
        boards = [
            board._replace(at=seated(board.at, folk))
            for board in (*find_longest(rules), *FULLEST[key]())
            if board.at.status is Status.PLAYING and len(board.at.waiting_on) == 1
        ]
        pages = (
            (f"{code}-{number}", draw(board, emojis_of(box), language(PLACE), language))
            for code, language in languages()
            for number, board in enumerate(boards)
        )
        assert await keep_higher(phone, await phone.draw(pages), ROOM) == {}
