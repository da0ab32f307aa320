"""No screen has a phrase that misled people: boards, ends, hints, reviews, statistics, practice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from cogs.display.controls.paging import ALL as ALL_GAMES
from cogs.display.pages.board import render_context
from cogs.display.pages.messages import render_table
from cogs.features.reviews.cog import ReviewPage, render_pending
from cogs.features.reviews.hint_pages import render_hint
from cogs.features.reviews.hints import Hint
from cogs.features.stats.pages import render_stats, render_summary
from cogs.features.stats.values import Luck
from cogs.interactions.content import MessageContent
from engine.core import Game, Transition
from players.core import Assessed, know
from players.games import GAMES, find_hint, game
from players.review import review
from records.upkeep.privacy import ABOUT
from tables.model.table import Status
from tests.cogs.features.reviews.test_cog import pages_of_buckets
from tests.cogs.features.stats.test_pages import full_stats, full_summary
from tests.cogs.never import ALL, NEVER, Never
from tests.cogs.pictures import RENDERERS
from tests.cogs.reader import PLAIN, pages, read, told
from tests.tabletop import playthrough, replay_of

pytestmark = pytest.mark.xdist_group("never")  # the screens are drawn once

Rules = Game[Any, Any, Any]


def ends(rules: Rules) -> Iterator[MessageContent]:
    """Yield the ends of games with the fewest and the most players."""
    for seats in {rules.seat_range({})[0], rules.seat_range({})[-1]}:
        for seed in (1, 2):
            *_, end = playthrough(rules, seats, {}, seed)
            yield from pages(end, PLAIN)


def hints(rules: Rules) -> Iterator[MessageContent]:
    """Yield hints at some positions; a hint that needs a search gets made-up worths."""
    renderer, key = RENDERERS[rules.info.key], rules.info.key
    if not renderer.has_hints:
        return
    playing = (at for at in playthrough(rules, 3 if key != "pond" else 2, {}, 4) if at.to_act)
    for at in islice(playing, 0, 60 if key != "buckets" else None, 5):
        known = know(at.game, at.options, at.state, at.to_act[0])
        if key == "buckets" and known.view.playing is not None:
            moves = known.moves if not known.view.playing.split else known.moves[:1]
            found = tuple(
                Assessed(move, 4.0 - n, 0.5 - n / 100, error=0.2 * n)
                for n, move in enumerate(moves[:9])
            )
        else:
            found = find_hint(key, known)
        yield render_hint(renderer, Hint(at, at.to_act[0], found), PLAIN)


def reviews(rules: Rules) -> Iterator[MessageContent]:
    """Yield all pages of a review; of one that needs a search, the page while it is computed."""
    key, renderer = rules.info.key, RENDERERS[rules.info.key]
    if key == "buckets":
        *_, end = playthrough(rules, 3, {}, 1)
        yield render_pending(renderer, end, "more", "to", "worst", end.id, 1, "more", 2)
        for made_up in pages_of_buckets():
            yield from (made_up.render_summary(), made_up.render_decisions(1))
    if key not in ("ducks", "pond", "trophy"):
        return
    replay = replay_of(rules, 1 if key == "pond" else 3, 3)
    moves = [made for step in range(replay.length + 1) for made in replay.made(step)]
    made = [Transition(m.before, m.seat, m.move, m.after) for m in moves]
    found = review(rules, replay.table.options, made)
    assert found is not None
    shown = ReviewPage(renderer, replay, found, 0, PLAIN)
    yield from (shown.render_summary(), shown.render_decision(0), shown.render_decisions(1))


def pages_of_no_game() -> Iterator[MessageContent]:
    """Yield statistics, also those of few games, and pages of features."""
    few = Luck("ducks", "bucks", lucky=True, times=9, actual=1, expected=1.0, deviation=0.0)
    yield render_stats("ducks", replace(full_stats("ducks"), luck=(few,)))
    yield render_summary(full_summary(), own=True)
    for key in (ALL_GAMES, "ducks"):
        stats = full_stats(key)
        yield render_stats(key, stats)
    for path in sorted(Path(__file__).parent.glob("features/*/screens.py")):
        yield from import_module(f"tests.cogs.features.{path.parent.name}.screens").draw()


def boards(rules: Rules) -> Iterator[MessageContent]:
    """Yield the messages of a game with the most players, also to those who are to act."""
    renderer = RENDERERS[rules.info.key]
    playing = playthrough(rules, rules.seat_range({})[-1], {}, 8)
    for number, at in enumerate(each for each in playing if each.status is Status.PLAYING):
        yield render_table(renderer, at, PLAIN, 0.0)
        if rules.info.hidden and number % 3 == 0:
            for focus in ("", *(f"drop {box}" for box in range(15))):
                hand = renderer.hand(render_context(at, PLAIN, at.to_act[0], focus))
                yield MessageContent(hand.items if hand else [])


@cache
def screens(key: str) -> str:
    """Return all text of a game's screens, or of pages without a game, without markdown."""
    if key == ALL:
        parts = [read(page) for page in pages_of_no_game()]
        return plain("\n".join([ABOUT, *("\n".join(part) for part in parts)]))
    rules = game(key)
    drawn = (page for make in (ends, hints, reviews, boards) for page in make(rules))
    return plain(told(rules) + "\n".join("\n".join(read(page)) for page in drawn))


def plain(text: str) -> str:
    """Return a text without marks for bold and without escapes."""
    return re.sub(r"[*`\\]|~~", "", text)


def keys(line: Never) -> list[str]:
    return [ALL, *(each.info.key for each in GAMES)] if line.game == ALL else [line.game]


@pytest.mark.heavy
@pytest.mark.parametrize("line", NEVER, ids=lambda line: f"{line.game}-{line.phrase}")
def test_no_screen_has_a_phrase_that_misled_people(line):
    found = [each.group() for key in keys(line) for each in re.finditer(line.phrase, screens(key))]
    assert found[:5] == [], line.why


def test_the_screens_contain_known_phrases():
    for key in (ALL, *(each.info.key for each in GAMES)):
        assert len(screens(key)) > 5000
    assert "💡 Hint" in screens("trophy")
    assert "Accuracy" in screens("ducks")
    assert "Pick your best move." in screens(ALL)
