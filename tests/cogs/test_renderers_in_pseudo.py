"""All texts of the games' renderers are in the pseudo-language.

A text in plain English was not marked for translation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cogs.display.pages.board import render_context, see_steps
from cogs.interactions.language import plain_name
from cogs.interactions.parts import text
from engine.core import CHANCE
from players.games import game
from tests.cogs.pictures import RENDERERS
from tests.cogs.scene import EMOJIS
from tests.cogs.test_limits import spread
from tests.pseudo import PSEUDO, find_unmarked
from tests.tabletop import playthrough

FOCUSES = ("", "one", "drop", "drop 5", "cards h", "cards c")

STATES = 60
"""States drawn of a game, evenly spread over it."""

OPTIONS = [
    ("ducks", {}),
    ("ducks", {"press": "bust", "wild": "off"}),
    ("buckets", {}),
    ("buckets", {"draw": "hand", "accumulate": "leader", "rounds": "3"}),
    ("buckdice", {}),
    ("buckdice", {"game": "thirteen-fourteen"}),
    ("buckdice", {"game": "pot"}),
    ("trophy", {}),
    ("pond", {}),
]


def list_items(key: str, table: Any) -> Iterator[Any]:
    """Yield as components everything that the renderer shows people of a table."""
    renderer = RENDERERS[key]
    seats = range(len(table.seats))
    public = render_context(table, EMOJIS, language=PSEUDO)
    yield from renderer.board(public).items
    yield from renderer.controls(public)
    steps = see_steps(table.game, table.recent, None)
    words = [renderer.headline(public)]
    words += renderer.describe_steps(public, steps) if steps else []
    for step in steps:
        told = renderer.describe_step(public, step)
        if told or step.seat != CHANCE:
            words.append(told or renderer.describe_replay_step(public, step))
    if table.outcome is not None:
        words += [renderer.result(public, seat) for seat in seats]
        if key in {"buckdice", "trophy"}:  # other games use the sentences of the base class
            words += [renderer.margin(public)]
    else:
        for seat in table.to_act:
            for focus in FOCUSES:
                own = render_context(table, EMOJIS, seat, focus, PSEUDO)
                words += [renderer.show_choice(own)]
                words += (
                    [renderer.name_move(own, move) for move in own.moves]
                    if key == "buckets"
                    else []
                )
                words += [renderer.advise(own, own.moves[0])] if key == "buckets" else []
                yield from renderer.controls(own)
                yield from renderer.board(own).items
    yield from map(text, words)


@pytest.mark.parametrize(("key", "options"), OPTIONS)
def test_all_texts_of_a_game_in_play_can_be_translated(key, options):
    seats = 2 if key == "pond" else 4
    at = spread(playthrough(game(key), seats, options, 3), STATES)
    names = {plain_name(seat.name) for seat in at[0].seats} | {seat.name for seat in at[0].seats}
    for table in at:
        assert find_unmarked(list_items(key, table), names) == []


@pytest.mark.parametrize("key", ["buckets", "buckdice", "trophy", "pond"])
def test_all_rules_can_be_translated(key):
    renderer = RENDERERS[key]
    items = [text(line) for line in renderer.three_lines(PSEUDO, EMOJIS)]
    for chapter in renderer.rules(PSEUDO, EMOJIS):
        items += [text(chapter.title), *chapter.items]
    assert find_unmarked(items) == []
    assert find_unmarked([text(PSEUDO(renderer.gist)), text(PSEUDO(renderer.pitch))]) == []
