"""Where a replay is offered."""

from dataclasses import replace

from cogs.display.pages.more import Scene
from cogs.features.history.cog import offer_replay
from players.games import game
from tests.cogs.scene import renderer_of
from tests.tabletop import playthrough


def test_a_replay_is_offered_behind_more_after_a_solo_game_and_else_on_the_board():
    for people in (1, 2):
        *_, end = playthrough(game("pond"), people, {}, seed=1)
        found = {way: offer_replay(Scene(renderer_of(end), end, way=way)) for way in ("", "more")}
        assert [len(each) for each in found.values()] == [people - 1, 2 - people]
        old = Scene(renderer_of(end), replace(end, progress=None))
        assert offer_replay(old) == []
