"""A page about a busy player fits a phone: card, album, and the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from playwright.async_api import Browser

from cogs.display.components import ALL, TITLES
from cogs.features.stats.cog import render_album
from cogs.features.stats.entering import (
    GOALS,
    Earned,
    Latest,
    Luck,
    NearGoal,
    Opponent,
    Played,
    RatingPoint,
    Score,
    ServerRecord,
    SoloScore,
    Stats,
    Summary,
)
from cogs.features.stats.pages import render_stats, render_summary
from cogs.interactions.content import MessageContent
from cogs.interactions.language import ENGLISH
from sandbox import Sandbox
from sandbox.tests.browser import browser, in_browser  # noqa: F401 - a fixture
from tests.e2e.page.conftest import box  # noqa: F401 - a fixture
from tests.e2e.page.heights import find_higher

pytestmark = in_browser("heights")

WHO = "Ann of the Reeds"
SCORE = Score("pond", 120, 48, 1.63, 88, 5, 1187)
STATS = Stats(
    5, WHO, SCORE, (SCORE,), (SoloScore("pond", 60, 2, 91, 63.4),),
    tuple(RatingPoint(n, 0.0, 1000 + n, 90, n) for n in range(1, 40)),
    tuple(Opponent(n, f"Person {n}", 30, 12) for n in range(3)),
    tuple(Luck("pond", "sixes and what they were worth", True, 900, 55.5, d) for d in (1, 2)),
    tuple(ServerRecord("pond", what, 48) for what in ("best score alone", "most wins")),
)  # fmt: skip


def pages() -> Iterator[tuple[str, MessageContent]]:
    """Yield name and content of each page about a busy player with half of the badges."""
    earned = [
        Earned(5, WHO, goal.key, goal.game, goal.sign, goal.title, goal.words, 1, 0.0)
        for goal in [*GOALS.values()][::2]
    ]
    near = tuple(NearGoal(goal, 2, 3) for goal in GOALS.values())
    played = tuple(Played(key, 40, 30, 20, 33) for key in TITLES)
    latest = (Latest("pond", 1, 1, 88), Latest("ducks", 2, 6, 9)) * 5
    summary = Summary(5, WHO, played, latest, 3, 5, tuple(earned), near)
    yield "card", render_summary(ENGLISH, summary, own=True)
    yield (
        "rest",
        render_stats(ENGLISH, ALL, replace(STATS, score=None, mixed=(), solo=(), ratings=())),
    )
    yield (
        "rest-of-a-game",
        render_stats(ENGLISH, "pond", STATS, ["**Good choices**\n-# 1 → 2"]),
    )
    yield "album", render_album(ENGLISH, ALL, summary, [*GOALS.values()], own=True)
    for key in TITLES:
        goals = [goal for goal in GOALS.values() if goal.game == key]
        yield f"album-{key}", render_album(ENGLISH, key, summary, goals, own=True)
        yield f"album-{key}-on", render_album(ENGLISH, key, summary, goals, 2, own=True)


async def test_a_page_about_a_player_is_no_higher_than_the_list_of_a_phone(
    box: Sandbox,  # noqa: F811 - the fixture
    browser: Browser,  # noqa: F811 - the fixture
) -> None:
    assert await find_higher(box, browser, pages()) == {}
