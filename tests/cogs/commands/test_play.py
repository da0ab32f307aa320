"""The chooser of games describes every game in three lines."""

from __future__ import annotations

from cogs.commands.play import render_games
from cogs.interactions.language import ENGLISH
from players.games import GAMES
from tests.cogs.extremes import sent
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.people import controls, text_of
from tests.pseudo import PSEUDO, find_unmarked


def test_the_chooser_introduces_every_game_in_three_lines():
    renderers = {game.info.key: RENDERERS[game.info.key] for game in GAMES}
    said = text_of(sent(render_games(ENGLISH, renderers, all_emojis())))
    for game in GAMES:
        renderer, seats = RENDERERS[game.info.key], game.seat_range({})
        size = f"{seats[0]} to {seats[-1]} players"
        assert f"{game.info.title}\n{renderer.gist.capitalize()}\n-# {size}" in said


def test_each_game_is_one_press_away():
    renderers = {game.info.key: RENDERERS[game.info.key] for game in GAMES}
    ids = [
        each["custom_id"] for each in controls(sent(render_games(ENGLISH, renderers, all_emojis())))
    ]
    assert ids == [f"n1:play:open:{key}" for key in renderers]


def test_no_word_of_the_chooser_is_left_untranslated():
    assert find_unmarked(render_games(PSEUDO, RENDERERS, all_emojis()).items) == []
