"""All messages of random games are within Discord's limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any
from zlib import crc32

import pytest

from cogs.display.emojis import Emojis
from cogs.display.pages.board import render_context, render_hand, render_steps
from cogs.display.pages.how_to_play import render_how_to_play
from cogs.display.pages.lobby import render_lobby
from cogs.display.pages.messages import invite, render_starter, render_table
from cogs.display.pages.more import Scene
from cogs.display.pages.renderer import Renderer
from cogs.interactions.content import MessageContent
from cogs.interactions.language import ENGLISH
from engine.core import Game
from players import games
from players.core import Level
from players.games import GAMES
from tables.model.table import Gone, SeatedPlayer, Status, Table
from tables.model.time_control import TimeControl
from tables.play.computers import COMPUTERS
from tests.cogs.extremes import HUGE, LONG
from tests.cogs.limits import faults
from tests.cogs.offers import OFFERS
from tests.cogs.pictures import RENDERERS, all_emojis, longest_emojis
from tests.tabletop import playthrough, seat, table

LATE = 1e9

EVERY = 10**4
"""More states than any game has."""


def each_number_of_states(most: int) -> pytest.MarkDecorator:
    """Return the parameter `most`: how many states of a game to draw, in the soak all of them."""
    numbers = [most, pytest.param(EVERY, marks=pytest.mark.soak)]
    return pytest.mark.parametrize("most", numbers, ids=["some-states", "all-states"])


def spread(states: Iterable[Table], most: int) -> list[Table]:
    """Return about `most` states, evenly spread over a game, and the last state."""
    every = list(states)
    return [*every[: -1 : len(every) // most + 1], every[-1]]


def all_options(game: Game[Any, Any, Any]) -> list[dict[str, str]]:
    """Return the defaults, then each setup in which one option has another choice."""
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
        seats=tuple(
            replace(s, caretaker=not s.level and s.seat not in at.to_act) for s in at.seats
        ),
        waiting=dict.fromkeys(range(len(at.seats)), 0.0),
    )
    board = render_table(renderer, at, emojis, 0.0, offers=OFFERS)
    yield invite(ENGLISH, replace(at, thread_id=HUGE), board)
    yield render_table(renderer, idle, emojis, LATE)
    yield render_starter(renderer, replace(at, thread_id=HUGE), emojis, offers=OFFERS)
    for number in {*at.to_act[:1], at.seq % len(at.seats)}:  # over a game, the hands of all seats
        yield render_hand(renderer, at, emojis, number)


@pytest.mark.heavy
@each_number_of_states(100)  # games have up to 230 states by default, up to 1,070 with options
@pytest.mark.parametrize(("game", "seats", "options"), list(setups()))
def test_every_reachable_view_is_within_the_limits(game, seats, options, most):
    renderer, emojis = RENDERERS[game.info.key], longest_emojis()
    known = list(companies(seats))
    # Options do not change who is seated, so each setup with options is drawn with one group.
    turn = crc32(repr(options).encode()) % len(known)
    for seed, sitting in enumerate(known if not options else known[turn : turn + 1], turn):
        for at in spread(playthrough(game, seats, options, seed, sitting=sitting), most):
            for page in rendered(renderer, at, emojis):
                assert faults(page) == []


def test_a_full_board_leaves_out_the_earliest_moves_of_others():
    (renderer, emojis), rules = (RENDERERS["buckdice"], longest_emojis()), games.game("buckdice")
    *_, left = companies(8)
    (at,) = islice(playthrough(rules, 8, {"game": "pot"}, 0, sitting=left), 20, 21)
    context = render_context(at, emojis)
    (whole,) = render_steps(renderer, at, context, 4000)
    (cut,) = render_steps(renderer, at, context, len(whole["content"]) - 1)
    assert len(cut["content"]) < len(whole["content"])
    assert whole["content"].endswith(cut["content"].removeprefix("> ⋯\n> "))


def companies(seats: int) -> Iterator[tuple[SeatedPlayer, ...]]:
    """Yield groups of players: only people; a person among ducks; a person whom all others left."""
    people = tuple(seat(i, name=LONG, person_id=HUGE - i) for i in range(seats))
    yield people
    if seats > 1:
        ducks = enumerate(COMPUTERS[Level.HARD][: seats - 1], 1)
        yield people[0], *(seat(i, person_id=x.id, name=x.name, level="hard") for i, x in ducks)
        yield people[0], *(replace(s, caretaker=True, gone=Gone.HIDDEN) for s in people[1:])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_lobbies_of_every_size_and_rules_are_within_the_limits(game):
    renderer, emojis = RENDERERS[game.info.key], longest_emojis()
    for seats in range(1, game.info.max_seats + 1):
        lobby = table(game, seats, {}, time_control=TimeControl.DAY)
        lobby = render_lobby(Scene(renderer, lobby), emojis, newcomer=True)
        assert faults(lobby) == []
    for page in range(1 + len(renderer.rules(ENGLISH, emojis))):
        assert faults(render_how_to_play(ENGLISH, renderer, emojis, page)) == []


@pytest.mark.parametrize(
    "status", [Status.CANCELLED, Status.ABANDONED, Status.CLOSED], ids=lambda s: s.value
)
def test_the_reason_of_a_table_without_a_result_is_within_the_limits(status):
    game = GAMES[0]
    at = table(game, 2, {}, status=status, reason="x" * 500, seats=(seat(0),))
    assert faults(render_table(RENDERERS[game.info.key], at, all_emojis(), 0.0)) == []
