"""A renderer has no way to what its reader may not know: neither to a state nor to a log."""

from __future__ import annotations

import ast
import gc
from pathlib import Path

import pytest

from cogs.display.pages.board import render_context, see_steps
from engine.core import Transition
from players.games import GAMES
from tables.model.table import Table
from tests.cogs.pictures import all_emojis
from tests.tabletop import playthrough

ROOT = Path(__file__).parents[4]

SHARED = (type, type(gc), type(lambda: None))
"""Classes, modules and functions lead everywhere, and to no table."""


def reachable(value):
    """Everything that can be reached from a value, itself included."""
    found, waiting = {id(value): value}, [value]
    while waiting:
        for each in gc.get_referents(waiting.pop()):
            if id(each) not in found and not isinstance(each, SHARED):
                found[id(each)] = each
                waiting.append(each)
    return found.values()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_from_what_a_renderer_gets_neither_state_nor_log_can_be_reached(game):
    emojis = all_emojis()
    seats = game.seat_range(game.options({}))[0]
    for at in list(playthrough(game, seats, {}, seed=5))[::7]:
        secret = (Table, Transition, type(at.state))
        for viewer in (None, 0):
            given = [render_context(at, emojis, viewer), *see_steps(game, at.recent, viewer)]
            assert [each for each in reachable(given) if isinstance(each, secret)] == []


def test_a_secret_prints_itself_nowhere_and_leaves_when_the_table_is_over():
    *_, playing, over = playthrough(GAMES[0], 2, {}, seed=5)
    shown = playing.secret.hidden
    for said in (repr(playing), str(playing.secret), f"{playing.secret!r}", repr(over)):
        assert shown not in said
    assert (playing.revealed, over.revealed) == (None, shown)


@pytest.mark.parametrize("folder", ["cogs", "records"])
def test_what_faces_people_or_keeps_records_never_asks_for_the_secret_of_a_table(folder):
    for path in (ROOT / folder).rglob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        assert "secret" not in {each.attr for each in nodes if isinstance(each, ast.Attribute)}
