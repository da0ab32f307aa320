"""No screen has a phrase that has misled people.

The screens are boards, ends, hints, reviews, statistics and practice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from cogs.display.pages.board import render_hand
from cogs.display.pages.messages import render_table
from cogs.interactions.content import MessageContent
from engine.core import Game
from players.games import GAMES, game
from records.privacy import ABOUT
from tables.model.table import Status
from tests.cogs.never import ALL, NEVER, Never
from tests.cogs.pictures import RENDERERS
from tests.cogs.reader import PLAIN, pages, read, told
from tests.tabletop import playthrough

pytestmark = pytest.mark.xdist_group("never")  # one process, which draws the screens only once

Rules = Game[Any, Any, Any]


def ends(rules: Rules) -> Iterator[MessageContent]:
    """Yield the last screens of games with the fewest and the most players."""
    for seats in {rules.seat_range({})[0], rules.seat_range({})[-1]}:
        for seed in (1, 2):
            *_, end = playthrough(rules, seats, {}, seed)
            yield from pages(end, PLAIN)


def pages_of_features(rules: Rules | None) -> Iterator[MessageContent]:
    """Yield the features' pages about this game, or with None those not about a single game."""
    for path in sorted(Path(__file__).parent.glob("features/*/screens.py")):
        yield from import_module(f"tests.cogs.features.{path.parent.name}.screens").draw(rules)


def boards(rules: Rules) -> Iterator[MessageContent]:
    """Yield all boards of a game with the most players, and some hands if hands are hidden."""
    renderer = RENDERERS[rules.info.key]
    playing = playthrough(rules, rules.seat_range({})[-1], {}, 8)
    for number, at in enumerate(each for each in playing if each.status is Status.PLAYING):
        yield render_table(renderer, at, PLAIN, 0.0)
        if rules.info.hidden and number % 3 == 0:
            for focus in ("", *(f"drop {box}" for box in range(15))):
                yield render_hand(renderer, at, PLAIN, at.to_act[0], focus)


@cache
def screens(key: str) -> str:
    """Return all text of a game's screens without markdown. `ALL` means pages without a game."""
    if key == ALL:
        parts = [read(page) for page in pages_of_features(None)]
        return plain("\n".join([ABOUT, *("\n".join(part) for part in parts)]))
    rules = game(key)
    drawn = (page for make in (ends, pages_of_features, boards) for page in make(rules))
    return plain(told(rules) + "\n".join("\n".join(read(page)) for page in drawn))


def plain(text: str) -> str:
    """Return the text without markdown and escapes."""
    return re.sub(r"[*`\\]|~~", "", text)


def keys(line: Never) -> list[str]:
    return [ALL, *(each.info.key for each in GAMES)] if line.game == ALL else [line.game]


@pytest.mark.heavy
@pytest.mark.parametrize("line", NEVER, ids=lambda line: f"{line.game}-{line.phrase}")
def test_no_screen_has_a_phrase_that_misled_people(line):
    found = [each.group() for key in keys(line) for each in re.finditer(line.phrase, screens(key))]
    assert found[:5] == [], line.why


@pytest.mark.heavy
def test_there_are_screens_to_search():
    for rules in GAMES:
        assert len(screens(rules.info.key)) > 5000
