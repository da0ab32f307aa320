"""The first, middle and last page of a replay."""

from cogs.display.components import EVERYBODY
from cogs.features.history.pages import render_replay
from cogs.interactions.language import ENGLISH
from tests.cogs.offers import OFFERS
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.tabletop import replay_of


def draw(rules):
    renderer, replay = RENDERERS[rules.info.key], replay_of(rules, rules.seat_range({})[0], 3)
    for step in (0, replay.length // 2, replay.length):
        yield render_replay(ENGLISH, renderer, replay, all_emojis(), step, EVERYBODY, offers=OFFERS)
