"""The path of a click through the code stays short, and the documents quote it: see `tests.way`."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from tests.way import Ways, walk

pytestmark = pytest.mark.xdist_group("way")

ARCHITECTURE = Path(__file__).parents[1] / "docs" / "architecture.md"

CLICK = {
    "calls": 222,
    "functions": 170,
    "frames": 17,
    "modules": 50,
    "to_act": 2,
    "trips": 1,
    "folds": 0,
}
"""Limits on the figures of a click, each taken as the median over a game's first clicks."""

LAST = {"calls": 750, "trips": 6, "folds": 1}
"""Limits for the click that ends a game. Its calls differ by 80, with the throws that it makes."""


@pytest.fixture(scope="module")
def ways() -> Ways:
    """The paths of the clicks in a game of Ducks in a Bucket for two."""
    return asyncio.run(walk("ducks"))


def test_the_architecture_quotes_the_way_of_a_click(ways: Ways) -> None:
    (quoted,) = re.findall(
        r"```tree\n(.*?)\n```", ARCHITECTURE.read_text(encoding="utf-8"), re.DOTALL
    )
    assert quoted.split("\n") == ways.shown.tree()


@pytest.mark.parametrize("name", CLICK)
def test_the_way_of_a_click_is_short(ways: Ways, name: str) -> None:
    assert ways.medians()[name] <= CLICK[name]


@pytest.mark.parametrize("name", LAST)
def test_the_way_of_a_last_click_is_short(ways: Ways, name: str) -> None:
    assert ways.last.figures()[name] <= LAST[name]


def test_a_first_look_at_the_daily_makes_two_trips(ways: Ways) -> None:
    assert 0 < ways.daily.trips <= 2
