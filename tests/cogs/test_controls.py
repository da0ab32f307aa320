"""The controls on a board: their kinds, and that clicks reach exactly the legal moves."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from cogs.display.components import ControlKind
from cogs.display.pages.messages import render_table
from cogs.display.routing import control_kind_of
from players.games import GAMES
from tables.model.table import Status
from tests.cogs.extremes import sent
from tests.cogs.limits import faults
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.cogs.scene import every_focus, offered, renderer_of
from tests.cogs.test_limits import all_options, longest_emojis, rendered, spread
from tests.people import controls, labels
from tests.tabletop import playthrough

OPEN = [game for game in GAMES if not game.info.hidden]
SETUPS = [
    pytest.param(game, seats, options, id=f"{game.info.key}-{seats}-{'-'.join(options.values())}")
    for game in OPEN
    for options in all_options(game)
    for seats in {game.seat_range(options)[0], game.seat_range(options)[-1]}
]
STATES = 40
"""Limit on tested states of a setup. More take too long: one roll of six dice has 66 picks."""


def some(game, seats, options):
    """Return random states, out of three games, in which a person is to act."""
    every = [at for seed in range(3) for at in playthrough(game, seats, options, seed)]
    playing = [at for at in every if at.to_act and at.thinking is None]
    return random.Random(1).sample(playing, min(STATES, len(playing)))


SINGLY = [each for each in SETUPS if each.values[0].info.key != "pond"]
"""Setups of games in which a press makes one move. `pond/test_picking.py` tests the pond."""


@pytest.mark.parametrize(("game", "seats", "options"), SINGLY)
def test_exactly_the_legal_moves_can_be_clicked(game, seats, options):
    for at in some(game, seats, options):
        clicked = {move for focus in every_focus(at) for move in offered(at, focus)}
        assert clicked == {str(move) for move in game.moves(at.state, at.to_act[0])}


@pytest.mark.parametrize(("game", "seats", "options"), SETUPS)
def test_every_focus_is_within_the_limits(game, seats, options):
    emojis = longest_emojis()
    for at in some(game, seats, options)[::4]:
        for focus in every_focus(at):
            content = render_table(renderer_of(at), at, emojis, 0.0, focus)
            assert faults(content) == []
            assert set(kinds(content)) <= {ControlKind.PLAY, ControlKind.UNDO, ControlKind.MORE}


EVERY = [
    pytest.param(game, seats, id=f"{game.info.key}-{seats}")
    for game in GAMES
    for seats in {game.seat_range({})[0], game.seat_range({})[-1]}
]


def kinds(content):
    """Return the kinds of a message's controls, from top to bottom."""
    return [control_kind_of(each["custom_id"]) for each in controls(sent(content))]


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_a_board_has_at_most_one_undo_one_hand_and_one_more_button(game, seats):
    renderer, emojis = RENDERERS[game.info.key], all_emojis()
    again = "Play again" if seats == 1 else "Rematch"
    for seed in range(2):
        for at in spread(playthrough(game, seats, {}, seed), STATES):
            for content in islice(rendered(renderer, at, emojis), 2):
                found = kinds(content)
                if at.status is Status.PLAYING:
                    assert found[-1] is ControlKind.MORE
                    assert [
                        found.count(r) <= 1
                        for r in (ControlKind.MORE, ControlKind.UNDO, ControlKind.HAND)
                    ] == [True] * 3
                    assert None not in found
                else:
                    first, *_, last = labels(sent(content))
                    assert (first, last) == (again, "⋯")
