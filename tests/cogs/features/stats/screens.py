"""The pages of statistics, also of a person with few games."""

from dataclasses import replace

from cogs.display.components import ALL
from cogs.features.stats.entering import Luck
from cogs.features.stats.pages import render_stats, render_summary
from cogs.interactions.language import ENGLISH
from players.games import GAMES
from tests.cogs.features.stats.test_pages import full_stats, full_summary


def draw(rules):
    if rules:
        return
    key = GAMES[0].info.key
    few = Luck(key, "bucks", lucky=True, times=9, expected=1.0, deviation=0.0)
    yield render_stats(ENGLISH, key, replace(full_stats(key), luck=(few,)))
    yield render_summary(ENGLISH, full_summary(), own=True)
    yield from (render_stats(ENGLISH, each, full_stats(each)) for each in (ALL, key))
