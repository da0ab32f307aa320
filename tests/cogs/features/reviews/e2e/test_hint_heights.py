"""A hint takes at most half of a phone's height, so that the board above stays in sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import Browser

from cogs.display.emojis import Emojis
from cogs.features.reviews.hint_pages import render_hint
from cogs.features.reviews.regrets import Hint
from cogs.interactions.content import MessageContent
from cogs.interactions.language import ENGLISH
from engine.core import Game
from players.core import know
from players.games import GAMES, can_hint, find_hint
from sandbox import Sandbox
from sandbox.tests.browser import browser, in_browser  # noqa: F401 - a fixture
from tests.cogs.pictures import RENDERERS
from tests.e2e.page.conftest import box  # noqa: F401 - a fixture
from tests.e2e.page.heights import find_higher
from tests.e2e.page.test_heights import HALF, emojis_of, seated
from tests.e2e.past import people_of
from tests.tabletop import playthrough

pytestmark = in_browser("heights")

HINTED = [rules for rules in GAMES if can_hint(rules.info.key)]


@pytest.mark.parametrize("rules", HINTED, ids=lambda rules: rules.info.key)
async def test_a_hint_is_half_as_high_as_a_phone_at_most(
    box: Sandbox,  # noqa: F811 - the fixture
    browser: Browser,  # noqa: F811 - the fixture
    rules: Game[Any, Any, Any],
) -> None:
    found = hints(rules, list(people_of(box).values()), emojis_of(box))
    assert await find_higher(box, browser, found, HALF) == {}


def hints(
    rules: Game[Any, Any, Any], folk: list[Any], emojis: Emojis
) -> Iterator[tuple[str, MessageContent]]:
    at = seated(next(playthrough(rules, rules.seat_range({})[-1], {}, 1)), folk)
    found = find_hint(rules.info.key, know(rules, at.options, at.state, at.to_act[0]))
    hint = Hint(at, at.to_act[0], tuple(found))
    yield f"hint-{rules.info.key}", render_hint(ENGLISH, RENDERERS[rules.info.key], hint, emojis)
