"""Every move has exactly one text. Games refuse all other texts as malformed."""

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.core import MalformedMove
from tests.contract.walks import choices, each_game, setups, walk

WORDS = ["", " ", "\n", "first", "first ", "first 9999999999999999999999", "first -1", "first 1.0"]


def read(game, text):
    """Parse a text, and return the text of the move found, or None if the game refuses it."""
    try:
        return str(game.parse(text))
    except MalformedMove:
        return None


def spoilt(text):
    """Yield near misses of a move's text."""
    yield from (text + " ", " " + text, text + "\n", text.replace(" ", "  "), text.upper())
    yield from (text.replace(" ", "\t"), text + " 1", text + " x", text[:-1], text * 2)
    yield re.sub("([0-9])", r"0\1", text)
    yield re.sub("([0-9])", r"+\1", text)
    yield re.sub("([0-9])", r"-\1", text)
    yield re.sub("[0-9]", lambda digit: chr(0xFF10 + int(digit[0])), text)
    yield re.sub("[0-9]", lambda digit: chr(0x0660 + int(digit[0])), text)
    yield re.sub("[0-9]", "²", text)


@each_game
@settings(max_examples=200)
@given(st.text())
@example("first ²")
def test_any_text_is_a_moves_own_text_or_malformed(game, text):
    assert read(game, text) in (None, text)


@each_game
def test_texts_that_are_no_move_are_malformed(game):
    assert [read(game, text) for text in WORDS] == [None] * len(WORDS)


@each_game
@given(choices)
def test_texts_that_are_nearly_moves_are_malformed_or_other_moves(game, choices):
    texts = {str(step.move) for step in walk(choices.pick(setups(game)), choices)}
    for text in texts:
        for other in spoilt(text):
            assert read(game, other) in (None, other)


@each_game
@given(choices)
def test_texts_fit_into_a_buttons_id(game, choices):
    # A custom id has at most 100 characters; "t1:", table, seq and two colons take up to 33.
    for step in walk(choices.pick(setups(game)), choices):
        for move in game.moves(step.before, step.seat):
            assert len(str(move)) <= 67
            assert str(move).isascii()
