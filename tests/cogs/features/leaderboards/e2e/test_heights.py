"""A leaderboard with the reader's own place fits a phone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from playwright.async_api import Browser

from cogs.features.leaderboards.pages import LeaderboardQuery, render_leaderboard
from cogs.features.leaderboards.reader import Row
from cogs.interactions.content import MessageContent
from cogs.interactions.language import ENGLISH
from players.games import GAMES
from records.values import Board, Period
from sandbox import Sandbox
from sandbox.tests.browser import browser, in_browser  # noqa: F401 - a fixture
from tests.e2e.page.conftest import box  # noqa: F401 - a fixture
from tests.e2e.page.heights import find_higher

pytestmark = in_browser("heights")

WHO = "Ann of the Reeds"


def pages() -> Iterator[tuple[str, MessageContent]]:
    first = [Row(n, n, WHO, 120, 48, 1187, provisional=False) for n in range(1, 11)]
    own = replace(first[0], rank=42, person_id=42, wins=24)
    above = replace(own, rank=41, wins=30)
    for period, page in product((Period.ALL, Period.SEASON), (1, 2)):
        query = LeaderboardQuery(GAMES[0].info.key, period, page)
        rows = tuple(replace(row, rank=10 * (page - 1) + row.rank) for row in first)
        board = Board(rows, page, 9, 83, own, 1.7e9, above)
        yield f"board-{period}-{page}", render_leaderboard(ENGLISH, query, board)


async def test_a_leaderboard_is_no_higher_than_the_list_of_a_phone(
    box: Sandbox,  # noqa: F811 - the fixture
    browser: Browser,  # noqa: F811 - the fixture
) -> None:
    assert await find_higher(box, browser, pages()) == {}
