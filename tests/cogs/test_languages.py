"""In every language each game fits a phone and can be played by its words alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from cogs.display.pages.how_to_play import render_how_to_play
from cogs.display.pages.lobby import render_lobby
from cogs.display.pages.messages import render_table
from cogs.display.pages.more import Scene
from cogs.interactions.content import MessageContent
from cogs.interactions.language import ENGLISH, NAMES, columns, read_language
from players.games import GAMES
from tables.model.table import Status
from tests.cogs.limits import BUTTON, components, faults
from tests.cogs.offers import OFFERS
from tests.cogs.pictures import RENDERERS
from tests.cogs.reader import PLAIN
from tests.cogs.test_limits import spread
from tests.cogs.text_player import TextPlayer
from tests.tabletop import playthrough, table

CODES = [code for code in NAMES if code != ENGLISH.code]

WIDEST = 34
"""Columns of the widest label that fits one line of a phone. An emoji takes two columns."""

BOARDS = 25
"""Boards measured of each game, from its beginning to its end. The text player reads all states."""

each_language = pytest.mark.parametrize("code", CODES)
spoken = cache(read_language)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)


def wide(page: MessageContent, names: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the labels of buttons that are too wide for a phone, except labels with a name."""
    for part in components(page.items):
        label = part.get("label") or ""
        if any(name in label for name in names):
            continue
        if part["type"] == BUTTON and columns(label) + 2 * ("emoji" in part) > WIDEST:
            yield label


@pytest.mark.heavy
@each_language
@each_game
def test_a_game_is_played_by_its_words_and_each_message_fits(game, code):
    language = spoken(code)
    renderer, player = RENDERERS[game.info.key], TextPlayer(5, language)
    states = list(playthrough(game, game.seat_range({})[0], {}, 5, player.choose))
    for at in spread(states, BOARDS):
        board = render_table(renderer, at, PLAIN, 0.0, offers=OFFERS, language=language)
        names = tuple(seat.name for seat in at.seats)
        assert (faults(board), [*wide(board, names)]) == ([], [])
    assert states[-1].status is Status.FINISHED


@each_language
@each_game
def test_the_lobby_and_the_rules_fit(game, code):
    language = spoken(code)
    renderer = RENDERERS[game.info.key]
    scene = Scene(renderer, table(game, 2, {}), language=language)
    pages = [render_lobby(scene, PLAIN, newcomer=True)]
    numbers = range(1 + len(renderer.rules(language, PLAIN)))
    pages += [render_how_to_play(language, renderer, PLAIN, number) for number in numbers]
    for page in pages:
        assert (faults(page), [*wide(page)]) == ([], [])
