"""All views in random games, rendered for everybody, are within Discord's limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cogs.display.pages.board import render_context
from cogs.display.pages.how_to_play import render_how_to_play
from cogs.display.pages.lobby import render_lobby
from cogs.display.pages.messages import render_table
from cogs.display.pages.renderer import Renderer
from cogs.display.words.emojis import Emojis
from cogs.interactions.content import MessageContent
from engine.core import Game
from players.games import GAMES
from tables.model.table import Status, Table
from tables.model.time_control import TimeControl
from tests.cogs.limits import faults
from tests.cogs.offers import OFFERS
from tests.cogs.pictures import RENDERERS, all_emojis, longest_emojis
from tests.tabletop import playthrough, seat, table

LATE = 1e9


def all_options(game: Game[Any, Any, Any]) -> list[dict[str, str]]:
    """Return the defaults, then each other choice of one option."""
    others = [
        {option.key: choice.value} for option in game.info.options for choice in option.choices[1:]
    ]
    return [{}, *others]


def setups() -> Iterator[Any]:
    for game in GAMES:
        for options in all_options(game):
            for seats in {game.seat_range(options)[0], game.seat_range(options)[-1]}:
                name = "-".join([game.info.key, str(seats), *map("=".join, options.items())])
                yield pytest.param(game, seats, options, id=name)


def rendered(renderer: Renderer, at: Table, emojis: Emojis) -> Iterator[MessageContent]:
    """Yield all messages about a table that has started."""
    idle = replace(
        at,
        seats=tuple(replace(s, caretaker=s.seat not in at.to_act) for s in at.seats),
        waiting=dict.fromkeys(range(len(at.seats)), 0.0),
    )
    yield render_table(renderer, at, emojis, 0.0, offers=OFFERS)
    yield render_table(renderer, idle, emojis, LATE)
    if at.status is Status.PLAYING:
        for number in range(len(at.seats)):
            shown = renderer.hand(render_context(at, emojis, number))
            if shown is not None:
                yield MessageContent(shown.items, shown.pictures)


@pytest.mark.heavy
@pytest.mark.parametrize(("game", "seats", "options"), list(setups()))
def test_every_reachable_view_is_within_the_limits(game, seats, options):
    renderer, emojis = RENDERERS[game.info.key], longest_emojis()
    for seed in range(2):
        for at in playthrough(game, seats, options, seed):
            for page in rendered(renderer, at, emojis):
                assert faults(page) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_lobbies_of_every_size_and_rules_are_within_the_limits(game):
    renderer, emojis = RENDERERS[game.info.key], longest_emojis()
    for seats in range(1, game.info.max_seats + 1):
        lobby = table(game, seats, {}, time_control=TimeControl.DAY)
        lobby = render_lobby(renderer, lobby, emojis, newcomer=True, offers=OFFERS)
        assert faults(lobby) == []
    for page in range(1 + len(renderer.rules(emojis))):
        assert faults(render_how_to_play(renderer, emojis, page)) == []


@pytest.mark.parametrize(
    "status", [Status.CANCELLED, Status.ABANDONED, Status.CLOSED], ids=lambda s: s.value
)
def test_a_table_without_a_result_says_why(status):
    game = GAMES[0]
    at = table(game, 2, {}, status=status, reason="x" * 500, seats=(seat(0),))
    assert faults(render_table(RENDERERS[game.info.key], at, all_emojis(), 0.0)) == []
