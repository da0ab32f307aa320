"""The first message on a server: Discord's limits, and what it names."""

from __future__ import annotations

from cogs.commands.server.greeting import render_greeting
from engine import GAMES
from tests.cogs.extremes import sent
from tests.cogs.limits import faults
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.people import labels, text_of


def test_the_first_message_is_within_the_limits_and_names_every_game():
    page = render_greeting(RENDERERS, all_emojis())
    assert faults(page) == []
    assert [game.info.title for game in GAMES if game.info.title not in text_of(sent(page))] == []
    assert labels(sent(page)) == [*["Play"] * len(GAMES), "Daily", "Settings"]
