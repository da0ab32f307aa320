"""The first message on a server keeps Discord's limits and names every game."""

from __future__ import annotations

from importlib import import_module

from cogs.commands.play import render_greeting
from cogs.features import FEATURES
from players.games import GAMES
from tests.cogs.extremes import sent
from tests.cogs.limits import faults
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.people import labels, text_of

GREETINGS = [found for each in FEATURES if (found := import_module(each.cog).COG.greeting)]
LABELS = [button["label"] for _, button in GREETINGS]


def test_the_first_message_is_within_the_limits_and_names_every_game():
    page = render_greeting(RENDERERS, all_emojis(), GREETINGS)
    assert faults(page) == []
    assert [game.info.title for game in GAMES if game.info.title not in text_of(sent(page))] == []
    assert labels(sent(page)) == [*["Play"] * len(GAMES), *LABELS, "Settings"]
