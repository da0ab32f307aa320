"""A renderer has no way to what its reader may not know: neither to a state nor to a log."""

from __future__ import annotations

import gc

import pytest

from cogs.display.pages.context import render_context, see_steps
from engine import GAMES
from engine.core import Transition
from tables.model.table import Table
from tests.cogs.pictures import all_emojis
from tests.tabletop import playthrough

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
