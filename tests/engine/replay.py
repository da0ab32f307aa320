"""Plays move texts for the seat to act, so that a test reads like the table's log."""

from engine.core import Game


def replay(game: Game, state, *texts: str):
    for text in texts:
        state = game.apply(state, game.to_act(state)[0], game.parse(text))
    return state
