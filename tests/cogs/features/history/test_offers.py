"""Where a replay is offered."""

from dataclasses import replace

from cogs.display.pages.more import Scene, Spot
from cogs.features.history.cog import HistoryCog, offer_replay
from players.games import game
from tests.cogs.scene import renderer_of
from tests.tabletop import playthrough


def test_a_replay_is_offered_behind_more_if_the_game_can_be_replayed():
    assert HistoryCog.offers == {Spot.FIRST: offer_replay}
    for people in (1, 2):
        *_, end = playthrough(game("pond"), people, {}, seed=1)
        assert len(offer_replay(Scene(renderer_of(end), end, way="more"))) == 1
        old = Scene(renderer_of(end), replace(end, progress=None), way="more")
        assert offer_replay(old) == []
