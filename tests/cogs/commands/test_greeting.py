"""The first message on a server stays within Discord's limits and names every game."""

from __future__ import annotations

from importlib import import_module

from cogs.commands.play import render_greeting
from cogs.features import FEATURES
from cogs.interactions.language import ENGLISH
from players.games import GAMES
from tests.cogs.extremes import sent
from tests.cogs.limits import faults
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.people import labels, text_of
from tests.pseudo import PSEUDO, find_unmarked

GREETS = [greet for each in FEATURES for greet in import_module(each.cog).COG.greetings]
GREETINGS = [greet(ENGLISH) for greet in GREETS]
LABELS = [button["label"] for _, button in GREETINGS]


def test_the_first_message_is_within_the_limits_and_names_every_game():
    page = render_greeting(ENGLISH, RENDERERS, all_emojis(), GREETINGS)
    assert faults(page) == []
    assert [game.info.title for game in GAMES if game.info.title not in text_of(sent(page))] == []
    assert labels(sent(page)) == [*["Play"] * len(GAMES), *LABELS, "Settings"]


def test_no_word_of_the_first_message_is_left_untranslated():
    page = render_greeting(PSEUDO, RENDERERS, all_emojis(), [greet(PSEUDO) for greet in GREETS])
    assert find_unmarked(page.items) == []
