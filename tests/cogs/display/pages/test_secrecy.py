"""A renderer cannot reach what its reader may not know: neither a state nor a log."""

from __future__ import annotations

import ast
import gc
from dataclasses import replace
from pathlib import Path

import pytest

from cogs.display.pages.board import render_context, see_steps
from cogs.display.pages.messages import render_table
from db.store import ContributionRow
from engine.core import Transition
from players.games import GAMES
from tables.model.table import Table
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.tabletop import playthrough, seat

ROOT = Path(__file__).parents[4]

SHARED = (type, type(gc), type(lambda: None))
"""Types not to follow: classes, modules and functions refer to all code, but to no table."""


def reachable(value):
    """Return everything that can be reached from a value, and the value itself."""
    found, waiting = {id(value): value}, [value]
    while waiting:
        for each in gc.get_referents(waiting.pop()):
            if id(each) not in found and not isinstance(each, SHARED):
                found[id(each)] = each
                waiting.append(each)
    return found.values()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_a_renderer_can_reach_neither_state_nor_log(game):
    """Where nothing is hidden, the view may be the state itself."""
    emojis = all_emojis()
    seats = game.seat_range(game.options({}))[0]
    for at in list(playthrough(game, seats, {}, seed=5))[::7]:
        open_state = not game.info.hidden and game.view(at.state, None) is at.state
        secret = (Table, Transition) if open_state else (Table, Transition, type(at.state))
        for viewer in (None, 0):
            given = [render_context(at, emojis, viewer), *see_steps(game, at.recent, viewer)]
            assert [each for each in reachable(given) if isinstance(each, secret)] == []


HIDDEN = [game for game in GAMES if game.info.hidden]


@pytest.mark.parametrize("game", HIDDEN, ids=lambda game: game.info.key)
@pytest.mark.parametrize("people", [(1000,), (1000, 1001), (1000, -5)])
def test_a_board_is_drawn_from_the_view_of_an_open_hand_or_of_nobody(game, people, monkeypatch):
    """A hand is open where only one person ever sat down; ids below zero are forgotten people."""
    renderer, contexts = RENDERERS[game.info.key], []
    draw = renderer.board
    monkeypatch.setattr(renderer, "board", lambda each: contexts.append(each) or draw(each))
    rows = tuple(ContributionRow(i, each, "seat", i) for i, each in enumerate(people))
    seats = game.seat_range(game.options({}))[0]
    ducks = [seat(i, person_id=-i, level="normal") for i in range(1, seats)]
    reader = 0 if len(people) == 1 else None
    for at in list(playthrough(game, seats, {}, seed=5))[:-1:7]:
        here = replace(at, seats=(seat(0), *ducks), contributions=rows)
        render_table(renderer, here, all_emojis(), 0.0)
        context = contexts.pop()
        assert context.viewer == reader
        assert context.view == game.view(at.state, reader)


def test_a_secret_is_never_printed_and_is_revealed_when_the_table_is_over():
    *_, playing, over = playthrough(GAMES[0], 2, {}, seed=5)
    shown = playing.secret.hidden
    for said in (repr(playing), str(playing.secret), f"{playing.secret!r}", repr(over)):
        assert shown not in said
    assert (playing.revealed, over.revealed) == (None, shown)


@pytest.mark.parametrize("folder", ["cogs", "records"])
def test_neither_screens_nor_records_ask_for_the_secret_of_a_table(folder):
    for path in (ROOT / folder).rglob("*.py"):
        source = path.read_text("utf-8")
        nodes = ast.walk(ast.parse(source)) if "secret" in source else ()
        assert "secret" not in {each.attr for each in nodes if isinstance(each, ast.Attribute)}
